/**
 * Finds the course of the text lines in a rectified zone. Paper bends, so each line is modelled as a parabola. In each of twelve windows
 * across the zone, a box as tall as the capitals is placed where it covers most ink. A straight line through the twelve excludes windows
 * dominated by a stamp or an empty area, and the parabola is fitted to the others. This is done twice: first with a height of the
 * capitals guessed from the pitch, then with the height measured along the first course, one for all lines.
 *
 * State: none. Cost: reads the ink of the zone twice for each line, and a band of it once more.
 */
import type { InkPlane } from './ink.ts';

/** One line of text in the rectified zone. Its middle row is `base + slope · t + bend · t²`, with t from −1 to 1. */
export interface TextLine {
  base: number;
  slope: number;
  bend: number;
  /** Capital height in pixels. */
  capHeight: number;
}

/** Middle row of the line at a column. */
export function rowAt(line: TextLine, x: number, width: number): number {
  const t = (2 * x) / width - 1;
  return line.base + line.slope * t + line.bend * t * t;
}

const windowCount = 12;

/** Ink up to this value may be background print; only ink above it is used to measure structure. */
export const backgroundInk = 0.35;

/** Ink above the background, summed over the columns of one window, per row. */
function rowProfile(ink: InkPlane, from: number, to: number): Float64Array {
  const profile = new Float64Array(ink.height);
  for (let y = 0; y < ink.height; y += 1) {
    let sum = 0;
    for (let x = from; x < to; x += 1) sum += Math.max(0, ink.data[y * ink.width + x]! - backgroundInk);
    profile[y] = sum;
  }
  return profile;
}

/** Height of the text band around `middle`: rows whose ink exceeds a quarter of the band's typical ink. */
function bandAround(profile: Float64Array, middle: number, reach: number): { top: number; bottom: number } {
  const near = [
    ...profile.subarray(Math.max(0, Math.floor(middle - reach / 2)), Math.ceil(middle + reach / 2)),
  ];
  const typical = near.sort((a, b) => a - b)[Math.floor(near.length * 0.6)] ?? 0;
  let top = Math.round(middle);
  let bottom = Math.round(middle);
  while (top > middle - 2 * reach && (profile[top - 1] ?? 0) > 0.3 * typical) top -= 1;
  while (bottom < middle + 2 * reach && (profile[bottom + 1] ?? 0) > 0.3 * typical) bottom += 1;
  return { top, bottom: bottom + 1 };
}

/** Offset at which a box of the capitals' height best covers the ink of one window, with its weight. */
function bestOffset(
  profile: Float64Array,
  middle: number,
  height: number,
): { offset: number; weight: number } {
  const sums = new Float64Array(profile.length + 1);
  profile.forEach((value, y) => (sums[y + 1] = sums[y]! + value));
  const total = (from: number, to: number): number => {
    const clip = (y: number): number => Math.max(0, Math.min(profile.length, Math.round(y)));
    return sums[clip(to)]! - sums[clip(from)]!;
  };
  let best = { offset: 0, weight: -Infinity };
  for (let offset = -0.45 * height; offset <= 0.45 * height; offset += 0.5) {
    const [top, bottom] = [middle + offset - height / 2, middle + offset + height / 2];
    const inside = total(top, bottom);
    const around = total(top - 0.3 * height, top) + total(bottom, bottom + 0.3 * height);
    // Ink above or below counts against a position, so that boxes across two lines or half on a line lose.
    const weight = inside - 1.5 * around - 0.02 * Math.abs(offset) * (inside / height);
    if (weight > best.weight) best = { offset, weight };
  }
  return { offset: best.offset, weight: Math.max(0, best.weight) };
}

/** Weighted least squares of offset over t with up to three terms. */
function fitCurve(points: readonly { t: number; value: number; weight: number }[], terms: 2 | 3): number[] {
  const matrix = Array.from({ length: terms }, () => new Float64Array(terms + 1));
  for (const { t, value, weight } of points) {
    const basis = [1, t, t * t];
    for (let i = 0; i < terms; i += 1) {
      const row = matrix[i] as Float64Array;
      for (let j = 0; j < terms; j += 1) row[j] = row[j]! + weight * basis[i]! * basis[j]!;
      row[terms] = row[terms]! + weight * basis[i]! * value;
    }
  }
  return solve(matrix, terms);
}

/** Gaussian elimination; returns zeros for a singular system. */
function solve(matrix: Float64Array[], size: number): number[] {
  for (let i = 0; i < size; i += 1) {
    const pivot = matrix[i] as Float64Array;
    if (Math.abs(pivot[i]!) < 1e-9) return new Array<number>(size).fill(0);
    for (let k = 0; k < size; k += 1) {
      if (k === i) continue;
      const row = matrix[k] as Float64Array;
      const factor = row[i]! / pivot[i]!;
      for (let j = i; j <= size; j += 1) row[j] = row[j]! - factor * pivot[j]!;
    }
  }
  return matrix.map((row, i) => row[size]! / row[i]!);
}

/** Follows one line through the windows and fits its middle row, excluding outliers once. */
function trackLine(ink: InkPlane, middle: number, height: number): TextLine {
  const points: { t: number; value: number; weight: number }[] = [];
  for (let window = 0; window < windowCount; window += 1) {
    const [from, to] = [
      Math.floor((ink.width * window) / windowCount),
      Math.floor((ink.width * (window + 1)) / windowCount),
    ];
    const { offset, weight } = bestOffset(rowProfile(ink, from, to), middle, height);
    points.push({ t: (from + to) / ink.width - 1, value: offset, weight });
  }
  const straight = fitCurve(points, 2);
  const off = (p: { t: number; value: number }) =>
    Math.abs(p.value - (straight[0] ?? 0) - (straight[1] ?? 0) * p.t);
  // Windows without print or over a stamp may place the line anywhere.
  const kept = points.filter((point) => off(point) < 0.2 * height);
  const [base = 0, slope = 0, bend = 0] = fitCurve(kept.length >= 6 ? kept : points, 3);
  return { base: middle + base, slope, bend, capHeight: height };
}

/**
 * Finds the exact course of lines whose approximate middle rows are known.
 * @param pitch approximate character pitch in pixels of the rectified zone
 */
export function trackLines(ink: InkPlane, rows: readonly number[], pitch: number): TextLine[] {
  const guess = Math.min(pitch, ...rows.slice(1).map((row, i) => 0.75 * (row - rows[i]!)));
  const rough = rows.map((row) => trackLine(ink, row, guess));
  const heights = rough.map((line) => {
    const profile = levelledProfile(ink, line);
    const { top, bottom } = bandAround(profile, profile.length / 2, guess * 0.8);
    return { height: bottom - top, shift: (top + bottom) / 2 - profile.length / 2 };
  });
  const height = heights.map((entry) => entry.height).sort((a, b) => a - b)[
    Math.floor(rows.length / 2)
  ] as number;
  const capHeight = Math.max(0.6 * guess, Math.min(1.35 * guess, height));
  // Tracked again with one height for all lines, because the box must fit the capitals.
  return rough.map((line) => trackLine(ink, line.base, capHeight));
}

/** Row profile of a line without its slope and bend; the middle of the line is in the middle of the profile. */
function levelledProfile(ink: InkPlane, line: TextLine): Float64Array {
  const reach = Math.ceil(line.capHeight * 1.2);
  const profile = new Float64Array(2 * reach + 1);
  for (let x = 0; x < ink.width; x += 1) {
    const middle = Math.round(rowAt(line, x, ink.width));
    for (let dy = -reach; dy <= reach; dy += 1) {
      const y = middle + dy;
      if (y < 0 || y >= ink.height) continue;
      profile[dy + reach] = profile[dy + reach]! + Math.max(0, ink.data[y * ink.width + x]! - backgroundInk);
    }
  }
  return profile;
}
