import { codeBits, everyBit, type NearCodes } from './words/near-codes.ts';
import { levels, type NeighbourRow, type QueryWord } from './words/neighbour-row.ts';

/** A word whose postings are read. */
export interface PlannedWord {
  word: number;
  /** The tokens of this level and higher ones are read. */
  from: number;
  /** The bits of codes that count: names with the other bits were found through earlier words. */
  counts: number;
}

/** Cost of accessing one more token, in postings. */
const postingsOfToken = 24;

/** Number of words that are tried as the first of the plan. */
const mostFirst = 2;

/**
 * Plans which postings have to be read: the words, and the levels of nearness of their tokens, in this order. Every name that can reach
 * the needed score contains such a token, and the rest of the name is enough even without the bits that do not count. Null if a name can
 * do so without any near token: then all names are read.
 *
 * Method: the near tokens of one word are read down to some level. A name that was not found is then less near to that word, so of the
 * other words, rarest first, only tokens for which that is enough are read; each word read is another one missing, until nothing is
 * enough. The cheapest plan is chosen among those that begin with any level of the two rarest words.
 */
export function planSearch(words: readonly QueryWord[], near: NearCodes): PlannedWord[] | null {
  if (near.isEnough(0)) return null;
  const usable = [...words.keys()].filter((word) => (words[word] as QueryWord).rows.length > 0);
  // Words that share bits cannot be excluded individually, so all of them are read.
  if (words.length > codeBits) return usable.map((word) => ({ word, from: 1, counts: everyBit }));
  const sizes = words.map(({ rows }) => rows.reduce((sum, row) => sum + costOf(row, 1, levels), 0));
  const order = usable.toSorted((a, b) => (sizes[a] as number) - (sizes[b] as number));
  let cheapest: { plan: PlannedWord[]; cost: number } | null = null;
  for (const first of order.slice(0, mostFirst)) {
    for (let from = 1; from <= levels; from += 1) {
      // Levels within one step of the codes are read together.
      if (near.codeOf(first, from) === near.codeOf(first, from - 1)) continue;
      const plan = planFrom({ word: first, from, counts: everyBit }, order, near);
      const most = cheapest === null ? Infinity : cheapest.cost;
      let cost = 0;
      for (let at = 0; at < plan.length && cost < most; at += 1)
        cost += costOfWord(plan[at] as PlannedWord, words, near);
      if (cost < most) cheapest = { plan, cost };
    }
  }
  return cheapest?.plan ?? [];
}

/** The plan that begins with the given levels of one word. */
function planFrom(first: PlannedWord, order: readonly number[], near: NearCodes): PlannedWord[] {
  const plan = [first];
  let counts = everyBit & ~(near.field(first.word) & ~near.codeOf(first.word, first.from - 1));
  // The remaining levels of the first word come last.
  for (const word of [...order.filter((each) => each !== first.word), first.word]) {
    if (!near.isEnough(near.most & counts)) break;
    plan.push({ word, from: 1, counts });
    counts &= ~near.field(word);
  }
  return plan;
}

/** The cost of reading a word, in postings. */
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

/** Postings of the tokens at these levels of a row, plus the cost of accessing the tokens. */
function costOf({ countFrom, postings }: NeighbourRow, from: number, to: number): number {
  const first = to === levels ? 0 : (countFrom[to + 1] as number);
  const end = countFrom[from] as number;
  if (first === end) return 0;
  const before = first === 0 ? 0 : (postings[first - 1] as number);
  return (postings[end - 1] as number) - before + postingsOfToken * (end - first);
}

/** Number of tokens in a row with a similarity of at least `floor`. */
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
