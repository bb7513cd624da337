/*
 * Japanese words in Latin letters by the systems in use: Hepburn, which passports have, and Kunrei and Nihon, which schools teach. A word
 * is read only if every syllable of it is one. Its form is Kunrei with long vowels written short, in which the three are equal.
 */

const syllable = '(?:(?:[kgnhbpmr]y?|[szdt]y?|sh|ch|ts|dz|jy?|[fyw])?[aiueo]|n(?![aiueoy]))';
const doubled = '(?:k(?=k)|s(?=s)|t(?=t|ch)|c(?=ch)|p(?=p)|m(?=[mbp]))?';
const romaji = new RegExp(`^(?:${doubled}${syllable}(?:h(?![aiueoy]))?)+$`, 'u');

/** Syllables that only Kunrei and Nihon write so. */
const kunrei = /[szd][iy]|t[iyu]|hu|du/u;
/** These, and what Hepburn writes in their place. */
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

/** Whether every syllable of a Latin word may be Japanese. */
export function isRomaji(text: string): boolean {
  return romaji.test(text);
}

/** Whether a Japanese word has a syllable that Hepburn writes otherwise. */
export function isKunrei(text: string): boolean {
  return kunrei.test(text.replace(/ts|dz/gu, ''));
}

/**
 * One form of a Latin word for the systems that Japanese is written in; null for a word that is none, or that they all write alike but
 * for the length of its vowels.
 */
export function japaneseForm(text: string): string | null {
  if (!different.test(text) || !romaji.test(text)) return null;
  return respellings.reduce((form, [pattern, one]) => form.replace(pattern, one), text);
}
