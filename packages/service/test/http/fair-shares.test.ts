import { expect, it } from 'vitest';
import { createFairShares } from '../../src/runtime/fair-shares.ts';

/** An account whose clock stands until it is moved. */
function standing() {
  let at = 0;
  const shares = createFairShares(() => at);
  return { shares, pass: (ms: number) => (at += ms) };
}

it('halves what an owner used every 30 s, and ends at nothing', () => {
  const { shares, pass } = standing();
  shares.charge('a', 800);
  pass(30_000);
  expect(shares.used('a')).toBe(400);
  pass(300_000);
  expect([shares.used('a'), shares.owners()]).toEqual([0, []]);
});

it('gives how long a piece of an owner’s work takes, however long ago', () => {
  const { shares, pass } = standing();
  shares.charge('a', 300);
  shares.charge('a', 500);
  pass(60_000);
  expect([shares.mean('a'), shares.mean('b')]).toEqual([400, null]);
});

it('keeps a thousand owners and drops those who used least', () => {
  const { shares } = standing();
  for (let n = 1; n <= 1_100; n += 1) shares.charge(`owner-${n}`, n);
  expect(shares.owners()).toHaveLength(1_000);
  expect([shares.used('owner-100'), shares.used('owner-101')]).toEqual([0, 101]);
});
