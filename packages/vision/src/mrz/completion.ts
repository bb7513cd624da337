/**
 * Alternative positions for the zone of a group. The band finder misses lines under glare or a watermark, and pale ends of lines. The
 * network then reads characters with high confidence, but the check digits disagree because columns or a line are missing.
 *
 * Every completion is a guess based on the geometry of the lines found: a line between two that are too far apart, a line after or before
 * two that are close, or the same lines extended. No completion is trusted in itself: it is read like any other group and competes by its
 * score.
 * Cost: a full reading for each, about 40 ms; `read-zone` limits their number.
 */

import { pointBetween } from '../picture/points.ts';
import type { StripGroup } from './groups.ts';
import type { Strip } from './strips.ts';

/** Line spacing in pitches above which two lines of a card may be its first and last. */
const outerLineSpacing = 2.6;

/** A strip interpolated between `a` (share 0) and `b` (share 1), or extrapolated. */
const stripAt = (a: Strip, b: Strip, share: number): Strip => ({
  ...a,
  from: pointBetween(a.from, b.from, share),
  to: pointBetween(a.to, b.to, share),
});

/** Extension of the strips on each side, as a share of their length. */
const longerBy = 0.16;

/** The group with all strips extended on both sides, because pale or disturbed ends are easily missed. */
function lengthened(group: StripGroup): StripGroup {
  const strips = group.strips.map((strip) => ({
    ...strip,
    from: pointBetween(strip.from, strip.to, -longerBy),
    to: pointBetween(strip.from, strip.to, 1 + longerBy),
  }));
  return { ...group, strips };
}

/**
 * Groups of three lines that a group of two may be part of: glare, a watermark or pale print can hide a line of a card from the band
 * finder, but not from the network.
 * @param spacing distance between the two lines, in pitches of the characters
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

/** With fewer columns in the rectified zone, some columns may lie outside it; by number of lines. */
const columnsWanted = { two: 47, three: 32 } as const;

/**
 * Alternative positions of the zone, for groups whose characters the network is sure of but whose check digits disagree.
 * @param fit fit of the grid: columns in the rectified zone, and distance between the first two lines in pitches
 */
export function completions(group: StripGroup, fit: { columns: number; spacing: number }): StripGroup[] {
  const wanted = group.strips.length === 3 ? columnsWanted.three : columnsWanted.two;
  const longer = fit.columns < wanted ? [lengthened(group)] : [];
  return [...withThirdLine(group, fit.spacing), ...longer];
}
