import type { Plane } from './raster.ts';

/**
 * Bilinear interpolation of the four surrounding pixels; positions outside take the value of the nearest edge. The position is kept a
 * thousandth of a pixel inside the last row and column, so that there are always four pixels to read: planes must be at least 2 pixels
 * wide and high.
 * @param x relative to the centre of the first pixel, like `y`
 */
export function valueBetween(
  { width, height, data }: Plane<Uint8Array | Float32Array>,
  x: number,
  y: number,
): number {
  const cx = x < 0 ? 0 : x > width - 1.001 ? width - 1.001 : x;
  const cy = y < 0 ? 0 : y > height - 1.001 ? height - 1.001 : y;
  const column = cx | 0;
  const row = cy | 0;
  const right = cx - column;
  const lower = cy - row;
  const at = row * width + column;
  const above = data[at]! * (1 - right) + data[at + 1]! * right;
  const below = data[at + width]! * (1 - right) + data[at + width + 1]! * right;
  return above * (1 - lower) + below * lower;
}
