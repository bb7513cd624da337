import type { Candidate, Placement } from './candidates.ts';
import { leanAt } from './pitch-grid.ts';
import type { Point, Quad } from '../picture/raster.ts';
import { rowAt } from './text-lines.ts';

/** Where a border crosses the top (side −1) or bottom (1) edge of a line's capitals, in the rectified zone. */
function crossing(
  placement: Placement,
  place: { line: number; border: number; side: 1 | -1 },
  width: number,
): Point {
  const cells = placement.layout.at(place.line);
  if (!cells) return [0, 0];
  const x = cells.borders[place.border] ?? 0;
  const y = rowAt(cells.line, x, width) + (place.side * cells.line.capHeight) / 2;
  return [x + leanAt(cells.lean, x, width) * (y - cells.middle), y];
}

/**
 * Corners of the columns that a candidate reads, around the capitals of the first and the last line.
 * @param width width of the rectified zone in pixels
 * @returns corners in pixels of the rectified zone, clockwise from the top left in reading direction
 */
export function cornersInZone(candidate: Candidate, placement: Placement, width: number): Quad {
  const columns = candidate.lines[0]?.columns ?? 0;
  const available = (placement.layout[0]?.borders.length ?? 1) - 1;
  const { upside } = placement;
  const left = upside ? available - candidate.from - columns : candidate.from;
  const at = (line: number, border: number, side: 1 | -1): Point =>
    crossing(placement, { line, border, side }, width);
  const corners: Quad = [
    at(0, left, -1),
    at(0, left + columns, -1),
    at(-1, left + columns, 1),
    at(-1, left, 1),
  ];
  return upside ? [corners[2], corners[3], corners[0], corners[1]] : corners;
}
