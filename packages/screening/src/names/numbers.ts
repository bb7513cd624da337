import { referenceTables } from '../tables/reference-tables.ts';

const digits = /^\d+$/u;
const ordinal = /^(\d+)(?:st|nd|rd|th|er|ere|re|eme|e|го|и|я|ыи|ая|ои|ое|е)$/u;
const zero = 0x30;
const nine = 0x39;
const roman = /^(?:x{0,1})(?:ix|iv|v?i{0,3})$/u;
const romanDigits: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10 };

/** Digits without leading zeros, of any length; null if the word is not a cardinal or ordinal number in digits. */
export function digitsOf(word: string): string | null {
  const first = word.charCodeAt(0);
  if (first < zero || first > nine) return null;
  const number = digits.test(word) ? word : ordinal.exec(word)?.[1];
  if (number === undefined) return null;
  return number.replace(/^0+(?=\d)/u, '');
}

/** Value of a lower-case Roman numeral from I to XX; null for any other word. */
export function romanValue(word: string): number | null {
  if (word === 'xx') return 20;
  if (word === '' || word.length > 5 || !roman.test(word)) return null;
  let value = 0;
  for (let at = 0; at < word.length; at += 1) {
    const digit = romanDigits[word.charAt(at)] ?? 0;
    value += digit < (romanDigits[word.charAt(at + 1)] ?? 0) ? -digit : digit;
  }
  return value;
}

/** Roman numerals that may follow a person's name and are not names themselves, unlike Vi, Xi, V and X. */
const regnal = new Set(['ii', 'iii', 'iv', 'vii', 'viii', 'xii', 'xiii', 'xiv', 'xvi']);

/** Whether the word is a Roman numeral after a person's name. */
export function isRegnal(word: string): boolean {
  return regnal.has(word);
}

/** Numerals of one language that are words in other languages, or names: Premier, Fire, Pet. */
const otherWords = new Set(
  (
    'premier premiere prime primo prima primer fire bir pet due mil mille once set sept elf sei son on alt sex man tri un une una uno ' +
    'ein eine en et to tre ni tio ti do se si go san shi ichi sto cent dan sis oto es sun'
  ).split(' '),
);

/** Value of a cardinal or ordinal spelt out in one of the main languages; null if the tables do not have it. */
export function numeralValue(word: string): number | null {
  return otherWords.has(word) ? null : (referenceTables().numerals.get(word) ?? null);
}

const numberMarks = new Set(['no', 'nr', 'num', 'number', 'numero', 'nombor', 'номер']);

/** Whether the word only introduces a number: No. 3. */
export function announcesNumber(word: string): boolean {
  return numberMarks.has(word);
}
