/**
 * Time limit for one inspection, in processor time. Wall-clock time depends on the load of the machine, so it can only end an inspection
 * (`isOver`), never show that its pictures are slow (`isUsed`).
 */
export interface TimeLimit {
  /** Returns true if no further part may be started; the remaining ones are then not computed (`time.limit`). */
  isOver: () => boolean;
  /** Returns true if the inspection itself used up the time. */
  isUsed: () => boolean;
  /** Processor time in milliseconds so far. */
  used: () => number;
}

/** Multiple of the limit at which the wall clock ends the inspection, however busy the machine is; extended by `patience`. */
const mostLimits = 2.5;
/** Milliseconds for which a measurement of the used time is reused, because measuring costs time. */
const goodForMs = 200;

export const unlimited: TimeLimit = { isOver: () => false, isUsed: () => false, used: () => 0 };

/** Options of a time limit. */
export interface TimeLimitOptions {
  /** Processor time in milliseconds that this inspection alone has used, from any starting point; never an overestimate. */
  used: () => number;
  /** Factor by which the wall-clock limit is extended, at least 1. */
  patience?: number;
  now?: () => number;
}

/** @param ms processor time in milliseconds */
export function createTimeLimit(
  ms: number,
  { used, patience = 1, now = () => performance.now() }: TimeLimitOptions,
): TimeLimit {
  const started = now();
  const before = used();
  let reading = { used: 0, at: -Infinity };
  const usedSoFar = () => {
    if (now() - reading.at > goodForMs) reading = { used: used() - before, at: now() };
    return reading.used;
  };
  // Several threads together use more than the wall clock shows: each gets at least as much time as alone.
  const isUsed = () => now() - started > ms && usedSoFar() > ms;
  return { isUsed, isOver: () => now() - started > mostLimits * patience * ms || isUsed(), used: usedSoFar };
}
