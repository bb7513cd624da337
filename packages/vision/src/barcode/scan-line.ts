import type { Raster } from '../picture/raster.ts';

/** Rows are read from left to right, columns from top to bottom. */
export type ScanAxis = 'rows' | 'columns';

/** Transitions of a line of grey levels between light and dark, in fractions of a pixel along the line. */
export interface LineEdges {
  count: number;
  at: Float32Array;
  /** Whether the first transition is from light to dark. */
  darkFirst: boolean;
}

/** Half the window whose mean separates light from dark, in pixels. */
const windowHalf = 24;
/** Minimum deviation of a level from the mean, so that grain produces no edges. */
const hysteresis = 8;
/** Number of zeros before a line's levels: the window extends beyond the line by one more than half of its size. */
const before = windowHalf + 1;

/** Reads every n-th line of a picture in one direction, from the second on. */
export interface LineScanner {
  /** Index of the first line, and the distance between lines. */
  first: number;
  step: number;
  /** Total number of lines, read or not. */
  lines: number;
  /** The returned edges are overwritten by the next call. */
  edgesOf(line: number): LineEdges;
}

/** Side of the blocks in which columns are transposed, for lines that are read by pixels: two of them fit in the fastest cache. */
const blockSide = 64;

/** Reads the edges along single lines of a grey picture, averaging two adjacent lines. */
export function lineScanner(picture: Raster, axis: ScanAxis, step: number): LineScanner {
  const isRows = axis === 'rows';
  const [length, lines] = isRows ? [picture.width, picture.height] : [picture.height, picture.width];
  const first = 1;
  const columns = isRows ? null : columnSums(picture, { first, step });
  const sums = new Int32Array(length + 2 * windowHalf + 1);
  const edges: LineEdges = { count: 0, at: new Float32Array(length + 1), darkFirst: true };
  return {
    first,
    step,
    lines,
    edgesOf: (line) => {
      const at = ((line - first) / step) * length;
      if (columns === null) addRows(picture, line, sums);
      else sums.set(columns.subarray(at, at + length), before);
      findEdges(sums, length, edges);
      return edges;
    },
  };
}

/**
 * The sums of the columns that are read and their right neighbours, as rows: reading down a column would access each pixel separately.
 */
function columnSums(
  { width, height, data }: Raster,
  { first, step }: { first: number; step: number },
): Uint16Array {
  const count = Math.max(0, Math.ceil((width - first) / step));
  const sums = new Uint16Array(count * height);
  for (let top = 0; top < height; top += blockSide) {
    const bottom = Math.min(height, top + blockSide);
    for (let from = 0; from < count; from += blockSide) {
      const to = Math.min(count, from + blockSide);
      for (let line = from; line < to; line += 1) {
        const x = first + line * step;
        // The last column has no neighbour and counts twice.
        const next = x + 1 < width ? 1 : 0;
        for (let y = top, at = top * width + x; y < bottom; y += 1, at += width)
          sums[line * height + y] = data[at]! + data[at + next]!;
      }
    }
  }
  return sums;
}

/** Sums each pixel of a row and its neighbour in the next row. */
function addRows({ width, height, data }: Raster, line: number, sums: Int32Array): void {
  const at = line * width;
  const next = line + 1 < height ? width : 0;
  for (let i = 0; i < width; i += 1) sums[before + i] = data[at + i]! + data[at + next + i]!;
}

/** The state after the last pixel. */
interface Walk {
  /** Sum and number of the levels in the window. */
  sum: number;
  size: number;
  /** −1 in a dark area, 1 in a light one; 0 before the first. */
  side: number;
  /** Difference from the mean, multiplied by the window size. */
  last: number;
  lastSize: number;
  /** The last change of sign: its position, and the differences at and before it. */
  crossing: { at: number; now: number; size: number; last: number; lastSize: number };
}

/**
 * Compares every level with the mean of its window. Uses plain integers, because this is the hot loop and a division per pixel would cost
 * more than everything else.
 * @param sums twice the levels, with zeros before and after them
 */
function findEdges(sums: Int32Array, length: number, edges: LineEdges): void {
  const walk: Walk = {
    sum: 0,
    size: Math.min(windowHalf, length),
    side: 0,
    last: 0,
    lastSize: 1,
    crossing: { at: 0, now: 0, size: 1, last: 0, lastSize: 1 },
  };
  for (let i = 0; i < walk.size; i += 1) walk.sum += sums[before + i]!;
  edges.count = 0;
  // The window grows at the beginning of a line and shrinks at its end; in shorter lines it does neither in between.
  const whole = Math.min(windowHalf + 1, Math.max(0, length - windowHalf));
  const end = Math.max(windowHalf + 1, length - windowHalf);
  walkOn(sums, { from: 0, to: whole, growth: 1 }, walk, edges);
  walkOn(sums, { from: whole, to: Math.min(end, length), growth: 0 }, walk, edges);
  walkOn(sums, { from: Math.min(end, length), to: length, growth: -1 }, walk, edges);
}

/** Processes a stretch of a line in which the window grows by a fixed number per pixel. */
function walkOn(
  sums: Int32Array,
  { from, to, growth }: { from: number; to: number; growth: -1 | 0 | 1 },
  walk: Walk,
  edges: LineEdges,
): void {
  const { crossing } = walk;
  let { sum, size, side, last, lastSize } = walk;
  for (let i = from; i < to; i += 1) {
    // Outside the line there are zeros.
    sum += sums[before + i + windowHalf]! - sums[before + i - windowHalf - 1]!;
    size += growth;
    const difference = sums[before + i]! * size - sum;
    // Recorded at every change of sign; it counts once the level deviates from the mean by more than the hysteresis.
    if (difference < 0 !== last < 0) {
      crossing.at = i;
      crossing.now = difference;
      crossing.size = size;
      crossing.last = last;
      crossing.lastSize = lastSize;
    }
    last = difference;
    lastSize = size;
    const limit = 2 * hysteresis * size;
    if (difference <= limit && difference >= -limit) continue;
    const now = difference < 0 ? -1 : 1;
    if (now === side) continue;
    if (side !== 0) {
      if (edges.count === 0) edges.darkFirst = now < 0;
      edges.at[edges.count] = placeOf(crossing);
      edges.count += 1;
    }
    side = now;
  }
  Object.assign(walk, { sum, size, side, last, lastSize });
}

/** Where a line between two differences from the mean crosses zero. */
function placeOf({ at, now, size, last, lastSize }: Walk['crossing']): number {
  const here = now / size;
  return at - here / (here - last / lastSize);
}
