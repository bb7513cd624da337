import type { StripGroup } from './groups.ts';
import type { Plane, Pyramid } from './plane.ts';
import type { Point, Strip } from './strips.ts';

/** Size of the rectified zone: the strips' common length becomes `inner` pixels, with `margin` on both sides. */
export const RECTIFIED = { inner: 720, margin: 48 } as const;

/** The smallest picture that is sampled is a quarter of the original's size: level 2. */
const COARSEST = 2;

/** A zone turned level: lines run along the rows. */
export interface RectifiedZone {
  plane: Plane;
  /** Row of the middle of each strip. */
  rows: number[];
  /** Takes a place in the rectified zone back to the working picture. */
  toWorking: (x: number, y: number) => Point;
}

/** Homogeneous 3 × 3 map from the rectified zone to the working picture, row by row. */
type Projection = Float64Array;

/** The map that takes (0,0), (1,0), (1,1), (0,1) to the four corners. */
function unitSquareTo(corners: readonly [Point, Point, Point, Point]): Projection {
  const [a, b, c, d] = corners;
  const [dx1, dx2, dx3] = [b.x - c.x, d.x - c.x, a.x - b.x + c.x - d.x];
  const [dy1, dy2, dy3] = [b.y - c.y, d.y - c.y, a.y - b.y + c.y - d.y];
  const det = dx1 * dy2 - dx2 * dy1;
  const g = (dx3 * dy2 - dx2 * dy3) / det;
  const h = (dx1 * dy3 - dx3 * dy1) / det;
  return Float64Array.of(
    b.x - a.x + g * b.x,
    d.x - a.x + h * d.x,
    a.x,
    b.y - a.y + g * b.y,
    d.y - a.y + h * d.y,
    a.y,
    g,
    h,
    1,
  );
}

function pointAt(strip: Strip, x: number): Point {
  const slope = (strip.to.y - strip.from.y) / Math.max(1, strip.to.x - strip.from.x);
  return { x, y: strip.from.y + slope * (x - strip.from.x) };
}

/** Foot of a point on the line of a strip, so that the ends of all lines stand square to the text. */
function footOn(strip: Strip, point: Point): Point {
  const slope = (strip.to.y - strip.from.y) / Math.max(1, strip.to.x - strip.from.x);
  const x = (point.x + slope * (point.y - strip.from.y + slope * strip.from.x)) / (1 + slope * slope);
  return pointAt(strip, x);
}

/** How the ends of the zone are taken: from the strips' own ends, or square to the text. */
export type EndRule = 'strip-ends' | 'square';

function cornersOf(group: StripGroup, rule: EndRule): [Point, Point, Point, Point] {
  const [first, last] = [group.strips[0] as Strip, group.strips.at(-1) as Strip];
  if (rule === 'strip-ends') return [first.from, first.to, last.to, last.from];
  const longest = group.strips.reduce((a, b) => (b.to.x - b.from.x > a.to.x - a.from.x ? b : a));
  const [from, to] = [longest.from, longest.to];
  return [footOn(first, from), footOn(first, to), footOn(last, to), footOn(last, from)];
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/**
 * Cuts the zone out of the picture and turns it level with a projective map, one line spacing of margin above and
 * below, so that a line the band finder missed is still inside.
 * @param scale pixels of the original per pixel of the working picture
 */
export function rectify(
  group: StripGroup,
  source: { pyramid: Pyramid; scale: number; transposed: boolean },
  rule: EndRule,
): RectifiedZone {
  const corners = cornersOf(group, rule);
  const length = (distance(corners[0], corners[1]) + distance(corners[3], corners[2])) / 2;
  const drop = (distance(corners[0], corners[3]) + distance(corners[1], corners[2])) / 2;
  const zoom = RECTIFIED.inner / length;
  const lines = group.strips.length - 1;
  const spacing = (drop * zoom) / lines;
  const above = spacing * (lines === 2 ? 0.75 : 1.15);
  const width = RECTIFIED.inner + 2 * RECTIFIED.margin;
  const height = Math.round(drop * zoom + 2 * above);
  const level = Math.max(0, Math.min(COARSEST, Math.floor(Math.log2(source.scale / zoom))));
  const projection = unitSquareTo(corners);
  const toSource = { scale: source.scale / 2 ** level, transposed: source.transposed };
  const plane = sampleThrough(projection, source.pyramid(level), {
    width,
    height,
    above,
    drop: drop * zoom,
    ...toSource,
  });
  const toWorking = (x: number, y: number): Point =>
    project(projection, (x - RECTIFIED.margin) / RECTIFIED.inner, (y - above) / (drop * zoom));
  return { plane, rows: group.strips.map((_, i) => above + spacing * i), toWorking };
}

function project(projection: Projection, u: number, v: number): Point {
  const m = projection as unknown as [number, number, number, number, number, number, number, number, number];
  const w = m[6] * u + m[7] * v + m[8];
  return { x: (m[0] * u + m[1] * v + m[2]) / w, y: (m[3] * u + m[4] * v + m[5]) / w };
}

/**
 * The group with its strips laid along lines as they were found in the rectified zone: a first guess of the
 * lines' slopes that is off makes a perspective that is not there.
 * @param courses first and last point of each line in the rectified zone
 */
export function straightened(
  group: StripGroup,
  zone: RectifiedZone,
  courses: readonly { from: Point; to: Point }[],
): StripGroup {
  const strips = group.strips.map((strip, i) => {
    const course = courses[i];
    if (!course) return strip;
    const [from, to] = [
      zone.toWorking(course.from.x, course.from.y),
      zone.toWorking(course.to.x, course.to.y),
    ];
    return { ...strip, from, to };
  });
  return { ...group, strips };
}

interface Sampling {
  width: number;
  height: number;
  above: number;
  drop: number;
  scale: number;
  transposed: boolean;
}

function sampleThrough(projection: Projection, source: Plane, to: Sampling): Plane {
  const data = new Uint8Array(to.width * to.height);
  const m = projection as unknown as [number, number, number, number, number, number, number, number, number];
  for (let y = 0; y < to.height; y++) {
    const v = (y - to.above) / to.drop;
    for (let x = 0; x < to.width; x++) {
      const u = (x - RECTIFIED.margin) / RECTIFIED.inner;
      const w = m[6] * u + m[7] * v + m[8];
      const px = ((m[0] * u + m[1] * v + m[2]) / w + 0.5) * to.scale - 0.5;
      const py = ((m[3] * u + m[4] * v + m[5]) / w + 0.5) * to.scale - 0.5;
      data[y * to.width + x] = to.transposed ? bilinear(source, py, px) : bilinear(source, px, py);
    }
  }
  return { width: to.width, height: to.height, data };
}

/** Grey value between pixels; beyond the border there is white, which counts as empty paper. */
function bilinear(plane: Plane, x: number, y: number): number {
  if (x < -1 || y < -1 || x > plane.width || y > plane.height) return 255;
  const cx = x < 0 ? 0 : x > plane.width - 1.001 ? plane.width - 1.001 : x;
  const cy = y < 0 ? 0 : y > plane.height - 1.001 ? plane.height - 1.001 : y;
  const [x0, y0] = [cx | 0, cy | 0];
  const [fx, fy] = [cx - x0, cy - y0];
  const at = y0 * plane.width + x0;
  const d = plane.data;
  const above = (d[at] as number) * (1 - fx) + (d[at + 1] as number) * fx;
  const below = (d[at + plane.width] as number) * (1 - fx) + (d[at + plane.width + 1] as number) * fx;
  return above * (1 - fy) + below * fy + 0.5;
}
