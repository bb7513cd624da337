import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepareName } from '../names/prepare-name.ts';
import { prepareBound, type ProbeSide } from './bound.ts';
import { preparedPair } from '../../test/support/generated-names.ts';
import { listedSide, querySide, type NameSide } from './name-side.ts';
import { scoreNames } from './score-names.ts';
import { possiblePairs } from './word-pairs.ts';
import { acronymPair } from './acronym.ts';

/** What the best partner of each token of one side is, and what weight of the other has none. */
function bestOf(query: NameSide, listed: NameSide, side: ProbeSide) {
  const [probe, other] = side === 'subject' ? [query, listed] : [listed, query];
  const best = probe.tokens.map(() => 0);
  let partnered = 0;
  const acronym = acronymPair(query, listed);
  for (const pair of [...possiblePairs(query, listed), ...(acronym ? [acronym] : [])]) {
    const mask = side === 'subject' ? pair.queryMask : pair.listedMask;
    partnered |= side === 'subject' ? pair.listedMask : pair.queryMask;
    for (const index of best.keys())
      if ((mask & (1 << index)) !== 0) best[index] = Math.max(best[index] ?? 0, pair.similarity);
  }
  const left = other.tokens
    .filter((token, index) => token.class !== 'form' && (partnered & (1 << index)) === 0)
    .reduce((sum, token) => sum + token.weight, 0);
  return { probe, best, weight: other.weight, left };
}

describe('the bound of a score', () => {
  it.each(['subject', 'listed'] as const)(
    'is never below the score, probing with the words of the %s',
    (side) => {
      fc.assert(
        fc.property(preparedPair, ([queryName, listedName]) => {
          const { nameScore } = scoreNames(queryName, listedName);
          const { probe, best, weight, left } = bestOf(querySide(queryName), listedSide(listedName), side);
          const bound = prepareBound(probe.tokens, side);
          expect(bound(best, weight, left)).toBeGreaterThanOrEqual(nameScore);
          expect(bound(best, -1)).toBeGreaterThanOrEqual(bound(best, weight, left));
          expect(bound(best, weight)).toBeGreaterThanOrEqual(nameScore);
        }),
        { numRuns: 1_500 },
      );
    },
  );

  it('rules out a name that has one of two words', () => {
    const { tokens } = prepareName('Marekko Dolvan', 'person');
    expect(prepareBound(tokens, 'subject')([10_000, 0], -1)).toBeLessThan(7_000);
  });

  it('is 0 where nothing agrees', () => {
    const { tokens } = prepareName('Marekko Dolvan', 'person');
    expect(prepareBound(tokens, 'subject')([0, 0], 300)).toBe(0);
  });
});
