import { isSpelledByRule, parseRules, type LetterRules } from './rule-spelling.ts';

/*
 * Checks whether a Latin word spells a word in Arabic letters letter by letter. Arabic writes consonants and long vowels, each with a
 * closed set of spellings; it does not write short vowels after consonants, nor doubling. The model of the script allows every letter to
 * be anything with some probability; here an additional, missing or different consonant makes a different word.
 */

const consonants: Readonly<Record<string, string>> = {
  ب: 'b', ت: 't', ث: 'th t s', ج: 'j g dj', ح: 'h', خ: 'kh h x ch', د: 'd', ذ: 'dh d z th', ر: 'r', ز: 'z', س: 's c', ش: 'sh ch sch', ص: 's c', ض: 'd dh z', ط: 't', ظ: 'z dh d', غ: 'gh g', ف: 'f ph', ق: 'q k g c', ك: 'k c q', ل: 'l', م: 'm', ن: 'n', ه: 'h', پ: 'p', چ: 'ch tch', ژ: 'zh j', گ: 'g', ڤ: 'v',
}; // prettier-ignore
const shortVowels = ['-', 'a', 'e', 'i', 'o', 'u', 'ou'];
/** Long vowels, and their values as consonants. */
const long: Readonly<Record<string, readonly [vowels: string, consonants: string]>> = {
  ا: ['- a aa e', ''],
  و: ['u o ou oo', 'w v'],
  ي: ['i ee e ie ii', 'y i'],
  ع: ['- a e aa', ''],
  ء: ['- a e i', ''],
};
/** Placeholders in the rules for letters that are spelt differently at the beginning or the end of a word. */
const edges = { vowel: '1', heh: '2', yeh: '3', article: '4', end: '5' } as const;
const atEdges: Readonly<Record<string, string>> = {
  [edges.vowel]: 'a e i o u ou aa ei ai',
  [edges.heh]: 'a ah e eh h at et',
  [edges.yeh]: 'i y ee ie iy e a',
  // Also written separately, or omitted.
  [edges.article]: '- al el ul il ol',
};

function withShortVowels(spellings: readonly string[]): string[] {
  return spellings.flatMap((one) => shortVowels.map((vowel) => one + vowel.replace('-', '')));
}

/** A letter once and doubled; if it has several Latin letters, the first one is doubled. */
function doubled(spelling: string): string[] {
  return [spelling, spelling.charAt(0) + spelling];
}

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');

function rules(): LetterRules {
  const lines = [
    ...Object.entries(consonants).map(
      ([letter, spellings]) => [letter, withShortVowels(words(spellings).flatMap(doubled))] as const,
    ),
    // A word does not end in an unwritten short vowel.
    ...Object.entries(consonants).map(
      ([letter, spellings]) => [letter + edges.end, words(spellings).flatMap(doubled)] as const,
    ),
    ...Object.entries(long).map(
      ([letter, [vowels, asConsonants]]) =>
        [letter, [...words(vowels), ...withShortVowels(words(asConsonants).flatMap(doubled))]] as const,
    ),
    ...Object.entries(atEdges).map(([letter, spellings]) => [letter, words(spellings)] as const),
  ];
  return parseRules(lines.map(([letter, spellings]) => [letter, ...new Set(spellings)].join(' ')).join('\n'));
}

let made: LetterRules | undefined;

/** Whether a Latin word spells a word in Arabic letters, given in its model form, letter by letter. */
export function isSpelledAsWritten(form: string, latin: string): boolean {
  made ??= rules();
  const marked = form
    .replace(/^ال(?=..)/u, edges.article)
    .replace(/^(4?)[اع]/u, `$1${edges.vowel}`)
    .replace(/ه$/u, edges.heh)
    .replace(/ي$/u, edges.yeh)
    .replace(/[^اوعء\d]$/u, `$&${edges.end}`);
  return isSpelledByRule(made, marked, latin);
}
