import { referenceTables } from '../tables/reference-tables.ts';

/*
 * What is known of single words in Arabic letters beside how they sound: which Latin words usually spell them, and which spell others.
 * A word without its vowels sounds like many, so the model of the script alone takes *Imad* for *Ahmad* and *Shami* for *Sami*.
 */

/** The article as it is written: a part of the word. */
const article = 'ال';
/** Letters behind an article: of fewer it is as often part of a name. */
const shortestBare = 3;
const finalYeh = 'ي';

/** A word in Arabic letters behind its article; null for one without. */
export function withoutArticle(text: string): string | null {
  return text.startsWith(article) && text.length >= article.length + shortestBare
    ? text.slice(article.length)
    : null;
}

/** Whether a word in Arabic letters, without an article, is a name that people are given. */
export function isGivenName(text: string): boolean {
  return referenceTables().nameGroups.has(text);
}

/** Whether a word in Arabic letters shows that the next one is the name of a family. */
export function isFamilyOf(text: string): boolean {
  return text === article || text === 'آل';
}

const latinArticles: ReadonlySet<string> = new Set(
  'al el ul ol il as ash at ad ar az adh esh ez es er an aal'.split(' '),
);

/** Whether a Latin word is the article, as it is written apart. */
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

/** A word of which the last letter may be read as *a*, written so; null for other words. Folding makes one letter of both. */
export function withFinalAlef(text: string): string | null {
  return text.endsWith(finalYeh) && text.length >= shortestBare ? `${text.slice(0, -1)}ا` : null;
}

/** The usual Latin spellings of a word in Arabic letters, also behind its article; none for one that the tables lack. */
export function arabicSpellingsOf(text: string): readonly string[] {
  const { arabicSpellings } = referenceTables();
  const whole = arabicSpellings.get(text) ?? [];
  const bare = withoutArticle(text);
  return bare === null ? whole : [...whole, ...(arabicSpellings.get(bare) ?? [])];
}

/** Whether the tables know both words and have none of the first for the second: each is the spelling of other words. */
export function isSpellingOfOthers(arabic: string, latin: string): boolean {
  const { arabicWords, nameGroups } = referenceTables();
  const words = arabicWords.get(latin);
  if (words === undefined) return false;
  const bare = withoutArticle(arabic) ?? arabic;
  if (!nameGroups.has(arabic) && !nameGroups.has(bare) && arabicSpellingsOf(arabic).length === 0)
    return false;
  return ![arabic, bare, article + arabic].some((word) => words.has(word));
}

/** Letters that may spell the end of such a word; silent ones behind them are of French names. */
const vowelEnd = /[aeiouyhj]$|[iy][stxz]$/u;
const yEnd = /[iy]$|ee$/u;
const consonantEnd = /[بتثجحخدذرزسشصضطظغفقكلمن]$/u;

/**
 * Whether one of two words that are alike ends in -i, by which Arabic makes of a name that of a family or a people, and the other does
 * not: *al-Abbasi* is no *Abbas*.
 */
export function differByNisba(arabic: string, latin: string): boolean {
  return arabic.endsWith(finalYeh) ? !vowelEnd.test(latin) : consonantEnd.test(arabic) && yEnd.test(latin);
}
