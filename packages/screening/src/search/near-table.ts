import { anySign } from './token-sign.ts';
import type { NeighbourRow } from './neighbours.ts';

const maximalSlots = 65_535;

/** Names of tokens in so few are read at once; their signs would only let pass more of the others. */
const rareNames = 4;

/** Whether few names hold a token of a row. */
export function isRare(row: NeighbourRow, index: number): boolean {
  const before = index === 0 ? 0 : (row.postings[index - 1] as number);
  return (row.postings[index] as number) - before <= rareNames;
}

/**
 * For one query at a time: which tokens of the dictionary are near which words of the query, and how near. Two bytes
 * a token; cleared by what was set.
 */
export class NearTable {
  /** By token id: 0, or the place of its row in `similarity`. */
  readonly slot: Uint16Array;
  /** Rows of one similarity for each word of the query; row 0 is all zero. */
  similarity = new Uint16Array(1024);
  width = 0;
  /** By sign: one bit for each word that a token of that sign is near to, rare tokens aside. */
  readonly sign = new Uint32Array(256);
  /** The same with rare tokens: it lets pass more names. */
  readonly signOfAny = new Uint32Array(256);
  readonly #signs: Uint8Array;
  readonly #touched: number[] = [];

  /** @param signs of all tokens */
  constructor(signs: Uint8Array) {
    this.slot = new Uint16Array(signs.length);
    this.#signs = signs;
  }

  begin(width: number): void {
    for (const token of this.#touched) this.slot[token] = 0;
    this.#touched.length = 0;
    this.width = width;
    this.sign.fill(0);
    this.sign[anySign] = -1;
    this.signOfAny.fill(0);
    this.signOfAny[anySign] = -1;
  }

  /** Notes that the tokens of `row` are near a word; the greater similarity stays. False when there is no more room. */
  mark(word: number, row: NeighbourRow): boolean {
    for (let index = 0; index < row.token.length; index += 1) {
      const token = row.token[index] as number;
      let slot = this.slot[token] as number;
      if (slot === 0) {
        slot = this.#newSlot(token);
        if (slot === 0) return false;
      }
      const place = slot * this.width + word;
      const similarity = row.similarity[index] as number;
      if (similarity > (this.similarity[place] as number)) this.similarity[place] = similarity;
      const sign = this.#signs[token] as number;
      this.signOfAny[sign] = (this.signOfAny[sign] as number) | (1 << word);
      if (!isRare(row, index)) this.sign[sign] = (this.sign[sign] as number) | (1 << word);
    }
    return true;
  }

  #newSlot(token: number): number {
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
    this.similarity.fill(0, end - this.width, end);
    return slot;
  }
}
