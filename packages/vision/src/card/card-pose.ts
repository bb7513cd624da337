import { distance } from '../picture/points.ts';
import type { Point, Quad } from '../picture/raster.ts';
import { unitSquareTo } from '../picture/homography.ts';
import type { CardFinding } from '@countersign/findings';

/** Outlines below this confidence, 0–1, prove neither that a document is present, nor its position or size. */
export const sureOutline = 0.4;

/** A flat rectangle as seen by the camera. */
export interface CardPose {
  /** Width ÷ height of the actual rectangle, with the first corner as its top left. */
  ratio: number;
  /** Angle between the camera's axis and the normal of the card, in degrees. */
  tilt: number;
}

/**
 * Sizes of documents in millimetres. ID2 and ID3 have the same shape: the shape alone is taken for the more common passport, and only the
 * document's text identifies ID2.
 */
export const cardFormats = [
  { format: 'ID1', long: 85.6, short: 53.98 },
  { format: 'ID3', long: 125, short: 88 },
  { format: 'ID2', long: 105, short: 74 },
] as const;

/** Focal length as a multiple of the picture's longest side: 0.7 to 0.8 for phones, more for cropped pictures. */
const focalLength = 0.85;
/** Relative tolerance within which a measured shape counts as a known one. */
const shapeTolerance = 0.065;

/**
 * Computes shape and tilt of a rectangle from its four corners, assuming a phone camera whose axis passes through the middle of the
 * picture.
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
  /** Relative deviation of the shape. */
  deviation: number;
}

/** The known format closest to an aspect ratio, in either orientation. */
export function nearestFormat(ratio: number): NearFormat {
  const shape = Math.max(ratio, 1 / ratio);
  const [card, page] = cardFormats.map(({ format, long, short }) => ({
    format,
    deviation: Math.abs(Math.log(shape / (long / short))),
  })) as [NearFormat, NearFormat, NearFormat];
  return card.deviation < page.deviation ? card : page;
}

/** The format for an aspect ratio; `null` if none matches. */
export function cardFormatOf(ratio: number): CardFinding['format'] {
  const { format, deviation } = nearestFormat(ratio);
  return deviation <= shapeTolerance ? format : null;
}

/** Area of a quadrangle in square pixels; negative if its corners are counter-clockwise. */
export function areaOf(corners: Quad): number {
  return corners.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = corners[(at + 1) % 4] ?? corners[0];
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);
}

/** Length in pixels of the side that starts at a corner. */
export function sideLength(corners: Quad, at: number): number {
  const from = corners[at % 4] ?? corners[0];
  const to = corners[(at + 1) % 4] ?? corners[0];
  return distance(from, to);
}

/** Rotates the order of the corners, so that another one comes first. */
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
