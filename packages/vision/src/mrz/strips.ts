/**
 * Finds bands that may be lines of text. At low resolution, text is a band full of thin dark strokes with calm areas above and below. A
 * black-hat transform along the rows (`strokes`) emphasises strokes; its running sums provide the mean over any box immediately.
 *
 * For each of four guessed pitches, a mask with a resolution of a quarter of the pitch marks such places. Regions of the mask become
 * straight strips by weighted least squares, and strips that continue each other are joined.
 *
 * Invariants: strips run from left to right with a slope of at most 0.45. They may end early at pale print or glare, and a line may be
 * found for two pitches: `groups` removes duplicates, and `completion` extends strips that are too short.
 * Cost: about 10 ms for 800 × 600 pixels, most of it for the running sums.
 */

import { distance } from '../picture/points.ts';
import type { Plane, Point } from '../picture/raster.ts';
import { strokeSums } from './strokes.ts';

/**
 * A long narrow band of strokes, possibly a line of text, described by its middle line from left to right. Coordinates count from the
 * middle of the first pixel.
 */
export interface Strip {
  from: Point;
  to: Point;
  /** Guessed character pitch, in pixels, with which it was found. */
  pitch: number;
  /** Mean stroke strength, 0–90. */
  strength: number;
  /** How much the grey value changes along the band within a pitch: a lot in text, little at the edge of a card. */
  modulation: number;
}

/** Character pitches tried, in pixels of the working picture. */
const pitchGuesses = [7, 11, 17, 25] as const;

interface Mask {
  width: number;
  height: number;
  step: number;
  /** Stroke strength at places that look like text with calm areas above and below, otherwise 0. */
  values: Float32Array;
}

/** Marks places rich in strokes with calm gaps above and below. */
function markText(sums: ReturnType<typeof strokeSums>, pitch: number): Mask {
  const step = Math.max(2, Math.round(pitch / 4));
  const [width, height] = [Math.floor(sums.width / step), Math.floor(sums.height / step)];
  const stride = sums.width + 1;
  const halfWidth = Math.round(pitch * 1.1);
  const bands = new Float32Array(width * height);
  const half = Math.max(1, Math.round(pitch * 0.25));
  for (let gy = 0; gy < height; gy += 1) {
    const top = Math.max(0, gy * step - half) * stride;
    const bottom = Math.min(sums.height, gy * step + half + 1) * stride;
    for (let gx = 0; gx < width; gx += 1) {
      const left = Math.max(0, gx * step - halfWidth);
      const right = Math.min(sums.width, gx * step + halfWidth + 1);
      const s = sums.sums;
      // Four corners of the running sums; rows are given as offsets, so both sides contain the stride.
      const total = s[bottom + right]! - s[bottom + left]! - s[top + right]! + s[top + left]!;
      bands[gy * width + gx] = (total * stride) / ((bottom - top) * (right - left));
    }
  }
  const offset = Math.max(1, Math.round((pitch * 0.85) / step)) * width;
  // Relative to the strongest places, so that the same rule finds zones in pale print.
  const floor = Math.max(2.5, 0.12 * upperShare(bands));
  const values = new Float32Array(bands.length);
  for (let i = 0; i < bands.length; i += 1) {
    const here = bands[i]!;
    if (here < floor) continue;
    const above = i >= offset ? bands[i - offset]! : 0;
    const below = i + offset < bands.length ? bands[i + offset]! : 0;
    // Closely spaced lines of print are not a zone, whose lines have calm gaps between them.
    if (above + below < 1.25 * here) values[i] = here;
  }
  return { width, height, step, values };
}

/** Value exceeded by about one place in fifty. */
function upperShare(values: Float32Array): number {
  const histogram = new Int32Array(256);
  for (const value of values) {
    const bin = Math.min(255, Math.floor(value * 2.5));
    histogram[bin] = histogram[bin]! + 1;
  }
  let rest = values.length / 50;
  let bin = 255;
  while (bin > 0 && rest > histogram[bin]!) {
    rest -= histogram[bin]!;
    bin -= 1;
  }
  return bin / 2.5;
}

/** Places of one connected region of the mask. */
function regionFrom(mask: Mask, seen: Uint8Array, start: number): number[] {
  const region = [start];
  seen[start] = 1;
  for (let i = 0; i < region.length; i += 1) {
    const at = region[i]!;
    const x = at % mask.width;
    for (let dy = -1; dy <= 1; dy += 1) {
      // Wider than tall, because spaces must not split a line, and the next line must not be joined.
      for (let dx = -2; dx <= 2; dx += 1) {
        const next = at + dy * mask.width + dx;
        if (x + dx < 0 || x + dx >= mask.width || next < 0 || next >= seen.length) continue;
        if (seen[next] || mask.values[next] === 0) continue;
        seen[next] = 1;
        region.push(next);
      }
    }
  }
  return region;
}

/** Fits the middle line of a region; `null` if it is too short, too thick or too steep for a line of this pitch. */
function stripOf(mask: Mask, region: readonly number[], pitch: number): Strip | null {
  const { width, step, values } = mask;
  let [n, sx, sy, sxx, sxy] = [0, 0, 0, 0, 0];
  let [left, right] = [Infinity, -Infinity];
  for (const at of region) {
    const [x, y, v] = [at % width, Math.floor(at / width), values[at]!];
    n += v;
    sx += v * x;
    sy += v * y;
    sxx += v * x * x;
    sxy += v * x * y;
    left = Math.min(left, x);
    right = Math.max(right, x);
  }
  const spread = sxx - (sx * sx) / n;
  const slope = spread > 0 ? (sxy - (sx * sy) / n) / spread : 0;
  const middle = (sy - slope * sx) / n;
  let scatter = 0;
  for (const at of region) {
    const off = Math.floor(at / width) - middle - slope * (at % width);
    scatter += values[at]! * off * off;
  }
  const thickness = Math.sqrt(scatter / n) * step;
  const length = (right - left) * step;
  // Four pitches may still be a fragment of a line; strips that remain short are dropped after joining.
  if (length < 4 * pitch || thickness > 0.55 * pitch || Math.abs(slope) > 0.45) return null;
  const point = (x: number): Point => [x * step, (middle + slope * x) * step];
  return { from: point(left), to: point(right), pitch, strength: n / region.length, modulation: 0 };
}

/** Joins strips that continue each other, because glare and pale fillers split lines. */
function joinStrips(strips: Strip[]): Strip[] {
  const sorted = [...strips].sort((a, b) => a.from[0] - b.from[0]);
  const joined: Strip[] = [];
  for (const strip of sorted) {
    const before = joined.find((other) => continues(other, strip));
    if (before) {
      before.to = strip.to[0] > before.to[0] ? strip.to : before.to;
      before.strength = Math.max(before.strength, strip.strength);
    } else joined.push({ ...strip });
  }
  return joined;
}

function continues(a: Strip, b: Strip): boolean {
  const gap = b.from[0] - a.to[0];
  if (gap > 7 * a.pitch || gap < -3 * a.pitch) return false;
  const slope = (b.to[1] - a.from[1]) / Math.max(1, b.to[0] - a.from[0]);
  const reach = 0.45 * a.pitch;
  return (
    Math.abs(a.from[1] + slope * (a.to[0] - a.from[0]) - a.to[1]) < reach &&
    Math.abs(a.from[1] + slope * (b.from[0] - a.from[0]) - b.from[1]) < reach
  );
}

/** Mean absolute difference between points half a pitch apart along the middle of the band. */
function modulationOf(plane: Plane, strip: Strip): number {
  const steps = Math.floor(stripLength(strip));
  const profile = new Float32Array(steps);
  for (let i = 0; i < steps; i += 1) {
    const x = Math.round(strip.from[0] + ((strip.to[0] - strip.from[0]) * i) / steps);
    const y = strip.from[1] + ((strip.to[1] - strip.from[1]) * i) / steps;
    let sum = 0;
    for (const offset of [-0.2, 0, 0.2]) {
      const row = Math.max(0, Math.min(plane.height - 1, Math.round(y + offset * strip.pitch)));
      sum += plane.data[row * plane.width + Math.min(plane.width - 1, x)]!;
    }
    profile[i] = sum / 3;
  }
  const apart = Math.max(2, Math.round(strip.pitch / 2));
  let total = 0;
  for (let i = apart; i < steps; i += 1) total += Math.abs(profile[i]! - profile[i - apart]!);
  return total / Math.max(1, steps - apart);
}

/** Length of a strip in pixels. */
export function stripLength(strip: Strip): number {
  return distance(strip.from, strip.to);
}

/** Finds all bands of text-like strokes that run roughly from left to right, for every guessed pitch. */
export function findStrips(plane: Plane): Strip[] {
  const sums = strokeSums(plane);
  const found: Strip[] = [];
  for (const pitch of pitchGuesses) {
    const mask = markText(sums, pitch);
    const seen = new Uint8Array(mask.values.length);
    const strips: Strip[] = [];
    for (let at = 0; at < seen.length; at += 1) {
      if (seen[at] || mask.values[at] === 0) continue;
      const strip = stripOf(mask, regionFrom(mask, seen, at), pitch);
      if (strip) strips.push(strip);
    }
    for (const strip of joinStrips(strips)) {
      // About half of the shortest line, which has 30 columns, at the guessed pitch.
      if (stripLength(strip) > 14 * pitch) found.push({ ...strip, modulation: modulationOf(plane, strip) });
    }
  }
  return found;
}
