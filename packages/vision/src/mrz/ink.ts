import { closePlane } from './closing.ts';
import type { Plane } from './plane.ts';

/** Ink amounts: about 0 is paper, about 1 is full print. */
export interface InkPlane {
  width: number;
  height: number;
  data: Float32Array;
}

/** Print contrast on a coarse lattice of tiles. */
interface Lattice {
  columns: number;
  rows: number;
  values: Float32Array;
}

const TILE = 24;

/** Value that the given share of a histogram exceeds. */
function exceededBy(histogram: Int32Array, count: number, share: number): number {
  let rest = count * share;
  let value = 255;
  while (value > 0 && rest > (histogram[value] as number)) rest -= histogram[value--] as number;
  return value;
}

/** Darkness that only a few per cent of the surroundings of each tile exceed. */
function measurePrint(darkness: Uint8Array, plane: Plane): Lattice {
  const [columns, rows] = [Math.ceil(plane.width / TILE), Math.ceil(plane.height / TILE)];
  const values = new Float32Array(columns * rows);
  const histogram = new Int32Array(256);
  for (let ty = 0; ty < rows; ty++) {
    for (let tx = 0; tx < columns; tx++) {
      histogram.fill(0);
      const [left, right] = [Math.max(0, (tx - 1) * TILE), Math.min(plane.width, (tx + 2) * TILE)];
      const [top, bottom] = [Math.max(0, (ty - 1) * TILE), Math.min(plane.height, (ty + 2) * TILE)];
      for (let y = top; y < bottom; y++) {
        for (let x = left; x < right; x++) {
          const value = darkness[y * plane.width + x] as number;
          histogram[value] = (histogram[value] as number) + 1;
        }
      }
      values[ty * columns + tx] = exceededBy(histogram, (right - left) * (bottom - top), 0.04);
    }
  }
  return { columns, rows, values };
}

/** Lattice value at a pixel, linear between tile centres. */
function latticeAt(lattice: Lattice, x: number, y: number): number {
  const tx = Math.max(0, Math.min(lattice.columns - 1, (x + 0.5) / TILE - 0.5));
  const ty = Math.max(0, Math.min(lattice.rows - 1, (y + 0.5) / TILE - 0.5));
  const [column, row] = [Math.floor(tx), Math.floor(ty)];
  const [right, next] = [Math.min(lattice.columns - 1, column + 1), Math.min(lattice.rows - 1, row + 1)];
  const [fx, fy] = [tx - column, ty - row];
  const v = lattice.values;
  const above =
    (v[row * lattice.columns + column] as number) * (1 - fx) +
    (v[row * lattice.columns + right] as number) * fx;
  const below =
    (v[next * lattice.columns + column] as number) * (1 - fx) +
    (v[next * lattice.columns + right] as number) * fx;
  return above * (1 - fy) + below * fy;
}

/**
 * Removes the local background and scales contrast to the darkest few per cent around each place.
 * @param pitch rough character pitch in pixels: nothing wider than it is a stroke
 */
export function normaliseInk(plane: Plane, pitch: number): InkPlane {
  const paper = closePlane(plane.data, plane.width, 2 * Math.round(pitch * 0.5) + 1);
  const darkness = paper.map((value, i) => value - (plane.data[i] as number));
  const lattice = measurePrint(darkness, plane);
  const sorted = lattice.values.slice().sort();
  // Empty tiles must not be scaled up to look like print.
  const floor = Math.max(8, 0.4 * (sorted[Math.floor(sorted.length * 0.8)] as number));
  const data = new Float32Array(darkness.length);
  for (let y = 0; y < plane.height; y++) {
    for (let x = 0; x < plane.width; x += 4) {
      const contrast = Math.max(floor, latticeAt(lattice, x + 1.5, y));
      const end = Math.min(plane.width, x + 4) + y * plane.width;
      for (let at = y * plane.width + x; at < end; at++) {
        data[at] = Math.min(1.4, (darkness[at] as number) / contrast);
      }
    }
  }
  return { width: plane.width, height: plane.height, data };
}
