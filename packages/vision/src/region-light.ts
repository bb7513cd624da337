import type { Box, Raster } from './raster.ts';

/** Light and sharpness of a region. */
export interface RegionLight {
  /** Mean luma, 0–255. */
  brightness: number;
  /** Share of pixels of luma 250 and more, 0–1. */
  clipped: number;
  /** Variance of the Laplacian after the region's contrast was set to a deviation of 50. */
  sharpness: number;
}

const normalDeviation = 50;
/** A region flatter than this has no contrast to normalise; sensor noise would pass for sharpness. */
const minDeviation = 6;

/** Measures a region of a grey raster; `null` when less than 16 × 16 pixels of it lie inside. */
export function measureRegion(raster: Raster, box: Box): RegionLight | null {
  const left = Math.max(0, Math.floor(box[0]));
  const top = Math.max(0, Math.floor(box[1]));
  const right = Math.min(raster.width, Math.ceil(box[0] + box[2]));
  const bottom = Math.min(raster.height, Math.ceil(box[1] + box[3]));
  if (right - left < 16 || bottom - top < 16) return null;
  const light = lightOf(raster, { left, top, right, bottom });
  return { ...light, sharpness: laplacianVariance(raster, { left, top, right, bottom }, light.deviation) };
}

interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function lightOf({ width, data }: Raster, { left, top, right, bottom }: Edges) {
  let [sum, squares, clippedCount] = [0, 0, 0];
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const value = data[y * width + x] ?? 0;
      sum += value;
      squares += value * value;
      if (value >= 250) clippedCount += 1;
    }
  }
  const count = (right - left) * (bottom - top);
  const brightness = sum / count;
  const deviation = Math.sqrt(Math.max(0, squares / count - brightness ** 2));
  return { brightness, clipped: clippedCount / count, deviation };
}

function laplacianVariance({ width, data }: Raster, edges: Edges, deviation: number): number {
  const { left, top, right, bottom } = edges;
  let [sum, squares] = [0, 0];
  for (let y = top + 1; y < bottom - 1; y += 1) {
    for (let x = left + 1; x < right - 1; x += 1) {
      const at = y * width + x;
      const around =
        (data[at - 1] ?? 0) + (data[at + 1] ?? 0) + (data[at - width] ?? 0) + (data[at + width] ?? 0);
      const value = around - 4 * (data[at] ?? 0);
      sum += value;
      squares += value * value;
    }
  }
  const count = (right - left - 2) * (bottom - top - 2);
  const variance = squares / count - (sum / count) ** 2;
  return variance * (normalDeviation / Math.max(deviation, minDeviation)) ** 2;
}
