import type { Box, Raster } from '../picture/raster.ts';

/** Connected overexposed pixels. */
export interface Patch {
  /** Share of the region, 0–1. */
  share: number;
  /** Indices of its pixels in the raster. */
  pixels: number[];
}

const clippedFrom = 250;

/**
 * The connected overexposed patches of a region of a grey raster, in no particular order: a reflection is one patch, white print consists
 * of many.
 * @param from luma from which a pixel counts
 */
export function clippedPatches(raster: Raster, box: Box, from = clippedFrom): Patch[] {
  const left = Math.max(0, Math.floor(box[0]));
  const top = Math.max(0, Math.floor(box[1]));
  const right = Math.min(raster.width, Math.ceil(box[0] + box[2]));
  const bottom = Math.min(raster.height, Math.ceil(box[1] + box[3]));
  if (right <= left || bottom <= top) return [];
  const open = new Uint8Array(raster.width * raster.height);
  for (let y = top; y < bottom; y += 1) {
    for (let at = y * raster.width + left; at < y * raster.width + right; at += 1) {
      if ((raster.data[at] ?? 0) >= from) open[at] = 1;
    }
  }
  const area = (right - left) * (bottom - top);
  const patches: Patch[] = [];
  for (let start = 0; start < open.length; start += 1) {
    if (open[start] !== 1) continue;
    const pixels = takePatch(open, start, raster.width);
    patches.push({ share: pixels.length / area, pixels });
  }
  return patches;
}

/** Share of a region covered by its largest overexposed patch, 0–1. */
export function largestClippedShare(raster: Raster, box: Box): number {
  return clippedPatches(raster, box).reduce((largest, { share }) => Math.max(largest, share), 0);
}

/** Clears the patch around `start` and returns its pixels. */
function takePatch(open: Uint8Array, start: number, width: number): number[] {
  const pixels = [start];
  open[start] = 0;
  // The list is also the queue: it grows while it is iterated.
  for (let index = 0; index < pixels.length; index += 1) {
    const at = pixels[index] ?? 0;
    const column = at % width;
    take(open, at - width, pixels);
    take(open, at + width, pixels);
    if (column > 0) take(open, at - 1, pixels);
    if (column < width - 1) take(open, at + 1, pixels);
  }
  return pixels;
}

function take(open: Uint8Array, at: number, pixels: number[]): void {
  if (at < 0 || at >= open.length || open[at] !== 1) return;
  open[at] = 0;
  pixels.push(at);
}
