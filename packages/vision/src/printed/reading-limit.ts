/** How long an engine may take for one picture. */
export interface ReadingLimit {
  /** Milliseconds, without those that the engine waited for a processor. */
  ms: number;
  /** Milliseconds that the engine was ready to work and had no processor, so far. */
  waited: () => number;
}

/** So many limits by the clock are the end, however busy the machine is. */
const mostLimits = 2.5;
/** Milliseconds to the next look, where waiting has used up the time. */
const leastRest = 100;

/**
 * Calls `onOver` when the time is over.
 * @returns ends the watch
 */
export function watchLimit({ ms, waited }: ReadingLimit, onOver: () => void): () => void {
  const started = performance.now();
  const before = waited();
  const look = (): void => {
    const passed = performance.now() - started;
    const rest = ms - (passed - Math.max(0, waited() - before));
    if (rest <= 0 || passed >= mostLimits * ms) onOver();
    else timer = setTimeout(look, Math.max(leastRest, rest));
  };
  let timer = setTimeout(look, ms);
  return () => clearTimeout(timer);
}
