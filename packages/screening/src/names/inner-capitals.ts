import { foldWord, type Piece } from './cut-name.ts';
import type { Kind } from './known-words.ts';

/*
 * A capital after a lower-case letter begins a word: MarekDolvan lacks a space. Not applied to names of organisations, which are often
 * written this way on purpose.
 */

const boundary = /(?<=\p{Ll})(?=\p{Lu})/u;
const lettersAlone = /^[\p{L}\p{M}]+$/u;
/** Shorter beginnings are often parts of a name: McKay, DeVos, LaPorte. */
const shortestPart = 3;
/** Beginnings of that length that are also parts of names. */
const beginnings: ReadonlySet<string> = new Set(['mac', 'fitz']);

function isWord(text: string): boolean {
  return text.length >= shortestPart && !beginnings.has(text.toLowerCase());
}

function cutPiece(raw: string, piece: Piece): readonly Piece[] {
  const written = raw.slice(piece.start, piece.end);
  const texts = boundary.test(written) && lettersAlone.test(written) ? written.split(boundary) : [written];
  if (texts.length === 1 || !texts.every(isWord)) return [piece];
  let start = piece.start;
  return texts.map((text, at) => {
    const place = { start, end: start + text.length };
    start = place.end;
    return { ...piece, ...place, text: foldWord(text), linked: at === 0 && piece.linked };
  });
}

/** Splits words of a person's name where a space is missing. `raw` is the text to which their positions refer. */
export function cutAtCapitals(raw: string, kind: Kind, pieces: Piece[]): Piece[] {
  if (kind !== 'person' || !boundary.test(raw)) return pieces;
  return pieces.flatMap((piece) => cutPiece(raw, piece));
}
