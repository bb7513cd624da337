/**
 * Finds the straightest frame around a box: four lines that may be the edges of a device or a sheet.
 *
 * Pixels are first reduced to the signs of steps (brighter, darker, none), so that a strong edge weighs no more than a weak one, and an
 * edge whose sign alternates, as in texture, adds up to nothing. Each side is searched over 13 slopes and all positions between the box
 * and the picture's border. Then all four are refined together, because the length of a side depends on its neighbours.
 *
 * Invariants: sides are slanted by at most about 15°; a share is measured only inside the picture, and is 0 if less than a third lies
 * inside.
 * Cost: about 2 ms at 256 pixels, mostly for the first search, which reads every third pixel.
 */

import { pointBetween } from '../picture/points.ts';
import type { Box, Point, Quad, Raster } from '../picture/raster.ts';

/** Straight edges around a region, each from corner to corner. */
export interface StraightFrame {
  /** Share of each side's length inside the picture along which an edge of one kind runs, 0–1: top, right, bottom, left. */
  sides: readonly [number, number, number, number];
  /** Share of a side's extension beyond a corner along which the edge continues, the largest of eight, 0–1. Devices end at the corner. */
  beyond: number;
  /** Corners clockwise from the top left, in pixels of the raster. */
  corners: Quad;
}

/** Signs of steps: −1 darker, 1 brighter, 0 no step; from left to right and from top to bottom. */
interface Steps {
  width: number;
  height: number;
  across: Int8Array;
  down: Int8Array;
}

/** A nearly vertical line as x = at + slope · y, or a nearly horizontal one with exchanged axes. */
interface Line {
  at: number;
  slope: number;
}

/** Maximum slant of a line, as a tangent. */
const lean = 0.26;
const leanSteps = 13;
const minStep = 5;

/** The straightest frame around a box; `null` if the box leaves no space for one. */
export function findStraightFrame(raster: Raster, box: Box): StraightFrame | null {
  const steps = findSteps(raster);
  const [x, y, width, height] = box;
  const band = { from: y - 0.15 * height, to: y + 1.15 * height };
  const row = { from: x - 0.15 * width, to: x + 1.15 * width };
  const left = bestLine(steps, { upright: true, places: [0, x], along: band });
  const right = bestLine(steps, { upright: true, places: [x + width, raster.width - 1], along: band });
  const top = bestLine(steps, { upright: false, places: [0, y], along: row });
  const bottom = bestLine(steps, { upright: false, places: [y + height, raster.height - 1], along: row });
  if (left === null || right === null || top === null || bottom === null) return null;
  const corners = settle(steps, { top, right, bottom, left });
  const [a, b, c, d] = corners;
  return {
    sides: [
      support(steps, { upright: false, from: a, to: b }),
      support(steps, { upright: true, from: b, to: c }),
      support(steps, { upright: false, from: d, to: c }),
      support(steps, { upright: true, from: a, to: d }),
    ],
    beyond: continuation(steps, corners),
    corners,
  };
}

/** Moves every side to where it has the most edge between its corners, in coarse steps first, then in fine ones. */
function settle(
  steps: Steps,
  { top, right, bottom, left }: Record<'top' | 'right' | 'bottom' | 'left', Line>,
): Quad {
  let sides = { top, right, bottom, left };
  const cornersOf = (): Quad => [
    cross(sides.left, sides.top),
    cross(sides.right, sides.top),
    cross(sides.right, sides.bottom),
    cross(sides.left, sides.bottom),
  ];
  for (const reach of [6, 6, 2]) {
    const [a, b, c, d] = cornersOf();
    sides = {
      top: bestNear(steps, { upright: false, from: a, to: b, reach }),
      right: bestNear(steps, { upright: true, from: b, to: c, reach }),
      bottom: bestNear(steps, { upright: false, from: d, to: c, reach }),
      left: bestNear(steps, { upright: true, from: a, to: d, reach }),
    };
  }
  return cornersOf();
}

/** The best of 49 lines whose ends are within `reach` of the given ones. */
function bestNear(
  steps: Steps,
  { upright, from, to, reach }: { upright: boolean; from: Point; to: Point; reach: number },
): Line {
  const other = upright ? 0 : 1;
  const shifted = ([x, y]: Point, by: number): Point => (other === 0 ? [x + by, y] : [x, y + by]);
  let best = { from, to };
  let most = support(steps, { upright, from, to });
  for (let first = -reach; first <= reach; first += reach / 3) {
    for (let second = -reach; second <= reach; second += reach / 3) {
      const moved = { from: shifted(from, first), to: shifted(to, second) };
      const found = support(steps, { upright, ...moved });
      if (found > most) [most, best] = [found, moved];
    }
  }
  const along = 1 - other;
  const slope =
    (best.to[other] - best.from[other]) / Math.max(1, best.to[along as 0 | 1] - best.from[along as 0 | 1]);
  return { slope, at: best.from[other] - slope * best.from[along as 0 | 1] };
}

function findSteps({ width, height, data }: Raster): Steps {
  const across = new Int8Array(width * height);
  const down = new Int8Array(width * height);
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const gx =
        data[at + 1]! * 2 + data[at + 1 - width]! + data[at + 1 + width]! -
        data[at - 1]! * 2 - data[at - 1 - width]! - data[at - 1 + width]!; // prettier-ignore
      const gy =
        data[at + width]! * 2 + data[at + width - 1]! + data[at + width + 1]! -
        data[at - width]! * 2 - data[at - width - 1]! - data[at - width + 1]!; // prettier-ignore
      // Sobel sums four differences, hence the factor; diagonal steps belong to neither map.
      if (Math.abs(gx) > 4 * minStep && Math.abs(gx) > 2.2 * Math.abs(gy)) across[at] = gx > 0 ? 1 : -1;
      if (Math.abs(gy) > 4 * minStep && Math.abs(gy) > 2.2 * Math.abs(gx)) down[at] = gy > 0 ? 1 : -1;
    }
  }
  return { width, height, across, down };
}

interface LineSearch {
  upright: boolean;
  /** Range of positions where the line may cross the middle of `along`. */
  places: readonly [number, number];
  /** The range along which it is searched. */
  along: { from: number; to: number };
}

function bestLine(steps: Steps, { upright, places, along }: LineSearch): Line | null {
  const [from, to] = [
    Math.max(1, along.from),
    Math.min((upright ? steps.height : steps.width) - 2, along.to),
  ];
  const middle = (from + to) / 2;
  const [first, last] = [Math.max(1, Math.ceil(places[0])), Math.floor(places[1])];
  if (last - first < 2 || to - from < 12) return null;
  let best: Line | null = null;
  let most = -1;
  for (let step = 0; step < leanSteps; step += 1) {
    const slope = lean * ((2 * step) / (leanSteps - 1) - 1);
    for (let place = first; place <= last; place += 1) {
      const line = { at: place - slope * middle, slope };
      const count = Math.abs(stepsAlong(steps, { upright, line, from, to, stride: 3 }));
      if (count > most) [most, best] = [count, line];
    }
  }
  return best;
}

/** Brighter steps minus darker steps along a line, with a tolerance of one pixel. */
function stepsAlong(
  { width, height, across, down }: Steps,
  stretch: { upright: boolean; line: Line; from: number; to: number; stride: number },
): number {
  const { upright, line, from, to, stride } = stretch;
  const map = upright ? across : down;
  const beside = upright ? 1 : width;
  const limit = (upright ? width : height) - 2;
  let sum = 0;
  for (let along = Math.ceil(from); along <= to; along += stride) {
    const place = Math.round(line.at + line.slope * along);
    if (place < 1 || place > limit) continue;
    const at = upright ? along * width + place : place * width + along;
    // The nearest of three, because lines are tried in steps of whole pixels.
    sum += map[at] !== 0 ? map[at]! : map[at - beside] !== 0 ? map[at - beside]! : map[at + beside]!;
  }
  return sum;
}

/** Intersection of a vertical and a horizontal line. */
function cross(upright: Line, level: Line): Point {
  // The product of the slopes is at most 0.07, so the two always intersect.
  const x = (upright.at + upright.slope * level.at) / (1 - upright.slope * level.slope);
  return [x, level.at + level.slope * x];
}

/**
 * Share of the path between two points, as far as it lies inside, along which an edge of one kind runs; 0 if less than a third is inside.
 */
function support(steps: Steps, { upright, from, to }: { upright: boolean; from: Point; to: Point }): number {
  const [along, other] = upright ? ([1, 0] as const) : ([0, 1] as const);
  const limit = (upright ? steps.height : steps.width) - 2;
  const [start, end] = [Math.max(1, from[along]), Math.min(limit, to[along])];
  const whole = to[along] - from[along];
  if (whole <= 0 || end - start < whole / 3) return 0;
  const slope = (to[other] - from[other]) / whole;
  const line = { at: from[other] - slope * from[along], slope };
  return Math.abs(stepsAlong(steps, { upright, line, from: start, to: end, stride: 1 })) / (end - start + 1);
}

/** The largest amount of edge on an extension of any side by a fifth of its length. */
function continuation(steps: Steps, [a, b, c, d]: Quad): number {
  const beyond = (from: Point, to: Point, upright: boolean): number => {
    const at = (share: number): Point => pointBetween(from, to, share);
    const before = support(steps, { upright, from: at(-0.2), to: at(-0.03) });
    const after = support(steps, { upright, from: at(1.03), to: at(1.2) });
    return Math.max(before, after);
  };
  return Math.max(beyond(a, b, false), beyond(d, c, false), beyond(a, d, true), beyond(b, c, true));
}
