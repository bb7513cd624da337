import {
  beginsWithArticle,
  isFamilyOf,
  isGivenName,
  isLatinArticle,
  withoutArticle,
} from '../scripts/arabic-words.ts';
import type { AlignedPair } from './name-comparison.ts';
import { beginsName } from '../words/compound-forms.ts';
import { wordOf } from '../words/word-of.ts';
import type { NameSide } from './name-side.ts';

/** A choice of pairs and bit masks of the tokens it uses in each name. */
export interface ChosenPairs {
  pairs: readonly AlignedPair[];
  usedQuery: number;
  usedListed: number;
}

/*
 * Names in Arabic letters follow a fixed order: the person's name, the father's, the family's. If the words of two names agree in a
 * different order, they belong to different people: Ibrahim al-Ali is not Ali Ibrahim.
 */

/** Whether the word order of at least one of the two names shows which words are given names. */
export function isOrdered(query: NameSide, listed: NameSide): boolean {
  return query.arabic || listed.arabic;
}

const fathers = /^(?:ab[ou]u?|abou|abi|ابو|ابي|абу)$/u;

/** Tokens after an unpaired *Abu*, as bits: a man called after his child does not have that name himself. */
function byNamesOf({ tokens }: NameSide, used: number): number {
  let bits = 0;
  for (let index = 1; index < tokens.length; index += 1)
    if ((used & (1 << (index - 1))) === 0 && fathers.test(tokens[index - 1]?.text ?? '')) bits |= 1 << index;
  return bits;
}

/** Whether a word after *Abu* in one name agrees with a word of the other that does not follow *Abu*. */
export function isByNameOfOther(
  query: NameSide,
  listed: NameSide,
  { pairs, usedQuery, usedListed }: ChosenPairs,
): boolean {
  const [ofQuery, ofListed] = [byNamesOf(query, usedQuery), byNamesOf(listed, usedListed)];
  if (ofQuery === 0 && ofListed === 0) return false;
  return pairs.some((pair) => (pair.queryMask & ofQuery) !== 0 || (pair.listedMask & ofListed) !== 0);
}

/** The positions of a pair of single words, one in Arabic letters and the other in Latin; null for other pairs. */
function arabicBesideLatin(
  query: NameSide,
  listed: NameSide,
  { queryFrom, queryTo, listedFrom, listedTo }: AlignedPair,
): { arabic: NameSide; at: number; latin: NameSide; place: number } | null {
  if (queryTo - queryFrom > 1 || listedTo - listedFrom > 1) return null;
  const [ofQuery, ofListed] = [query.words[queryFrom]?.script, listed.words[listedFrom]?.script];
  if (ofQuery === 'arabic' && ofListed === 'latin')
    return { arabic: query, at: queryFrom, latin: listed, place: listedFrom };
  if (ofQuery === 'latin' && ofListed === 'arabic')
    return { arabic: listed, at: listedFrom, latin: query, place: queryFrom };
  return null;
}

/**
 * Whether one of two agreeing words is a given name and the other the same word preceded by the article, which is always written in
 * Arabic letters: *al-Ali* is a family name, *Ali* a person's name.
 */
export function isFamilyOfGiven(query: NameSide, listed: NameSide, pair: AlignedPair): boolean {
  const found = arabicBesideLatin(query, listed, pair);
  if (found === null) return false;
  const { arabic, at, latin, place } = found;
  const [word, other] = [arabic.tokens[at]?.text ?? '', latin.tokens[place]?.text ?? ''];
  const before = latin.tokens[place - 1];
  const bare = withoutArticle(word);
  if (bare === null)
    return (
      isLatinArticle(before?.text ?? '') &&
      isGivenName(word) &&
      !isFamilyOf(arabic.tokens[at - 1]?.text ?? '')
    );
  // The article may be attached to the preceding particle: Abdul Aziz, Zia ur Rahman.
  const isBehind = before?.class === 'particle' || beginsName(before?.text ?? '');
  return !isBehind && isGivenName(bare) && !beginsWithArticle(other, bare);
}

/** Position of the first identifying word of a name; -1 if it follows *Abu* and so is not the bearer's own name. */
function ownNameOf({ tokens, substantiveMask }: NameSide): number {
  const at = tokens.findIndex((_, index) => (substantiveMask & (1 << index)) !== 0);
  return at > 0 && fathers.test(tokens[at - 1]?.text ?? '') ? -1 : at;
}

/** Whether the first name in `one` belongs to a forebear in `other`, whose own name has no partner. */
function isForebearOf(
  one: number,
  other: number,
  { others, used }: { others: readonly [number, number][]; used: number },
): boolean {
  if (one < 0 || other < 0 || (used & (1 << other)) !== 0) return false;
  return others.some(([at, place]) => at === one && place > other);
}

/**
 * Whether the bearer of either name is a forebear in the other: *Mahmud Uthman* is not *Umar Mahmud Uthman*. A leading Muhammad is
 * ignored, because it is often left out.
 */
export function isNameOfForebear(
  query: NameSide,
  listed: NameSide,
  { pairs, usedQuery, usedListed }: ChosenPairs,
): boolean {
  const [ofQuery, ofListed] = [ownNameOf(query), ownNameOf(listed)];
  const places = pairs.map(({ queryFrom, listedFrom }): [number, number] => [queryFrom, listedFrom]);
  const turned = places.map(([q, l]): [number, number] => [l, q]);
  return (
    (isOrderedName(listed) &&
      !isMuhammad(listed, ofListed) &&
      isForebearOf(ofQuery, ofListed, { others: places, used: usedListed })) ||
    (isOrderedName(query) &&
      !isMuhammad(query, ofQuery) &&
      isForebearOf(ofListed, ofQuery, { others: turned, used: usedQuery }))
  );
}

/** Whether a name is known to be in the order given name, father, family. */
function isOrderedName(side: NameSide): boolean {
  return side.typed || side.arabic;
}

function isMuhammad({ words }: NameSide, at: number): boolean {
  const group = wordOf('muhammad').groups[0];
  return group !== undefined && (words[at]?.groups.includes(group) ?? false);
}
