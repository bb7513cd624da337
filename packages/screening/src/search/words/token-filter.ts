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
 * Selects the postings that may have one of some tokens beside them, by hashes in short names and by signs in longer ones: 1 for those
 * that pass. Lets some pass that have none, never the reverse.
 */
export class TokenFilter {
  /** For names of one or two words, of three, and of four or more. */
  readonly hash = new Uint8Array(hashes);
  readonly midHash = new Uint8Array(midHashes);
  readonly shortHash = new Uint8Array(shortHashes);
  readonly sign = new Uint8Array(256);
  readonly #touched: number[] = [];

  #clear(): void {
    // Clears only what was set, because the table is large.
    for (const each of this.#touched) this.hash[each] = 0;
    this.#touched.length = 0;
    this.midHash.fill(0);
    this.shortHash.fill(0);
    this.sign.fill(0);
    // For postings without space for their other words.
    this.hash[anyHash] = 1;
    this.midHash[anyMidHash] = 1;
    this.shortHash[anyShortHash] = 1;
    this.sign[anySign] = 1;
  }

  /** Passes exactly the postings that may have one of these tokens beside them. */
  only(tokens: Iterable<number>, signs: Uint8Array): this {
    this.#clear();
    for (const token of tokens) {
      const hash = hashOf(token);
      this.#touched.push(hash);
      this.hash[hash] = 1;
      this.midHash[midHashOf(token)] = 1;
      this.shortHash[shortHashOf(token)] = 1;
      this.sign[signs[token] as number] = 1;
    }
    return this;
  }
}
