import { bitOf, bitsBeside, TokenFilter } from './token-filter.ts';
import type { NeighbourRow } from './neighbour-row.ts';

const maximalSlots = 65_535;

/**
 * For one query at a time: which tokens of the dictionary are near which words of the query, and how near. Answers for a
 * stored token in one look-up, and for a posting by the signs beside it without the name.
 *
 * State: `slot` maps a token to its row, 0 for none; `similarity` holds the rows, `width` values each; the filters have a
 * bit for each word of the query. `#touched` lists the tokens that have a row.
 *
 * Invariants: row 0 is all zero; a token has a row exactly when it is in `#touched`; `any` has every near token, `common` for
 * names of three words only those that are not rare; neither of the two is for longer names.
 *
 * Cost: two bytes for each token of the dictionary, kept between queries; clearing and marking cost as much as the query has
 * near tokens. At most 65,535 of those: with more, `mark` gives up and the search reads every name.
 */
export class NearTable {
  /** By token id: 0, or the place of its row in `similarity`. */
  readonly slot: Uint16Array;
  /** Rows of one similarity for each word of the query; row 0 is all zero. */
  similarity = new Uint16Array(1024);
  width = 0;
  /** All near tokens. */
  readonly any = new TokenFilter();
  /** Without rare tokens for names of three words, so it lets pass fewer of those. */
  readonly common = new TokenFilter(this.any);
  readonly #touched: number[] = [];

  /** @param tokens how many the dictionary has */
  constructor(tokens: number) {
    this.slot = new Uint16Array(tokens);
  }

  begin(width: number): void {
    // By what was set, for the table is as large as the dictionary.
    for (const token of this.#touched) this.slot[token] = 0;
    this.#touched.length = 0;
    this.width = width;
    this.any.clear();
    this.common.clear();
  }

  /** Lets the filters pass what is near to another word than this one: another token near to the same word is no second word. */
  passBeside(word: number): void {
    this.any.bits = bitsBeside(word, this.width);
    this.common.bits = this.any.bits;
  }

  /** Notes that the tokens of `row` are near a word; the greater similarity stays. False when there is no more room. */
  mark(word: number, row: NeighbourRow): boolean {
    const bit = bitOf(word);
    for (let index = 0; index < row.token.length; index += 1) {
      const token = row.token[index] as number;
      let slot = this.slot[token] as number;
      if (slot === 0) {
        slot = this.#newSlot(token);
        if (slot === 0) return false;
      }
      const place = slot * this.width + word;
      const similarity = row.similarity[index] as number;
      // A word has several rows, and a token may be in more than one of them.
      if (similarity > (this.similarity[place] as number)) this.similarity[place] = similarity;
      this.any.addHash(token, bit);
      const mid = this.any.addTriple(token, bit);
      if (row.list.copied[index] === 0) this.common.addTripleHash(mid, bit);
    }
    return true;
  }

  #newSlot(token: number): number {
    // Row 0 stays for tokens without one.
    const slot = this.#touched.length + 1;
    if (slot > maximalSlots) return 0;
    this.#touched.push(token);
    this.slot[token] = slot;
    const end = (slot + 1) * this.width;
    if (end > this.similarity.length) {
      const grown = new Uint16Array(end * 2);
      grown.set(this.similarity);
      this.similarity = grown;
    }
    // Another query used the row before.
    this.similarity.fill(0, end - this.width, end);
    return slot;
  }
}
