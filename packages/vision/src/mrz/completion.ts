/**
 * Other places where the zone of a group may be. The band finder misses a line under glare or a watermark, and ends that are
 * pale; the network then reads characters with confidence, and the check digits disagree because columns or a line are missing.
 *
 * Every completion is a guess in the geometry of the lines that were found: between two lines that are too far apart,
 * after or before two that are close, or the same lines longer. None is believed for itself: it is read like any other
 * group, and competes by its score.
 * Cost: a full reading each, about 40 ms; `read-zone` limits their number.
 */

import { pointBetween } from '../picture/points.ts';
import type { StripGroup } from './groups.ts';
import type { Strip } from './strips.ts';

/** Line spacing over pitch above which two lines of a card may be its first and last. */
const outerLineSpacing = 2.6;

/** A strip on the way from `a` (share 0) to `b` (share 1), or beyond. */
const stripAt = (a: Strip, b: Strip, share: number): Strip => ({
  ...a,
  from: pointBetween(a.from, b.from, share),
  to: pointBetween(a.to, b.to, share),
});

/** How much longer than the strips found a zone may be, on each side. */
const longerBy = 0.16;

/** The group with all strips longer on both sides: pale ends and disturbed ones are easily missed. */
function lengthened(group: StripGroup): StripGroup {
  const strips = group.strips.map((strip) => ({
    ...strip,
    from: pointBetween(strip.from, strip.to, -longerBy),
    to: pointBetween(strip.from, strip.to, 1 + longerBy),
  }));
  return { ...group, strips };
}

/**
 * Three-line groups that a two-line one may be part of: glare, a watermark or a pale print hides a card's line from
 * the band finder, not from the network.
 * @param spacing distance of the two lines in pitches of the characters
 */
function withThirdLine(group: StripGroup, spacing: number): StripGroup[] {
  const [first, second] = group.strips;
  if (!first || !second || group.strips.length !== 2) return [];
  const inside = [first, stripAt(first, second, 0.5), second];
  const after = [first, second, stripAt(first, second, 2)];
  const before = [stripAt(first, second, -1), first, second];
  // Lines of cards are 1.67 pitches apart. Twice that means the middle one is missing.
  const sets = spacing > outerLineSpacing ? [inside] : [after, before];
  return sets.map((strips) => ({ ...group, strips }));
}

/** Fewer columns than this in the rectified zone, and some of a zone's may lie outside: by its number of lines. */
const columnsWanted = { two: 47, three: 32 } as const;

/**
 * Other places of the zone that a group may be part of when the network is sure of its characters and the digits do
 * not agree.
 * @param fit of the grid: columns in the rectified zone, distance of the first two lines in pitches
 */
export function completions(group: StripGroup, fit: { columns: number; spacing: number }): StripGroup[] {
  const wanted = group.strips.length === 3 ? columnsWanted.three : columnsWanted.two;
  const longer = fit.columns < wanted ? [lengthened(group)] : [];
  return [...withThirdLine(group, fit.spacing), ...longer];
}
