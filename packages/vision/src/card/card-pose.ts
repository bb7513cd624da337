import { distance } from '../picture/points.ts';
import type { Point, Quad } from '../picture/raster.ts';
import { unitSquareTo } from '../picture/homography.ts';
import type { CardFinding } from '@countersign/findings';

/** Outlines less sure than this, 0–1, do not show that a document is there, nor how it lies or how large it is. */
export const sureOutline = 0.4;

/** A flat rectangle as the camera saw it. */
export interface CardPose {
  /** Width ÷ height of the rectangle itself, the first corner being its top left. */
  ratio: number;
  /** Angle between the camera's axis and the perpendicular of the card, degrees. */
  tilt: number;
}

/**
 * Sizes of documents, millimetres. ID2 and ID3 have the same shape: by shape alone the commoner passport is meant; only the
 * document's text shows ID2.
 */
export const cardFormats = [
  { format: 'ID1', long: 85.6, short: 53.98 },
  { format: 'ID3', long: 125, short: 88 },
  { format: 'ID2', long: 105, short: 74 },
] as const;

/** Focal length in longest picture sides: phones have 0.7 to 0.8, cropped pictures more. */
const focalLength = 0.85;
/** How far a measured shape may be off, as a share, to count as a known one. */
const shapeTolerance = 0.065;

/**
 * Shape and tilt of a rectangle from its four corners, with a camera as phones have; the picture's middle is taken for the
 * camera's axis.
 */
export function poseOf(corners: Quad, { width, height }: { width: number; height: number }): CardPose {
  const focal = focalLength * Math.max(width, height);
  const [a = 0, b = 0, , d = 0, e = 0, , g = 0, h = 0] = unitSquareTo(corners);
  // Columns of the map, seen from the camera: directions and relative lengths of the two sides in space, if the card is a rectangle.
  const across = [(a - (g * width) / 2) / focal, (d - (g * height) / 2) / focal, g] as const;
  const down = [(b - (h * width) / 2) / focal, (e - (h * height) / 2) / focal, h] as const;
  const normal = [
    across[1] * down[2] - across[2] * down[1],
    across[2] * down[0] - across[0] * down[2],
    across[0] * down[1] - across[1] * down[0],
  ] as const;
  const cosine = Math.abs(normal[2]) / Math.hypot(...normal);
  return {
    ratio: Math.hypot(...across) / Math.hypot(...down),
    tilt: (Math.acos(Math.min(1, cosine)) * 180) / Math.PI,
  };
}

interface NearFormat {
  format: CardFinding['format'];
  /** Share by which the shape is off. */
  deviation: number;
}

/** The known format nearest to a ratio of sides, in whichever direction it lies. */
export function nearestFormat(ratio: number): NearFormat {
  const shape = Math.max(ratio, 1 / ratio);
  const [card, page] = cardFormats.map(({ format, long, short }) => ({
    format,
    deviation: Math.abs(Math.log(shape / (long / short))),
  })) as [NearFormat, NearFormat, NearFormat];
  return card.deviation < page.deviation ? card : page;
}

/** The format by the ratio of sides, `null` when none fits. */
export function cardFormatOf(ratio: number): CardFinding['format'] {
  const { format, deviation } = nearestFormat(ratio);
  return deviation <= shapeTolerance ? format : null;
}

/** Area of a quadrangle, in square pixels; negative when its corners run against the clock. */
export function areaOf(corners: Quad): number {
  return corners.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = corners[(at + 1) % 4] ?? corners[0];
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);
}

/** Length of the side that starts at a corner, pixels. */
export function sideLength(corners: Quad, at: number): number {
  const from = corners[at % 4] ?? corners[0];
  const to = corners[(at + 1) % 4] ?? corners[0];
  return distance(from, to);
}

/** The same corners in the same direction, another one first. */
export function turnCorners(corners: Quad, quarters: number): Quad {
  const at = (index: number): Point => corners[(index + quarters + 4) % 4] ?? corners[0];
  return [at(0), at(1), at(2), at(3)];
}

/** How far the farthest corner lies outside the picture, as a share of the longer side. */
export function cutOf(corners: Quad, { width, height }: { width: number; height: number }): number {
  const outside = corners.map(([x, y]) => Math.max(0, -x, -y, x - width, y - height));
  const longest = Math.max(...[0, 1, 2, 3].map((at) => sideLength(corners, at)));
  return Math.max(...outside) / longest;
}
