import type { Raster } from '../picture/raster.ts';

/** Rows are read from left to right, columns from top to bottom. */
export type ScanAxis = 'rows' | 'columns';

/** Where a line of grey levels passes from light to dark or back, in fractions of a pixel along the line. */
export interface LineEdges {
  count: number;
  at: Float32Array;
  /** True when the first edge leads into something dark. */
  darkFirst: boolean;
}

/** Half of the window whose mean parts light from dark, in pixels. */
const windowHalf = 24;
/** How far a level must leave the mean to count, so that grain makes no edges. */
const hysteresis = 8;

/** Buffers for one axis of one picture, used again for every line. */
export interface LineScanner {
  lines: number;
  length: number;
  /** The returned edges are overwritten by the next call. */
  edgesOf(line: number): LineEdges;
}

/** Side of the squares in which a picture is turned about its diagonal, pixels: two of them fit into the nearest cache. */
const blockSide = 64;

/** Reads the edges along single lines of a grey picture; two neighbouring lines are averaged. */
export function lineScanner(picture: Raster, axis: ScanAxis): LineScanner {
  const { width: length, height: lines, data } = axis === 'rows' ? picture : transposed(picture);
  const sums = new Int32Array(length);
  const edges: LineEdges = { count: 0, at: new Float32Array(length + 1), darkFirst: true };
  return {
    lines,
    length,
    edgesOf: (line) => {
      addLines(data, { at: line * length, next: line + 1 < lines ? length : 0 }, sums);
      findEdges(sums, edges);
      return edges;
    },
  };
}

/** Columns as rows: down a column every pixel would be fetched from memory by itself. */
function transposed({ width, height, channels, data }: Raster): Raster {
  const turned = new Uint8Array(width * height);
  for (let top = 0; top < height; top += blockSide) {
    const bottom = Math.min(height, top + blockSide);
    for (let left = 0; left < width; left += blockSide) {
      const right = Math.min(width, left + blockSide);
      for (let x = left; x < right; x += 1) {
        for (let y = top; y < bottom; y += 1) turned[x * height + y] = data[y * width + x]!;
      }
    }
  }
  return { width: height, height: width, channels, data: turned };
}

/** Adds up each pixel of a line and its neighbour on the next. */
function addLines(data: Uint8Array, { at, next }: { at: number; next: number }, sums: Int32Array): void {
  for (let i = 0; i < sums.length; i += 1) sums[i] = data[at + i]! + data[at + next + i]!;
}

/**
 * Compares every level with the mean of its window. Plain whole numbers: this is the hot loop, and a division for each pixel costs
 * more than all else in it.
 * @param sums twice the levels
 */
function findEdges(sums: Int32Array, edges: LineEdges): void {
  const length = sums.length;
  let sum = 0;
  let size = Math.min(windowHalf, length);
  for (let i = 0; i < size; i += 1) sum += sums[i]!;
  let side = 0;
  let crossing = 0;
  // Difference from the mean at the last pixel, times twice the window's size there.
  let last = 0;
  let lastSize = 1;
  edges.count = 0;
  for (let i = 0; i < length; i += 1) {
    if (i + windowHalf < length) {
      sum += sums[i + windowHalf]!;
      size += 1;
    }
    if (i > windowHalf) {
      sum -= sums[i - windowHalf - 1]!;
      size -= 1;
    }
    const difference = sums[i]! * size - sum;
    // Kept at every change of sign; it counts once the level has left the mean by the hysteresis.
    if (difference < 0 !== last < 0) {
      const [now, before] = [difference / size, last / lastSize];
      crossing = i - now / (now - before);
    }
    last = difference;
    lastSize = size;
    const limit = 2 * hysteresis * size;
    const now = difference < -limit ? -1 : difference > limit ? 1 : 0;
    if (now === 0 || now === side) continue;
    if (side !== 0) {
      if (edges.count === 0) edges.darkFirst = now < 0;
      edges.at[edges.count] = crossing;
      edges.count += 1;
    }
    side = now;
  }
}
