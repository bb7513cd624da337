import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchLimit } from './reading-limit.ts';

describe('the time for one reading', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  /**
   * When a limit of 1,000 ms ends for an engine that gets this share of a processor, in milliseconds of the clock, and whether the engine
   * used all of it itself.
   */
  function ends(share: number | null, patience = 1): { after: number; byItself: boolean } | null {
    const started = performance.now();
    const used = () => (share === null ? null : share * performance.now());
    let end: { after: number; byItself: boolean } | null = null;
    const stop = watchLimit({ ms: 1_000, used, patience }, (byItself) => {
      end = { after: Math.round(performance.now() - started), byItself };
    });
    vi.advanceTimersByTime(20_000);
    stop();
    return end;
  }

  it('is over when the engine has used it on a processor', () => {
    expect(ends(1)).toEqual({ after: 1_000, byItself: true });
    // The next check is scheduled for the earliest possible end, but at most ten times a second.
    expect(ends(0.5)).toEqual({ after: 2_075, byItself: true });
  });

  it('is over by the clock where the machine was too busy, which is not the doing of the page', () => {
    expect(ends(0.1)).toEqual({ after: 2_500, byItself: false });
    expect(ends(0.1, 2)).toEqual({ after: 5_000, byItself: false });
    expect(ends(0.1, 8)).toEqual({ after: expect.closeTo(10_050, -3), byItself: true });
  });

  it('is not attributed to the page where the system reports nothing', () => {
    expect(ends(null)).toEqual({ after: 2_500, byItself: false });
  });
});
