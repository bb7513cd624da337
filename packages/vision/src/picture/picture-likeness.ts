import type { Raster } from './raster.ts';

const hashGrid = 32;
const hashSide = 8;
/** Samples in each direction of a grid cell; enough for its mean. */
const samplesPerCell = 10;

/**
 * A 64-bit hash of a picture's shape as 16 hex digits: which of the lowest frequencies lie above their median. It survives copying,
 * scaling and recompression, but not crops and rotations.
 */
export function perceptualHash(raster: Raster): string {
  const grid = gridMeans(raster);
  const frequencies = lowFrequencies(grid);
  // The first term is the mean brightness, which is far larger than the others; the median is taken over the rest.
  const [, ...others] = frequencies;
  const median = others.toSorted((a, b) => a - b)[Math.floor(others.length / 2)] ?? 0;
  const bits = frequencies.map((value) => (value > median ? 1n : 0n));
  const number = bits.reduce<bigint>((sum, bit) => (sum << 1n) | bit, 0n);
  return number.toString(16).padStart(16, '0');
}

/** Number of differing bits between two 64-bit hashes. Copies of one picture differ in at most about 6. */
export function hashDistance(a: string, b: string): number {
  let different = BigInt(`0x${a}`) ^ BigInt(`0x${b}`);
  let count = 0;
  for (; different > 0n; different &= different - 1n) count += 1;
  return count;
}

/** Mean luma of the cells of a grid over the picture, from evenly spread samples. */
function gridMeans({ width, height, channels, data }: Raster): Float64Array {
  const steps = hashGrid * samplesPerCell;
  const columns = Uint32Array.from(
    { length: steps },
    (_, column) => Math.floor(((column + 0.5) * width) / steps) * channels,
  );
  const sums = new Float64Array(hashGrid * hashGrid);
  for (let row = 0; row < steps; row += 1) {
    const line = Math.floor(((row + 0.5) * height) / steps) * width * channels;
    const gridRow = Math.floor(row / samplesPerCell) * hashGrid;
    for (let cell = 0, column = 0; cell < hashGrid; cell += 1) {
      let sum = 0;
      for (const end = column + samplesPerCell; column < end; column += 1) {
        const at = line + columns[column]!;
        sum += channels === 1 ? data[at]! : data[at]! * 0.299 + data[at + 1]! * 0.587 + data[at + 2]! * 0.114;
      }
      sums[gridRow + cell]! += sum;
    }
  }
  return sums;
}

/** The 8 × 8 lowest terms of the grid's cosine transform. */
function lowFrequencies(grid: Float64Array): number[] {
  const rows = new Float64Array(hashSide * hashGrid);
  for (let u = 0; u < hashSide; u += 1) {
    for (let y = 0; y < hashGrid; y += 1) {
      let sum = 0;
      for (let x = 0; x < hashGrid; x += 1) sum += grid[y * hashGrid + x]! * cosines[u * hashGrid + x]!;
      rows[u * hashGrid + y] = sum;
    }
  }
  return Array.from({ length: hashSide * hashSide }, (_, index) => {
    const v = Math.floor(index / hashSide);
    const u = index % hashSide;
    let sum = 0;
    for (let y = 0; y < hashGrid; y += 1) sum += rows[u * hashGrid + y]! * cosines[v * hashGrid + y]!;
    // Exact ties in flat pictures must not depend on rounding.
    return Math.round(sum);
  });
}

/** Indexed by frequency and position. */
const cosines = Float64Array.from({ length: hashSide * hashGrid }, (_, index) => {
  const [frequency, place] = [Math.floor(index / hashGrid), index % hashGrid];
  return Math.cos((Math.PI * frequency * (2 * place + 1)) / (2 * hashGrid));
});
