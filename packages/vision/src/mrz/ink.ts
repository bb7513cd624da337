import type { Plane } from './plane.ts';

/** Ink amounts: about 0 is paper, about 1 is full print. */
export interface InkPlane {
  width: number;
  height: number;
  data: Float32Array;
}

/** Levels of paper and print on a coarse lattice of tiles. */
interface Levels {
  columns: number;
  rows: number;
  paper: Float32Array;
  print: Float32Array;
}

const TILE = 24;

/** Value below which the given share of a histogram lies. */
function shareOf(histogram: Int32Array, count: number, share: number): number {
  let rest = count * share;
  let value = 0;
  while (value < 255 && rest > (histogram[value] as number)) rest -= histogram[value++] as number;
  return value;
}

/** Paper is what four fifths of a tile's surroundings stay below, print what only a few per cent do. */
function measureLevels(plane: Plane): Levels {
  const [columns, rows] = [Math.ceil(plane.width / TILE), Math.ceil(plane.height / TILE)];
  const levels = {
    columns,
    rows,
    paper: new Float32Array(columns * rows),
    print: new Float32Array(columns * rows),
  };
  const histogram = new Int32Array(256);
  for (let ty = 0; ty < rows; ty++) {
    for (let tx = 0; tx < columns; tx++) {
      histogram.fill(0);
      const [left, right] = [Math.max(0, (tx - 1) * TILE), Math.min(plane.width, (tx + 2) * TILE)];
      const [top, bottom] = [Math.max(0, (ty - 1) * TILE), Math.min(plane.height, (ty + 2) * TILE)];
      for (let y = top; y < bottom; y++) {
        for (let x = left; x < right; x++) {
          const value = plane.data[y * plane.width + x] as number;
          histogram[value] = (histogram[value] as number) + 1;
        }
      }
      const count = (right - left) * (bottom - top);
      levels.paper[ty * columns + tx] = shareOf(histogram, count, 0.75);
      levels.print[ty * columns + tx] = shareOf(histogram, count, 0.04);
    }
  }
  return levels;
}

/** The lattice between tile centres, one row of pixels at a time. */
function interpolateRow(levels: Levels, values: Float32Array, y: number, target: Float32Array): void {
  const ty = Math.max(0, Math.min(levels.rows - 1.001, (y + 0.5) / TILE - 0.5));
  const row = Math.floor(Math.max(0, ty));
  const next = Math.min(levels.rows - 1, row + 1);
  const fy = Math.max(0, ty) - row;
  for (let x = 0; x < target.length; x++) {
    const tx = Math.max(0, Math.min(levels.columns - 1, (x + 0.5) / TILE - 0.5));
    const column = Math.floor(tx);
    const right = Math.min(levels.columns - 1, column + 1);
    const fx = tx - column;
    const a =
      (values[row * levels.columns + column] as number) * (1 - fx) +
      (values[row * levels.columns + right] as number) * fx;
    const b =
      (values[next * levels.columns + column] as number) * (1 - fx) +
      (values[next * levels.columns + right] as number) * fx;
    target[x] = a * (1 - fy) + b * fy;
  }
}

/** Removes the local background and scales contrast to the darkest few per cent around each place. */
export function normaliseInk(plane: Plane): InkPlane {
  const levels = measureLevels(plane);
  const contrasts = levels.paper.map((paper, i) => paper - (levels.print[i] as number)).sort();
  // Empty tiles must not be scaled up to look like print.
  const floor = Math.max(8, 0.4 * (contrasts[Math.floor(contrasts.length * 0.8)] as number));
  const data = new Float32Array(plane.width * plane.height);
  const [paper, print] = [new Float32Array(plane.width), new Float32Array(plane.width)];
  for (let y = 0; y < plane.height; y++) {
    interpolateRow(levels, levels.paper, y, paper);
    interpolateRow(levels, levels.print, y, print);
    for (let x = 0; x < plane.width; x++) {
      const light = paper[x] as number;
      const contrast = Math.max(floor, light - (print[x] as number));
      const ink = (light - (plane.data[y * plane.width + x] as number)) / contrast;
      data[y * plane.width + x] = Math.max(-0.3, Math.min(1.4, ink));
    }
  }
  return { width: plane.width, height: plane.height, data };
}
