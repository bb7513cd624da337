import { foldWord, type Piece } from './cut-name.ts';
import type { Kind } from './known-words.ts';

/*
 * A capital behind a small letter begins a word: MarekDolvan has lost a blank. Not in names of organisations, which are often written so
 * on purpose.
 */

const boundary = /(?<=\p{Ll})(?=\p{Lu})/u;
const lettersAlone = /^[\p{L}\p{M}]+$/u;
/** Shorter beginnings are parts of names as often: McKay, DeVos, LaPorte. */
const shortestPart = 3;
/** Beginnings of that length that are, too. */
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

/** The words of a person's name, those cut in which a blank is missing. `raw` is the text that they are places of. */
export function cutAtCapitals(raw: string, kind: Kind, pieces: Piece[]): Piece[] {
  if (kind !== 'person' || !boundary.test(raw)) return pieces;
  return pieces.flatMap((piece) => cutPiece(raw, piece));
}
