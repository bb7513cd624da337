import { parentBeside } from '../words/filiation-words.ts';
import type { AlignedPair } from './name-comparison.ts';
import type { NameSide } from './name-side.ts';

/** Tokens that name the bearer's parent, and tokens that name any forebear. */
interface Forebears {
  parent: number;
  all: number;
}

/** The first identifying token from a position in one direction, as a bit; 0 if there is none. */
function nameFrom(side: NameSide, from: number, step: 1 | -1): number {
  for (let at = from; at >= 0 && at < side.tokens.length; at += step) {
    const bit = 1 << at;
    if ((side.substantiveMask & bit) !== 0) return bit;
  }
  return 0;
}

const oneSyllable = /^[^aeiouy]*[aeiouy]+[^aeiouy]*$/u;

/** Whether a word for *son of* has that meaning here: between names of one syllable, Bin is a name itself. */
function statesParent({ tokens }: NameSide, index: number, parent: number): boolean {
  if (tokens[index]?.class === 'particle') return parent !== 0;
  return parent !== 0 && !oneSyllable.test(tokens[31 - Math.clz32(parent)]?.text ?? '');
}

/** The names next to the words for *son of* and *daughter of*, nearest to the bearer first. */
function forebearsOf(side: NameSide): Forebears {
  let parent = 0;
  let all = 0;
  for (const [index, { text }] of side.tokens.entries()) {
    if ((side.filiationMask & (1 << index)) === 0) continue;
    const bit =
      parentBeside(text) === 'behind' ? nameFrom(side, index + 1, 1) : nameFrom(side, index - 1, -1);
    if (!statesParent(side, index, bit)) continue;
    if (parent === 0) parent = bit;
    all |= bit;
  }
  return { parent, all };
}

/**
 * Whether the parent in either name is the bearer of the other: both names have a word for *son of* or *daughter of*, and the name next
 * to it agrees with a word of the other that does not name a forebear.
 */
export function haveSwappedParents(
  query: NameSide,
  listed: NameSide,
  pairs: readonly AlignedPair[],
): boolean {
  if (query.filiationMask === 0 || listed.filiationMask === 0) return false;
  const ofQuery = forebearsOf(query);
  const ofListed = forebearsOf(listed);
  return (
    pairs.some((pair) => (pair.queryMask & ofQuery.parent) !== 0 && (pair.listedMask & ofListed.all) === 0) &&
    pairs.some((pair) => (pair.listedMask & ofListed.parent) !== 0 && (pair.queryMask & ofQuery.all) === 0)
  );
}
