import type { RowPostings } from './posting-reader.ts';

/** Tokens of the dictionary that agree with a word, the most similar first. */
export interface NeighbourRow {
  /** Token ids. */
  readonly token: Uint32Array;
  /** 1 to 10,001, not rising. */
  readonly similarity: Uint16Array;
  /** Postings of this and all tokens before it. */
  readonly postings: Float64Array;
  /** Where the postings of each token are; those of the rare ones are copied. */
  readonly list: RowPostings;
}

/** Postings of tokens in so few names are copied and read at once; their hashes would only let pass more of the others. */
export const rareNames = 4;
