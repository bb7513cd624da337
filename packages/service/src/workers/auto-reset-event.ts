/** Wakes one waiter; if there is none, the next wait returns immediately. */
export interface AutoResetEvent {
  set(): void;
  /** @returns whether it was set; false when `ms` passed first */
  wait(ms: number): Promise<boolean>;
}

export function createAutoResetEvent(): AutoResetEvent {
  let isSet = false;
  let wake = () => {};
  return {
    set() {
      isSet = true;
      wake();
    },
    wait: (ms) =>
      new Promise((resolve) => {
        const end = (wasSet: boolean) => {
          clearTimeout(timer);
          wake = () => {};
          isSet = false;
          resolve(wasSet);
        };
        const timer = setTimeout(end, ms, false);
        wake = () => end(true);
        if (isSet) end(true);
      }),
  };
}
