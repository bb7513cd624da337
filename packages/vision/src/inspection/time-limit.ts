/**
 * Time for one inspection, counted on a processor. How long it takes by the clock depends on who else uses the machine, so the clock
 * only ends a look (`isOver`), and never shows that its pictures are slow (`isUsed`).
 */
export interface TimeLimit {
  /** True when no further part may be started; what is left is then not computed (`time.limit`). */
  isOver: () => boolean;
  /** True when the inspection itself used the time up. */
  isUsed: () => boolean;
  /** Milliseconds of processor so far. */
  used: () => number;
}

/** So many limits by the clock are the end, however busy the machine is; more of them for whoever is patient. */
const mostLimits = 2.5;
/** Milliseconds for which a reading of the time used is reused: reading it costs time. */
const goodForMs = 200;

export const unlimited: TimeLimit = { isOver: () => false, isUsed: () => false, used: () => 0 };

/** What a limit is made with. */
export interface TimeLimitOptions {
  /** Milliseconds of processor that this inspection, and nothing else, has used since whenever; never more than it did. */
  used: () => number;
  /** How many times as long as usual it may take by the clock, from 1. */
  patience?: number;
  now?: () => number;
}

/** @param ms milliseconds on a processor */
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
  // Several threads together use more than the clock shows: each has at least as long as by itself.
  const isUsed = () => now() - started > ms && usedSoFar() > ms;
  return { isUsed, isOver: () => now() - started > mostLimits * patience * ms || isUsed(), used: usedSoFar };
}
