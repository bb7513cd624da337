import type { NameBound } from '../score/bound.ts';
import type { NeighbourRow } from './neighbour-row.ts';

/** A word of the query as the plan sees it. */
export interface QueryWord {
  /** Similarity it finds in any name: an initial matches many words. Else 0. */
  granted: number;
  /** All tokens that are near. */
  rows: readonly NeighbourRow[];
}

const perfect = 10_000;
const nothing = perfect + 1;
const resolution = 128;
/** Beyond this many words sets are prefixes of the cheapest words instead of all there are. */
const enumerated = 5;

/**
 * Which names have to be read: for every word the least similarity whose postings are scanned, 10,001 for none. Every
 * name with a score of at least `needed` holds a token that near to one of the words. Null when no choice of words
 * guarantees that: then all names are read.
 */
export function planSearch(words: readonly QueryWord[], bound: NameBound, needed: number): number[] | null {
  const best = new Uint16Array(words.length);
  let plan: { floor: number; set: number; cost: number } | null = null;
  for (const set of setsOf(words)) {
    // Even the highest floor would read as much as the best plan so far.
    if (plan && costOf(words, set, perfect) >= plan.cost) continue;
    const floor = floorOf(set, best, { words, bound, needed });
    if (floor === 0) continue;
    const cost = costOf(words, set, floor);
    if (!plan || cost < plan.cost) plan = { floor, set, cost };
  }
  if (!plan) return null;
  const { set, floor } = plan;
  return words.map((_, word) => ((set >>> word) & 1 ? floor : nothing));
}

/** Greatest f such that a name whose tokens are all less near than f to the words of the set cannot pass; 0: none. */
function floorOf(
  set: number,
  best: Uint16Array,
  { words, bound, needed }: { words: readonly QueryWord[]; bound: NameBound; needed: number },
): number {
  const fails = (inside: number): boolean => {
    for (let word = 0; word < best.length; word += 1) {
      const granted = (words[word] as QueryWord).granted;
      // Words outside the set are given what any name may have, for their postings are not read.
      best[word] = (set >>> word) & 1 ? Math.max(granted, inside) : perfect;
    }
    return bound(best, -1) < needed;
  };
  if (!fails(0)) return 0;
  // The bound rises with `inside`, so what fails lies below what passes. A coarse floor reads a few postings more.
  let low = 0;
  let high = perfect;
  while (high - low > resolution) {
    const middle = (low + high) >>> 1;
    if (fails(middle)) low = middle;
    else high = middle;
  }
  // At `low` the best such name fails, so a passing one has a token nearer than that.
  return low + 1;
}

function* setsOf(words: readonly QueryWord[]): Generator<number> {
  const usable = words
    .map((_, word) => word)
    .filter((word) => (words[word] as QueryWord).granted < perfect)
    .sort((a, b) => costOf(words, 1 << a, 1) - costOf(words, 1 << b, 1));
  if (usable.length > enumerated) {
    // Dearer words are added to the cheapest: of 24 words there are too many sets to try.
    let set = 0;
    for (const word of usable) {
      set |= 1 << word;
      yield set;
    }
    return;
  }
  for (let choice = 1; choice < 1 << usable.length; choice += 1) {
    let set = 0;
    for (const [index, word] of usable.entries()) if ((choice >>> index) & 1) set |= 1 << word;
    yield set;
  }
}

/** Postings to be read for a set when everything at least `floor` near is scanned. */
function costOf(words: readonly QueryWord[], set: number, floor: number): number {
  let cost = 0;
  for (let word = 0; word < words.length; word += 1) {
    if (((set >>> word) & 1) === 0) continue;
    for (const row of (words[word] as QueryWord).rows) {
      const count = countAbove(row, floor);
      if (count > 0) cost += (row.postings[count - 1] as number) + count;
    }
  }
  return cost;
}

/** How many tokens of a row are at least `floor` near. */
export function countAbove(row: NeighbourRow, floor: number): number {
  let low = 0;
  let high = row.similarity.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((row.similarity[middle] as number) >= floor) low = middle + 1;
    else high = middle;
  }
  return low;
}
