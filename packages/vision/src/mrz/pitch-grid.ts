import type { InkPlane } from './ink.ts';
import { rowAt } from './text-lines.ts';
import type { TextLine } from './text-lines.ts';

/** One grid for all lines together: character borders over the columns of the rectified zone. */
export interface PitchGrid {
  /** Border positions in pixels at the lines' common middle row, left to right. */
  borders: Float64Array;
  /** Sideways shift per row: upright strokes lean by this. */
  shear: number;
  /** 0–1: how clearly the ink repeats with the pitch. */
  clarity: number;
}

/** How much of each column is inked in one line, 0–1, along strokes that lean by `shear`. */
export function columnProfile(ink: InkPlane, line: TextLine, shear: number, middle: number): Float64Array {
  const profile = new Float64Array(ink.width);
  const reach = line.capHeight * 0.5;
  const enough = 0.3 * line.capHeight;
  for (let x = 0; x < ink.width; x++) {
    let sum = 0;
    const base = rowAt(line, x, ink.width);
    for (let dy = -reach; dy <= reach; dy++) {
      const y = Math.round(base + dy);
      const sx = Math.round(x + shear * (y - middle));
      if (y < 0 || y >= ink.height || sx < 0 || sx >= ink.width) continue;
      sum += Math.max(0, (ink.data[y * ink.width + sx] as number) - 0.2);
    }
    profile[x] = Math.min(1, sum / enough);
  }
  return profile;
}

const TABLE = 1024;
const cosines = Float64Array.from({ length: TABLE }, (_, i) => Math.cos((2 * Math.PI * i) / TABLE));
const sines = Float64Array.from({ length: TABLE }, (_, i) => Math.sin((2 * Math.PI * i) / TABLE));

/** Column count over the zone's width and how it drifts: pitches passed at t (−1 to 1) = count/2 · (t + drift · t²). */
interface Comb {
  count: number;
  drift: number;
  /** Fraction of a pitch by which the inked middle of a cell is off the formula. */
  phase: number;
  strength: number;
}

/** Strength with which the profile repeats under the given count and drift. */
function combAt(profile: Float64Array, count: number, drift: number): Comb {
  let re = 0;
  let im = 0;
  const n = profile.length;
  for (let x = 0; x < n; x++) {
    const t = (2 * x + 1) / n - 1;
    const at = ((count / 2) * (t + drift * t * t) * TABLE) & (TABLE - 1);
    re += (profile[x] as number) * (cosines[at] as number);
    im += (profile[x] as number) * (sines[at] as number);
  }
  return { count, drift, phase: Math.atan2(im, re) / (2 * Math.PI), strength: Math.hypot(re, im) };
}

/** Halves the resolution: the comb needs no more than about eight samples a pitch. */
function halved(profile: Float64Array): Float64Array {
  const half = new Float64Array(profile.length >> 1);
  for (let x = 0; x < half.length; x++) half[x] = (profile[2 * x] as number) + (profile[2 * x + 1] as number);
  return half;
}

/** Searches count and drift coarsely, then finer around the best. */
function findComb(profile: Float64Array, range: { from: number; to: number }): Comb {
  const coarse = halved(profile);
  let best: Comb = { count: range.from, drift: 0, phase: 0, strength: -1 };
  for (let count = range.from; count <= range.to; count += 0.4) {
    for (let drift = -0.09; drift <= 0.0901; drift += 0.015) {
      const comb = combAt(coarse, count, drift);
      if (comb.strength > best.strength) best = comb;
    }
  }
  for (const step of [0.2, 0.1]) {
    const around = best;
    for (let i = -1; i <= 1; i++) {
      for (let k = -1; k <= 1; k++) {
        const comb = combAt(coarse, around.count + i * step, around.drift + k * step * 0.035);
        if (comb.strength > best.strength) best = comb;
      }
    }
  }
  return best;
}

function variance(profile: Float64Array): number {
  const mean = profile.reduce((sum, value) => sum + value, 0) / profile.length;
  return profile.reduce((sum, value) => sum + (value - mean) ** 2, 0);
}

function added(profiles: readonly Float64Array[]): Float64Array {
  const sum = new Float64Array(profiles[0]?.length ?? 0);
  for (const profile of profiles) profile.forEach((value, x) => (sum[x] = (sum[x] as number) + value));
  return sum;
}

/** Middle row of all lines together: the place where shear is zero. */
export function middleRow(lines: readonly TextLine[]): number {
  return lines.reduce((sum, line) => sum + line.base, 0) / lines.length;
}

function findShear(ink: InkPlane, lines: readonly TextLine[]): { shear: number; profile: Float64Array } {
  const middle = middleRow(lines);
  let best: { shear: number; profile: Float64Array; sharpness: number } = {
    shear: 0,
    profile: new Float64Array(0),
    sharpness: -1,
  };
  const attempt = (shear: number): void => {
    const profile = added(lines.map((line) => columnProfile(ink, line, shear, middle)));
    const sharpness = variance(profile);
    if (sharpness > best.sharpness) best = { shear, profile, sharpness };
  };
  for (let shear = -0.3; shear <= 0.301; shear += 0.06) attempt(shear);
  const around = best.shear;
  for (const offset of [-0.03, 0.03]) attempt(around + offset);
  return best;
}

/** Borders of the grid inside the zone, from the comb's formula. */
function bordersOf(comb: Comb, width: number): Float64Array {
  const borders: number[] = [];
  const reach = Math.ceil(comb.count / 2) + 2;
  for (let k = -reach; k <= reach; k++) {
    // Cell middles lie at whole pitches plus phase, borders half a pitch before.
    const wanted = (2 * (k + comb.phase - 0.5)) / comb.count;
    const root = 1 + 4 * comb.drift * wanted;
    if (root <= 0) continue;
    const t = Math.abs(comb.drift) < 1e-6 ? wanted : (Math.sqrt(root) - 1) / (2 * comb.drift);
    const x = ((t + 1) * width) / 2;
    if (x >= -1 && x <= width + 1) borders.push(x);
  }
  return Float64Array.from(borders);
}

/**
 * Fits one grid of equal pitch (drifting evenly under perspective) to all lines together.
 * @param range character counts to consider over the whole width of the rectified zone
 */
export function fitGrid(
  ink: InkPlane,
  lines: readonly TextLine[],
  range: { from: number; to: number },
): PitchGrid {
  const { shear, profile } = findShear(ink, lines);
  const comb = findComb(profile, range);
  const total = profile.reduce((sum, value) => sum + value, 0);
  return { borders: bordersOf(comb, ink.width), shear, clarity: total > 0 ? comb.strength / total : 0 };
}
