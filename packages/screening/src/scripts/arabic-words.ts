import { referenceTables } from '../tables/reference-tables.ts';

/*
 * Facts about single words in Arabic letters besides their sound: which Latin words usually spell them, and which spell other words.
 * Without its vowels a word resembles many others, so the model of the script alone mistakes *Imad* for *Ahmad* and *Shami* for *Sami*.
 */

/** The article as written: part of the word. */
const article = 'ال';
/** Minimum letters after an article: with fewer, it is often part of a name. */
const shortestBare = 3;
const finalYeh = 'ي';

/** A word in Arabic letters without its article; null if it has none. */
export function withoutArticle(text: string): string | null {
  return text.startsWith(article) && text.length >= article.length + shortestBare
    ? text.slice(article.length)
    : null;
}

/** Whether a word in Arabic letters, without an article, is a given name. */
export function isGivenName(text: string): boolean {
  return referenceTables().nameGroups.has(text);
}

/** Whether a word in Arabic letters shows that the next word is a family name. */
export function isFamilyOf(text: string): boolean {
  return text === article || text === 'آل';
}

const latinArticles: ReadonlySet<string> = new Set(
  'al el ul ol il as ash at ad ar az adh esh ez es er an aal'.split(' '),
);

/** Whether a Latin word is the article written separately. */
export function isLatinArticle(text: string): boolean {
  return latinArticles.has(text);
}

const articleWrittenOn = /^(?:[ae]l|a(?:sh|[sdrznt]))[a-z]{3}/u;

/** Whether a Latin word begins with the article written on to it: it is none of the forms of the name in Arabic letters. */
export function beginsWithArticle(latin: string, bare: string): boolean {
  const { nameGroups } = referenceTables();
  const names = nameGroups.get(latin) ?? [];
  return articleWrittenOn.test(latin) && !(nameGroups.get(bare) ?? []).some((name) => names.includes(name));
}

/** The word with its last letter written as *a*, if it may be read that way; null for other words. Folding merges both letters. */
export function withFinalAlef(text: string): string | null {
  return text.endsWith(finalYeh) && text.length >= shortestBare ? `${text.slice(0, -1)}ا` : null;
}

/** The usual Latin spellings of a word in Arabic letters, with or without its article; none if the tables lack it. */
export function arabicSpellingsOf(text: string): readonly string[] {
  const { arabicSpellings } = referenceTables();
  const whole = arabicSpellings.get(text) ?? [];
  const bare = withoutArticle(text);
  return bare === null ? whole : [...whole, ...(arabicSpellings.get(bare) ?? [])];
}

/** Whether the tables know both words, but not the one as a spelling of the other: each belongs to other words. */
export function isSpellingOfOthers(arabic: string, latin: string): boolean {
  const { arabicWords, nameGroups } = referenceTables();
  const words = arabicWords.get(latin);
  if (words === undefined) return false;
  const bare = withoutArticle(arabic) ?? arabic;
  if (!nameGroups.has(arabic) && !nameGroups.has(bare) && arabicSpellingsOf(arabic).length === 0)
    return false;
  return ![arabic, bare, article + arabic].some((word) => words.has(word));
}

/** Letters that may spell the end of such a word, including the silent letters after them in French names. */
const vowelEnd = /[aeiouyhj]$|[iy][stxz]$/u;
const yEnd = /[iy]$|ee$/u;
const consonantEnd = /[بتثجحخدذرزسشصضطظغفقكلمن]$/u;

/**
 * Whether one of two similar words ends in -i, with which Arabic turns a name into that of a family or a people, and the other does not:
 * *al-Abbasi* is not *Abbas*.
 */
export function differByNisba(arabic: string, latin: string): boolean {
  return arabic.endsWith(finalYeh) ? !vowelEnd.test(latin) : consonantEnd.test(arabic) && yEnd.test(latin);
}
