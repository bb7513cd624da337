/** When engines that stay are tried, after they have failed. */
export interface StayPause {
  /** True while every page gets an engine of its own. */
  isOn(): boolean;
  failed(): void;
  succeeded(): void;
}

/** So many failures one after the other begin a pause; after a pause each further one does. */
const mostFailures = 3;
/** Milliseconds of the first pause and of the longest: each is twice as long as the one before, until a page is read. */
const pauseMs = { first: 60_000, most: 15 * 60_000 };

/** @param now milliseconds on a clock that never goes back */
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
