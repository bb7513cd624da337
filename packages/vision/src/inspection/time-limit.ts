/** Time for one inspection. A machine that gives it no processor stops its clock. */
export interface TimeLimit {
  /** True when no further part may be started; what is left is then not computed (`time.limit`). */
  isOver: () => boolean;
  /** True when the inspection itself used the time up, on a machine that was not too busy for that to be known. */
  isUsed: () => boolean;
  /** Milliseconds without a processor so far. */
  excused: () => number;
}

/** So many limits by the clock are the end, however busy the machine is. */
const mostLimits = 2.5;
/** Milliseconds for which a value of the time waited is reused: reading it costs time. */
const goodForMs = 200;

export const unlimited: TimeLimit = { isOver: () => false, isUsed: () => false, excused: () => 0 };

/**
 * @param ms milliseconds, without those that the process waited for a processor
 * @param waited milliseconds that it did, since whenever
 */
export function createTimeLimit(
  ms: number,
  waited: () => number,
  now: () => number = () => performance.now(),
): TimeLimit {
  const started = now();
  const before = waited();
  let answer = { excused: 0, at: -Infinity };
  const excused = () => {
    if (now() - answer.at > goodForMs) answer = { excused: Math.max(0, waited() - before), at: now() };
    return answer.excused;
  };
  const isUsed = () => now() - started > ms && now() - started - excused() > ms;
  return { isUsed, isOver: () => now() - started > mostLimits * ms || isUsed(), excused };
}
