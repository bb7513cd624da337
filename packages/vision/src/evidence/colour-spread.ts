import { mapQuad, pointBetween } from '../picture/points.ts';
import type { Quad, Raster } from '../picture/raster.ts';

/**
 * How far colours deviate from the line between black and white, in levels of a normally lit picture. The line is fitted, so that
 * coloured light has no effect.
 */
export interface ColourSpread {
  /** Inside the outline. */
  inside: number;
  /** Outside, measured from the line fitted inside; `null` if less than a tenth of the picture lies outside. */
  outside: number | null;
  /** How differently red and blue increase with green inside; 0 for greys in white light. A monochrome print also differs. */
  tint: number;
}

/** Clipped and black pixels have lost their colour. */
const usable = { from: 16, to: 247 };
/** The outline is shrunk or enlarged by this share, so that its own edge is never included. */
const inset = 0.06;
/** Level of white objects in a normally lit picture. */
const normalWhite = 200;

interface Line {
  offset: number;
  slope: number;
}

/** Measures the colours inside and outside a quadrangle in pixels of the raster; `null` if too few pixels are usable. */
export function measureColourSpread(raster: Raster, quad: Quad): ColourSpread | null {
  const { width, height, data } = raster;
  const inner = grownQuad(quad, 1 - inset);
  const outer = grownQuad(quad, 1 + inset);
  const places = new Uint32Array(width * height);
  const others = new Uint32Array(width * height);
  let insides = 0;
  let outsides = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3;
      const green = data[at + 1]!;
      if (green < usable.from || green > usable.to || data[at]! > usable.to || data[at + 2]! > usable.to)
        continue;
      if (isInside(inner, x, y)) {
        places[insides] = at;
        insides += 1;
      } else if (!isInside(outer, x, y)) {
        others[outsides] = at;
        outsides += 1;
      }
    }
  }
  const inside = places.subarray(0, insides);
  const outside = others.subarray(0, outsides);
  if (inside.length < 400) return null;
  const red = fitLine(raster.data, inside, 0);
  const blue = fitLine(raster.data, inside, 2);
  const gain = normalWhite / Math.max(60, brightest(raster.data, inside));
  const enough = outside.length * 10 >= raster.width * raster.height;
  return {
    inside: gain * spreadOf(raster.data, inside, { red, blue }),
    outside: enough ? gain * spreadOf(raster.data, outside, { red, blue }) : null,
    tint: Math.abs(red.slope - blue.slope),
  };
}

/** Scales a quadrangle about its centre. */
function grownQuad(quad: Quad, factor: number): Quad {
  const [x, y] = [0, 1].map((axis) => quad.reduce((sum, point) => sum + point[axis as 0 | 1], 0) / 4) as [
    number,
    number,
  ];
  return mapQuad(quad, (point) => pointBetween([x, y], point, factor));
}

/** For convex quadrangles with corners in clockwise order. */
function isInside(quad: Quad, x: number, y: number): boolean {
  for (let side = 0; side < 4; side += 1) {
    const from = quad[side]!;
    const to = quad[(side + 1) & 3]!;
    if ((to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]) < 0) return false;
  }
  return true;
}

/** Fits a channel as a linear function of green by least squares. */
function fitLine(data: Uint8Array, places: Uint32Array, channel: 0 | 2): Line {
  let sum = 0;
  let sumOther = 0;
  let squares = 0;
  let products = 0;
  for (let index = 0; index < places.length; index += 1) {
    const at = places[index]!;
    const green = data[at + 1]!;
    const other = data[at + channel]!;
    sum += green;
    sumOther += other;
    squares += green * green;
    products += green * other;
  }
  const count = places.length;
  const spread = squares - (sum * sum) / count;
  // If green hardly varies, the slope would be noise, so grey is assumed.
  const slope = spread > count ? (products - (sum * sumOther) / count) / spread : 1;
  return { slope, offset: (sumOther - slope * sum) / count };
}

function spreadOf(data: Uint8Array, places: Uint32Array, { red, blue }: { red: Line; blue: Line }): number {
  let sum = 0;
  for (let index = 0; index < places.length; index += 1) {
    const at = places[index]!;
    const green = data[at + 1]!;
    const offRed = data[at]! - red.offset - red.slope * green;
    const offBlue = data[at + 2]! - blue.offset - blue.slope * green;
    sum += offRed * offRed + offBlue * offBlue;
  }
  return Math.sqrt(sum / Math.max(1, places.length));
}

/** The level exceeded by a twentieth of the pixels. */
function brightest(data: Uint8Array, places: Uint32Array): number {
  const counts = new Uint32Array(256);
  for (const at of places) counts[data[at + 1]!]! += 1;
  let [level, above] = [255, 0];
  while (level > 0 && (above += counts[level]!) * 20 < places.length) level -= 1;
  return level;
}
