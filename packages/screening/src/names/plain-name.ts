import type { Token } from '../model/prepared-name.ts';
import { referenceTables } from '../tables/reference-tables.ts';
import { isNearPersonWord } from './misspelt.ts';
import { patronymicOf } from './patronymics.ts';
import { phrasesFrom, type Phrase } from './phrases.ts';
import { longestRaw, maxTokens } from './name-limits.ts';
import { tokenWeight } from './token-weights.ts';
import { factsOf, type PlainToken } from './word-facts.ts';

/*
 * Most personal names are plain sequences of Latin words without any special meaning. The result of `prepareName` for such a name depends
 * on each word alone, so an index that has seen the words need not prepare it: `plainWords` splits it, and `plainToken` gives the token
 * of each word.
 */

/** Shorter words may be initials, or pairs of them. */
const shortestWord = 3;
/** Rarity of words that are not in the background of names. */
const notSeen = 4;
const isSmall = (unit: number): boolean => unit >= 0x61 && unit <= 0x7a;
const isCapital = (unit: number): boolean => unit >= 0x41 && unit <= 0x5a;
const isBlank = (unit: number): boolean => unit === 0x20 || unit === 0x2d;

/**
 * Finds the words of a name of ASCII letters, spaces and hyphens whose spelling gives no word a role and does not hide a word inside
 * another.
 * @param ranges is filled with the start and the end of each word in turn
 * @returns false for any other name, whose ranges are meaningless
 */
export function plainRanges(raw: string, ranges: number[]): boolean {
  ranges.length = 0;
  if (raw.length > longestRaw) return false;
  let start = -1;
  let before = 0;
  let hasSmall = false;
  let hasCapitals = false;
  for (let at = 0; at <= raw.length; at += 1) {
    const unit = at < raw.length ? raw.charCodeAt(at) : 0x20;
    if (isSmall(unit)) hasSmall = true;
    else if (isCapital(unit)) {
      // As in MarekDolvan, where a space is missing.
      if (isSmall(before)) return false;
      // As in DOLVAN, which is a surname if the other words are not in capitals.
      hasCapitals ||= isCapital(before);
    } else if (!isBlank(unit)) return false;
    else if (start >= 0) {
      if (at - start < shortestWord) return false;
      ranges.push(start, at);
      start = -1;
    }
    if (start < 0 && !isBlank(unit)) start = at;
    before = unit;
  }
  return ranges.length > 0 && ranges.length <= 2 * maxTokens && !(hasSmall && hasCapitals);
}

/** The folded words found by `plainRanges`; null for a name that is not plain. */
export function plainWords(raw: string): string[] | null {
  const ranges: number[] = [];
  if (!plainRanges(raw, ranges)) return null;
  const lower = raw.toLowerCase();
  const words: string[] = [];
  for (let at = 0; at < ranges.length; at += 2) words.push(lower.slice(ranges[at], ranges[at + 1]));
  return words;
}

const ofFirms: ReadonlySet<Phrase['what']> = new Set(['form', 'place']);

/**
 * The token of a word from `plainWords` in any personal name whose words all have such a token; null for a word that depends on the
 * others.
 */
export function plainToken(word: string): PlainToken | null {
  const { particles, usualRole, personRarity } = referenceTables();
  if (particles.has(word) || patronymicOf(word, usualRole) !== null) return null;
  // Titles, suffixes and remarks may be removed.
  if (phrasesFrom(word)?.some(({ what }) => !ofFirms.has(what)) === true) return null;
  const rarity = personRarity(word);
  if (rarity === notSeen && isNearPersonWord(word)) return null;
  const tokenClass = usualRole(word) ?? 'unknown';
  return { class: tokenClass, weight: tokenWeight(tokenClass, rarity) };
}

/** The tokens of a personal name all of whose words have a token of their own (`plainToken`); null for any other name. */
export function plainTokens(raw: string): Token[] | null {
  const words = plainWords(raw);
  if (words === null) return null;
  const lower = raw.toLowerCase();
  const tokens: Token[] = [];
  let at = 0;
  for (const word of words) {
    const facts = factsOf(word);
    const plain = facts.plain === undefined ? (facts.plain = plainToken(word)) : facts.plain;
    if (plain === null) return null;
    const start = lower.indexOf(word, at);
    at = start + word.length;
    tokens.push({ text: facts.text, class: plain.class, typed: false, weight: plain.weight, start, end: at });
  }
  return tokens;
}
