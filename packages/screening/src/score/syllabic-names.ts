import { haveOtherSyllables, type RomanisedLanguage } from '../readings/romanisations.ts';
import type { Word } from '../model/word.ts';
import type { AlignedPair } from './name-comparison.ts';
import { languagesOf, type NameSide, type SyllabicName } from './name-side.ts';
import { romanisedSimilarity } from './word-pairs.ts';

/*
 * Chinese and Korean names in Latin letters consist of a surname and a given name of one or two syllables, each of which is significant.
 * So an additional syllable makes a different name, and words of different syllables are rarely one word with a typing error.
 */

const noLanguages: readonly RomanisedLanguage[] = [];

/** Languages whose syllables both names consist of, each with a possible surname at the beginning or the end. */
function namedLanguages(query: NameSide, listed: NameSide): readonly RomanisedLanguage[] {
  const ofQuery = languagesOf(query);
  if (ofQuery.size === 0) return noLanguages;
  const ofListed = languagesOf(listed);
  return [...ofQuery].flatMap(([language, { named }]) =>
    named && ofListed.get(language)?.named === true ? [language] : [],
  );
}

/** Syllables of a surname with a one-syllable given name, the shorter of the two usual lengths. */
const shortName = 2;
const longName = 3;

/** Whether these pairs cover all words of one name and all but the last word of the other, in order. */
function isBeginning(query: NameSide, listed: NameSide, pairs: readonly AlignedPair[]): boolean {
  const [shorter, longer] = [query.tokens.length, listed.tokens.length].sort((a, b) => a - b);
  return (
    longer !== undefined &&
    shorter === longer - 1 &&
    pairs.length === shorter &&
    pairs.every(({ queryFrom, listedFrom }) => queryFrom === listedFrom)
  );
}

/** Whether all words of both names agree by more than letters; spaces may be in different places. */
function areWhole(query: NameSide, listed: NameSide, pairs: readonly AlignedPair[]): boolean {
  let words = 0;
  for (const { relation, queryFrom, queryTo, listedFrom, listedTo } of pairs) {
    if (relation === 'edit' || relation === 'sound') return false;
    words += queryTo - queryFrom + listedTo - listedFrom;
  }
  return words === query.tokens.length + listed.tokens.length;
}

/**
 * Whether one of two such names has an additional syllable in its given name, in every language to which both may belong. A name that
 * lacks a middle word but otherwise matches the other in spelling may be a short form.
 */
export function haveOtherLengths(query: NameSide, listed: NameSide, pairs: readonly AlignedPair[]): boolean {
  // Most names are of neither language.
  if (languagesOf(query).size === 0) return false;
  if (pairs.every(({ relation }) => relation === 'equal') && !isBeginning(query, listed, pairs)) return false;
  if (areWhole(query, listed, pairs)) return false;
  const languages = namedLanguages(query, listed);
  const [ofQuery, ofListed] = [languagesOf(query), languagesOf(listed)];
  // If every word is one syllable in both names, an additional word at the end is an additional syllable, however else the words may be
  // read.
  const isMore = isBeginning(query, listed, pairs);
  return (
    languages.length > 0 &&
    languages.every((language) => {
      const names = [ofQuery.get(language), ofListed.get(language)];
      const isWordEach = isMore && areWordEach(names, [query, listed]);
      const lengths = names.map((name) => (isWordEach ? name?.leastSyllables : name?.syllables));
      return lengths.includes(shortName) && lengths.includes(longName);
    })
  );
}

/** Whether every word of both names may be a single syllable. */
function areWordEach(names: readonly (SyllabicName | undefined)[], sides: readonly NameSide[]): boolean {
  return names.every((name, at) => name?.leastSyllables === sides[at]?.tokens.length);
}

/**
 * Removes pairs of words that are two different names of these languages with letters in common. If the names' other words agree only
 * across two spellings, similar letters prove nothing: *Yong* and *Bong* is no typing error. If they are spelt alike, it may be one.
 */
export function withoutOtherSyllables(
  query: NameSide,
  listed: NameSide,
  { chosen, possible }: { chosen: readonly AlignedPair[]; possible: readonly AlignedPair[] },
): readonly AlignedPair[] {
  if (!chosen.some(isSpelling)) return possible;
  const languages = namedLanguages(query, listed);
  if (languages.length === 0) return possible;
  return possible.filter(({ relation, queryFrom, listedFrom }) => {
    if (relation !== 'edit' && relation !== 'sound') return true;
    const [a, b] = [query.words[queryFrom] as Word, listed.words[listedFrom] as Word];
    return !languages.some((language) => haveOtherSyllables(a, b, language));
  });
}

/** Whether a pair shows that the two names use different spelling rules. */
function isSpelling({ relation, substantive, similarity }: AlignedPair): boolean {
  return (
    substantive && (relation === 'equivalent' || (relation === 'joined' && similarity <= romanisedSimilarity))
  );
}
