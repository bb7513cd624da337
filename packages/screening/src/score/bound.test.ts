import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepareName } from '../names/prepare-name.ts';
import { randomFrom } from '../../bench/filler-names.ts';
import { nameParts } from '../../test/support/name-parts.ts';
import { leastOfSpelling } from '../words/compare-words.ts';
import { leastOfOnlyWord, prepareBound, type ProbeSide } from './bound.ts';
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

describe('the least similarity of the only word of a name to one of another script', () => {
  const least = (text: string, needed: number, side: ProbeSide = 'subject'): number =>
    leastOfOnlyWord(prepareName(text, 'unknown'), needed, side);

  it('is that of spellings at the usual threshold, and all there is at a low one', () => {
    expect(least('李伟明', 8_000)).toBe(9_000);
    expect(least('ドルヴァン', 8_000)).toBe(9_000);
    expect(least('李伟明', 4_000)).toBe(6_000);
    expect(least('李伟明', 6_500)).toBe(8_250);
    expect(leastOfOnlyWord(prepareName('李伟明', 'organisation'), 8_000, 'subject')).toBe(8_750);
    // Whose name the other one is is not known.
    expect(least('李伟明', 8_000, 'listed')).toBe(8_750);
  });

  it('is all there is for a name of two words', () => {
    expect(least('李 伟明', 8_000)).toBe(6_000);
  });

  it.each(['subject', 'listed'] as const)(
    'is reached by whatever scores enough, the word being the %s',
    (side) => {
      const random = randomFrom(1_108);
      const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
      const scripts = ['Han', 'Hangul', 'kana', 'Hebrew', 'Arabic'] as const;
      let alike = 0;
      for (let tried = 0; tried < 6_000; tried += 1) {
        const parts = nameParts[pick(scripts)];
        const [written] = pick<readonly string[]>(parts) as readonly [string];
        const latin = (): string =>
          (pick<readonly string[]>(parts).at(-1) ?? '').replace(/[aeiou]/u, pick(['a', 'e', '', 'oo']));
        const kind = pick(['person', 'organisation', 'vessel', 'unknown'] as const);
        const probe = prepareName(written, kind);
        const other = prepareName(
          random() < 0.5 ? latin() : `${latin()} ${latin()}`,
          pick(['person', 'organisation', 'unknown'] as const),
        );
        const [only] = probe.tokens;
        const { nameScore, pairs } = side === 'subject' ? scoreNames(probe, other) : scoreNames(other, probe);
        const [pair] = pairs;
        if (!only || probe.tokens.length > 1 || !pair || pair.relation !== 'script' || nameScore === 0)
          continue;
        if (pair.similarity < leastOfSpelling) alike += 1;
        const limit = leastOfOnlyWord(probe, nameScore, side);
        expect([written, other.raw, kind, nameScore, pair.similarity >= limit]).toEqual([
          written,
          other.raw,
          kind,
          nameScore,
          true,
        ]);
      }
      expect(alike).toBeGreaterThan(100);
    },
  );
});
