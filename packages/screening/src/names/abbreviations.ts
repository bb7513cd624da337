import type { Piece } from './cut-name.ts';
import { lettersForDigits } from './look-alikes.ts';
import type { Kind } from './known-words.ts';
import { mayBeName } from './titles.ts';
import { factsOf } from './word-facts.ts';

const twoConsonants = /^[bcdfghjklmnpqrstvwxz]{2}$/u;
/** Two consonants that spell one sound and so abbreviate one name, syllables without a vowel, and *son of*. */
const notTwoInitials: ReadonlySet<string> = new Set(
  'sh ch kh zh ts ph th dz dj dh gh rh wh cz sz rz ng nv lv hm bn mc ck'.split(' '),
);
/** Rarity from which on a word of two letters is no name of its own. */
const rare = 3;

/** What a phrase of one word is in the name of a person, or may be if nothing else is meant. */
const notOfPeople: ReadonlySet<string> = new Set(['form', 'place', 'vessel_title', 'firm_title']);

/** Words of the shortest name that a post-nominal may be behind: of one word and two letters the letters are initials of the given names. */
const leastBesideTitle = 2;

/**
 * Whether a word is a title or post-nominal here: one that is nothing else, or any that is all there is between two commas, beside two words
 * or more.
 */
function isTitleHere({ text, segment }: Piece, pieces: readonly Piece[]): boolean {
  const phrases =
    factsOf(text).phrases?.filter(({ words, what }) => words.length === 1 && !notOfPeople.has(what)) ?? [];
  const isAlone =
    pieces.length > leastBesideTitle && pieces.filter((piece) => piece.segment === segment).length === 1;
  return phrases.some((phrase) => isAlone || !mayBeName(phrase));
}

/** Whether a word of a person's name is two initials written without stops: JP for Jean-Pierre. */
function areTwoInitials(piece: Piece, pieces: readonly Piece[]): boolean {
  const { text } = piece;
  if (!twoConsonants.test(text) || notTwoInitials.has(text)) return false;
  const { particle, name, personRarity } = factsOf(text);
  return !particle && !name && personRarity >= rare && !isTitleHere(piece, pieces);
}

function asInitials(piece: Piece): Piece[] {
  const [first = '', second = ''] = piece.text;
  // Each its own letter, as far as folding kept their number.
  const middle = piece.end - piece.start === 2 ? piece.start + 1 : piece.end;
  return [
    { ...piece, text: first, end: middle },
    { ...piece, text: second, start: middle === piece.end ? piece.start : middle, linked: false },
  ];
}

/** Letters that a digit of a person's name imitates; the text itself for all other words. */
function withoutDigits({ text }: Piece): string {
  return factsOf(text).digits === null ? lettersForDigits(text) : text;
}

const hasDigit = /[0-9]/u;

/**
 * Words of a person's name in the form that they abbreviate or imitate: two consonants beside another word are two initials, and
 * digits in a word of letters the letters that they look like.
 */
export function spellOut(pieces: Piece[], kind: Kind): Piece[] {
  if (kind !== 'person' || !pieces.some(({ text }) => text.length === 2 || hasDigit.test(text)))
    return pieces;
  return pieces.flatMap((piece) => {
    if (pieces.length > 1 && areTwoInitials(piece, pieces)) return asInitials(piece);
    return hasDigit.test(piece.text) ? [{ ...piece, text: withoutDigits(piece) }] : [piece];
  });
}
