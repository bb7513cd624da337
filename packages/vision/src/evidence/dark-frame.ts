/**
 * The dark frame of a device round what it shows. From an edge of the picture inwards: perhaps the room, then the frame, dark and
 * even, then a picture that is lit. Where a frame ends is a straight line, mostly slanted, along most of the picture's edge.
 *
 * Of each edge every line of pixels that leads inwards gives the place where the first dark run ends; the straight line that most
 * places lie on is tried from pairs of them.
 *
 * Invariants: places are in pixels of the raster; a frame counts only where something brighter follows it.
 * Cost: about 1 ms at 256 pixels.
 */

import { pointBetween } from '../picture/points.ts';
import type { Point, Quad, Raster } from '../picture/raster.ts';

/** One side of a dark frame. */
export interface FrameSide {
  /** Share of the picture's edge along which the frame's inner edge was seen, 0–1. */
  share: number;
  /** Deviation of the frame's brightness along the edge, levels. */
  unevenness: number;
  /** Where the inner edge begins and ends, pixels of the raster. */
  from: Point;
  to: Point;
}

/** Brightest channel of a dark pixel, and by how much what follows the frame is brighter, levels. */
const dark = { most: 60, step: 18 };
/** Shortest dark run, pixels, and how far inwards it is looked for, share of the picture. */
const run = { least: 2, reach: 0.42 };
/** How far a frame may lean, tangent, and how far from the line a place may lie, pixels. */
const line = { lean: 0.27, near: 1.3 };
/** Least share of the places where the line predicts a frame that show one. */
const unbroken = 0.75;

/** Sides of a dark frame round the picture, at most one an edge: top, right, bottom, left. */
export function findDarkFrame(raster: Raster): FrameSide[] {
  const { width, height } = raster;
  const edges: readonly Edge[] = [
    { length: width, depth: height, at: (along, inward) => [along, inward] },
    { length: height, depth: width, at: (along, inward) => [width - 1 - inward, along] },
    { length: width, depth: height, at: (along, inward) => [along, height - 1 - inward] },
    { length: height, depth: width, at: (along, inward) => [inward, along] },
  ];
  return edges.flatMap((edge) => frameAlong(raster, edge) ?? []);
}

/** Whether a frame's inner edge runs along a side of an outline, within a distance in pixels. */
export function isSideOf(outline: Quad, { from, to }: FrameSide, within: number): boolean {
  return outline.some((corner, index) => {
    const next = outline[(index + 1) % 4] ?? corner;
    const length = Math.hypot(next[0] - corner[0], next[1] - corner[1]);
    const apart = ([x, y]: Point): number =>
      Math.abs((next[0] - corner[0]) * (y - corner[1]) - (next[1] - corner[1]) * (x - corner[0])) / length;
    return apart(pointBetween(from, to, 0.15)) <= within && apart(pointBetween(from, to, 0.85)) <= within;
  });
}

/** One edge of the picture, walked along and inwards. */
interface Edge {
  length: number;
  depth: number;
  at: (along: number, inward: number) => Point;
}

/** Where a dark run ends, and how bright it is in its middle; `null` where there is none. */
interface Place {
  along: number;
  end: number;
  level: number;
}

function frameAlong(raster: Raster, edge: Edge): FrameSide | null {
  const places = Array.from({ length: edge.length }, (_, along) => placeAt(raster, edge, along)).filter(
    (place) => place !== null,
  );
  const best = straightest(places, edge.length);
  if (best === null) return null;
  const [first, last] = [best.on[0], best.on.at(-1)];
  if (!first || !last) return null;
  const levels = best.on.map(({ level }) => level);
  const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length;
  return {
    share: best.on.length / edge.length,
    unevenness: Math.sqrt(levels.reduce((sum, level) => sum + (level - mean) ** 2, 0) / levels.length),
    from: edge.at(first.along, first.end),
    to: edge.at(last.along, last.end),
  };
}

function placeAt(raster: Raster, { depth, at }: Edge, along: number): Place | null {
  const level = (inward: number): number => brightest(raster, at(along, inward));
  const most = Math.floor(depth * run.reach);
  let start = 0;
  while (start < most && level(start) > dark.most) start += 1;
  let end = start;
  while (end < most && level(end) <= dark.most) end += 1;
  if (end - start < run.least || end >= most) return null;
  const middle = level(Math.floor((start + end - 1) / 2));
  return level(Math.min(depth - 1, end + 1)) >= middle + dark.step ? { along, end, level: middle } : null;
}

function brightest({ width, data }: Raster, [x, y]: Point): number {
  const at = (y * width + x) * 3;
  return Math.max(data[at]!, data[at + 1]!, data[at + 2]!);
}

/** The places on the straight line that most of them lie on; `null` when the line is broken. */
function straightest(places: readonly Place[], length: number): { on: Place[] } | null {
  const stride = Math.max(1, Math.floor(places.length / 24));
  const tried = places.filter((_, index) => index % stride === 0);
  let best: { on: Place[]; slope: number; offset: number } | null = null;
  for (const [index, a] of tried.entries()) {
    for (const b of tried.slice(index + 1)) {
      if (b.along - a.along < length / 4) continue;
      const slope = (b.end - a.end) / (b.along - a.along);
      if (Math.abs(slope) > line.lean) continue;
      const offset = a.end - slope * a.along;
      const on = places.filter(({ along, end }) => Math.abs(offset + slope * along - end) <= line.near);
      if (best === null || on.length > best.on.length) best = { on, slope, offset };
    }
  }
  if (best === null) return null;
  const { slope, offset, on } = best;
  let predicted = 0;
  for (let along = 0; along < length; along += 1) {
    if (offset + slope * along > run.least + 1) predicted += 1;
  }
  return on.length >= unbroken * predicted ? { on } : null;
}
