import { valueBetween } from '../picture/bilinear.ts';
import { project, unitSquareTo, type Homography } from '../picture/homography.ts';
import { distance } from '../picture/points.ts';
import type { Plane, Point, Quad } from '../picture/raster.ts';
import type { StripGroup } from './groups.ts';
import type { Pyramid } from './plane.ts';
import type { Strip } from './strips.ts';

/** Width of the rectified zone: the common length of the strips becomes `inner` pixels, with `margin` on both sides. */
export const rectifiedSize = { inner: 720, margin: 48 } as const;

/** Smallest picture that is sampled: level 2, a quarter of the original's size. */
const coarsestLevel = 2;

/** A zone whose lines run along the rows. */
export interface RectifiedZone {
  plane: Plane;
  /** Row of the middle of each strip. */
  rows: number[];
  /** Maps a point of the rectified zone back to the working picture; both count from the middle of the first pixel. */
  toWorking: (place: Point) => Point;
}

function pointAt(strip: Strip, x: number): Point {
  const slope = (strip.to[1] - strip.from[1]) / Math.max(1, strip.to[0] - strip.from[0]);
  return [x, strip.from[1] + slope * (x - strip.from[0])];
}

/** Foot of the perpendicular from a point to the line of a strip, so that the ends of all lines are perpendicular to the text. */
function footOn(strip: Strip, point: Point): Point {
  const slope = (strip.to[1] - strip.from[1]) / Math.max(1, strip.to[0] - strip.from[0]);
  const x = (point[0] + slope * (point[1] - strip.from[1] + slope * strip.from[0])) / (1 + slope * slope);
  return pointAt(strip, x);
}

/** Corners of the zone, with ends perpendicular to the text; glare or pale print determines where the strips themselves end. */
function cornersOf(group: StripGroup): Quad {
  const [first, last] = [group.strips[0] as Strip, group.strips.at(-1) as Strip];
  const longest = group.strips.reduce((a, b) => (b.to[0] - b.from[0] > a.to[0] - a.from[0] ? b : a));
  const [from, to] = [longest.from, longest.to];
  return [footOn(first, from), footOn(first, to), footOn(last, to), footOn(last, from)];
}

/**
 * Cuts the zone out of the picture and rectifies it with a projective map, with a margin of one line spacing above and below, so that it
 * includes a line that the band finder missed.
 * @param scale pixels of the original per pixel of the working picture
 */
export function rectify(
  group: StripGroup,
  source: { pyramid: Pyramid; scale: number; transposed: boolean },
): RectifiedZone {
  const corners = cornersOf(group);
  const length = (distance(corners[0], corners[1]) + distance(corners[3], corners[2])) / 2;
  const drop = (distance(corners[0], corners[3]) + distance(corners[1], corners[2])) / 2;
  const zoom = rectifiedSize.inner / length;
  const lines = group.strips.length - 1;
  const spacing = (drop * zoom) / lines;
  const above = spacing * (lines === 2 ? 0.75 : 1.15);
  const width = rectifiedSize.inner + 2 * rectifiedSize.margin;
  const height = Math.round(drop * zoom + 2 * above);
  // Shrinking by a factor above two would skip pixels, so the nearest halved size is sampled.
  const level = Math.max(0, Math.min(coarsestLevel, Math.floor(Math.log2(source.scale / zoom))));
  const projection = unitSquareTo(corners);
  const toSource = { scale: source.scale / 2 ** level, transposed: source.transposed };
  const plane = sampleThrough(projection, source.pyramid(level), {
    width,
    height,
    above,
    drop: drop * zoom,
    ...toSource,
  });
  const toWorking = ([x, y]: Point): Point =>
    project(projection, [(x - rectifiedSize.margin) / rectifiedSize.inner, (y - above) / (drop * zoom)]);
  return { plane, rows: group.strips.map((_, i) => above + spacing * i), toWorking };
}

/**
 * The group with its strips aligned to the lines found in the rectified zone: wrong initial slopes introduce a perspective that does not
 * exist.
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
    return { ...strip, from: zone.toWorking(course.from), to: zone.toWorking(course.to) };
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

function sampleThrough(projection: Homography, source: Plane, to: Sampling): Plane {
  const data = new Uint8Array(to.width * to.height);
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 1] = projection;
  for (let y = 0; y < to.height; y += 1) {
    const v = (y - to.above) / to.drop;
    for (let x = 0; x < to.width; x += 1) {
      const u = (x - rectifiedSize.margin) / rectifiedSize.inner;
      // The map is written out here, because one call per pixel costs more than the sampling.
      const w = g * u + h * v + i;
      const px = ((a * u + b * v + c) / w + 0.5) * to.scale - 0.5;
      const py = ((d * u + e * v + f) / w + 0.5) * to.scale - 0.5;
      data[y * to.width + x] = to.transposed ? greyAt(source, py, px) : greyAt(source, px, py);
    }
  }
  return { width: to.width, height: to.height, data };
}

/** Grey value interpolated between pixels; white outside the picture, which counts as empty paper. */
function greyAt(plane: Plane, x: number, y: number): number {
  if (x < -1 || y < -1 || x > plane.width || y > plane.height) return 255;
  // Adds half a level because storing as bytes truncates instead of rounding.
  return valueBetween(plane, x, y) + 0.5;
}
