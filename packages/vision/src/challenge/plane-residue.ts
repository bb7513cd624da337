type Flat = readonly [x: number, y: number];

/**
 * How much of the motion between two views of the same points a plane leaves unexplained: points are mapped by the homography
 * that fits best, and what is left is measured in the unit of the points.
 * @returns root mean square residue; `null` when no homography fits (fewer than 8 points, all in line)
 */
export function planeResidue(from: readonly Flat[], to: readonly Flat[]): number | null {
  if (from.length < 8 || from.length !== to.length) return null;
  const [a, b] = [normalise(from), normalise(to)];
  const map = fitHomography(a.points, b.points);
  if (map === null) return null;
  let sum = 0;
  for (const [index, point] of a.points.entries()) {
    const [x, y] = project(map, point);
    const [u, v] = b.points[index] ?? [0, 0];
    sum += (x - u) ** 2 + (y - v) ** 2;
  }
  return Math.sqrt(sum / from.length) * b.scale;
}

/** Points moved to their middle and scaled to a mean distance of √2 from it, so that the equations are well behaved. */
function normalise(points: readonly Flat[]): { points: Flat[]; scale: number } {
  const mean = (axis: 0 | 1) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const [cx, cy] = [mean(0), mean(1)];
  const spread = points.reduce((sum, [x, y]) => sum + Math.hypot(x - cx, y - cy), 0) / points.length;
  const scale = spread / Math.SQRT2 || 1;
  return { points: points.map(([x, y]): Flat => [(x - cx) / scale, (y - cy) / scale]), scale };
}

/** Eight numbers h with (x, y) → ((h0 x + h1 y + h2) / w, (h3 x + h4 y + h5) / w), w = h6 x + h7 y + 1; least squares. */
function fitHomography(from: readonly Flat[], to: readonly Flat[]): number[] | null {
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

/** Gaussian elimination with pivoting on rows of eight coefficients and a right side. */
function solve(rows: Float64Array[]): number[] | null {
  for (let column = 0; column < 8; column += 1) {
    const pivot = largestFrom(rows, column);
    const [line, other] = [rows[column], rows[pivot]];
    if (!line || !other || Math.abs(other[column] ?? 0) < 1e-9) return null;
    [rows[column], rows[pivot]] = [other, line];
    eliminate(rows, column);
  }
  return rows.map((row, index) => (row[8] ?? 0) / (row[index] ?? 1));
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

function project(h: readonly number[], [x, y]: Flat): Flat {
  const w = (h[6] ?? 0) * x + (h[7] ?? 0) * y + 1;
  return [
    ((h[0] ?? 0) * x + (h[1] ?? 0) * y + (h[2] ?? 0)) / w,
    ((h[3] ?? 0) * x + (h[4] ?? 0) * y + (h[5] ?? 0)) / w,
  ];
}
