/** Limits concurrent calls; the others wait in order of arrival. */
export interface CallQueue {
  inFlight(): number;
  waiting(): number;
  /** `false`: the signal was aborted first, and no place is held. Otherwise `leave` must follow. */
  enter(signal: AbortSignal): Promise<boolean>;
  leave(): void;
}

/** @param places number of concurrent calls */
export function createCallQueue(places: number): CallQueue {
  const waiting = new Set<() => void>();
  let taken = 0;
  return {
    inFlight: () => taken,
    waiting: () => waiting.size,
    enter: (signal) => {
      if (signal.aborted) return Promise.resolve(false);
      if (taken < places) {
        taken += 1;
        return Promise.resolve(true);
      }
      return new Promise((resolve) => {
        const proceed = () => {
          signal.removeEventListener('abort', give);
          resolve(true);
        };
        const give = () => {
          waiting.delete(proceed);
          resolve(false);
        };
        waiting.add(proceed);
        signal.addEventListener('abort', give, { once: true });
      });
    },
    leave: () => {
      const [next] = waiting;
      if (!next) {
        taken -= 1;
        return;
      }
      // The place passes to the next one without becoming free.
      waiting.delete(next);
      next();
    },
  };
}
