import type { Box, Raster } from '../picture/raster.ts';
import { clippedPatches, type Patch } from './clipped-area.ts';
import type { QualityFinding } from '@countersign/findings';

/** Minimum size of a reflection as a share of the card; smaller ones hide nothing. */
const smallest = 0.0012;
/**
 * A reflection is solid: this share of its pixels has clipped pixels on all sides a few pixels away. Bright paper is interrupted by
 * print.
 */
const solid = { share: 0.3, away: 3 };
/**
 * A reflection falls off quickly: it has at most this many times as many nearly clipped pixels around it. Paper lit from one side fades
 * gradually.
 */
const falloff = { from: 236, most: 4 };
/** Median luma from which the card's own background is clipped, so that reflections cannot be distinguished from paper. */
const whiteGround = 238;

/** Named parts of a card, in pixels of the rectified card. */
export interface CardPart {
  region: QualityFinding['region'];
  box: Box;
}

/**
 * Finds reflections on a rectified grey card: the share of the largest connected overexposed patch, and the share of each part that such
 * patches hide.
 */
export function findGlare(
  flat: Raster,
  { inner, ground, parts }: { inner: Box; ground: number; parts: readonly CardPart[] },
): QualityFinding[] {
  const patches = ground >= whiteGround ? [] : reflections(flat, inner);
  const largest = Math.max(0, ...patches.map(({ share }) => share));
  return [
    { code: 'doc.glare', value: round4(largest), region: 'card' },
    ...parts.map(({ region, box }): QualityFinding => ({
      code: 'doc.glare',
      value: round4(hiddenShare(flat, patches, box)),
      region,
    })),
  ];
}

function reflections(flat: Raster, inner: Box): Patch[] {
  const large = clippedPatches(flat, inner).filter(({ share }) => share >= smallest);
  if (large.length === 0) return [];
  // Size of the nearly clipped patch around each pixel: that of a reflection is hardly larger than its core.
  const halo = new Float32Array(flat.width * flat.height);
  for (const { share, pixels } of clippedPatches(flat, inner, falloff.from)) {
    if (share >= smallest) for (const at of pixels) halo[at] = share;
  }
  return large.filter((patch) => {
    const [first = 0] = patch.pixels;
    return (halo[first] ?? 0) <= falloff.most * patch.share && isSolid(flat, patch);
  });
}

function isSolid({ width, height }: Raster, { pixels }: Patch): boolean {
  const mask = new Uint8Array(width * height);
  for (const at of pixels) mask[at] = 1;
  const { away } = solid;
  const around = [away, -away, away * width, -away * width];
  const within = pixels.filter((at) => around.every((step) => mask[at + step] === 1));
  return within.length >= solid.share * pixels.length;
}

function hiddenShare({ width }: Raster, patches: readonly Patch[], [x, y, across, down]: Box): number {
  const isIn = (at: number): boolean => {
    const [column, row] = [at % width, Math.floor(at / width)];
    return column >= x && column < x + across && row >= y && row < y + down;
  };
  const hidden = patches.reduce((sum, { pixels }) => sum + pixels.filter(isIn).length, 0);
  return Math.min(1, hidden / Math.max(1, across * down));
}

function round4(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
