import type { Box, Raster } from './raster.ts';

const clippedFrom = 250;

/**
 * Share of a region that its largest connected overexposed patch covers, 0–1: a reflection is one patch, white print is
 * many. The raster is grey.
 */
export function largestClippedShare(raster: Raster, box: Box): number {
  const left = Math.max(0, Math.floor(box[0]));
  const top = Math.max(0, Math.floor(box[1]));
  const width = Math.min(raster.width, Math.ceil(box[0] + box[2])) - left;
  const height = Math.min(raster.height, Math.ceil(box[1] + box[3])) - top;
  if (width <= 0 || height <= 0) return 0;
  const open = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((raster.data[(top + y) * raster.width + left + x] ?? 0) >= clippedFrom) open[y * width + x] = 1;
    }
  }
  let largest = 0;
  for (let start = 0; start < open.length; start += 1) {
    if (open[start] === 1) largest = Math.max(largest, fillPatch(open, start, width));
  }
  return largest / open.length;
}

/** Clears the patch around `start` and gives its size. */
function fillPatch(open: Uint8Array, start: number, width: number): number {
  const pending = [start];
  open[start] = 0;
  let size = 0;
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    size += 1;
    const column = at % width;
    const neighbours = [at - width, at + width, column > 0 ? at - 1 : -1, column < width - 1 ? at + 1 : -1];
    for (const next of neighbours) {
      if (open[next] !== 1) continue;
      open[next] = 0;
      pending.push(next);
    }
  }
  return size;
}
