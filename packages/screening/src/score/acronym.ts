import type { AlignedPair } from './name-comparison.ts';
import { allBits } from './weigh.ts';
import type { NameSide } from './name-side.ts';

/** An acronym alone is not enough: it needs support from another name of the entity, or from evidence. */
export const acronymSimilarity = 7_500;

/**
 * The initials that form an acronym of the name: of three or more words, ignoring particles and legal forms; null if the name has fewer.
 * The index files organisations under it.
 */
export function acronymOf(side: NameSide): string | null {
  if (side.substantive < 3) return null;
  let letters = '';
  for (const [index, token] of side.tokens.entries()) {
    if ((side.substantiveMask & (1 << index)) === 0) continue;
    const letter = String.fromCodePoint(token.text.codePointAt(0) ?? 0);
    if (!/\p{L}/u.test(letter)) return null;
    letters += letter;
  }
  return letters;
}

/** The single word of a name that may be an acronym: the only word that is not a legal form, with at least three letters. */
export function acronymIn(side: NameSide): string | null {
  if (side.substantive !== 1) return null;
  const [only, ...more] = side.tokens.filter((_, index) => (side.formMask & (1 << index)) === 0);
  return only && more.length === 0 && only.text.length >= 3 && /^\p{L}+$/u.test(only.text) ? only.text : null;
}

/** Pairs a name with its acronym; null if neither name is the acronym of the other. Organisations only. */
export function acronymPair(query: NameSide, listed: NameSide): AlignedPair | null {
  if (query.name.kind === 'person' || listed.name.kind === 'person') return null;
  const asQuery = acronymIn(query);
  const asListed = acronymIn(listed);
  const agrees =
    (asQuery !== null && asQuery === acronymOf(listed)) ||
    (asListed !== null && asListed === acronymOf(query));
  if (!agrees) return null;
  const weight = Math.min(query.weight, listed.weight);
  return {
    queryFrom: 0,
    queryTo: query.tokens.length,
    listedFrom: 0,
    listedTo: listed.tokens.length,
    queryMask: allBits(query) & ~query.formMask,
    listedMask: allBits(listed) & ~listed.formMask,
    relation: 'acronym',
    similarity: acronymSimilarity,
    weight,
    charge: weight * (10_000 - acronymSimilarity),
    swapsRoles: false,
    doubtful: false,
    substantive: true,
  };
}
