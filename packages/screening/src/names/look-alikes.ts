import { referenceTables } from '../tables/reference-tables.ts';
import { blocks } from './letters.ts';

const latin = /\p{sc=Latin}/u;
const cyrillic = /\p{sc=Cyrillic}/u;
const greek = /\p{sc=Greek}/u;

const foreign = blocks.cyrillic | blocks.greek;

/** Whether a word has both Latin letters and letters that may imitate them. */
export function isMixed(block: number): boolean {
  return (block & blocks.latin) !== 0 && (block & foreign) !== 0;
}

/**
 * Replaces letters in a word of mixed scripts that only imitate letters of the other script: towards the script with more letters if
 * every foreign letter has a look-alike there, otherwise towards the other one; unchanged if neither is possible.
 */
export function unmix(word: string): string {
  const letters = Array.from(word);
  const latinLetters = letters.filter((letter) => latin.test(letter)).length;
  const foreignLetters = letters.filter((letter) => cyrillic.test(letter) || greek.test(letter)).length;
  const candidates =
    latinLetters >= foreignLetters
      ? [towardsLatin(letters), towardsForeign(letters)]
      : [towardsForeign(letters), towardsLatin(letters)];
  return candidates.find((text) => text !== null) ?? word;
}

function towardsLatin(letters: readonly string[]): string | null {
  const { lookAlikes } = referenceTables();
  let text = '';
  for (const letter of letters) {
    const replaced = cyrillic.test(letter) || greek.test(letter) ? lookAlikes.get(letter) : letter;
    // One letter has no look-alike there, so the word is not of that alphabet.
    if (replaced === undefined) return null;
    text += replaced;
  }
  return text;
}

type Imitated = Readonly<Record<'cyrillic' | 'greek', ReadonlyMap<string, string>>>;

let imitated: Imitated | undefined;

/** Maps a Latin letter, as written, to the foreign letter of the same case that imitates it. */
function imitatedLetters(): Imitated {
  if (imitated !== undefined) return imitated;
  const maps = { cyrillic: new Map<string, string>(), greek: new Map<string, string>() };
  for (const [letter, imitates] of referenceTables().lookAlikes) {
    const map = cyrillic.test(letter) ? maps.cyrillic : greek.test(letter) ? maps.greek : undefined;
    const asWritten = letter === letter.toLowerCase() ? imitates : imitates.toUpperCase();
    if (map !== undefined && !map.has(asWritten)) map.set(asWritten, letter);
  }
  return (imitated = maps);
}

function towardsForeign(letters: readonly string[]): string | null {
  const map = imitatedLetters()[letters.some((letter) => cyrillic.test(letter)) ? 'cyrillic' : 'greek'];
  let text = '';
  for (const letter of letters) {
    const replaced = latin.test(letter) ? map.get(letter) : letter;
    if (replaced === undefined) return null;
    text += replaced;
  }
  return text;
}

type DigitLetters = Readonly<Record<string, string>>;

const digitsAsLetters: DigitLetters = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' };
/** Digits used to type Arabic and Greek on Latin keyboards: *Mo7ammed*, *3ali*, *8eodoros*. */
const typedLetters: readonly DigitLetters[] = [
  { 2: '', 3: '', 5: 'kh', 6: 't', 7: 'h', 8: 'gh', 9: 'q' },
  { 3: 'x', 8: 'th' },
];
const mayImitate = /^(?=.*\d)[a-z\d]+$/u;
const mayImitateUnknown = /^[a-z0134578]*[a-z]$/u;
const lettersPerDigit = 2;
const leastLetters = 3;
/** Rarity of a word that is not in the background of names. */
const notSeen = 4;

function imitatedIn(word: string): string {
  return word
    .replace(/[034578]/gu, (digit) => digitsAsLetters[digit] ?? digit)
    .replace(/(?<=[aeiouy])1|^1(?=[aeiouy])/gu, 'l')
    .replaceAll('1', 'i');
}

/**
 * Replaces digits in a folded word of letters by the letters they represent: `t4rvin` becomes tarvin. Digits are read as look-alikes or
 * as on keyboards, whichever gives the more common name, and as look-alikes if neither gives a known one. As a look-alike, a one is `l`
 * after a vowel, and before a vowel at the beginning of a word; otherwise it is `i`. A word that ends in a digit is probably numbered
 * rather than disguised, so it is unchanged unless it is certainly a name, as is every other word.
 */
export function lettersForDigits(word: string): string {
  if (!mayImitate.test(word)) return word;
  const digits = word.replace(/[a-z]/gu, '').length;
  const letters = word.length - digits;
  if (letters < leastLetters || letters < lettersPerDigit * digits) return word;
  let best = mayImitateUnknown.test(word) ? imitatedIn(word) : word;
  let rarity: number = notSeen;
  for (const text of [
    imitatedIn(word),
    ...typedLetters.map((typed) => word.replace(/\d/gu, (digit) => typed[digit] ?? digit)),
  ]) {
    const found = /\d/u.test(text) ? notSeen : referenceTables().personRarity(text);
    if (found < rarity) [best, rarity] = [text, found];
  }
  return best;
}
