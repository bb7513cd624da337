import type { Plane } from '../picture/raster.ts';

/** Half length of the horizontal closing in pixels: wider dark things than 9 pixels are no strokes. */
const REACH = 4;

/** Strokes count at most this much, so that black print elsewhere does not drown a pale zone. */
const CEILING = 90;

/** Width of the closing. */
const WINDOW = 2 * REACH + 1;

/**
 * Running maximum over `WINDOW` pixels in two passes of three. The smallest values
 * are the largest of the negative. Reads `padded[0..n)`, repeating its last value; writes the extremes' negative back to where their windows' middles are.
 */
function closeHalf(padded: Uint8Array, threes: Uint8Array, n: number): void {
  padded.fill(padded[n - 1] as number, n);
  for (let i = 0; i < n + 6; i++) {
    const [a, b, c] = [padded[i] as number, padded[i + 1] as number, padded[i + 2] as number];
    const ab = a > b ? a : b;
    threes[i] = ab > c ? ab : c;
  }
  for (let i = 0; i + REACH < n; i++) {
    const [a, b, c] = [threes[i] as number, threes[i + 3] as number, threes[i + 6] as number];
    const ab = a > b ? a : b;
    padded[i + REACH] = 255 - (ab > c ? ab : c);
  }
  const first = Math.max(threes[0] as number, threes[3] as number, threes[6] as number);
  padded.fill(255 - first, 0, Math.min(REACH, n));
}

/**
 * How strongly each pixel is part of a thin dark stroke crossed horizontally: the closing of its row less the
 * pixel, 0–90. Given as running sums, so that the mean over any box costs four look-ups.
 */
export function strokeSums(plane: Plane): { width: number; height: number; sums: Int32Array } {
  const { width, height, data } = plane;
  const sums = new Int32Array((width + 1) * (height + 1));
  const buffers = { padded: new Uint8Array(width + WINDOW), threes: new Uint8Array(width + WINDOW) };
  const strength = new Uint8Array(width);
  for (let y = 0; y < height; y++) {
    // Text is many rows tall: every second row is measured and counts twice.
    if (y % 2 === 0) measureRow(data.subarray(y * width, (y + 1) * width), strength, buffers);
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
  padded: Uint8Array;
  threes: Uint8Array;
}

function measureRow(source: Uint8Array, strength: Uint8Array, { padded, threes }: RowBuffers): void {
  const n = source.length;
  padded.set(source);
  closeHalf(padded, threes, n);
  closeHalf(padded, threes, n);
  for (let x = 0; x < n; x++) {
    const darker = (padded[x] as number) - (source[x] as number);
    strength[x] = darker > CEILING ? CEILING : darker > 0 ? darker : 0;
  }
}
