/**
 * Locates the characters. OCR-B has a single pitch and all lines of a zone have the same columns, so one grid is fitted to all lines
 * together, which works even if lines are half hidden.
 *
 * Model: `count` columns over the width, whose pitch drifts evenly under perspective: at t from −1 to 1, count/2 · (t + drift · t²)
 * columns have passed. Ink per column, summed along the lean of upright strokes, is compared with a wave of that varying length: its
 * amplitude is a Fourier sum along the model, and its phase gives the borders.
 *
 * Invariants: borders increase from left to right; the grids returned differ by at least one column over the width, because those in
 * between are poorer fits of the same grid. The clearest grid need not be the correct one; the network decides.
 * Cost: about 760 sums over half the width, and 27 more for each of three grids.
 */

import type { InkPlane } from './ink.ts';
import { backgroundInk, rowAt } from './text-lines.ts';
import type { TextLine } from './text-lines.ts';

/** Horizontal shift of upright strokes per row: in the middle, and what is added at the right end (and subtracted at the left). */
export interface Lean {
  middle: number;
  spread: number;
}

/** The lean at a column. */
export function leanAt(lean: Lean, x: number, width: number): number {
  return lean.middle + lean.spread * ((2 * x) / width - 1);
}

/** One grid for all lines: the borders of the characters across the rectified zone. */
export interface PitchGrid {
  /** Border positions in pixels at the lines' common middle row, left to right. */
  borders: Float64Array;
  lean: Lean;
  /** How clearly the ink repeats with the pitch, 0–1. */
  clarity: number;
}

/** How much of each column of a line is inked, 0–1, along leaning strokes; `middle` is the row where the lean causes no shift. */
export function columnProfile(ink: InkPlane, line: TextLine, lean: Lean, middle: number): Float64Array {
  const profile = new Float64Array(ink.width);
  const reach = line.capHeight * 0.5;
  const enough = 0.12 * line.capHeight;
  const { width, height, data } = ink;
  for (let x = 0; x < width; x += 1) {
    let sum = 0;
    const base = rowAt(line, x, width);
    const slant = leanAt(lean, x, width);
    for (let dy = -reach; dy <= reach; dy += 2) {
      // Every second row is enough, because strokes are at least three rows tall.
      const y = Math.floor(base + dy + 0.5) | 0;
      const sx = Math.floor(x + slant * (y - middle) + 0.5) | 0;
      if (y < 0 || y >= height || sx < 0 || sx >= width) continue;
      const value = data[y * width + sx]! - backgroundInk;
      if (value > 0) sum += value;
    }
    // Saturates, so that a wide letter does not count more in the comb than an I.
    profile[x] = Math.min(1, sum / enough);
  }
  return profile;
}

const tableSize = 1024;
const cosines = Float64Array.from({ length: tableSize }, (_, i) => Math.cos((2 * Math.PI * i) / tableSize));
const sines = Float64Array.from({ length: tableSize }, (_, i) => Math.sin((2 * Math.PI * i) / tableSize));

/** Number of columns over the zone's width, and their drift: pitches passed at t (−1 to 1) = count/2 · (t + drift · t²). */
interface Comb {
  count: number;
  drift: number;
  /** Offset of the inked middle of a cell from the formula, in pitches. */
  phase: number;
  strength: number;
}

/** How strongly the profile repeats with the given count and drift. */
function combAt(profile: Float64Array, count: number, drift: number): Comb {
  let re = 0;
  let im = 0;
  const n = profile.length;
  for (let x = 0; x < n; x += 1) {
    const t = (2 * x + 1) / n - 1;
    // The mask also wraps negative angles, because the table's size is a power of two.
    const at = ((count / 2) * (t + drift * t * t) * tableSize) & (tableSize - 1);
    re += profile[x]! * cosines[at]!;
    im += profile[x]! * sines[at]!;
  }
  return { count, drift, phase: Math.atan2(im, re) / (2 * Math.PI), strength: Math.hypot(re, im) };
}

/** Halves the resolution; the comb needs only about eight samples per pitch. */
function halved(profile: Float64Array): Float64Array {
  const half = new Float64Array(profile.length >> 1);
  for (let x = 0; x < half.length; x += 1) half[x] = profile[2 * x]! + profile[2 * x + 1]!;
  return half;
}

/** Maximum number of grids returned; they differ by at least one column over the width. */
const mostGrids = 3;

/** Searches count and drift coarsely, then more finely around the best few. */
function findCombs(profile: Float64Array, range: { from: number; to: number }): Comb[] {
  const coarse = halved(profile);
  const found: Comb[] = [];
  for (let count = range.from; count <= range.to; count += 0.5) {
    let best: Comb = { count, drift: 0, phase: 0, strength: -1 };
    for (let drift = -0.09; drift <= 0.0901; drift += 0.018) {
      const comb = combAt(coarse, count, drift);
      if (comb.strength > best.strength) best = comb;
    }
    found.push(best);
  }
  found.sort((a, b) => b.strength - a.strength);
  const apart: Comb[] = [];
  for (const comb of found) {
    if (apart.length === mostGrids) break;
    if (apart.every((other) => Math.abs(other.count - comb.count) >= 1)) apart.push(comb);
  }
  return apart.map((comb) => refined(coarse, comb)).sort((a, b) => b.strength - a.strength);
}

function refined(profile: Float64Array, comb: Comb): Comb {
  let best = comb;
  for (const step of [0.25, 0.12, 0.06]) {
    const around = best;
    for (let i = -1; i <= 1; i += 1) {
      for (let k = -1; k <= 1; k += 1) {
        const next = combAt(profile, around.count + i * step, around.drift + k * step * 0.035);
        if (next.strength > best.strength) best = next;
      }
    }
  }
  return best;
}

function variance(profile: Float64Array): number {
  let total = 0;
  for (const value of profile) total += value;
  const mean = total / profile.length;
  let squares = 0;
  for (const value of profile) squares += (value - mean) ** 2;
  return squares;
}

function added(profiles: readonly Float64Array[]): Float64Array {
  const sum = new Float64Array(profiles[0]?.length ?? 0);
  for (const profile of profiles) {
    for (let x = 0; x < sum.length; x += 1) sum[x] = sum[x]! + profile[x]!;
  }
  return sum;
}

/** Middle row of all lines together, where the shear is zero. */
export function middleRow(lines: readonly TextLine[]): number {
  return lines.reduce((sum, line) => sum + line.base, 0) / lines.length;
}

/** Finds the lean at which the columns of all lines together are clearest. */
function findLean(ink: InkPlane, lines: readonly TextLine[]): { lean: Lean; profile: Float64Array } {
  const middle = middleRow(lines);
  let lean: Lean = { middle: 0, spread: 0 };
  let profile: Float64Array = new Float64Array(0);
  let sharpness = -1;
  const attempt = (candidate: Lean): void => {
    const sum = added(lines.map((line) => columnProfile(ink, line, candidate, middle)));
    const value = variance(sum);
    if (value > sharpness) [lean, profile, sharpness] = [candidate, sum, value];
  };
  // First one lean for the whole width, then what perspective adds towards the ends, in decreasing steps.
  for (let k = -5; k <= 5; k += 1) attempt({ middle: k * 0.06, spread: 0 });
  for (const step of [0.06, 0.03]) {
    const around = lean;
    for (const k of [-3, -2, -1, 1, 2, 3]) attempt({ ...around, spread: around.spread + k * step });
    const best = lean;
    for (const k of [-1, 1]) attempt({ ...best, middle: best.middle + k * 0.5 * step });
  }
  return { lean, profile };
}

/** Borders of the grid inside the zone, computed from the comb's formula. */
function bordersOf(comb: Comb, width: number): Float64Array {
  const borders: number[] = [];
  const reach = Math.ceil(comb.count / 2) + 2;
  for (let k = -reach; k <= reach; k += 1) {
    // Middles of cells are at whole pitches plus phase; borders are half a pitch before them.
    const wanted = (2 * (k + comb.phase - 0.5)) / comb.count;
    // The model solved for t; there are no columns beyond its turning point.
    const root = 1 + 4 * comb.drift * wanted;
    if (root <= 0) continue;
    const t = Math.abs(comb.drift) < 1e-6 ? wanted : (Math.sqrt(root) - 1) / (2 * comb.drift);
    const x = ((t + 1) * width) / 2;
    if (x >= -1 && x <= width + 1) borders.push(x);
  }
  return Float64Array.from(borders);
}

/**
 * Fits grids of equal pitch, drifting evenly under perspective, to all lines together. Returns the clearest first.
 * @param range numbers of characters to consider over the whole width of the rectified zone
 */
export function fitGrids(
  ink: InkPlane,
  lines: readonly TextLine[],
  range: { from: number; to: number },
): PitchGrid[] {
  const { lean, profile } = findLean(ink, lines);
  const total = Math.max(
    1e-6,
    profile.reduce((sum, value) => sum + value, 0),
  );
  return findCombs(profile, range).map((comb) => ({
    borders: bordersOf(comb, ink.width),
    lean,
    clarity: comb.strength / total,
  }));
}
