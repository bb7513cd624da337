import { describe, expect, it } from 'vitest';
import { createLoopTurns } from './loop-turns.ts';

const oneTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('turns of the event loop (S05)', () => {
  it('are assigned to one caller at a time, in order of arrival, and again to a caller that returns', async () => {
    const turn = createLoopTurns();
    const done: string[] = [];
    const work = async (name: string) => {
      for (let piece = 1; piece <= 2; piece += 1) {
        await turn();
        done.push(`${name}${piece}`);
      }
    };
    const all = Promise.all([work('a'), work('b'), work('c')]);
    const counts: number[] = [];
    while (done.length < 6) {
      await oneTurn();
      counts.push(done.length);
    }
    await all;
    expect(done).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2']);
    for (const [at, count] of counts.entries()) expect(count - (counts[at - 1] ?? 0)).toBeLessThanOrEqual(1);
    const later = work('d');
    await later;
    expect(done.slice(6)).toEqual(['d1', 'd2']);
  });
});
