import { sharedArray } from '../../snapshot/sections.ts';
import type { Sections } from '../../snapshot/sections.ts';
import { maximalId } from './bucket-table.ts';

/** Average number of pairs per 32-bit word: at most one in thirty other pairs passes by chance. */
const pairsPerWord = 3;
const [leastWords, bitsOfPlace] = [16, 5];
const [spread, spreadNext] = [0x9e3779b1, 0x85ebca6b];

function hashOfPair(first: number, second: number): number {
  const hash = Math.imul(first + 1, spread) ^ Math.imul(second + 1, spreadNext);
  const mixed = Math.imul(hash ^ (hash >>> 15), spread);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}

/** Selects two of 32 bits. */
function bitsOf(hash: number): number {
  return (1 << (hash & 31)) | (1 << ((hash >>> bitsOfPlace) & 31));
}

/**
 * Records which tokens are adjacent in the names of a snapshot, as a Bloom filter (1970) whose two bits lie in one word, so that a
 * look-up reads one place. In memory that threads share: about two bytes per name.
 */
export function pairsIn(sections: Pick<Sections, 'name.region' | 'name.token'>): Uint32Array {
  const tokens = sections['name.token'];
  const words = 2 ** Math.ceil(Math.log2(Math.max(leastWords, tokens.length / 2 / pairsPerWord)));
  const pairs = sharedArray('u32', words);
  eachPair(sections, (first, second) => {
    const hash = hashOfPair(first, second);
    const at = (hash >>> (2 * bitsOfPlace)) & (words - 1);
    pairs[at] = (pairs[at] as number) | bitsOf(hash);
  });
  return pairs;
}

function eachPair(
  sections: Pick<Sections, 'name.region' | 'name.token'>,
  visit: (first: number, second: number) => void,
): void {
  const [region, tokens] = [sections['name.region'], sections['name.token']];
  for (let size = 2; size * 2 + 1 < region.length; size += 1) {
    const end = region[size * 2 + 3] ?? tokens.length;
    for (let name = region[size * 2 + 1] as number; name < end; name += size)
      for (let at = name + 1; at < name + size; at += 1)
        visit((tokens[at - 1] as number) & maximalId, (tokens[at] as number) & maximalId);
  }
}

/** Whether tokens may be adjacent in a name: true for all that are, and for few others. */
export class PairFilter {
  readonly #pairs: Uint32Array;

  /** @param pairs from `pairsIn` */
  constructor(pairs: Uint32Array) {
    this.#pairs = pairs;
  }

  mayHave(first: number, second: number): boolean {
    const hash = hashOfPair(first, second);
    const bits = bitsOf(hash);
    return ((this.#pairs[(hash >>> (2 * bitsOfPlace)) & (this.#pairs.length - 1)] as number) & bits) === bits;
  }
}
