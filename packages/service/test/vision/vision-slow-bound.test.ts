import { describe, expect, it } from 'vitest';
import { createFairShares } from '../../src/runtime/fair-shares.ts';
import { createSlowBound } from '../../src/vision/vision-slow-bound.ts';

/** Threads, and what a task of each owner takes. */
function bound(threads: number, means: Record<string, number>) {
  const shares = createFairShares(() => 0);
  for (const [owner, ms] of Object.entries(means)) shares.charge(owner, ms);
  return createSlowBound({ threads, shares });
}

describe('slow pictures', () => {
  it('leave one of two threads to others', () => {
    const slow = bound(2, { flood: 5_000, quick: 400 });
    const end = slow.begin('flood');
    expect([
      slow.mayBegin('flood'),
      slow.mayBegin('quick'),
      slow.mayBegin('new'),
      slow.mayBegin(null),
    ]).toEqual([false, true, false, true]);
    end();
    expect(slow.mayBegin('flood')).toBe(true);
  });

  it('leave it together, however many send them', () => {
    const slow = bound(3, { one: 5_000, two: 6_000, quick: 400 });
    slow.begin('one');
    expect(slow.mayBegin('two')).toBe(true);
    slow.begin('two');
    expect([slow.mayBegin('one'), slow.mayBegin('two'), slow.mayBegin('quick')]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('are what a stranger may send: it has one thread until its first picture is done', () => {
    const slow = bound(2, { quick: 400 });
    slow.begin('new');
    expect([slow.mayBegin('new'), slow.mayBegin('quick')]).toEqual([false, true]);
  });

  it('have all threads where there is no other integration', () => {
    const slow = bound(2, { flood: 5_000 });
    slow.begin('flood');
    expect(slow.mayBegin('flood')).toBe(true);
  });

  it('are not counted where all integrations take long: the machine is slow', () => {
    const slow = bound(2, { one: 5_000, two: 4_000 });
    slow.begin('one');
    expect(slow.mayBegin('one')).toBe(true);
  });

  it('still have the only thread there is', () => {
    expect(bound(1, { flood: 5_000, quick: 400 }).mayBegin('flood')).toBe(true);
  });
});
