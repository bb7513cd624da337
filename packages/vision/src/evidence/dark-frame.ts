/**
 * Finds the dark frame of a device around the picture it displays. From an edge of the picture inwards there may be the room, then the
 * frame, dark and even, then a lit picture. The inner edge of a frame is a straight line, mostly slanted, along most of the picture's
 * edge.
 *
 * For each edge, every line of pixels that leads inwards gives the position where its first dark run ends; candidate lines through pairs
 * of these positions are tried, and the one that contains most positions wins.
 *
 * Invariants: positions are in pixels of the raster; a frame counts only if something brighter follows it.
 * Cost: about 1 ms at 256 pixels.
 */

import { pointBetween } from '../picture/points.ts';
import type { Point, Quad, Raster } from '../picture/raster.ts';

/** One side of a dark frame. */
export interface FrameSide {
  /** Share of the picture's edge along which the frame's inner edge was found, 0–1. */
  share: number;
  /** Standard deviation of the frame's brightness along the edge, in levels. */
  unevenness: number;
  /** Start and end of the inner edge, in pixels of the raster. */
  from: Point;
  to: Point;
}

/** Maximum of the brightest channel of a dark pixel, and minimum increase in brightness after the frame, in levels. */
const dark = { most: 60, step: 18 };
/** Minimum length of a dark run in pixels, and maximum search depth as a share of the picture. */
const run = { least: 2, reach: 0.42 };
/** Maximum slant of a frame as a tangent, and maximum distance of a position from the line in pixels. */
const line = { lean: 0.27, near: 1.3 };
/** Minimum share of the predicted positions that must show a frame. */
const unbroken = 0.75;

/** Sides of a dark frame around the picture, at most one per edge: top, right, bottom, left. */
export function findDarkFrame(raster: Raster): FrameSide[] {
  const { width, height } = raster;
  const levels = brightestOf(raster);
  const [right, bottom] = [width - 1, (height - 1) * width];
  const edges: readonly Edge[] = [
    { length: width, depth: height, start: 0, along: 1, inward: width },
    { length: height, depth: width, start: right, along: width, inward: -1 },
    { length: width, depth: height, start: bottom, along: 1, inward: -width },
    { length: height, depth: width, start: 0, along: width, inward: 1 },
  ];
  return edges.flatMap((edge) => frameAlong(levels, edge, width) ?? []);
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

/** One edge of the picture: where it starts, and the steps along it and inwards, in pixels of the raster. */
interface Edge {
  length: number;
  depth: number;
  start: number;
  along: number;
  inward: number;
}

/** The end of a dark run, and the brightness in its middle; `null` if there is none. */
interface Place {
  along: number;
  end: number;
  level: number;
}

function frameAlong(levels: Uint8Array, edge: Edge, width: number): FrameSide | null {
  const places: Place[] = [];
  for (let along = 0; along < edge.length; along += 1) {
    const place = placeAt(levels, edge, along);
    if (place !== null) places.push(place);
  }
  const best = straightest(places, edge.length);
  if (best === null) return null;
  const [first, last] = [best.on[0], best.on.at(-1)];
  if (!first || !last) return null;
  const seen = best.on.map(({ level }) => level);
  const mean = seen.reduce((sum, level) => sum + level, 0) / seen.length;
  const pointOf = ({ along, end }: Place): Point => {
    const at = edge.start + along * edge.along + end * edge.inward;
    return [at % width, Math.floor(at / width)];
  };
  return {
    share: best.on.length / edge.length,
    unevenness: Math.sqrt(seen.reduce((sum, level) => sum + (level - mean) ** 2, 0) / seen.length),
    from: pointOf(first),
    to: pointOf(last),
  };
}

function placeAt(levels: Uint8Array, edge: Edge, along: number): Place | null {
  const { depth, inward } = edge;
  const first = edge.start + along * edge.along;
  const most = Math.floor(depth * run.reach);
  let start = 0;
  while (start < most && levels[first + start * inward]! > dark.most) start += 1;
  let end = start;
  while (end < most && levels[first + end * inward]! <= dark.most) end += 1;
  if (end - start < run.least || end >= most) return null;
  const level = levels[first + Math.floor((start + end - 1) / 2) * inward]!;
  const next = levels[first + Math.min(depth - 1, end + 1) * inward]!;
  return next >= level + dark.step ? { along, end, level } : null;
}

/** The brightest channel of each pixel. */
function brightestOf({ width, height, data }: Raster): Uint8Array {
  const levels = new Uint8Array(width * height);
  for (let i = 0, at = 0; i < levels.length; i += 1, at += 3) {
    const red = data[at]!;
    const green = data[at + 1]!;
    const blue = data[at + 2]!;
    levels[i] = red > green ? (red > blue ? red : blue) : green > blue ? green : blue;
  }
  return levels;
}

/** The distance of a line from an edge: `offset + slope · along`. */
interface Course {
  slope: number;
  offset: number;
}

/** The positions on the straight line that contains most of them; `null` if the line is interrupted. */
function straightest(places: readonly Place[], length: number): { on: Place[] } | null {
  const stride = Math.max(1, Math.floor(places.length / 24));
  const tried = places.filter((_, index) => index % stride === 0);
  const isOn = ({ along, end }: Place, { slope, offset }: Course): boolean =>
    Math.abs(offset + slope * along - end) <= line.near;
  let best: Course | null = null;
  let most = -1;
  for (const [index, a] of tried.entries()) {
    for (let other = index + 1; other < tried.length; other += 1) {
      const b = tried[other]!;
      if (b.along - a.along < length / 4) continue;
      const slope = (b.end - a.end) / (b.along - a.along);
      if (Math.abs(slope) > line.lean) continue;
      const course = { slope, offset: a.end - slope * a.along };
      // Only counted: of hundreds of lines, the positions of only one are needed.
      let count = 0;
      for (const place of places) if (isOn(place, course)) count += 1;
      if (count > most) [most, best] = [count, course];
    }
  }
  if (best === null) return null;
  const { slope, offset } = best;
  const course = best;
  const on = places.filter((place) => isOn(place, course));
  let predicted = 0;
  for (let along = 0; along < length; along += 1) {
    if (offset + slope * along > run.least + 1) predicted += 1;
  }
  return on.length >= unbroken * predicted ? { on } : null;
}
