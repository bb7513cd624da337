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

/** Reads the edges along single lines of a grey picture; two neighbouring lines are averaged. */
export function lineScanner({ width, height, data }: Raster, axis: ScanAxis): LineScanner {
  const [length, lines] = axis === 'rows' ? [width, height] : [height, width];
  const [along, across] = axis === 'rows' ? [1, width] : [width, 1];
  const levels = new Float32Array(length);
  const edges: LineEdges = { count: 0, at: new Float32Array(length + 1), darkFirst: true };
  return {
    lines,
    length,
    edgesOf: (line) => {
      const next = line + 1 < lines ? across : 0;
      let at = line * across;
      for (let i = 0; i < length; i += 1, at += along)
        levels[i] = ((data[at] ?? 0) + (data[at + next] ?? 0)) / 2;
      findEdges(levels, edges);
      return edges;
    },
  };
}

function findEdges(levels: Float32Array, edges: LineEdges): void {
  const length = levels.length;
  let sum = 0;
  let size = 0;
  for (; size < Math.min(windowHalf, length); size += 1) sum += levels[size] ?? 0;
  let side = 0;
  let crossing = 0;
  let last = 0;
  edges.count = 0;
  for (let i = 0; i < length; i += 1) {
    if (i + windowHalf < length) {
      sum += levels[i + windowHalf] ?? 0;
      size += 1;
    }
    if (i - windowHalf - 1 >= 0) {
      sum -= levels[i - windowHalf - 1] ?? 0;
      size -= 1;
    }
    const difference = (levels[i] ?? 0) - sum / size;
    // Kept at every change of sign; it counts once the level has left the mean by the hysteresis.
    if (difference < 0 !== last < 0) crossing = i - difference / (difference - last);
    last = difference;
    const now = difference < -hysteresis ? -1 : difference > hysteresis ? 1 : 0;
    if (now === 0 || now === side) continue;
    if (side !== 0) {
      if (edges.count === 0) edges.darkFirst = now < 0;
      edges.at[edges.count] = crossing;
      edges.count += 1;
    }
    side = now;
  }
}
