import { fitHomography, project } from '../picture/homography.ts';
import type { Point } from '../picture/raster.ts';

/**
 * Measures how much of the motion between two views of the same points a plane leaves unexplained: points are mapped by the best-fitting
 * homography, and the residue is measured in the unit of the points.
 * @returns root mean square residue; `null` if no homography fits (fewer than 8 points, or all in line)
 */
export function planeResidue(from: readonly Point[], to: readonly Point[]): number | null {
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
  // Converts from normalised points to pixels.
  return Math.sqrt(sum / from.length) * b.scale;
}

/** Centres the points and scales them to a mean distance of √2 from the centre, so that the equations are well conditioned. */
function normalise(points: readonly Point[]): { points: Point[]; scale: number } {
  const mean = (axis: 0 | 1) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const [cx, cy] = [mean(0), mean(1)];
  const spread = points.reduce((sum, [x, y]) => sum + Math.hypot(x - cx, y - cy), 0) / points.length;
  const scale = spread / Math.SQRT2 || 1;
  return { points: points.map(([x, y]): Point => [(x - cx) / scale, (y - cy) / scale]), scale };
}
