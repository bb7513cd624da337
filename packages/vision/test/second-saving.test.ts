import { describe, expect, it } from 'vitest';
import { wavePlaces, type Amplitudes } from '../src/evidence/compression-history.ts';
import { compareSavings } from '../src/evidence/second-saving.ts';

/** Amplitudes of bell shape, of calm and of busy places, rounded to one step after the other. */
function amplitudes(count: number, { seed, steps }: { seed: number; steps: readonly number[] }): Amplitudes {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  return wavePlaces.map(() =>
    Float64Array.from({ length: count }, () => {
      const width = next() < 0.7 ? 4 : 25;
      const drawn = width * Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
      return steps.reduce((value, step) => step * Math.round(value / step), drawn);
    }),
  );
}

const table = (step: number) => new Array<number>(64).fill(step);

describe('the history of a region', () => {
  it.each([
    { first: 7, step: 4, how: 'finer' },
    { first: 3, step: 5, how: 'coarser' },
    { first: 4, step: 6, how: 'coarser, by an even share' },
  ])(
    'of steps $first and $step is missing where only the second were used, which are $how',
    ({ first, step }) => {
      const rest = amplitudes(900, { seed: 1, steps: [first, step] });
      const same = compareSavings(amplitudes(600, { seed: 2, steps: [first, step] }), rest, table(step));
      const other = compareSavings(amplitudes(600, { seed: 3, steps: [step] }), rest, table(step));
      expect(same.compared).toBe(10);
      expect(same.differing).toBeLessThanOrEqual(1);
      expect(same.inside).toBeGreaterThan(20);
      expect(other.compared).toBe(10);
      expect(other.differing).toBeGreaterThanOrEqual(5);
      expect(other.inside).toBeLessThan(-6);
    },
  );

  it.each([
    ['was saved once', [5]],
    ['was saved twice with the same steps', [5, 5]],
  ])('is not compared where the picture %s', (_what, steps) => {
    const rest = amplitudes(900, { seed: 1, steps });
    const nothing = { inside: 0, outside: 0, compared: 0, differing: 0 };
    expect(compareSavings(amplitudes(600, { seed: 4, steps: [5] }), rest, table(5))).toEqual(nothing);
  });

  it('is not judged where the region has nearly nothing but zeros', () => {
    const rest = amplitudes(900, { seed: 1, steps: [7, 4] });
    const calm = wavePlaces.map(() => new Float64Array(600).fill(0, 0, 594).fill(8, 594));
    expect(compareSavings(calm, rest, table(4)).inside).toBe(0);
  });
});
