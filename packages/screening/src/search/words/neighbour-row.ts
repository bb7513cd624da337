import { hashOf } from './token-sign.ts';

/** The postings of the tokens of a row. Those of rare tokens are copied, so that they are read without the many places they come from. */
export interface RowPostings {
  /** Six for each token: where names of up to two words begin and end, those of three, and those of more; in the postings of the snapshot or, of a copied one, in `name` and `sign`. */
  readonly place: Uint32Array;
  /** 1 for tokens whose postings are copied. */
  readonly copied: Uint8Array;
  /** How many are of names of four words and more. */
  readonly long: number;
  readonly name: Uint32Array;
  readonly sign: Uint32Array;
}

/** Tokens of the dictionary that agree with a word, the most similar first. */
export interface NeighbourRow {
  /** Token ids. */
  readonly token: Uint32Array;
  /** 1 to 10,001, not rising. */
  readonly similarity: Uint16Array;
  /** Postings of this and all tokens before it. */
  readonly postings: Uint32Array;
  /** What each token weighs at least in the names that have it, hundredths; 0 where that is not known. */
  readonly weight: Uint8Array;
  /** `hashOf` each token. */
  readonly hash: Uint16Array;
  /** By level how many tokens, which come first, have that level or a higher one; of level 0 all. */
  readonly countFrom: Uint32Array;
  /** The place of each token and one more, by its hash or behind that; 0 where there is none. As many as a power of two. */
  readonly slot: Uint16Array | Uint32Array;
  /** Where the postings of each token are; those of the rare ones are copied. */
  readonly list: RowPostings;
}

/** A word of the query as the plan sees it. */
export interface QueryWord {
  /** Similarity it finds in any name: an initial matches many words. Else 0. */
  granted: number;
  /** All tokens that are near. */
  rows: readonly NeighbourRow[];
}

/**
 * Postings of tokens in so few names are copied and read at once: a list that is not copied is a place in memory that nothing has read
 * lately, and their hashes would only let pass more of the others.
 */
export const rareNames = 16;

/** The least similarity of each level from 1 on. Names that may score what is usually needed differ most in the upper half. */
const leastOfLevel = [0, 1, 6_800, 7_400, 8_000, 8_500, 9_000, 9_300, 9_700] as const;
/** How many levels there are, roughly, of being near. */
export const levels = leastOfLevel.length - 1;

/** What of a row follows from its tokens. @param similarity not rising */
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

/** How near a token is, 0 where it is none of the row. */
export function similarityIn({ token: tokens, similarity, slot }: NeighbourRow, token: number): number {
  const last = slot.length - 1;
  for (let at = hashOf(token) & last; slot[at] !== 0; at = (at + 1) & last) {
    const index = (slot[at] as number) - 1;
    if (tokens[index] === token) return similarity[index] as number;
  }
  return 0;
}
