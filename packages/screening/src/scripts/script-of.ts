import type { Script } from '../model/prepared-name.ts';

const ascii = /^[\u0020-\u007f]+$/u;
const han = /\p{sc=Han}/u;

const scripts: readonly (readonly [Script, RegExp])[] = [
  ['latin', /\p{sc=Latin}/u],
  ['cyrillic', /\p{sc=Cyrillic}/u],
  ['greek', /\p{sc=Greek}/u],
  ['armenian', /\p{sc=Armenian}/u],
  ['georgian', /\p{sc=Georgian}/u],
  ['arabic', /\p{sc=Arabic}/u],
  ['hebrew', /\p{sc=Hebrew}/u],
  ['kana', /[\p{sc=Hiragana}\p{sc=Katakana}ー]/u],
  ['hangul', /\p{sc=Hangul}/u],
  ['thai', /\p{sc=Thai}/u],
  [
    'indic',
    /[\p{sc=Devanagari}\p{sc=Bengali}\p{sc=Gurmukhi}\p{sc=Gujarati}\p{sc=Oriya}\p{sc=Tamil}\p{sc=Telugu}\p{sc=Kannada}\p{sc=Malayalam}\p{sc=Sinhala}]/u,
  ],
];

/** Scripts whose letters are transliterated one by one. */
export const alphabeticScripts: ReadonlySet<string> = new Set([
  'latin',
  'cyrillic',
  'greek',
  'armenian',
  'georgian',
  'arabic',
  'hebrew',
]);

/**
 * The script of a word or name: `han` if any character is Han, otherwise that of its first letter. Pure ASCII texts, including `#3` and
 * `=llc`, are `latin`; a text without a letter of a known script is `other`.
 */
export function scriptOf(text: string): Script {
  if (ascii.test(text)) return 'latin';
  if (han.test(text)) return 'han';
  for (const character of text) {
    for (const [script, letters] of scripts) if (letters.test(character)) return script;
  }
  return 'other';
}
