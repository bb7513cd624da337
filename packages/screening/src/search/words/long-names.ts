/**
 * A set of names of four or more words, one bit each. These names are stored after all others, so that the bits for a million names take
 * 17 KB.
 */
export class LongNames {
  readonly #first: number;
  readonly #bits: Uint32Array;

  /**
   * @param first number of the first long name.
   * @param names total number of names of any length
   */
  constructor(first: number, names: number) {
    this.#first = first;
    this.#bits = new Uint32Array(Math.ceil(Math.max(names - first, 0) / 32));
  }

  clear(): void {
    this.#bits.fill(0);
  }

  /** Adds the names of a range, the end excluded. */
  add(names: Uint32Array, from: number, end: number): void {
    const bits = this.#bits;
    const first = this.#first;
    for (let at = from; at < end; at += 1) {
      const place = (names[at] as number) - first;
      bits[place >>> 5] = (bits[place >>> 5] as number) | (1 << (place & 31));
    }
  }

  has(name: number): boolean {
    const place = name - this.#first;
    return (((this.#bits[place >>> 5] as number) >>> (place & 31)) & 1) !== 0;
  }
}
