import type { Plane } from './plane.ts';

/** Half length of the horizontal closing in pixels: wider dark things than 9 pixels are no strokes. */
const REACH = 4;

/** Strokes count at most this much, so that black print elsewhere does not drown a pale zone. */
const CEILING = 90;

/** Running extreme over `2 · REACH + 1` pixels of one row, by doubling. `sign` 1: largest, −1: smallest. */
function runningExtreme(row: Int16Array, buffers: [Int16Array, Int16Array], sign: 1 | -1): Int16Array {
  const [a, b] = buffers;
  const n = row.length;
  const pick = (source: Int16Array, target: Int16Array, step: number): void => {
    for (let i = 0; i < n; i++) {
      const here = source[i] as number;
      const there = source[i + step < n ? i + step : n - 1] as number;
      target[i] = (there - here) * sign > 0 ? there : here;
    }
  };
  pick(row, a, 1);
  pick(a, b, 2);
  pick(b, a, 4);
  pick(a, b, 1);
  for (let i = n - 1; i >= REACH; i--) a[i] = b[i - REACH] as number;
  for (let i = 0; i < Math.min(REACH, n); i++) a[i] = b[0] as number;
  return a;
}

/**
 * How strongly each pixel is part of a thin dark stroke crossed horizontally: the closing of its row less the
 * pixel, 0–90. Given as running sums, so that the mean over any box costs four look-ups.
 */
export function strokeSums(plane: Plane): { width: number; height: number; sums: Int32Array } {
  const { width, height, data } = plane;
  const sums = new Int32Array((width + 1) * (height + 1));
  const row = new Int16Array(width);
  const largest: [Int16Array, Int16Array] = [new Int16Array(width), new Int16Array(width)];
  const smallest: [Int16Array, Int16Array] = [new Int16Array(width), new Int16Array(width)];
  const strength = new Uint8Array(width);
  for (let y = 0; y < height; y++) {
    // Text is many rows tall: every second row is measured and counts twice.
    if (y % 2 === 0)
      measureRow(data.subarray(y * width, (y + 1) * width), strength, { row, largest, smallest });
    let sum = 0;
    const at = (y + 1) * (width + 1) + 1;
    for (let x = 0; x < width; x++) {
      sum += strength[x] as number;
      sums[at + x] = (sums[at + x - width - 1] as number) + sum;
    }
  }
  return { width, height, sums };
}

interface RowBuffers {
  row: Int16Array;
  largest: [Int16Array, Int16Array];
  smallest: [Int16Array, Int16Array];
}

function measureRow(source: Uint8Array, strength: Uint8Array, buffers: RowBuffers): void {
  const { row, largest, smallest } = buffers;
  for (let x = 0; x < row.length; x++) row[x] = source[x] as number;
  const closed = runningExtreme(runningExtreme(row, largest, 1), smallest, -1);
  for (let x = 0; x < row.length; x++) {
    const darker = (closed[x] as number) - (row[x] as number);
    strength[x] = darker > CEILING ? CEILING : darker > 0 ? darker : 0;
  }
}
