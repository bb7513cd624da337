/** Time limit of an engine for one picture. */
export interface ReadingLimit {
  /** Milliseconds of processor time. */
  ms: number;
  /** Processor time of the engine in milliseconds, from any starting point; `null` if the system does not report it. */
  used: () => number | null;
  /** Factor for the limit of elapsed time, at least 1. */
  patience: number;
}

/** Maximum elapsed time in multiples of the limit, however busy the machine is. */
const mostLimits = 2.5;
/** Minimum interval between checks, in milliseconds. */
const leastRest = 100;

/**
 * Calls `onOver` when the time limit is reached.
 * @param onOver `byItself` is true if the engine used all of the limit as processor time, which is known only if the system reports it
 * @returns a function that stops watching
 */
export function watchLimit(
  { ms, used, patience }: ReadingLimit,
  onOver: (byItself: boolean) => void,
): () => void {
  const started = performance.now();
  const before = used();
  const most = mostLimits * patience * ms;
  const look = (): void => {
    const passed = performance.now() - started;
    const now = used();
    const ran = now === null || before === null ? 0 : now - before;
    if (ran >= ms || passed >= most) onOver(ran >= ms);
    else timer = setTimeout(look, Math.max(leastRest, Math.min(ms - ran, most - passed)));
  };
  let timer = setTimeout(look, ms);
  return () => clearTimeout(timer);
}
