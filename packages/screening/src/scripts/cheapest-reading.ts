import type { Cost } from './script-model.ts';

/** A reading of a unit: the letters it needs, one bit each as in `bitsOfLetters`, and its cost. */
export type Reading = readonly [needs: number, cost: Cost];

/** Number of readings tried individually: one of the cheapest is often possible. */
const triedFirst = 16;
/** Number of readings represented by the bits of one number. */
const blockSize = 32;
/** Number of letters looked up at once, and the number of such groups for all letters. */
const [groupBits, groups] = [5, 6];
const groupSize = 2 ** groupBits;
const groupMask = groupSize - 1;
const blockEntries = groups * groupSize;

/**
 * Finds the cheapest reading of a unit that needs none of some letters. Readings are ordered by cost. The first ones are tried
 * individually, the others 32 at once: for each group of five letters and each subset of them, a block stores as bits the readings that
 * need a letter of the subset, so six look-ups exclude all readings that need any of the letters.
 *
 * State: tables of blocks, created on first use, 768 bytes each.
 */
export class CheapestReading {
  readonly #needs: Int32Array;
  readonly #costs: Int32Array;
  readonly #blocks: (Int32Array | null)[];

  /** @param silent cost of reading nothing, which is always possible: readings that cost at least as much are never the cheapest */
  constructor(readings: Iterable<Reading>, silent: Cost) {
    const kept: Reading[] = [];
    for (const [needs, cost] of [...readings].sort((a, b) => a[1] - b[1])) {
      // A reading that is no cheaper than one with fewer letters is never the cheapest.
      if (kept.every(([fewer]) => (fewer & ~needs) !== 0)) kept.push([needs, cost]);
    }
    kept.push([0, silent]);
    this.#needs = Int32Array.from(kept, ([needs]) => needs);
    this.#costs = Int32Array.from(kept, ([, cost]) => cost);
    this.#blocks = Array.from({ length: Math.ceil(kept.length / blockSize) }, () => null);
  }

  /** Minimum cost of a reading that needs none of these letters. */
  without(letters: number): Cost {
    const needs = this.#needs;
    const near = Math.min(triedFirst, needs.length);
    for (let at = 0; at < near; at += 1)
      if (((needs[at] as number) & letters) === 0) return this.#costs[at] as number;
    for (let block = 0; ; block += 1) {
      const table = this.#blocks[block] ?? this.#blockOf(block);
      const excluded =
        (table[(letters >>> 1) & groupMask] as number) |
        (table[groupSize + ((letters >>> 6) & groupMask)] as number) |
        (table[2 * groupSize + ((letters >>> 11) & groupMask)] as number) |
        (table[3 * groupSize + ((letters >>> 16) & groupMask)] as number) |
        (table[4 * groupSize + ((letters >>> 21) & groupMask)] as number) |
        (table[5 * groupSize + ((letters >>> 26) & groupMask)] as number);
      if (excluded === -1) continue;
      // The lowest unset bit is the cheapest reading.
      const lowest = ~excluded & (excluded + 1);
      return this.#costs[block * blockSize + 31 - Math.clz32(lowest)] as number;
    }
  }

  #blockOf(block: number): Int32Array {
    const table = new Int32Array(blockEntries);
    const from = block * blockSize;
    const end = Math.min(from + blockSize, this.#needs.length);
    for (let group = 0; group < groups; group += 1) {
      const shift = 1 + group * groupBits;
      const first = group * groupSize;
      for (let at = from; at < end; at += 1)
        for (let left = ((this.#needs[at] as number) >>> shift) & groupMask; left !== 0; left &= left - 1) {
          const place = first + (left & -left);
          table[place] = (table[place] as number) | (1 << (at - from));
        }
      // Several letters from one of them and the others.
      for (let letters = 1; letters < groupSize; letters += 1)
        table[first + letters] =
          (table[first + (letters & (letters - 1))] as number) |
          (table[first + (letters & -letters)] as number);
    }
    this.#blocks[block] = table;
    return table;
  }
}
