import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepareName } from '../names/prepare-name.ts';
import { randomFrom } from '../../bench/filler-names.ts';
import { nameParts } from '../../test/support/name-parts.ts';
import { leastOfSpelling } from '../words/compare-words.ts';
import { leastOfOnlyWord, leastPairCharge, prepareBound, type ProbeSide } from './bound.ts';
import { preparedPair } from '../../test/support/generated-names.ts';
import { countOf, listedSide, querySide, weightOf, type NameSide } from './name-side.ts';
import { scoreNames } from './score-names.ts';
import { possiblePairs } from './word-pairs.ts';
import { acronymPair } from './acronym.ts';

/** Returns the similarity of the best partner of each token of one side, and the minimum cost of the cheapest. */
function partsOf(query: NameSide, listed: NameSide, side: ProbeSide) {
  const [probe, other] = side === 'subject' ? [query, listed] : [listed, query];
  const best = new Float64Array(probe.tokens.length);
  const charge = new Float64Array(probe.tokens.length).fill(Infinity);
  const unweighed = charge.slice();
  const acronym = acronymPair(query, listed);
  for (const pair of [...possiblePairs(query, listed), ...(acronym ? [acronym] : [])]) {
    const { queryMask, listedMask, similarity } = pair;
    const [mask, otherMask] = side === 'subject' ? [queryMask, listedMask] : [listedMask, queryMask];
    const isSingle = countOf(mask) === 1 && countOf(otherMask) === 1;
    for (const [index, { weight }] of probe.tokens.entries()) {
      if ((mask & (1 << index)) === 0) continue;
      best[index] = Math.max(best[index] as number, similarity);
      // All that is known of a run is that it is near.
      const least = (known: number): number => (isSingle ? leastPairCharge(weight, similarity, known) : 0);
      charge[index] = Math.min(charge[index] as number, least(weightOf(other, otherMask)));
      unweighed[index] = Math.min(unweighed[index] as number, least(0));
    }
  }
  return { probe, best, charge, unweighed };
}

describe('the bound of a score', () => {
  it.each(['subject', 'listed'] as const)(
    'never rules out what the names score, probing with the words of the %s',
    (side) => {
      let [tried, scored] = [0, 0];
      fc.assert(
        fc.property(preparedPair, ([queryName, listedName]) => {
          tried += 1;
          const { nameScore } = scoreNames(queryName, listedName);
          if (nameScore === 0) return;
          scored += 1;
          const { probe, best, charge, unweighed } = partsOf(
            querySide(queryName),
            listedSide(listedName),
            side,
          );
          const bound = prepareBound(probe.tokens, side);
          expect(bound(best, charge, nameScore)).toBe(true);
          expect(bound(best, unweighed, nameScore)).toBe(true);
        }),
        { numRuns: 3_000 },
      );
      // A busy machine completes fewer runs in the time limit.
      expect(scored / tried).toBeGreaterThan(0.1);
    },
  );

  const { tokens } = prepareName('Marekko Dolvan', 'person');
  const bound = prepareBound(tokens, 'subject');
  const costs = (similarities: readonly number[], other: number): Float64Array =>
    Float64Array.from(similarities, (similarity, word) =>
      similarity === 0 ? Infinity : leastPairCharge(tokens[word]?.weight ?? 0, similarity, other),
    );
  const passes = (similarities: readonly number[], needed: number, other = 0): boolean =>
    bound(Float64Array.from(similarities), costs(similarities, other), needed);

  it('rules out a name that has one of two words', () => {
    expect(passes([10_000, 0], 7_000)).toBe(false);
    expect(passes([10_000, 10_000], 10_000)).toBe(true);
  });

  it('is stricter where it is known what the other words weigh', () => {
    expect(passes([6_800, 6_800], 8_000)).toBe(true);
    expect(passes([6_800, 6_800], 8_000, 140)).toBe(false);
  });

  it('is nothing where nothing agrees', () => {
    expect(passes([0, 0], 1)).toBe(false);
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
    // It is not known whose name the other one is.
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
