import { supportShare, type StraightLine } from './straight-lines.ts';

/**
 * Intersections of lines, and whether the edges continue there. Square tables: entry `a × count + b` describes line a at its intersection
 * with line b; NaN if the two do not intersect near the picture.
 */
export interface Crossings {
  count: number;
  x: Float32Array;
  y: Float32Array;
  /** Position along line a. */
  position: Float32Array;
  /** Share of line a with edges just before and just after the intersection, 0–1; 0 outside the picture. */
  before: Float32Array;
  after: Float32Array;
  /** First and last position of each line inside the picture, two numbers per line. */
  inside: Float32Array;
}

interface Frame {
  width: number;
  height: number;
}

/** Maximum cosine between adjacent sides of a card. */
const squareCosine = 0.64;
/** How far outside the picture a corner may lie, and how far from a corner edges are looked for, as shares of the longest side. */
const outside = 0.4;
const reach = 0.06;
/** Pixels next to an intersection that are skipped because they show the edge of the other line. */
const gap = 3;
/** Pixels along the border where no edges are found. */
const blind = 2;

/** Intersects all lines with each other. */
export function crossLines(lines: readonly StraightLine[], frame: Frame): Crossings {
  const count = lines.length;
  const table = (): Float32Array => new Float32Array(count * count).fill(NaN);
  const inside = Float32Array.from(lines.flatMap((line) => insideRange(line, frame)));
  const crossings = {
    count,
    x: table(),
    y: table(),
    position: table(),
    before: table(),
    after: table(),
    inside,
  };
  for (let a = 0; a < count; a += 1) {
    for (let b = 0; b < count; b += 1) crossTwo(lines, crossings, { a, b, frame });
  }
  return crossings;
}

function crossTwo(
  lines: readonly StraightLine[],
  crossings: Crossings,
  { a, b, frame }: { a: number; b: number; frame: Frame },
): void {
  const [one, other] = [lines[a]!, lines[b]!];
  if (Math.abs(one.nx * other.nx + one.ny * other.ny) > squareCosine) return;
  // Not near zero: nearly parallel lines were skipped above.
  const determinant = one.nx * other.ny - one.ny * other.nx;
  const x = (one.offset * other.ny - other.offset * one.ny) / determinant;
  const y = (one.nx * other.offset - other.nx * one.offset) / determinant;
  const room = outside * Math.max(frame.width, frame.height);
  if (x < -room || y < -room || x > frame.width + room || y > frame.height + room) return;
  const at = a * crossings.count + b;
  const position = one.nx * y - one.ny * x;
  crossings.x[at] = x;
  crossings.y[at] = y;
  crossings.position[at] = position;
  const [first, last] = [crossings.inside[a * 2]!, crossings.inside[a * 2 + 1]!];
  const length = reach * Math.max(frame.width, frame.height);
  crossings.before[at] = supportShare(one, Math.max(first, position - length), position - gap);
  crossings.after[at] = supportShare(one, position + gap, Math.min(last, position + length));
}

function insideRange({ nx, ny, offset }: StraightLine, { width, height }: Frame): [number, number] {
  const limits = (at: number, step: number, size: number): [number, number] => {
    if (Math.abs(step) < 1e-9) return [-Infinity, Infinity];
    // Where along the line the picture begins and ends on one axis.
    const [a, b] = [(blind - at) / step, (size - blind - at) / step];
    return a < b ? [a, b] : [b, a];
  };
  const across = limits(nx * offset, -ny, width);
  const down = limits(ny * offset, nx, height);
  return [Math.max(across[0], down[0]), Math.min(across[1], down[1])];
}
