import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { levelIn, wordsNear, type NearToken } from '../../../test/support/search-rows.ts';
import { NearCodes, type NearSearch } from './near-codes.ts';
import { planSearch } from '../query-plan.ts';

/** Builds a search in which a name matches when the similarities of its words, 0 to 1 each, add up to `sum`. */
function searchFor(words: number, sum: number): NearSearch {
  const bound: NearSearch['bound'] = (best, _charge, needed) =>
    best.subarray(0, words).reduce((all, one) => all + one, 0) >= needed * sum;
  return { bound, weights: Array.from({ length: words }, () => 100), needed: 10_000 };
}

const near: readonly NearToken[][] = [
  [
    { token: 7, similarity: 10_000, names: 900 },
    { token: 8, similarity: 8_200, names: 3 },
  ],
  [{ token: 20, similarity: 9_400, names: 40 }],
];

function begun(rows: readonly (readonly NearToken[])[], sum: number) {
  const words = wordsNear(rows);
  const codes = new NearCodes();
  codes.begin(words, searchFor(words.length, sum));
  return { words, codes };
}

describe('the codes of tokens', () => {
  it('give the word that a token is near to and how near, and nothing of other tokens', () => {
    const { codes } = begun(near, 1.9);
    expect(codes.of(7)).toBe(codes.field(0));
    expect(codes.of(8)).toBe(codes.codeOf(0, 4));
    expect(codes.of(20)).toBe(codes.codeOf(1, 7));
    expect(codes.of(9)).toBe(0);
  });

  it('decide together whether a name may score enough', () => {
    const { codes } = begun(near, 1.9);
    expect(codes.isEnough(codes.of(7) | codes.of(20))).toBe(true);
    expect(codes.isEnough(codes.of(8) | codes.of(20))).toBe(false);
    expect(codes.isEnough(codes.of(7))).toBe(false);
  });

  it('contain nothing of the query before', () => {
    const { codes } = begun(near, 1.9);
    codes.begin(wordsNear([[{ token: 20, similarity: 10_000, names: 1 }]]), searchFor(1, 1));
    expect(codes.of(7)).toBe(0);
    expect(codes.isEnough(codes.of(20))).toBe(true);
  });
});

describe('the plan of a search', () => {
  it('reads the word that fewest names have, where a name must have both', () => {
    const { words, codes } = begun(near, 1.9);
    expect(planSearch(words, codes)?.map(({ word }) => word)).toEqual([1]);
  });

  it('is all names where any of them is enough', () => {
    const { words, codes } = begun(near, 0);
    expect(planSearch(words, codes)).toBeNull();
  });

  const nearToken = fc.record({
    token: fc.nat(40),
    similarity: fc.integer({ min: 6_000, max: 10_001 }),
    names: fc.integer({ min: 1, max: 2_000 }),
  });
  const rows = fc.array(fc.uniqueArray(nearToken, { selector: ({ token }) => token, maxLength: 8 }), {
    minLength: 1,
    maxLength: 7,
  });

  it('reads every name that is enough, whose code is enough too', () => {
    const names = fc.array(fc.uniqueArray(fc.nat(40), { maxLength: 6 }), { maxLength: 30 });
    fc.assert(
      fc.property(rows, names, fc.double({ min: 0.3, max: 1, noNaN: true }), (some, all, share) => {
        const { words, codes } = begun(some, share * some.length);
        const plan = planSearch(words, codes);
        const { bound, needed } = searchFor(words.length, share * some.length);
        for (const name of all) {
          const best = some.map((tokens) =>
            Math.max(
              0,
              ...tokens
                .filter(({ token }) => name.includes(token))
                .map(({ similarity }) => Math.min(10_000, similarity)),
            ),
          );
          if (!bound(Float64Array.from(best), new Float64Array(best.length), needed)) continue;
          expect(codes.isEnough(name.reduce((code, token) => code | codes.of(token), 0))).toBe(true);
          const meets = plan?.some(({ word, from }) =>
            name.some((token) => levelIn(words[word] ?? { granted: 0, rows: [] }, token) >= from),
          );
          expect(meets ?? true).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});
