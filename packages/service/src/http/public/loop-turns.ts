/**
 * Turns of the event loop, given out one at a time in the order of the calls: however many wait, one piece of work is done between
 * two looks at the sockets, and other requests come in between.
 * @returns resolves when the turn has come
 */
export function createLoopTurns(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const giveOne = () => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(giveOne);
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(giveOne);
    });
}
