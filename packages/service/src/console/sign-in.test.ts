import { describe, expect, it } from 'vitest';
import { createSignIns } from './sign-in.ts';

const minute = 60_000;

describe('the link of a console', () => {
  it.each([
    [5 * minute, true],
    [5 * minute + 1, false],
  ])('is good after %i ms: %s', (afterMs, isGood) => {
    let now = 1_000;
    const signIns = createSignIns(() => now);
    const token = signIns.issueToken();
    now += afterMs;
    expect(signIns.exchange(token) !== null).toBe(isGood);
  });

  it('becomes invalid once there is a newer one', () => {
    const signIns = createSignIns(() => 0);
    const older = signIns.issueToken();
    const newer = signIns.issueToken();
    expect(signIns.exchange(older)).toBeNull();
    expect(signIns.exchange(newer)).not.toBeNull();
  });
});
