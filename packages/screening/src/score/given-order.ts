import type { AlignedPair } from './name-comparison.ts';
import type { NameSide } from './name-side.ts';

/** A choice of pairs, and the tokens that they use of either name, as bits. */
export interface ChosenPairs {
  pairs: readonly AlignedPair[];
  usedQuery: number;
  usedListed: number;
}

/*
 * Names in Arabic letters are written in one order: the name of the person, that of the father, that of the family. So words that
 * agree in another order are another person's: Ibrahim al-Ali is not Ali Ibrahim.
 */

/** Whether all words of a person's name that identify are in Arabic letters. */
function isArabic({ name, words, substantiveMask }: NameSide): boolean {
  return (
    name.kind !== 'organisation' &&
    name.kind !== 'vessel' &&
    words.every(({ script }, index) => (substantiveMask & (1 << index)) === 0 || script === 'arabic')
  );
}

/** Whether the order of words shows of one of two names which words are given names. */
export function isOrdered(query: NameSide, listed: NameSide): boolean {
  return isArabic(query) || isArabic(listed);
}

const fathers = /^(?:ab[ou]u?|abou|abi|ابو|ابي|абу)$/u;

/** Tokens behind an *Abu* that has no partner, as bits: what a man is called after a child is not his own name. */
function byNamesOf({ tokens }: NameSide, used: number): number {
  let bits = 0;
  for (let index = 1; index < tokens.length; index += 1)
    if ((used & (1 << (index - 1))) === 0 && fathers.test(tokens[index - 1]?.text ?? '')) bits |= 1 << index;
  return bits;
}

/** Whether a word behind *Abu* in one name agrees with one that is not in the other. */
export function isByNameOfOther(
  query: NameSide,
  listed: NameSide,
  { pairs, usedQuery, usedListed }: ChosenPairs,
): boolean {
  const [ofQuery, ofListed] = [byNamesOf(query, usedQuery), byNamesOf(listed, usedListed)];
  if (ofQuery === 0 && ofListed === 0) return false;
  return pairs.some((pair) => (pair.queryMask & ofQuery) !== 0 || (pair.listedMask & ofListed) !== 0);
}
