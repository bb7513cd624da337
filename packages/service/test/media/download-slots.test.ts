import { describe, expect, it } from 'vitest';
import { createDownloadSlots } from '../../src/http/public/intake/download-slots.ts';

const limits = { atOnce: 2, waiting: 6, waitingPerIntegration: 4, waitMs: 60_000, burst: 1, burstGapMs: 20 };
const busy = expect.objectContaining({ http: 503, retryAfter: 1 });

/** Slots, and downloads that run until they are let go. */
function stage(change: Partial<typeof limits> = {}) {
  const slots = createDownloadSlots({ ...limits, ...change });
  const begun: string[] = [];
  const open: (() => void)[] = [];
  const download = (name: string, signal = new AbortController().signal) =>
    slots.run(name[0] ?? '', signal, () => {
      begun.push(name);
      return new Promise<string>((resolve) => open.push(() => resolve(name)));
    });
  /** A download that still waits or runs when the test ends; nobody is there to see it fail. */
  const begin = (name: string) => void download(name).catch(() => {});
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const finishOne = async () => {
    open.shift()?.();
    await settled();
  };
  return { download, begin, begun, finishOne, settled, pace: slots.pace };
}

describe('pictures read for their signature (S05, A-114)', () => {
  it('are few at a time, and take turns by integration however many one of them requests', async () => {
    const { download, begun, finishOne, settled } = stage();
    const all = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1'].map((name) => download(name));
    await settled();
    expect(begun).toEqual(['a1', 'a2']);
    for (let rest = 0; rest < 7; rest += 1) await finishOne();
    expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'a5']);
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1']);
  });

  it('are refused when too many of one integration wait, and others are not', async () => {
    const { download, begin, begun } = stage();
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) begin(name);
    await expect(download('a7')).rejects.toEqual(busy);
    begin('b1');
    begin('b2');
    await expect(download('c1')).rejects.toEqual(busy);
    expect(begun).toEqual(['a1', 'a2']);
  });

  it('are refused when their turn does not come in time, and give their place in the line back', async () => {
    const { download, begin, finishOne, begun } = stage({ waitMs: 500 });
    begin('a1');
    begin('a2');
    await expect(download('a3')).rejects.toEqual(busy);
    const last = download('b1');
    await finishOne();
    await finishOne();
    await finishOne();
    expect(await last).toBe('b1');
    expect(begun).toEqual(['a1', 'a2', 'b1']);
  });

  it('are cancelled when the client leaves, waiting or not yet, and cost no other a turn', async () => {
    const { download, begin, finishOne, begun } = stage();
    const gone = new AbortController();
    begin('a1');
    begin('a2');
    const left = download('b1', gone.signal);
    const stays = download('c1');
    gone.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    await expect(download('b2', gone.signal)).rejects.toThrow('gone');
    await finishOne();
    await finishOne();
    await finishOne();
    expect(await stays).toBe('c1');
    expect(begun).toEqual(['a1', 'a2', 'c1']);
  });

  it('read at full speed until a burst waits, and then one piece at a time with a gap for all others', async () => {
    const { begin, pace } = stage();
    const elapsed = async (pieces: number) => {
      const start = performance.now();
      await Promise.all(Array.from({ length: pieces }, () => pace()));
      return performance.now() - start;
    };
    for (const name of ['a1', 'a2', 'a3']) begin(name);
    // One waits behind the two that run.
    expect(await elapsed(10)).toBeLessThan(100);
    begin('b1');
    // Timers may be a millisecond early.
    expect(await elapsed(10)).toBeGreaterThanOrEqual(10 * 19);
  });
});
