import type { AlignedPair } from './name-comparison.ts';
import { allBits } from './weigh.ts';
import type { NameSide } from './name-side.ts';

/** An acronym alone needs support: another name of the entity, or evidence. */
export const acronymSimilarity = 7_500;

/**
 * The words whose first letters an acronym is made of: three or more, particles and legal forms aside; null when the name
 * has fewer. The index files organisations under it.
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

/** The single word of a name that may be an acronym: its only word that is no legal form, three letters or more. */
export function acronymIn(side: NameSide): string | null {
  if (side.substantive !== 1) return null;
  const [only, ...more] = side.tokens.filter((_, index) => (side.formMask & (1 << index)) === 0);
  return only && more.length === 0 && only.text.length >= 3 && /^\p{L}+$/u.test(only.text) ? only.text : null;
}

/** One name is the acronym of the other, or null. Organisations only. */
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
