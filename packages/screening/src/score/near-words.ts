import { likeness } from '../words/compare-words.ts';
import type { Word } from '../model/word.ts';
import { calibrate } from './calibration.ts';
import type { AlignedPair } from './name-comparison.ts';
import { countOf, weightOf, type NameSide } from './name-side.ts';
import type { Weighing } from './weigh.ts';

/*
 * Words left of two names of people that are near in letters without agreeing: *Hazvij* and *Hejvej*. Of listed people such words are as a
 * rule one, of two people that share all others hardly ever; but customers outnumber them, so what is near puts names in order below
 * those that alert, and never above.
 */

/** The most that a name reaches because words left of it are near. The index relies on it: a search for more does not look for such names. */
export const mostOfNear = 6_999;
/** What words that are near are spared of a contradiction, per cent at most: what is left is not below an omission, which the bounds assume. */
export const mostSpared = 70;
/** Likeness from which two words have more in common than any two, and from which on they are as near as may be. */
const [nearFrom, nearTo] = [5_000, 6_000];
/** Letters: of two shorter words any other letter makes another name. */
const shortestNear = 4;
/** Of more words left some are always near. */
const mostLeft = 4;

/** From 0 for words that have no more in common than any two to 1. */
function nearness(a: Word, b: Word): number {
  if (a.script !== b.script || Math.min(a.length, b.length) < shortestNear || a.digits !== b.digits) return 0;
  return Math.min(1, Math.max(0, (likeness(a, b) - nearFrom) / (nearTo - nearFrom)));
}

function placesIn(mask: number): number[] {
  const places: number[] = [];
  for (let rest = mask; rest !== 0; rest &= rest - 1) places.push(31 - Math.clz32(rest & -rest));
  return places;
}

/** Weight of words left that are near to one of the other name, each to one, by how near: hundredths. */
function nearWeight(
  [query, ofQuery]: readonly [NameSide, number],
  [listed, ofListed]: readonly [NameSide, number],
): number {
  if (countOf(ofQuery) > mostLeft || countOf(ofListed) > mostLeft) return 0;
  const listedPlaces = placesIn(ofListed);
  const pairs = placesIn(ofQuery).flatMap((q) =>
    listedPlaces.map((l) => ({ q, l, near: nearness(query.words[q] as Word, listed.words[l] as Word) })),
  );
  // The sort is stable, so ties go by the order of words.
  pairs.sort((a, b) => b.near - a.near);
  let weight = 0;
  let used = { q: 0, l: 0 };
  for (const { q, l, near } of pairs) {
    if (near === 0 || (used.q & (1 << q)) !== 0 || (used.l & (1 << l)) !== 0) continue;
    used = { q: used.q | (1 << q), l: used.l | (1 << l) };
    weight += Math.min(weightOf(query, 1 << q), weightOf(listed, 1 << l)) * near;
  }
  return Math.round(weight);
}

function isPerson({ name: { kind } }: NameSide): boolean {
  return kind !== 'organisation' && kind !== 'vessel';
}

/**
 * The score of names of people whose words left are near, each contradiction of such words counted in part: 0 to `mostOfNear`; 0 where none
 * are. Words of three letters and fewer, and names of nothing else, are never near.
 */
export function scoreOfNear(
  query: NameSide,
  listed: NameSide,
  { weighing, pairs }: { weighing: Weighing; pairs: readonly AlignedPair[] },
): number {
  // Hundredths of the weight × 10,000.
  const both = weighing.query.contradiction / 10_000;
  if (both === 0 || query.short || listed.short || !isPerson(query) || !isPerson(listed)) return 0;
  let [ofQuery, ofListed] = [query.substantiveMask, listed.substantiveMask];
  for (const { queryMask, listedMask } of pairs) {
    ofQuery &= ~queryMask;
    ofListed &= ~listedMask;
  }
  const near = Math.min(both, nearWeight([query, ofQuery], [listed, ofListed]));
  if (near === 0) return 0;
  let contradicted = weighing.query.contradiction + weighing.listed.contradiction;
  for (const { charge } of weighing.extraCharges) contradicted += charge;
  const counted = contradicted - Math.floor((contradicted * near * mostSpared) / (both * 100));
  const soft = weighing.pairCharges + weighing.query.omission + weighing.listed.omission;
  return Math.min(mostOfNear, calibrate(weighing.good, soft, counted));
}
