import { GrowingArray } from './growing-array.ts';

/** Set numbers have 20 bits. */
const largest = 2 ** 20;

/**
 * Distinct sets of countries, numbered by their position in `country.set`: the count, then each two-letter code as a number. Set 0 is
 * empty.
 */
export class CountrySets {
  readonly #known = new Map<string, number>([['', 0]]);
  readonly #rows = new GrowingArray('u32');

  constructor() {
    this.#rows.push(0);
  }

  /**
   * @param codes alpha-2, in any order.
   * @throws RangeError if there are too many distinct sets
   */
  idOf(codes: Iterable<string>): number {
    const sorted = [...new Set(codes)].sort();
    const key = sorted.join();
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const id = this.#rows.length;
    if (id >= largest) throw new RangeError('A snapshot holds too many distinct sets of countries.');
    this.#known.set(key, id);
    this.#rows.push(sorted.length);
    for (const code of sorted) this.#rows.push(codeNumber(code));
    return id;
  }

  freeze(): Uint32Array {
    return this.#rows.freeze();
  }
}

export function codeNumber(code: string): number {
  return (code.charCodeAt(0) << 8) | code.charCodeAt(1);
}

/** The codes of one set. */
export function countriesOf(sets: Uint32Array, id: number): string[] {
  const from = id + 1;
  const codes = sets.subarray(from, from + (sets[id] as number));
  return Array.from(codes, (code) => String.fromCharCode(code >>> 8, code & 0xff));
}
