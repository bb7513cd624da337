import type { Box, Raster } from './raster.ts';

/** Light and sharpness of a region. */
export interface RegionLight {
  /** Mean luma, 0–255. */
  brightness: number;
  /** Share of pixels of luma 250 and more, 0–1. */
  clipped: number;
  /**
   * Variance of the Laplacian after slight smoothing, with the region's contrast set to a deviation of 50; below 10 a
   * face or a card is blurred beyond use.
   */
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

/** Variance of the Laplacian of the smoothed region, as if the region's contrast had the normal deviation. */
function laplacianVariance(raster: Raster, edges: Edges, deviation: number): number {
  const width = edges.right - edges.left;
  const height = edges.bottom - edges.top;
  const data = smoothRegion(raster, edges);
  let [sum, squares] = [0, 0];
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const around =
        (data[at - 1] ?? 0) + (data[at + 1] ?? 0) + (data[at - width] ?? 0) + (data[at + width] ?? 0);
      const value = around - 4 * (data[at] ?? 0);
      sum += value;
      squares += value * value;
    }
  }
  const count = (width - 2) * (height - 2);
  const variance = squares / count - (sum / count) ** 2;
  return variance * (normalDeviation / Math.max(deviation, minDeviation)) ** 2;
}

/** The region under a 1-2-1 filter in both directions; without it sensor noise passes for sharpness. */
function smoothRegion({ width: stride, data }: Raster, { left, top, right, bottom }: Edges): Float32Array {
  const [width, height] = [right - left, bottom - top];
  const rows = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (top + y) * stride + left + x;
      const before = data[x > 0 ? at - 1 : at] ?? 0;
      const after = data[x < width - 1 ? at + 1 : at] ?? 0;
      rows[y * width + x] = (before + 2 * (data[at] ?? 0) + after) / 4;
    }
  }
  return rows.map((value, at) => {
    const above = rows[at >= width ? at - width : at] ?? 0;
    const below = rows[at + width < rows.length ? at + width : at] ?? 0;
    return (above + 2 * value + below) / 4;
  });
}
