import type { Plane } from '../picture/raster.ts';

/** Half length of the horizontal closing, in pixels: anything dark that is wider than 9 pixels is not a stroke. */
const closingReach = 4;

/** Maximum strength of strokes, so that black print elsewhere does not outweigh a pale zone. */
const mostStrength = 90;

/** Width of the closing in pixels. */
const closingWindow = 2 * closingReach + 1;

/**
 * Running maximum over `closingWindow` pixels in two passes of three; a minimum is the maximum of the negative. Reads `padded[0..n)`,
 * repeating its last value, and writes the negative of each maximum back to the middle of its window.
 */
function closeHalf(padded: Uint8Array, threes: Uint8Array, n: number): void {
  padded.fill(padded[n - 1]!, n);
  let a = padded[0]!;
  let b = padded[1]!;
  for (let i = 0; i < n + 6; i += 1) {
    // Each value is read once: two of three are shared with the previous window.
    const c = padded[i + 2]!;
    const bc = b > c ? b : c;
    threes[i] = a > bc ? a : bc;
    a = b;
    b = c;
  }
  for (let i = 0; i + closingReach < n; i += 1) {
    const left = threes[i]!;
    const middle = threes[i + 3]!;
    const right = threes[i + 6]!;
    const most = left > middle ? left : middle;
    padded[i + closingReach] = 255 - (most > right ? most : right);
  }
  const first = Math.max(threes[0]!, threes[3]!, threes[6]!);
  padded.fill(255 - first, 0, Math.min(closingReach, n));
}

/**
 * How strongly each pixel belongs to a thin dark stroke crossed horizontally: the closing of its row minus the pixel, 0–90. Returned as
 * running sums, so that the mean over any box takes four look-ups.
 */
export function strokeSums(plane: Plane): { width: number; height: number; sums: Int32Array } {
  const { width, height, data } = plane;
  const sums = new Int32Array((width + 1) * (height + 1));
  const buffers = {
    padded: new Uint8Array(width + closingWindow),
    threes: new Uint8Array(width + closingWindow),
  };
  const strength = new Uint8Array(width);
  for (let y = 0; y < height; y += 1) {
    // Text is many rows tall, so only every second row is measured, and counts twice.
    if (y % 2 === 0) measureRow(data.subarray(y * width, (y + 1) * width), strength, buffers);
    let sum = 0;
    const at = (y + 1) * (width + 1) + 1;
    for (let x = 0; x < width; x += 1) {
      sum += strength[x]!;
      sums[at + x] = sums[at + x - width - 1]! + sum;
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
  for (let x = 0; x < n; x += 1) {
    // Strokes lighter than their surroundings are not print.
    const darker = padded[x]! - source[x]!;
    strength[x] = darker > mostStrength ? mostStrength : darker > 0 ? darker : 0;
  }
}
