import { describe, expect, it } from 'vitest';
import { createTimeLimit } from './time-limit.ts';

/** A limit of 1,000 ms on a machine whose clock and processor are set by hand. */
function limited(patience = 1) {
  const machine = { clock: 0, used: 500 };
  const limit = createTimeLimit(1_000, { used: () => machine.used, patience, now: () => machine.clock });
  return {
    after: (clock: number, used: number) => {
      Object.assign(machine, { clock, used: 500 + used });
      return { isOver: limit.isOver(), isUsed: limit.isUsed(), used: limit.used() };
    },
  };
}

describe('the time for an inspection', () => {
  it('is used up on a processor alone', () => {
    const { after } = limited();
    expect(after(2_400, 900)).toEqual({ isOver: false, isUsed: false, used: 900 });
    expect(after(2_450, 1_100)).toMatchObject({ isOver: false, used: 900 });
    expect(after(2_700, 1_100)).toEqual({ isOver: true, isUsed: true, used: 1_100 });
  });

  it('is over by the clock however little of a processor there was, and is not used up then', () => {
    expect(limited().after(2_600, 10)).toEqual({ isOver: true, isUsed: false, used: 10 });
  });

  it('is over by the clock later where more time is permitted', () => {
    const { after } = limited(4);
    expect(after(9_900, 10)).toMatchObject({ isOver: false, isUsed: false });
    expect(after(10_100, 10)).toMatchObject({ isOver: true, isUsed: false });
  });

  it('is not used up by threads side by side before one alone could have used it', () => {
    expect(limited().after(900, 1_800)).toMatchObject({ isOver: false, isUsed: false });
  });
});
