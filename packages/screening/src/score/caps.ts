import type { AlignedPair } from './name-comparison.ts';
import { countOf, rarityOf, type NameSide } from './name-side.ts';

/** The most that a subject of one word reaches against a longer name, by how rare the word is, per cent up to. */
const oneWordSubject: readonly (readonly [rarity: number, most: number])[] = [
  [80, 6_000],
  [100, 7_000],
  [120, 7_900],
  [Infinity, 8_400],
];
/** What a one-word listed name keeps of the score of a longer subject, per cent. */
const oneWordListed = 80;

/** What sound alone keeps: single words, nothing else to go by. Per cent. */
const soundAlone = 80;

export type Cap = { what: string; apply: (score: number) => number };

function leftDistinctive(side: NameSide, used: number): number {
  return countOf(side.distinctiveMask & ~used);
}

/** The caps that hold for this choice of pairs. */
export function capsOf(query: NameSide, listed: NameSide, pairs: readonly AlignedPair[]): Cap[] {
  let usedQuery = 0;
  let usedListed = 0;
  for (const pair of pairs) {
    usedQuery |= pair.queryMask;
    usedListed |= pair.listedMask;
  }
  const caps: Cap[] = [];
  if (query.substantive === 1 && leftDistinctive(listed, usedListed) > 0) {
    const word = query.tokens.find((_, index) => (query.substantiveMask & (1 << index)) !== 0);
    const rarity = word ? rarityOf(word) : 0;
    const most = oneWordSubject.find(([upTo]) => rarity <= upTo)?.[1] ?? 0;
    caps.push({ what: 'subject of one word', apply: (score) => Math.min(score, most) });
  }
  if (listed.substantive === 1 && query.substantive > 1 && leftDistinctive(query, usedQuery) > 0)
    caps.push({
      what: 'listed name of one word',
      apply: (score) => Math.floor((score * oneWordListed) / 100),
    });
  if (
    pairs.some(({ relation }) => relation === 'sound') &&
    pairs.every(({ relation, substantive }) => relation === 'sound' || !substantive)
  )
    caps.push({ what: 'sound alone', apply: (score) => Math.floor((score * soundAlone) / 100) });
  return caps;
}
