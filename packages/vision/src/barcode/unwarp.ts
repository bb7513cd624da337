/**
 * Rectifies symbols for the decoder, which reads rows of upright bars best. The projective map of the located corners is sampled
 * backwards: every pixel of the rectified picture averages one, four or nine bilinear samples, depending on how much the source is
 * reduced, so that thin bars are neither skipped nor aliased.
 *
 * Invariants: the margin is part of the map, so quiet zones are real surroundings rather than padding; `toSource` is exact for any
 * corners, including those outside the symbol.
 * Cost: about 20 ns per sample; callers limit the number of pixels.
 */

import { valueBetween } from '../picture/bilinear.ts';
import { project, unitSquareTo } from '../picture/homography.ts';
import { distance, mapQuad } from '../picture/points.ts';
import type { Quad, Raster } from '../picture/raster.ts';

/** A rectified symbol, with the inverse map. */
export interface FlatCode {
  picture: Raster;
  /** Maps corners in the rectified picture to the source. */
  toSource(corners: Quad): Quad;
}

/** Size of the symbol in the rectified picture, and the margin around it, in pixels. */
export interface FlatSize {
  width: number;
  height: number;
  marginX: number;
  marginY: number;
}

/**
 * Rectifies part of a grey picture. Outside the picture, the nearest edge is repeated.
 * @param corners in pixels of the source, the first one is top left in the rectified picture
 */
export function unwarp(source: Raster, corners: Quad, size: FlatSize): FlatCode {
  const map = unitSquareTo(corners);
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 1] = map;
  const { width, height, marginX, marginY } = size;
  const picture: Raster = {
    width: Math.round(width + 2 * marginX),
    height: Math.round(height + 2 * marginY),
    channels: 1,
    data: new Uint8Array(Math.round(width + 2 * marginX) * Math.round(height + 2 * marginY)),
  };
  const samples = samplesPerPixel(corners, size);
  let at = 0;
  for (let y = 0; y < picture.height; y += 1)
    for (let x = 0; x < picture.width; x += 1, at += 1) {
      let sum = 0;
      for (let across = 0; across < samples; across += 1)
        for (let down = 0; down < samples; down += 1) {
          const u = (x + (across + 0.5) / samples - marginX) / width;
          const v = (y + (down + 0.5) / samples - marginY) / height;
          const w = g * u + h * v + i;
          sum += valueBetween(source, (a * u + b * v + c) / w - 0.5, (d * u + e * v + f) / w - 0.5);
        }
      picture.data[at] = sum / (samples * samples) + 0.5;
    }
  return {
    picture,
    toSource: (quad) =>
      mapQuad(quad, ([x, y]) => project(map, [(x - marginX) / width, (y - marginY) / height])),
  };
}

function samplesPerPixel([a, b, c, d]: Quad, { width, height }: FlatSize): number {
  const reduction = Math.max(
    distance(a, b) / width,
    distance(d, c) / width,
    distance(a, d) / height,
    distance(b, c) / height,
  );
  return reduction > 2.2 ? 3 : reduction > 1.1 ? 2 : 1;
}
