import { referenceTables } from '../tables/reference-tables.ts';
import type { Piece } from './cut-name.ts';
import type { Kind } from './known-words.ts';

/*
 * South Asia writes the article of the second word on to the first: Saiful Islam is Saif al-Islam, Fazlur Rahman is Fazl ar-Rahman.
 * The article is cut off where the first word without it is a known name, the whole is none, and a word follows; before an r it is
 * written ur. Timur, Rasul and a Saiful that is all the given name there is stay whole.
 */

const articleWrittenOn = /^[a-z]{3,}u[lr]$/u;
const shortestNext = 3;
/** Letters of the article. */
const ofArticle = 2;
/** Rarity of words that the background of names does not have. */
const notSeen = 4;

function hasArticle({ text }: Piece, next: Piece | undefined): boolean {
  if (next === undefined || next.text.length < shortestNext || !articleWrittenOn.test(text)) return false;
  if (text.endsWith('r') && !next.text.startsWith('r')) return false;
  const { nameGroups, particles, personRarity } = referenceTables();
  const first = text.slice(0, -ofArticle);
  const isKnown = nameGroups.has(first) || personRarity(first) < notSeen;
  return isKnown && !nameGroups.has(text) && !particles.has(text);
}

function cutOff(piece: Piece): Piece[] {
  const first = piece.text.slice(0, -ofArticle);
  // Each its own letters, as far as folding kept their number.
  const middle = piece.end - piece.start === piece.text.length ? piece.end - ofArticle : piece.end;
  return [
    { ...piece, text: first, end: middle },
    {
      ...piece,
      text: piece.text.slice(-ofArticle),
      start: middle === piece.end ? piece.start : middle,
      linked: false,
    },
  ];
}

/** Words of a person's name with every Arabic article that is written on to the word before it as a word of its own. */
export function cutArticles(pieces: Piece[], kind: Kind): Piece[] {
  if (kind !== 'person' || !pieces.some((piece, at) => hasArticle(piece, pieces[at + 1]))) return pieces;
  return pieces.flatMap((piece, at) => (hasArticle(piece, pieces[at + 1]) ? cutOff(piece) : [piece]));
}
