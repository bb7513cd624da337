import type { Box, Raster } from '../picture/raster.ts';

/** Light and sharpness of a region. */
export interface RegionLight {
  /** Mean luma, 0–255. */
  brightness: number;
  /** Luma below which 2 %, half and 95 % of the pixels lie, 0–255: ink, background and highlights. */
  ink: number;
  ground: number;
  highlight: number;
  /** Share of pixels with a luma of at least 250, 0–1. */
  clipped: number;
  /**
   * Variance of the Laplacian after slight smoothing, with the contrast normalised to a standard deviation of 50, where the region has
   * the most detail; below 10, a face or a card is too blurred to use.
   */
  sharpness: number;
}

const normalDeviation = 50;
/** Flatter tiles have no contrast to normalise; sensor noise would count as sharpness. */
const minDeviation = 14;

/** Measures a region of a grey raster; `null` if less than 16 × 16 pixels of it lie inside. */
export function measureRegion(raster: Raster, box: Box): RegionLight | null {
  const left = Math.max(0, Math.floor(box[0]));
  const top = Math.max(0, Math.floor(box[1]));
  const right = Math.min(raster.width, Math.ceil(box[0] + box[2]));
  const bottom = Math.min(raster.height, Math.ceil(box[1] + box[3]));
  if (right - left < 16 || bottom - top < 16) return null;
  const edges = { left, top, right, bottom };
  return { ...lightOf(raster, edges), sharpness: sharpnessOf(raster, edges) };
}

interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function lightOf({ width, data }: Raster, { left, top, right, bottom }: Edges) {
  const counts = new Uint32Array(256);
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) counts[data[y * width + x]!]! += 1;
  }
  const count = (right - left) * (bottom - top);
  const mean = (of: (level: number) => number): number =>
    counts.reduce((sum, times, level) => sum + times * of(level), 0) / count;
  const brightness = mean((level) => level);
  return {
    brightness,
    ink: levelAbove(counts, count * 0.02),
    ground: levelAbove(counts, count * 0.5),
    highlight: levelAbove(counts, count * 0.95),
    clipped: mean((level) => (level >= 250 ? 1 : 0)),
  };
}

function levelAbove(counts: Uint32Array, rank: number): number {
  let below = 0;
  return counts.findIndex((times) => (below += times) >= rank);
}

/** Side in pixels of the tiles into which a region is divided. */
const tileSide = 32;
/** Tiles with less than this share of the highest contrast show nothing that could be sharp. */
const richShare = 0.5;

/** Maximum Laplacian variance from sensor noise alone, in squared levels; the amount in the flattest tiles is subtracted from all. */
const mostNoise = 8;

/**
 * Sharpness where there is detail: the median over the tiles with the highest contrast, each the variance of its Laplacian at normalised
 * contrast. A blank margin or a plain wall does not count as blurred.
 */
function sharpnessOf(raster: Raster, edges: Edges): number {
  const width = edges.right - edges.left;
  const height = edges.bottom - edges.top;
  const smooth = smoothRegion(raster, edges);
  const tiles: { deviation: number; variance: number }[] = [];
  for (let top = 0; top + 8 <= height; top += tileSide) {
    for (let left = 0; left + 8 <= width; left += tileSide) {
      const right = Math.min(width, left + tileSide);
      const bottom = Math.min(height, top + tileSide);
      if (right - left >= 8)
        tiles.push(tileSharpness(smooth, { width, height }, { left, top, right, bottom }));
    }
  }
  const contrasts = tiles.map(({ deviation }) => deviation).toSorted((a, b) => a - b);
  const rich = (contrasts[Math.floor(contrasts.length * 0.9)] ?? 0) * richShare;
  // Noise is the same in all tiles; the flattest tenth shows its amount.
  const bends = tiles.map(({ variance }) => variance).toSorted((a, b) => a - b);
  const noise = Math.min(mostNoise, bends[Math.floor(bends.length * 0.1)] ?? 0);
  const values = tiles
    .filter(({ deviation }) => deviation >= rich)
    .map(
      ({ deviation, variance }) =>
        Math.max(0, variance - noise) * (normalDeviation / Math.max(deviation, minDeviation)) ** 2,
    )
    .toSorted((a, b) => a - b);
  return values[Math.floor(values.length / 2)] ?? 0;
}

function tileSharpness(
  data: Float32Array,
  { width, height }: { width: number; height: number },
  { left, top, right, bottom }: Edges,
): { deviation: number; variance: number } {
  let sum = 0;
  let squares = 0;
  for (let y = top; y < bottom; y += 1) {
    for (let at = y * width + left; at < y * width + right; at += 1) {
      const here = data[at]!;
      sum += here;
      squares += here * here;
    }
  }
  let bends = 0;
  let bendSquares = 0;
  const [lowest, highest] = [Math.max(1, top), Math.min(height - 1, bottom)];
  const [first, last] = [Math.max(1, left), Math.min(width - 1, right)];
  for (let y = lowest; y < highest; y += 1) {
    for (let at = y * width + first; at < y * width + last; at += 1) {
      const bend = data[at - 1]! + data[at + 1]! + data[at - width]! + data[at + width]! - 4 * data[at]!;
      bends += bend;
      bendSquares += bend * bend;
    }
  }
  const count = (right - left) * (bottom - top);
  // The Laplacian needs four neighbours, so it is undefined for the outermost pixels.
  const inner = Math.max(0, last - first) * Math.max(0, highest - lowest);
  return {
    deviation: Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2)),
    variance: inner === 0 ? 0 : bendSquares / inner - (bends / inner) ** 2,
  };
}

/** Smooths the region with a 1-2-1 filter in both directions; otherwise sensor noise counts as sharpness. */
function smoothRegion({ width: stride, data }: Raster, { left, top, right, bottom }: Edges): Float32Array {
  const [width, height] = [right - left, bottom - top];
  const rows = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const start = (top + y) * stride + left;
    const to = y * width;
    for (let x = 1; x < width - 1; x += 1) {
      const at = start + x;
      rows[to + x] = (data[at - 1]! + 2 * data[at]! + data[at + 1]!) / 4;
    }
    const end = start + width - 1;
    rows[to] = (3 * data[start]! + data[start + 1]!) / 4;
    rows[to + width - 1] = (data[end - 1]! + 3 * data[end]!) / 4;
  }
  const smooth = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const up = y > 0 ? width : 0;
    const down = y < height - 1 ? width : 0;
    for (let at = y * width; at < (y + 1) * width; at += 1)
      smooth[at] = (rows[at - up]! + 2 * rows[at]! + rows[at + down]!) / 4;
  }
  return smooth;
}
