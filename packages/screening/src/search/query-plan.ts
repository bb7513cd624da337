import { codeBits, everyBit, type NearCodes } from './words/near-codes.ts';
import { levels, type NeighbourRow, type QueryWord } from './words/neighbour-row.ts';

/** A word of which postings are read. */
export interface PlannedWord {
  word: number;
  /** Tokens of this level and higher ones. */
  from: number;
  /** The bits of codes that count: names that have others were met in the words before. */
  counts: number;
}

/** What turning to one more token costs, in postings. */
const postingsOfToken = 24;

/** Words that the plan may begin with. */
const mostFirst = 2;

/**
 * Which names have to be read: words, and how near tokens are to them whose postings are scanned, in this order. Every name that may
 * score what is needed holds such a token, beside which the rest of it is enough without the bits that do not count. Null where a name
 * may do so without any near token: then all names are read.
 *
 * How. The near tokens of one word are read down to some level. Then a name that was not met is less near to it, so of the other words,
 * those in few names first, only tokens are read beside which that is enough; and each word that was read is one more that is lacking,
 * until nothing is enough. Of the two words in the fewest names and all levels the cheapest are taken first.
 */
export function planSearch(words: readonly QueryWord[], near: NearCodes): PlannedWord[] | null {
  if (near.isEnough(0)) return null;
  const usable = [...words.keys()].filter((word) => (words[word] as QueryWord).rows.length > 0);
  // Words that share bits cannot be taken off: all of them are read.
  if (words.length > codeBits) return usable.map((word) => ({ word, from: 1, counts: everyBit }));
  const sizes = words.map(({ rows }) => rows.reduce((sum, row) => sum + costOf(row, 1, levels), 0));
  const order = usable.toSorted((a, b) => (sizes[a] as number) - (sizes[b] as number));
  let cheapest: { plan: PlannedWord[]; cost: number } | null = null;
  for (const first of order.slice(0, mostFirst)) {
    for (let from = 1; from <= levels; from += 1) {
      // Levels that are one step of the codes are read together.
      if (near.codeOf(first, from) === near.codeOf(first, from - 1)) continue;
      const plan = planFrom({ word: first, from, counts: everyBit }, order, near);
      const cost = plan.reduce((sum, each) => sum + costOfWord(each, words, near), 0);
      if (cheapest === null || cost < cheapest.cost) cheapest = { plan, cost };
    }
  }
  return cheapest?.plan ?? [];
}

/** The plan that begins with some levels of one word. */
function planFrom(first: PlannedWord, order: readonly number[], near: NearCodes): PlannedWord[] {
  const plan = [first];
  let counts = everyBit & ~(near.field(first.word) & ~near.codeOf(first.word, first.from - 1));
  // What is left of the first word last.
  for (const word of [...order.filter((each) => each !== first.word), first.word]) {
    if (!near.isEnough(near.most & counts)) break;
    plan.push({ word, from: 1, counts });
    counts &= ~near.field(word);
  }
  return plan;
}

/** What is read of a word, in postings. */
function costOfWord(
  { word, from, counts }: PlannedWord,
  words: readonly QueryWord[],
  near: NearCodes,
): number {
  const others = near.besides(word) & counts;
  let cost = 0;
  for (let level = from; level <= levels; level += 1) {
    if (!near.isEnough((near.codeOf(word, level) & counts) | others)) continue;
    for (const row of (words[word] as QueryWord).rows) cost += costOf(row, level, level);
  }
  return cost;
}

/** Postings of the tokens of some levels of a row, and what turning to these costs. */
function costOf({ countFrom, postings }: NeighbourRow, from: number, to: number): number {
  const first = to === levels ? 0 : (countFrom[to + 1] as number);
  const end = countFrom[from] as number;
  if (first === end) return 0;
  const before = first === 0 ? 0 : (postings[first - 1] as number);
  return (postings[end - 1] as number) - before + postingsOfToken * (end - first);
}

/** How many tokens of a row are at least `floor` near. */
export function countAbove(row: Pick<NeighbourRow, 'similarity'>, floor: number): number {
  let low = 0;
  let high = row.similarity.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((row.similarity[middle] as number) >= floor) low = middle + 1;
    else high = middle;
  }
  return low;
}
