import { foldKey } from '../tables/fold-key.ts';
import { referenceTables } from '../tables/reference-tables.ts';

/** The effect of a character when a name is split into words. */
export const sorts = {
  letter: 1,
  blank: 2,
  dropped: 3,
  open: 4,
  close: 5,
  comma: 6,
  stop: 7,
  /** Marks an unreadable character: dropped between letters. */
  unreadable: 8,
  /** A compatibility character that represents several, some of which are not letters: ㈱, №. */
  several: 9,
  /** A double quote, which is part of a word between Hebrew letters. */
  quote: 10,
} as const;

/** Bits that record which letters a word has. */
export const blocks = {
  latin: 1,
  cyrillic: 2,
  greek: 4,
  hebrew: 8,
  /** Scripts that write names without spaces. */
  dense: 16,
  digit: 32,
  other: 64,
  /** The complete word needs composing: kana marks, Indic signs, Hangul letters. */
  composing: 128,
} as const;

export interface Letter {
  sort: (typeof sorts)[keyof typeof sorts];
  /** Folded; for `several`, the characters it represents. */
  text: string;
  block: number;
}

const apostrophes = new Set("'’‘‛ʼʻʽʾʿʹˈ′`´＇｀׳״՚ꞌ");
const invisible = /^[\p{Cf}\p{Cs}\p{Co}\p{Cn}\u0640\u115f\u1160\u3164\uffa0]$/u;
const whiteControl = /^[\t-\r\u001c-\u001f\u0085]$/u;
const control = /^\p{Cc}$/u;
const wordCharacter = /^[\p{L}\p{N}\p{M}]+$/u;
const openers = '([{【〔〖';
const closers = ')]}】〕〗';
const commas = ',،、';
const stops = '.。';
const unreadables = '?*\uFFFD';

const basic: (Letter | undefined)[] = new Array<Letter | undefined>(0x10000);
const beyond = new Map<number, Letter>();
const beyondLimit = 20_000;

/** The effect of the character with this code point; cached. */
export function letterOf(codePoint: number): Letter {
  if (codePoint < 0x10000) return (basic[codePoint] ??= describe(codePoint));
  let letter = beyond.get(codePoint);
  if (letter === undefined) {
    if (beyond.size >= beyondLimit) beyond.clear();
    letter = describe(codePoint);
    beyond.set(codePoint, letter);
  }
  return letter;
}

function describe(codePoint: number): Letter {
  const raw = String.fromCodePoint(codePoint);
  if (apostrophes.has(raw) || invisible.test(raw)) return { sort: sorts.dropped, text: '', block: 0 };
  if (whiteControl.test(raw)) return { sort: sorts.blank, text: '', block: 0 };
  if (control.test(raw)) return { sort: sorts.dropped, text: '', block: 0 };
  const text = raw === '№' ? 'no ' : raw.normalize('NFKC');
  if (wordCharacter.test(text)) {
    const folded = foldLetters(text);
    return folded === ''
      ? { sort: sorts.dropped, text: '', block: 0 }
      : { sort: sorts.letter, text: folded, block: blockOf(folded) };
  }
  if (text.length > 2 || (text.length === 2 && (text.codePointAt(0) ?? 0) <= 0xffff))
    return { sort: sorts.several, text, block: 0 };
  return { sort: punctuation(text), text: '', block: 0 };
}

function punctuation(text: string): Letter['sort'] {
  if (openers.includes(text)) return sorts.open;
  if (closers.includes(text)) return sorts.close;
  if (commas.includes(text)) return sorts.comma;
  if (stops.includes(text)) return sorts.stop;
  if (unreadables.includes(text)) return sorts.unreadable;
  return text === '"' ? sorts.quote : sorts.blank;
}

const zeros = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0,
  0xf20, 0x1040, 0x1090, 0x17e0, 0x1810,
];

/** Folds one or more NFKC characters for equality: folded key, western digits, katakana, simplified Han. */
function foldLetters(text: string): string {
  let folded = '';
  for (const letter of foldKey(text)) folded += foldForm(letter);
  return folded;
}

function foldForm(letter: string): string {
  const codePoint = letter.codePointAt(0) ?? 0;
  if (codePoint < 0x660) return letter;
  if (codePoint >= 0x3041 && codePoint <= 0x3096) return String.fromCodePoint(codePoint + 0x60);
  if (codePoint >= 0x3400) return referenceTables().hanSimplified.get(letter) ?? letter;
  const zero = zeros.find((first) => codePoint >= first && codePoint <= first + 9);
  return zero === undefined ? letter : String(codePoint - zero);
}

const dense = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}ー々]/u;
const composing = /[\p{M}\u1100-\u11ff]/u;

function blockOf(folded: string): number {
  const also = composing.test(folded) ? blocks.composing : 0;
  if (/^\d/u.test(folded)) return blocks.digit;
  if (dense.test(folded)) return blocks.dense | also;
  if (/\p{sc=Latin}/u.test(folded)) return blocks.latin;
  if (/\p{sc=Cyrillic}/u.test(folded)) return blocks.cyrillic;
  if (/\p{sc=Greek}/u.test(folded)) return blocks.greek;
  if (/\p{sc=Hebrew}/u.test(folded)) return blocks.hebrew;
  return /^\p{M}/u.test(folded) ? also : blocks.other | also;
}
