import type { AlignedPair } from './name-comparison.ts';
import { heaviestOf, weightOf, type NameSide } from './name-side.ts';

/** Per cent of a word's weight. */
export const chargePercent = {
  /** On either side, so twice the weight that is unpartnered on both. */
  contradiction: 100,
  /** Words of the subject that the listed name lacks. */
  queryOmission: 60,
  /** Words of the listed name that the subject lacks. */
  listedOmission: 30,
  /** Of the omission, for one middle-like word of a name of three or more words of unknown roles. */
  middleWord: 50,
  /** A number that only one name of an organisation or vessel has: it says which of several. */
  numberOmission: 100,
  /** Numbers that differ, above the contradiction. */
  numberContradiction: 200,
  /** A typed given name that is the other's family name while the family names differ. */
  roleConflict: 200,
} as const;

/** What is left over on a side and what it costs, hundredths of weight × 10,000. */
export type Leftover = { weight: number; contradiction: number; omission: number };

export type Weighing = {
  /** Weight × similarity of the pairs. */
  good: number;
  pairCharges: number;
  query: Leftover;
  listed: Leftover;
  extraCharges: { what: string; charge: number }[];
  /** Good / (good + all charges), 0 to 10,000. */
  raw: number;
};

/** Whether one middle-like word may be missing at half the price: nobody says what is what among three words or more. */
export function hasMiddleWords(side: NameSide): boolean {
  return (
    side.name.kind !== 'organisation' && side.name.kind !== 'vessel' && !side.typed && side.substantive >= 3
  );
}

function omissionOf(side: NameSide, left: number, rest: number, percent: number, matched: number): number {
  if (rest === 0) return 0;
  const cheap =
    matched >= 2 && hasMiddleWords(side) ? Math.min(rest, heaviestOf(side, left & side.substantiveMask)) : 0;
  let charge = percent * (rest * 100 - cheap * (100 - chargePercent.middleWord));
  if (side.name.kind !== 'person') {
    const numbers = Math.min(rest, weightOf(side, left & side.numberMask));
    charge += numbers * (chargePercent.numberOmission - percent) * 100;
  }
  return charge;
}

/** Weighs a choice of pairs. Each bit of either side is in at most one of them. */
export function weigh(query: NameSide, listed: NameSide, pairs: readonly AlignedPair[]): Weighing {
  let good = 0;
  let pairCharges = 0;
  let usedQuery = 0;
  let usedListed = 0;
  let matched = 0;
  let swapped: AlignedPair | undefined;
  let swapCount = 0;
  for (const pair of pairs) {
    good += pair.weight * pair.similarity;
    pairCharges += pair.charge;
    usedQuery |= pair.queryMask;
    usedListed |= pair.listedMask;
    if (pair.substantive) matched += 1;
    if (pair.swapsRoles) {
      swapped = pair;
      swapCount += 1;
    }
  }
  const leftQuery = allBits(query) & ~usedQuery & ~query.formMask;
  const leftListed = allBits(listed) & ~usedListed & ~listed.formMask;
  const queryWeight = weightOf(query, leftQuery);
  const listedWeight = weightOf(listed, leftListed);
  const both = Math.min(queryWeight, listedWeight);
  const contradiction = both * chargePercent.contradiction * 100;
  const queryOmission = omissionOf(
    query,
    leftQuery,
    queryWeight - both,
    chargePercent.queryOmission,
    matched,
  );
  const listedOmission = omissionOf(
    listed,
    leftListed,
    listedWeight - both,
    chargePercent.listedOmission,
    matched,
  );
  const extraCharges: Weighing['extraCharges'] = [];
  const numbers = Math.min(
    weightOf(query, leftQuery & query.numberMask),
    weightOf(listed, leftListed & listed.numberMask),
  );
  if (numbers > 0)
    extraCharges.push({ what: 'numbers differ', charge: numbers * chargePercent.numberContradiction * 100 });
  if (swapped && swapCount === 1 && both > 0)
    extraCharges.push({ what: 'role conflict', charge: swapped.weight * chargePercent.roleConflict * 100 });
  let bad = pairCharges + 2 * contradiction + queryOmission + listedOmission;
  for (const { charge } of extraCharges) bad += charge;
  return {
    good,
    pairCharges,
    query: { weight: queryWeight, contradiction, omission: queryOmission },
    listed: { weight: listedWeight, contradiction, omission: listedOmission },
    extraCharges,
    raw: good === 0 ? 0 : Math.floor((good * 10_000) / (good + bad)),
  };
}

/** Bits of all tokens of a side. */
export function allBits(side: NameSide): number {
  return (1 << side.tokens.length) - 1;
}
