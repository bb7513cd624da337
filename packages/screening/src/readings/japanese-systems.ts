/*
 * Japanese words in Latin letters by the systems in use: Hepburn, as in passports, and Kunrei and Nihon, as taught in schools. A word is
 * read only if it consists entirely of valid syllables. Its form is Kunrei with long vowels shortened, which is the same for all three.
 */

const syllable = '(?:(?:[kgnhbpmr]y?|[szdt]y?|sh|ch|ts|dz|jy?|[fyw])?[aiueo]|n(?![aiueoy]))';
const doubled = '(?:k(?=k)|s(?=s)|t(?=t|ch)|c(?=ch)|p(?=p)|m(?=[mbp]))?';
const romaji = new RegExp(`^(?:${doubled}${syllable}(?:h(?![aiueoy]))?)+$`, 'u');

/** Syllables that only Kunrei and Nihon write this way. */
const kunrei = /[szd][iy]|t[iyu]|hu|du/u;
/** These, and their Hepburn equivalents. */
const different = /[szd][iy]|t[iyu]|hu|du|sh|ch|ts|f|j/u;

const respellings: readonly (readonly [RegExp, string])[] = [
  [/tch/gu, 'cch'],
  [/sh(?=i)/gu, 's'],
  [/sh/gu, 'sy'],
  [/cch(?=i)/gu, 'tt'],
  [/cch/gu, 'tty'],
  [/ch(?=i)/gu, 't'],
  [/ch/gu, 'ty'],
  [/ts/gu, 't'],
  [/fu/gu, 'hu'],
  [/dz/gu, 'z'],
  [/d(?=[iyu])/gu, 'z'],
  [/jy/gu, 'zy'],
  [/j(?=i)/gu, 'z'],
  [/j/gu, 'zy'],
  [/m(?=[mbp])/gu, 'n'],
  [/o(?:[uo]|h(?![aiueoy]))/gu, 'o'],
  [/uu/gu, 'u'],
  [/ii/gu, 'i'],
];

/** Whether a Latin word may consist of Japanese syllables. */
export function isRomaji(text: string): boolean {
  return romaji.test(text);
}

/** Whether a Japanese word has a syllable that Hepburn writes differently. */
export function isKunrei(text: string): boolean {
  return kunrei.test(text.replace(/ts|dz/gu, ''));
}

/**
 * One form of a Latin word for all Japanese systems; null for a word that is not Japanese, or that all systems write alike apart from
 * vowel length.
 */
export function japaneseForm(text: string): string | null {
  if (!different.test(text) || !romaji.test(text)) return null;
  return respellings.reduce((form, [pattern, one]) => form.replace(pattern, one), text);
}
