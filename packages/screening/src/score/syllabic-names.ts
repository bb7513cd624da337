import { haveOtherSyllables, type RomanisedLanguage } from '../readings/romanisations.ts';
import type { Word } from '../model/word.ts';
import type { AlignedPair } from './name-comparison.ts';
import { languagesOf, type NameSide, type SyllabicName } from './name-side.ts';
import { romanisedSimilarity } from './word-pairs.ts';

/*
 * Chinese and Korean names in Latin letters: a surname and a given name of one or two syllables, every one of which identifies. So a
 * syllable more is another name, and two words of other syllables are rarely one with a slip.
 */

const noLanguages: readonly RomanisedLanguage[] = [];

/** Languages of whose syllables both names are made, each with what may be a surname in front or at the end. */
function namedLanguages(query: NameSide, listed: NameSide): readonly RomanisedLanguage[] {
  const ofQuery = languagesOf(query);
  if (ofQuery.size === 0) return noLanguages;
  const ofListed = languagesOf(listed);
  return [...ofQuery].flatMap(([language, { named }]) =>
    named && ofListed.get(language)?.named === true ? [language] : [],
  );
}

/** Syllables of a surname with a given name of one, the shorter of two lengths that names have. */
const shortName = 2;
const longName = 3;

/** Whether these pairs are all words of the one name and all but the last of the other, in their order. */
function isBeginning(query: NameSide, listed: NameSide, pairs: readonly AlignedPair[]): boolean {
  const [shorter, longer] = [query.tokens.length, listed.tokens.length].sort((a, b) => a - b);
  return (
    longer !== undefined &&
    shorter === longer - 1 &&
    pairs.length === shorter &&
    pairs.every(({ queryFrom, listedFrom }) => queryFrom === listedFrom)
  );
}

/** Whether all words of both names agree by more than letters: blanks may be elsewhere. */
function areWhole(query: NameSide, listed: NameSide, pairs: readonly AlignedPair[]): boolean {
  let words = 0;
  for (const { relation, queryFrom, queryTo, listedFrom, listedTo } of pairs) {
    if (relation === 'edit' || relation === 'sound') return false;
    words += queryTo - queryFrom + listedTo - listedFrom;
  }
  return words === query.tokens.length + listed.tokens.length;
}

/**
 * Whether one of two such names has a syllable more in its given name, in every language that both may be of. A name that lacks a
 * word in the middle, its others being as the other name writes them, may be short for that.
 */
export function haveOtherLengths(query: NameSide, listed: NameSide, pairs: readonly AlignedPair[]): boolean {
  if (pairs.every(({ relation }) => relation === 'equal') && !isBeginning(query, listed, pairs)) return false;
  if (areWhole(query, listed, pairs)) return false;
  const languages = namedLanguages(query, listed);
  const [ofQuery, ofListed] = [languagesOf(query), languagesOf(listed)];
  // Word by word in two names of as many syllables as words, a word more at the end is a syllable more, however else they may be read.
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

/** Whether every word of both names may be one syllable. */
function areWordEach(names: readonly (SyllabicName | undefined)[], sides: readonly NameSide[]): boolean {
  return names.every((name, at) => name?.leastSyllables === sides[at]?.tokens.length);
}

/**
 * Pairs whose words are not two names of these languages with a letter in common. Where other words of the names agree in two
 * spellings only, letters that are alike show nothing: *Yong* beside *Bong* is no slip. Where they are written alike, it may be one.
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

/** Whether a pair shows that two names are spelt by different rules. */
function isSpelling({ relation, substantive, similarity }: AlignedPair): boolean {
  return (
    substantive && (relation === 'equivalent' || (relation === 'joined' && similarity <= romanisedSimilarity))
  );
}
