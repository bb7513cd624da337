import {
  anyHash,
  anyMidHash,
  anyShortHash,
  anySign,
  hashes,
  hashOf,
  midHashes,
  midHashOf,
  shortHashes,
  shortHashOf,
} from './token-sign.ts';

/**
 * Which postings may have one of some tokens beside them, by hashes in names of few words and by signs in longer ones: a
 * set with bits, one for each of up to eight reasons. Lets some pass that have none, never the reverse.
 */
export class TokenFilter {
  /** For names of one and two words, of three, of four and of more. */
  readonly hash: Uint8Array;
  readonly midHash = new Uint8Array(midHashes);
  readonly shortHash = new Uint8Array(shortHashes);
  readonly sign = new Uint8Array(256);
  /** The bits that count. */
  bits = 255;
  readonly #touched: number[] = [];

  /** @param shared hashes of names of up to two words are those of this filter, which adds and clears them */
  constructor(shared?: TokenFilter) {
    this.hash = shared?.hash ?? new Uint8Array(hashes);
    this.clear();
  }

  clear(): void {
    // By what was set, for the table is large.
    for (const each of this.#touched) this.hash[each] = 0;
    this.#touched.length = 0;
    this.midHash.fill(0);
    this.shortHash.fill(0);
    this.sign.fill(0);
    this.bits = 255;
    // Postings that have no room for what is beside them.
    this.hash[anyHash] = 255;
    this.midHash[anyMidHash] = 255;
    this.shortHash[anyShortHash] = 255;
    this.sign[anySign] = 255;
  }

  /** Passes postings that may have one of these tokens beside them, and no others. */
  only(tokens: Iterable<number>, signs: Uint8Array): this {
    this.clear();
    for (const token of tokens) {
      this.addHash(token, 1);
      this.addTriple(token, 1);
      this.addLong(token, signs[token] as number, 1);
    }
    return this;
  }

  /** For names of up to two words. */
  addHash(token: number, bit: number): void {
    const hash = hashOf(token);
    this.#touched.push(hash);
    this.hash[hash] = (this.hash[hash] as number) | bit;
  }

  /** For names of three words. @returns the hash, for `addTripleHash` of another filter */
  addTriple(token: number, bit: number): number {
    const mid = midHashOf(token);
    this.addTripleHash(mid, bit);
    return mid;
  }

  addTripleHash(mid: number, bit: number): void {
    this.midHash[mid] = (this.midHash[mid] as number) | bit;
  }

  /** For names of four words and more. */
  addLong(token: number, sign: number, bit: number): void {
    const hash = shortHashOf(token);
    this.shortHash[hash] = (this.shortHash[hash] as number) | bit;
    this.sign[sign] = (this.sign[sign] as number) | bit;
  }
}

/** The bit of a word of the query; beyond eight words some share one. */
export function bitOf(word: number): number {
  return 1 << (word & 7);
}

/** The bits of all other words. */
export function bitsBeside(word: number, words: number): number {
  return words > 8 ? 255 : 255 & ~bitOf(word);
}
