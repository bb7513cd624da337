import { hashOf } from './token-sign.ts';

/** The postings of a row's tokens. Those of rare tokens are copied, so that reading them does not touch many places in memory. */
export interface RowPostings {
  /**
   * Six numbers per token: start and end of the postings of names of up to two words, of three words, and of more; in the snapshot's
   * postings or, for copied ones, in `name` and `sign`.
   */
  readonly place: Uint32Array;
  /** 1 for tokens whose postings are copied. */
  readonly copied: Uint8Array;
  /** Indexes of the tokens with copied postings of three-word names. */
  readonly triples: Uint32Array;
  /** Number of postings of names of four or more words. */
  readonly long: number;
  readonly name: Uint32Array;
  readonly sign: Uint32Array;
}

/** Tokens of the dictionary that agree with a word, most similar first. */
export interface NeighbourRow {
  /** Token ids. */
  readonly token: Uint32Array;
  /** 1 to 10,001, non-increasing. */
  readonly similarity: Uint16Array;
  /** Number of postings of this token and all previous ones. */
  readonly postings: Uint32Array;
  /** Minimum weight of each token in the names that contain it, hundredths; 0 if unknown. */
  readonly weight: Uint8Array;
  /** `hashOf` each token. */
  readonly hash: Uint16Array;
  /** For each level, the number of leading tokens at that level or above; for level 0, all tokens. */
  readonly countFrom: Uint32Array;
  /** Index + 1 of each token, at its hash or after that; 0 if free. The length is a power of two. */
  readonly slot: Uint16Array | Uint32Array;
  /** The positions of each token's postings; those of rare tokens are copied. */
  readonly list: RowPostings;
}

/** A word of the query, as the plan needs it. */
export interface QueryWord {
  /** Similarity it finds in any name, because an initial matches many words; otherwise 0. */
  granted: number;
  /** All near tokens. */
  rows: readonly NeighbourRow[];
}

/**
 * Postings of tokens in at most this many names are copied and read together: an uncopied list is a cold memory access, and in the
 * filter, their hashes would only let more of the other postings pass.
 */
export const rareNames = 16;

/** Minimum similarity of each level, from 1. For the scores usually needed, names differ mostly in the upper half. */
const leastOfLevel = [0, 1, 6_800, 7_400, 8_000, 8_500, 9_000, 9_300, 9_700] as const;
/** Number of levels of nearness. */
export const levels = leastOfLevel.length - 1;

/** The derived columns of a row. @param similarity non-increasing */
export function tablesOf(
  token: Uint32Array,
  similarity: Uint16Array,
): Pick<NeighbourRow, 'hash' | 'countFrom' | 'slot'> {
  const hash = new Uint16Array(token.length);
  const countFrom = new Uint32Array(levels + 1);
  const slot = slotsFor(token.length);
  let level = levels;
  for (let index = 0; index < token.length; index += 1) {
    const own = hashOf(token[index] as number);
    hash[index] = own;
    let at = own & (slot.length - 1);
    while (slot[at] !== 0) at = (at + 1) & (slot.length - 1);
    slot[at] = index + 1;
    for (; (similarity[index] as number) < (leastOfLevel[level] as number); level -= 1)
      countFrom[level] = index;
  }
  for (; level >= 0; level -= 1) countFrom[level] = token.length;
  return { hash, countFrom, slot };
}

function slotsFor(tokens: number): NeighbourRow['slot'] {
  const slots = 2 ** Math.ceil(Math.log2(2 * tokens + 1));
  return tokens < 2 ** 16 - 1 ? new Uint16Array(slots) : new Uint32Array(slots);
}

/** Similarity of a token; 0 if it is not in the row. */
export function similarityIn({ token: tokens, similarity, slot }: NeighbourRow, token: number): number {
  const last = slot.length - 1;
  for (let at = hashOf(token) & last; slot[at] !== 0; at = (at + 1) & last) {
    const index = (slot[at] as number) - 1;
    if (tokens[index] === token) return similarity[index] as number;
  }
  return 0;
}
