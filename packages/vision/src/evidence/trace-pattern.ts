/**
 * Finds one wave that runs through a whole region. A striped shirt, a ruled background or a net mask is periodic too, but only in places:
 * what counts is the share of patches through which a wave runs.
 *
 * Every patch yields up to eight waves (`spectrum-peaks`), in light and in colour. Waves of nearby patches belong together if their
 * frequencies differ only as much as perspective allows; groups grow from patch to patch by this rule, so that opposite corners of a
 * tilted display may differ more than neighbours do.
 *
 * Invariants: a patch counts once, however many of its waves are in the group; no wave is in two groups of one search.
 * Cost: one transform of 128 × 128 per patch for light and colour together, about 1 ms; the search stops once too few patches can contain
 * a wave.
 */

import { distance } from '../picture/points.ts';
import type { Point, Raster } from '../picture/raster.ts';
import { logSpectra } from './fourier.ts';
import { findPeaks, type SpectrumPeak } from './spectrum-peaks.ts';

/** A fine pattern that runs through a region. */
export interface PatternTrace {
  /** Share of the patches through which the most widespread wave runs, 0–1; it may change slowly from patch to patch. */
  share: number;
  /** That wave where it is highest, and the patch; `null` if `share` is 0. */
  wave: (SpectrumPeak & { patch: number }) | null;
  /** Like `share`, for waves at an angle of more than 30° to the first: grids have them, ruled lines do not. */
  crossShare: number;
  /** Whether the wave has exactly the same frequency everywhere, as after enlarging or compressing, but not in perspective. */
  rigid: boolean;
}

/** Side of a patch in pixels of the raster. */
export const patchSide = 128;

/** Maximum change of a wave between patches whose centres are one side apart, in cycles per pixel. */
const drift = 0.035;
/** Patches farther apart than this, in sides, are not compared directly. */
const reach = 2.4;

/** Patterns on at most this share of the patches do not count. */
export const leastShare = 0.4;

type Wave = SpectrumPeak & { patch: number };

/**
 * Looks for waves that run through most patches of a region, in light and in colour (red minus blue). Printed or worn patterns are
 * periodic in places; a display's grid, its moiré and a print's dots are everywhere.
 * @param raster 3 channels
 * @param centers centres of the patches in pixels of the raster; patches are shifted into the picture
 * @returns `null` if the raster is smaller than a patch
 */
export function tracePattern(
  raster: Raster,
  centers: readonly Point[],
): { light: PatternTrace; colour: PatternTrace } | null {
  if (centers.length === 0 || raster.width < patchSide || raster.height < patchSide) return null;
  const [light, colour]: [Wave[], Wave[]] = [[], []];
  let carrying = 0;
  for (const [patch, center] of centers.entries()) {
    // Once too few patches can contain a wave, the remaining ones need not be examined.
    if (carrying + centers.length - patch <= leastShare * centers.length) break;
    const [inLight, inColour] = logSpectra(...cutPatch(raster, center), patchSide);
    light.push(...findPeaks(inLight, patchSide).map((peak) => ({ ...peak, patch })));
    colour.push(...findPeaks(inColour, patchSide).map((peak) => ({ ...peak, patch })));
    if ([...light, ...colour].some((wave) => wave.patch === patch)) carrying += 1;
  }
  return { light: traceWaves(light, centers), colour: traceWaves(colour, centers) };
}

function traceWaves(waves: readonly Wave[], centers: readonly Point[]): PatternTrace {
  const widest = widestGroup(waves, centers);
  const [wave] = widest.toSorted((a, b) => b.height - a.height);
  if (!wave) return { share: 0, wave: null, crossShare: 0, rigid: false };
  const crossing = waves.filter((other) => angleBetween(other, wave) > Math.PI / 6);
  return {
    share: patchCount(widest) / centers.length,
    wave,
    crossShare: patchCount(widestGroup(crossing, centers)) / centers.length,
    // Bins are compared, so equal means closer than half a bin.
    rigid: widest.every(({ x, y }) => x === wave.x && y === wave.y),
  };
}

/** Light, and red minus blue. */
function cutPatch({ width, height, data }: Raster, [x, y]: Point): [Float64Array, Float64Array] {
  const left = Math.max(0, Math.min(width - patchSide, Math.round(x - patchSide / 2)));
  const top = Math.max(0, Math.min(height - patchSide, Math.round(y - patchSide / 2)));
  const light = new Float64Array(patchSide * patchSide);
  const colour = new Float64Array(patchSide * patchSide);
  let to = 0;
  for (let row = top; row < top + patchSide; row += 1) {
    let at = (row * width + left) * 3;
    for (let column = 0; column < patchSide; column += 1, at += 3, to += 1) {
      light[to] = 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!;
      colour[to] = data[at]! - data[at + 2]!;
    }
  }
  return [light, colour];
}

/** Groups waves of neighbouring patches that are nearly equal; returns the group on the most patches. */
function widestGroup(waves: readonly Wave[], centers: readonly Point[]): Wave[] {
  const open = new Set(waves);
  let widest: Wave[] = [];
  for (const start of waves) {
    if (!open.delete(start)) continue;
    const group = [start];
    // The group grows while it is iterated: each new member looks for its own neighbours.
    for (const member of group) {
      for (const other of open) {
        if (!continues(member, other, centers)) continue;
        open.delete(other);
        group.push(other);
      }
    }
    if (patchCount(group) > patchCount(widest)) widest = group;
  }
  return widest;
}

function patchCount(group: readonly Wave[]): number {
  return new Set(group.map(({ patch }) => patch)).size;
}

function continues(a: Wave, b: Wave, centers: readonly Point[]): boolean {
  const [from, to] = [centers[a.patch], centers[b.patch]];
  if (a.patch === b.patch || !from || !to) return false;
  const apart = Math.max(0.5, distance(from, to) / patchSide);
  if (apart > reach) return false;
  const allowed = drift * Math.min(1.5, apart) + 0.5 / patchSide;
  // At the edge of the half plane, a wave and its mirror image are the same.
  return Math.min(Math.hypot(a.x - b.x, a.y - b.y), Math.hypot(a.x + b.x, a.y + b.y)) <= allowed;
}

/** Angle between the directions of two waves in radians, 0 to a quarter turn. */
function angleBetween(a: SpectrumPeak, b: SpectrumPeak): number {
  return Math.abs(Math.atan(Math.tan(Math.atan2(a.y, a.x) - Math.atan2(b.y, b.x))));
}
