import { levels, tablesOf, type NeighbourRow, type QueryWord } from '../../src/search/words/neighbour-row.ts';

/** A token that is near to a word, how near, and in how many names it is. */
export interface NearToken {
  token: number;
  similarity: number;
  names: number;
}

const noPostings = {
  triples: new Uint32Array(0),
  place: new Uint32Array(0),
  long: 0,
  name: new Uint32Array(0),
  sign: new Uint32Array(0),
};

/** The row of these tokens as the search makes it, without their postings. */
function rowOf(near: readonly NearToken[]): NeighbourRow {
  const sorted = near.toSorted((a, b) => b.similarity - a.similarity);
  const token = Uint32Array.from(sorted, (one) => one.token);
  const similarity = Uint16Array.from(sorted, (one) => one.similarity);
  let postings = 0;
  return {
    token,
    similarity,
    postings: Uint32Array.from(sorted, ({ names }) => (postings += names)),
    weight: new Uint8Array(sorted.length).fill(100),
    ...tablesOf(token, similarity),
    list: { ...noPostings, copied: new Uint8Array(sorted.length) },
  };
}

/** Words of a query to which these tokens are near. */
export function wordsNear(near: readonly (readonly NearToken[])[]): QueryWord[] {
  return near.map((tokens) => ({ granted: 0, rows: tokens.length === 0 ? [] : [rowOf(tokens)] }));
}

/** The level at which a token is near to a word; 0 where it is not. */
export function levelIn({ rows }: QueryWord, token: number): number {
  for (const { token: tokens, countFrom } of rows) {
    const index = tokens.indexOf(token);
    for (let level = levels; index >= 0 && level > 0; level -= 1)
      if ((countFrom[level] as number) > index) return level;
  }
  return 0;
}
