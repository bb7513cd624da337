/** Pauses the use of long-running engines after they have failed. */
export interface StayPause {
  /** True while every page gets its own engine process. */
  isOn(): boolean;
  failed(): void;
  succeeded(): void;
}

/** Number of consecutive failures that starts a pause; after a pause, every further failure starts another. */
const mostFailures = 3;
/** Length of the first and of the longest pause, in milliseconds. Pauses double until a page is read successfully. */
const pauseMs = { first: 60_000, most: 15 * 60_000 };

/** @param now monotonic clock in milliseconds */
export function createStayPause(now: () => number = () => performance.now()): StayPause {
  let failures = 0;
  let until = -Infinity;
  return {
    isOn: () => now() < until,
    failed: () => {
      failures += 1;
      if (failures < mostFailures) return;
      until = now() + Math.min(pauseMs.most, pauseMs.first * 2 ** (failures - mostFailures));
    },
    succeeded: () => {
      failures = 0;
    },
  };
}
