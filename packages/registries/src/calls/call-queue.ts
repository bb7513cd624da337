/** Lets so many calls go at once; the others wait their turn, first come, first served. */
export interface CallQueue {
  inFlight(): number;
  waiting(): number;
  /** `false`: the signal was raised first, and no place is held. Otherwise `leave` must follow. */
  enter(signal: AbortSignal): Promise<boolean>;
  leave(): void;
}

/** @param places calls at once */
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
      // The place goes on to the next without becoming free.
      waiting.delete(next);
      next();
    },
  };
}
