import { likeness } from '../words/compare-words.ts';
import type { Word } from '../model/word.ts';
import { calibrate } from './calibration.ts';
import type { AlignedPair } from './name-comparison.ts';
import { countOf, weightOf, type NameSide } from './name-side.ts';
import type { Weighing } from './weigh.ts';

/*
 * Leftover words of two personal names that are near in spelling without agreeing: *Hazvij* and *Hejvej*. Among listed people such words
 * are usually the same name, and two people who share all other words hardly ever have them. But customers outnumber listed people, so
 * near words only rank names below those that alert, never above.
 */

/** Maximum score that near words can give a name. The index relies on it: a search for higher scores does not look for such names. */
export const mostOfNear = 6_999;
/**
 * Maximum reduction of a contradiction for near words, per cent: the remainder is never below the charge of an omission, which the bounds
 * assume.
 */
export const mostSpared = 70;
/** Similarity from which words are nearer than any two words are, and from which they count as fully near. */
const [nearFrom, nearTo] = [5_000, 6_000];
/** Letters: in shorter words, a different letter makes a different name. */
const shortestNear = 4;
/** If more words are left over, some are always near. */
const mostLeft = 4;

/** From 0 for words as similar as any two words are, to 1. */
function nearness(a: Word, b: Word): number {
  if (a.script !== b.script || Math.min(a.length, b.length) < shortestNear || a.digits !== b.digits) return 0;
  return Math.min(1, Math.max(0, (likeness(a, b) - nearFrom) / (nearTo - nearFrom)));
}

function placesIn(mask: number): number[] {
  const places: number[] = [];
  for (let rest = mask; rest !== 0; rest &= rest - 1) places.push(31 - Math.clz32(rest & -rest));
  return places;
}

/** Weight of leftover words that are near to a word of the other name, one to one, scaled by nearness: hundredths. */
function nearWeight(
  [query, ofQuery]: readonly [NameSide, number],
  [listed, ofListed]: readonly [NameSide, number],
): number {
  if (countOf(ofQuery) > mostLeft || countOf(ofListed) > mostLeft) return 0;
  const listedPlaces = placesIn(ofListed);
  const pairs = placesIn(ofQuery).flatMap((q) =>
    listedPlaces.map((l) => ({ q, l, near: nearness(query.words[q] as Word, listed.words[l] as Word) })),
  );
  // The sort is stable, so ties keep the order of the words.
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
 * The score of personal names with near leftover words, where the contradiction of those words counts only in part: 0 to `mostOfNear`; 0
 * if no words are near. Words of at most three letters, and names that consist only of them, are never near.
 */
export function scoreOfNear(
  query: NameSide,
  listed: NameSide,
  { weighing, pairs }: { weighing: Weighing; pairs: readonly AlignedPair[] },
): number {
  // Converts from weight × 10,000 to hundredths.
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
