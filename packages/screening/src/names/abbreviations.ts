import type { Piece } from './cut-name.ts';
import { lettersForDigits } from './look-alikes.ts';
import type { Kind } from './known-words.ts';
import { mayBeName } from './titles.ts';
import { factsOf } from './word-facts.ts';

const twoConsonants = /^[bcdfghjklmnpqrstvwxz]{2}$/u;
/** Pairs of consonants that spell one sound and so abbreviate one name, syllables without a vowel, and *son of*. */
const notTwoInitials: ReadonlySet<string> = new Set(
  'sh ch kh zh ts ph th dz dj dh gh rh wh cz sz rz ng nv lv hm bn mc ck'.split(' '),
);
/** Rarity from which a two-letter word is not a name itself. */
const rare = 3;

/** Meanings that a one-word phrase has in a person's name, or may have if it is unambiguous. */
const notOfPeople: ReadonlySet<string> = new Set(['form', 'place', 'vessel_title', 'firm_title']);

/** Minimum words of a name that a post-nominal may follow: after a single word, two letters are the initials of the given names. */
const leastBesideTitle = 2;

/**
 * Whether a word is a title or post-nominal here: one without any other meaning, or any that is alone between two commas, next to at
 * least two other words.
 */
function isTitleHere({ text, segment }: Piece, pieces: readonly Piece[]): boolean {
  const phrases =
    factsOf(text).phrases?.filter(({ words, what }) => words.length === 1 && !notOfPeople.has(what)) ?? [];
  const isAlone =
    pieces.length > leastBesideTitle && pieces.filter((piece) => piece.segment === segment).length === 1;
  return phrases.some((phrase) => isAlone || !mayBeName(phrase));
}

/** Whether a word of a person's name is two initials written without full stops: JP for Jean-Pierre. */
function areTwoInitials(piece: Piece, pieces: readonly Piece[]): boolean {
  const { text } = piece;
  if (!twoConsonants.test(text) || notTwoInitials.has(text)) return false;
  const { particle, name, personRarity } = factsOf(text);
  return !particle && !name && personRarity >= rare && !isTitleHere(piece, pieces);
}

function asInitials(piece: Piece): Piece[] {
  const [first = '', second = ''] = piece.text;
  // Each initial gets its own letter, if folding has kept their number.
  const middle = piece.end - piece.start === 2 ? piece.start + 1 : piece.end;
  return [
    { ...piece, text: first, end: middle },
    { ...piece, text: second, start: middle === piece.end ? piece.start : middle, linked: false },
  ];
}

/** Replaces digits in a word of a person's name by the letters they imitate; returns other words unchanged. */
function withoutDigits({ text }: Piece): string {
  return factsOf(text).digits === null ? lettersForDigits(text) : text;
}

const hasDigit = /[0-9]/u;

/**
 * Expands abbreviations and disguises in the words of a person's name: two consonants next to another word become two initials, and
 * digits in a word of letters become the letters they resemble.
 */
export function spellOut(pieces: Piece[], kind: Kind): Piece[] {
  if (kind !== 'person' || !pieces.some(({ text }) => text.length === 2 || hasDigit.test(text)))
    return pieces;
  return pieces.flatMap((piece) => {
    if (pieces.length > 1 && areTwoInitials(piece, pieces)) return asInitials(piece);
    return hasDigit.test(piece.text) ? [{ ...piece, text: withoutDigits(piece) }] : [piece];
  });
}
