import type { Point, Quad } from './raster.ts';

/** Projective map of the plane, nine numbers row by row: (x, y, 1) maps to (X, Y, W), the point (X / W, Y / W). */
export type Homography = Float64Array;

/** The map from (0,0), (1,0), (1,1), (0,1) to four corners; the numbers are not finite if three corners are collinear. */
export function unitSquareTo([a, b, c, d]: Quad): Homography {
  const [dx1, dx2, dx3] = [b[0] - c[0], d[0] - c[0], a[0] - b[0] + c[0] - d[0]];
  const [dy1, dy2, dy3] = [b[1] - c[1], d[1] - c[1], a[1] - b[1] + c[1] - d[1]];
  const determinant = dx1 * dy2 - dx2 * dy1;
  const g = (dx3 * dy2 - dx2 * dy3) / determinant;
  const h = (dx1 * dy3 - dx3 * dy1) / determinant;
  return Float64Array.of(
    b[0] - a[0] + g * b[0],
    d[0] - a[0] + h * d[0],
    a[0],
    b[1] - a[1] + g * b[1],
    d[1] - a[1] + h * d[1],
    a[1],
    g,
    h,
    1,
  );
}

/** Maps a point. */
export function project(map: Homography, [x, y]: Point): Point {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 1] = map;
  const w = g * x + h * y + i;
  return [(a * x + b * y + c) / w, (d * x + e * y + f) / w];
}

/** The inverse map, up to a factor, which is irrelevant for projective maps. */
export function inverse(map: Homography): Homography {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 1] = map;
  return Float64Array.of(
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  );
}

/**
 * The map that takes points closest to their counterparts, by least squares of the linearised equations; the last of its nine numbers is
 * 1. Coordinates should be centred on 0 with a spread of about 1, otherwise precision is lost.
 * @returns `null` if the map is not determined: fewer than four points, or all collinear
 */
export function fitHomography(from: readonly Point[], to: readonly Point[]): Homography | null {
  const normal = Array.from({ length: 8 }, () => new Float64Array(9));
  for (const [index, [x, y]] of from.entries()) {
    const [u, v] = to[index] ?? [0, 0];
    addEquation(normal, [x, y, 1, 0, 0, 0, -u * x, -u * y], u);
    addEquation(normal, [0, 0, 0, x, y, 1, -v * x, -v * y], v);
  }
  return solve(normal);
}

function addEquation(normal: Float64Array[], row: readonly number[], right: number): void {
  for (const [i, line] of normal.entries()) {
    const weight = row[i] ?? 0;
    for (let j = 0; j < 8; j += 1) line[j] = (line[j] ?? 0) + weight * (row[j] ?? 0);
    line[8] = (line[8] ?? 0) + weight * right;
  }
}

/** Gaussian elimination with pivoting on rows of eight coefficients and a right-hand side. */
function solve(rows: Float64Array[]): Homography | null {
  for (let column = 0; column < 8; column += 1) {
    const pivot = largestFrom(rows, column);
    const [line, other] = [rows[column], rows[pivot]];
    if (!line || !other || Math.abs(other[column] ?? 0) < 1e-9) return null;
    // The largest coefficient is the pivot, so that nothing is divided by a rounding error.
    [rows[column], rows[pivot]] = [other, line];
    eliminate(rows, column);
  }
  return Float64Array.of(...rows.map((row, index) => (row[8] ?? 0) / (row[index] ?? 1)), 1);
}

function largestFrom(rows: readonly Float64Array[], column: number): number {
  let best = column;
  for (let row = column + 1; row < 8; row += 1) {
    if (Math.abs(rows[row]?.[column] ?? 0) > Math.abs(rows[best]?.[column] ?? 0)) best = row;
  }
  return best;
}

function eliminate(rows: readonly Float64Array[], column: number): void {
  const pivot = rows[column];
  if (!pivot) return;
  for (const [index, row] of rows.entries()) {
    if (index === column) continue;
    const factor = (row[column] ?? 0) / (pivot[column] ?? 1);
    for (let j = column; j < 9; j += 1) row[j] = (row[j] ?? 0) - factor * (pivot[j] ?? 0);
  }
}
