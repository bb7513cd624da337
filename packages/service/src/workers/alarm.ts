/** Wakes one waiter; a ring without a waiter is kept for the next wait. */
export interface Alarm {
  ring(): void;
  /** @returns whether it rang; false after `ms` of silence */
  wait(ms: number): Promise<boolean>;
}

export function createAlarm(): Alarm {
  let rung = false;
  let wake = () => {};
  return {
    ring() {
      rung = true;
      wake();
    },
    wait: (ms) =>
      new Promise((resolve) => {
        const end = (notified: boolean) => {
          clearTimeout(timer);
          wake = () => {};
          rung = false;
          resolve(notified);
        };
        const timer = setTimeout(end, ms, false);
        wake = () => end(true);
        if (rung) end(true);
      }),
  };
}
