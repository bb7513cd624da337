import { distance } from '../picture/points.ts';
import type { Box, Point } from '../picture/raster.ts';
import type { GuardTrack } from './guard-tracks.ts';

/** The presumed position of a QR code. */
export interface LocatedQr {
  /** In pixels; a box around the code with a margin. */
  box: Box;
  module: number;
}

interface Finder {
  at: Point;
  module: number;
}

/** Modules between the centres of two finder patterns of a QR code: 14 to 170. */
const widestSpan = 260;

/** Maximum number of finder patterns that are combined; a picture with more shows a texture rather than a code. */
const mostFinders = 40;

/** Triples of finder patterns, each detected along rows and columns, that are arranged as in a code; best first. */
export function locateQr(tracks: readonly GuardTrack[]): LocatedQr[] {
  const finders = crossed(tracks.filter(({ name }) => name === 'qr-finder')).slice(0, mostFinders);
  const threes = finders.flatMap((corner) =>
    finders.flatMap((a, i) =>
      finders.slice(i + 1).flatMap((b) => {
        const skew = skewOf(corner, a, b);
        return skew === null ? [] : [{ group: [corner, a, b], skew }];
      }),
    ),
  );
  return threes.toSorted((a, b) => a.skew - b.skew).map(({ group }) => regionOf(group));
}

/** How far three patterns deviate from the right angle with equal legs of a code, 0 for none; `null` if too far. */
function skewOf(corner: Finder, a: Finder, b: Finder): number | null {
  if (a === corner || b === corner || !together(corner, a) || !together(corner, b) || !together(a, b))
    return null;
  const leg = (finder: Finder): Point => [finder.at[0] - corner.at[0], finder.at[1] - corner.at[1]];
  const [first, second] = [leg(a), leg(b)];
  const [long, short] = [Math.hypot(...first), Math.hypot(...second)];
  const cosine = Math.abs(first[0] * second[0] + first[1] * second[1]) / (long * short);
  const stretch = Math.abs(Math.log(long / short));
  return cosine < 0.5 && stretch < 0.6 ? cosine + stretch : null;
}

/** A finder pattern looks the same along rows and columns; text seldom does. */
function crossed(tracks: readonly GuardTrack[]): Finder[] {
  const columns = tracks.filter(({ axis }) => axis === 'columns').map(finderOf);
  return tracks
    .filter(({ axis }) => axis === 'rows')
    .map(finderOf)
    .filter((row) => columns.some((column) => overlaps(row, column)));
}

function finderOf({ axis, hits, module }: GuardTrack): Finder {
  const middle = hits[hits.length >> 1] ?? { line: 0, from: 0, to: 0 };
  const along = (middle.from + middle.to) / 2;
  return { at: axis === 'rows' ? [along, middle.line] : [middle.line, along], module };
}

function alike(a: Finder, b: Finder): boolean {
  return Math.max(a.module, b.module) < 1.6 * Math.min(a.module, b.module);
}

function overlaps(a: Finder, b: Finder): boolean {
  return distance(a.at, b.at) < 2 * a.module && alike(a, b);
}

function together(a: Finder, b: Finder): boolean {
  const span = distance(a.at, b.at);
  return alike(a, b) && span > 8 * a.module && span < widestSpan * a.module;
}

function regionOf(group: readonly Finder[]): LocatedQr {
  const xs = group.map(({ at }) => at[0]);
  const ys = group.map(({ at }) => at[1]);
  const modules = group.map(({ module }) => module).toSorted((a, b) => a - b);
  const module = modules[modules.length >> 1] ?? 1;
  const [left, top, right, bottom] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  const room = 9 * module + 0.3 * Math.max(right - left, bottom - top);
  return {
    box: [left - room, top - room, right - left + 2 * room, bottom - top + 2 * room],
    module,
  };
}
