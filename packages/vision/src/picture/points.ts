import type { Box, Point, Quad } from './raster.ts';

/** Distance of two points, in the unit of their coordinates. */
export function distance(a: Point, b: Point): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
}

/** The point halfway between two points. */
export function midpoint(a: Point, b: Point): Point {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}

/** Linear interpolation from `a` (0) to `b` (1); values outside 0–1 lie beyond them. */
export function pointBetween(a: Point, b: Point, share: number): Point {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
}

/** Applies a function to each of the four corners, keeping their order. */
export function mapQuad(quad: Quad, move: (point: Point) => Point): Quad {
  return [move(quad[0]), move(quad[1]), move(quad[2]), move(quad[3])];
}

/** Scales corners to a picture enlarged by a factor. */
export function scaleQuad(quad: Quad, factor: number): Quad {
  return mapQuad(quad, ([x, y]) => [x * factor, y * factor]);
}

/** Scales a box to a picture enlarged by a factor. */
export function scaleBox([x, y, width, height]: Box, factor: number): Box {
  return [x * factor, y * factor, width * factor, height * factor];
}

/** Corners of a box, clockwise from the top left. */
export function cornersOfBox([x, y, width, height]: Box): Quad {
  return [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ];
}

/** The smallest upright box that contains all points; infinite if there are none. */
export function boundsOf(points: readonly Point[]): Box {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return [left, top, Math.max(...xs) - left, Math.max(...ys) - top];
}
