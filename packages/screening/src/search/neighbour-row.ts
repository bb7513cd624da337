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

/** Names of tokens in so few are read at once; their signs would only let pass more of the others. */
const rareNames = 4;

/** Whether few names hold a token of a row. */
export function isRare(row: Pick<NeighbourRow, 'postings'>, index: number): boolean {
  const before = index === 0 ? 0 : (row.postings[index - 1] as number);
  return (row.postings[index] as number) - before <= rareNames;
}
