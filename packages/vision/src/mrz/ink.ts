import type { Plane } from '../picture/raster.ts';
import { closePlane } from './closing.ts';

/** Amounts of ink: about 0 is paper, about 1 is full print. */
export type InkPlane = Plane<Float32Array>;

/** Print contrast along each line: `columns` values per line, at the lines' middle rows. */
interface Lattice {
  columns: number;
  rows: readonly number[];
  values: Float32Array;
}

const tileSide = 24;

/** Value exceeded by the given share of a histogram. */
function exceededBy(histogram: Int32Array, count: number, share: number): number {
  let rest = count * share;
  let value = 255;
  while (value > 0 && rest > histogram[value]!) {
    rest -= histogram[value]!;
    value -= 1;
  }
  return value;
}

/** Positions of the lines: middle rows from top to bottom and the approximate character pitch, in pixels. */
export interface LinePlaces {
  rows: readonly number[];
  pitch: number;
}

/** Darkness exceeded by only a few per cent of the surroundings, measured along the lines because other print must not count. */
function measurePrint(darkness: Uint8Array, plane: Plane, places: LinePlaces): Lattice {
  const columns = Math.ceil(plane.width / tileSide);
  const values = new Float32Array(columns * places.rows.length);
  const histogram = new Int32Array(256);
  const reach = 0.6 * places.pitch;
  places.rows.forEach((row, line) => {
    const [top, bottom] = [
      Math.max(0, Math.round(row - reach)),
      Math.min(plane.height, Math.round(row + reach)),
    ];
    for (let tile = 0; tile < columns; tile += 1) {
      histogram.fill(0);
      const [left, right] = [
        Math.max(0, (tile - 1) * tileSide),
        Math.min(plane.width, (tile + 2) * tileSide),
      ];
      for (let y = top; y < bottom; y += 1) {
        for (let x = left; x < right; x += 1) {
          const value = darkness[y * plane.width + x]!;
          histogram[value] = histogram[value]! + 1;
        }
      }
      // Not the darkest pixel, which may be dirt, but the value that one pixel in fourteen exceeds.
      values[line * columns + tile] = exceededBy(histogram, (right - left) * (bottom - top), 0.07);
    }
  });
  return { columns, rows: places.rows, values };
}

/** Value at a column of one line, interpolated linearly between tile centres. */
function alongLine(lattice: Lattice, line: number, x: number): number {
  const tx = Math.max(0, Math.min(lattice.columns - 1, (x + 0.5) / tileSide - 0.5));
  const column = Math.floor(tx);
  const right = Math.min(lattice.columns - 1, column + 1);
  const at = line * lattice.columns;
  const [a, b] = [lattice.values[at + column]!, lattice.values[at + right]!];
  return a + (b - a) * (tx - column);
}

/** The lines above and below a row of pixels, and how close it is to the lower one, 0–1; outside the outer lines both are the same. */
interface Between {
  above: number;
  below: number;
  share: number;
}

function linesAround({ rows }: Lattice, y: number): Between {
  let below = 0;
  while (below < rows.length && rows[below]! <= y) below += 1;
  if (below === 0) return { above: 0, below: 0, share: 0 };
  if (below === rows.length) return { above: below - 1, below: below - 1, share: 0 };
  const [top, bottom] = [rows[below - 1]!, rows[below]!];
  return { above: below - 1, below, share: (y - top) / (bottom - top) };
}

/** Contrast at a pixel: linear between two lines, constant beyond the first and last. */
function contrastAt(lattice: Lattice, { above, below, share }: Between, x: number): number {
  const upper = alongLine(lattice, above, x);
  return above === below ? upper : upper * (1 - share) + alongLine(lattice, below, x) * share;
}

/** Removes the local background and scales contrast so that the darkest few per cent along the lines are full print. */
export function normaliseInk(plane: Plane, places: LinePlaces): InkPlane {
  // Anything wider than a character is not a stroke.
  const paper = closePlane(plane.data, plane.width, 2 * Math.round(places.pitch * 0.5) + 1);
  const darkness = new Uint8Array(paper.length);
  for (let i = 0; i < paper.length; i += 1) darkness[i] = paper[i]! - plane.data[i]!;
  const lattice = measurePrint(darkness, plane, places);
  const sorted = lattice.values.slice().sort();
  // Empty stretches must not be scaled up to look like print.
  const floor = Math.max(8, 0.45 * sorted[Math.floor(sorted.length * 0.6)]!);
  const data = new Float32Array(darkness.length);
  for (let y = 0; y < plane.height; y += 1) {
    const between = linesAround(lattice, y);
    // Contrast changes slowly, so one value serves four columns.
    for (let x = 0; x < plane.width; x += 4) {
      const contrast = Math.max(floor, contrastAt(lattice, between, x + 1.5));
      const end = Math.min(plane.width, x + 4) + y * plane.width;
      for (let at = y * plane.width + x; at < end; at += 1) {
        data[at] = Math.min(1.4, darkness[at]! / contrast);
      }
    }
  }
  return { width: plane.width, height: plane.height, data };
}
