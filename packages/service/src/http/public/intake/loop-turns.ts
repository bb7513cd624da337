/**
 * Assigns turns of the event loop one at a time, in the order of the calls: however many callers wait, one piece of work is done between
 * two polls of the sockets, so that other requests are served in between.
 * @param gapMs milliseconds before each turn; 0: the next turn of the loop
 * @returns resolves when the turn has come
 */
export function createLoopTurns(gapMs = 0): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const schedule = () => (gapMs > 0 ? setTimeout(giveOne, gapMs) : setImmediate(giveOne));
  const giveOne = () => {
    waiting.shift()?.();
    if (waiting.length > 0) schedule();
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) schedule();
    });
}
