import { project, unitSquareTo } from '../picture/homography.ts';
import type { Quad, Raster } from '../picture/raster.ts';

/** A symbol laid flat, and the way back. */
export interface FlatCode {
  picture: Raster;
  /** Takes corners in the flat picture to the source. */
  toSource(corners: Quad): Quad;
}

/** Size of the symbol in the flat picture, and how much around it is taken along; pixels. */
export interface FlatSize {
  width: number;
  height: number;
  marginX: number;
  marginY: number;
}

/**
 * Lays a piece of a grey picture flat. What lies outside the picture repeats the nearest edge.
 * @param corners in pixels of the source, the first one top left in the flat picture
 */
export function unwarp(source: Raster, corners: Quad, size: FlatSize): FlatCode {
  const map = unitSquareTo(corners);
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
      for (let i = 0; i < samples; i += 1)
        for (let j = 0; j < samples; j += 1) {
          const u = (x + (i + 0.5) / samples - marginX) / width;
          const v = (y + (j + 0.5) / samples - marginY) / height;
          sum += levelAt(source, map, { u, v });
        }
      picture.data[at] = sum / (samples * samples) + 0.5;
    }
  return {
    picture,
    toSource: (quad) =>
      quad.map(([x, y]) => project(map, [(x - marginX) / width, (y - marginY) / height])) as unknown as Quad,
  };
}

function samplesPerPixel(corners: Quad, { width, height }: FlatSize): number {
  const side = (from: 0 | 1 | 2 | 3, to: 0 | 1 | 2 | 3): number =>
    Math.hypot(corners[to][0] - corners[from][0], corners[to][1] - corners[from][1]);
  const reduction = Math.max(
    side(0, 1) / width,
    side(3, 2) / width,
    side(0, 3) / height,
    side(1, 2) / height,
  );
  return reduction > 2.2 ? 3 : reduction > 1.1 ? 2 : 1;
}

/** Bilinear. */
function levelAt(
  { width, height, data }: Raster,
  map: Float64Array,
  { u, v }: { u: number; v: number },
): number {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 1] = map;
  const w = g * u + h * v + i;
  const px = Math.min(width - 1.001, Math.max(0, (a * u + b * v + c) / w - 0.5));
  const py = Math.min(height - 1.001, Math.max(0, (d * u + e * v + f) / w - 0.5));
  const x = Math.floor(px);
  const y = Math.floor(py);
  const [fx, fy] = [px - x, py - y];
  const at = y * width + x;
  const below = y + 1 < height ? width : 0;
  const beside = x + 1 < width ? 1 : 0;
  const top = (data[at] ?? 0) * (1 - fx) + (data[at + beside] ?? 0) * fx;
  const bottom = (data[at + below] ?? 0) * (1 - fx) + (data[at + below + beside] ?? 0) * fx;
  return top * (1 - fy) + bottom * fy;
}
