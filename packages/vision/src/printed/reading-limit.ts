/** How long an engine may take for one picture. */
export interface ReadingLimit {
  /** Milliseconds on a processor. */
  ms: number;
  /** Milliseconds of processor that the engine has used since whenever; `null` where the system does not report it. */
  used: () => number | null;
  /** How many times as long as usual it may take by the clock, from 1. */
  patience: number;
}

/** So many limits by the clock are the end, however busy the machine is. */
const mostLimits = 2.5;
/** Milliseconds to the next look, where waiting has used up the time. */
const leastRest = 100;

/**
 * Calls `onOver` when the time is over.
 * @param onOver `byItself`: the engine used all of it on a processor, which is known only where the system reports it
 * @returns ends the watch
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
