import { analysisSide, type OpenedImage } from './open-image.ts';
import type { Raster } from './raster.ts';

/** A point in pixels of the upright original; the centre of its first pixel is (0.5, 0.5). */
export type Point = readonly [x: number, y: number];

/** A square in the upright original, possibly turned and partly outside. */
export interface Square {
  center: Point;
  /** Pixels of the upright original. */
  side: number;
  /** Radians, clockwise as seen. */
  angle: number;
}

/** What lies outside the picture: black, or the nearest edge pixel repeated. */
export type Outside = 'black' | 'edge';

/** Sizes kept of one picture, so that no square is reduced by more than about two in one step. */
const levels = [256, 512, 1024, analysisSide];

/**
 * Cuts a square out of a picture, turned upright.
 * @returns planar RGB, 3 × size × size numbers from 0 to 255
 */
export async function sampleSquare(
  image: OpenedImage,
  square: Square,
  { size, outside }: { size: number; outside: Outside },
): Promise<Float32Array> {
  const wanted = (Math.max(image.width, image.height) / square.side) * size;
  const raster = await image.raster(levels.find((level) => level >= wanted) ?? analysisSide, 3);
  return sampleRaster(raster, scaleSquare(square, raster.width / image.width), { size, outside });
}

/** Where a point of the cut-out (0 to `size`) lies in the picture. */
export function fromSquare(square: Square, size: number, [x, y]: Point): Point {
  const scale = square.side / size;
  const [dx, dy] = [(x - size / 2) * scale, (y - size / 2) * scale];
  const [cos, sin] = [Math.cos(square.angle), Math.sin(square.angle)];
  return [square.center[0] + dx * cos - dy * sin, square.center[1] + dx * sin + dy * cos];
}

function scaleSquare({ center, side, angle }: Square, scale: number): Square {
  return { center: [center[0] * scale, center[1] * scale], side: side * scale, angle };
}

/** Bilinear; reductions of more than 1.5 average 2 × 2 samples a pixel, larger ones 3 × 3, so that nothing flickers. */
function sampleRaster(
  raster: Raster,
  square: Square,
  { size, outside }: { size: number; outside: Outside },
): Float32Array {
  const reduction = square.side / size;
  const samples = reduction > 2.5 ? 3 : reduction > 1.5 ? 2 : 1;
  const steps = size * samples;
  const planar = new Float32Array(3 * size * size);
  const start = fromSquare(square, steps, [0.5, 0.5]);
  const stepX = (Math.cos(square.angle) * square.side) / steps;
  const stepY = (Math.sin(square.angle) * square.side) / steps;
  for (let row = 0; row < steps; row += 1) {
    const line = {
      x: start[0] - row * stepY - 0.5,
      y: start[1] + row * stepX - 0.5,
      stepX,
      stepY,
      samples,
      target: Math.floor(row / samples) * size,
    };
    sampleLine(raster, line, { planar, size, outside });
  }
  if (samples > 1) for (let i = 0; i < planar.length; i += 1) planar[i] = (planar[i] ?? 0) / samples ** 2;
  return planar;
}

/** Adds one line of samples; positions count from the first pixel's centre. Plain numbers only: this is the hot loop. */
function sampleLine(
  { width, height, data }: Raster,
  line: { x: number; y: number; stepX: number; stepY: number; samples: number; target: number },
  { planar, size, outside }: { planar: Float32Array; size: number; outside: Outside },
): void {
  const plane = size * size;
  const [black, lastX, lastY] = [outside === 'black', width - 1, height - 1];
  for (let step = 0; step < size * line.samples; step += 1) {
    const atX = line.x + step * line.stepX;
    const atY = line.y + step * line.stepY;
    if (black && (atX < -0.5 || atY < -0.5 || atX > lastX + 0.5 || atY > lastY + 0.5)) continue;
    const x = atX < 0 ? 0 : atX > lastX ? lastX : atX;
    const y = atY < 0 ? 0 : atY > lastY ? lastY : atY;
    const left = Math.floor(x);
    const top = Math.floor(y);
    const right = x - left;
    const bottom = y - top;
    const a = (top * width + left) * 3;
    const b = left < lastX ? a + 3 : a;
    const down = top < lastY ? width * 3 : 0;
    const target = line.target + Math.floor(step / line.samples);
    for (let channel = 0; channel < 3; channel += 1) {
      const upper = (data[a + channel] ?? 0) * (1 - right) + (data[b + channel] ?? 0) * right;
      const lower = (data[a + down + channel] ?? 0) * (1 - right) + (data[b + down + channel] ?? 0) * right;
      const cell = channel * plane + target;
      planar[cell] = (planar[cell] ?? 0) + upper * (1 - bottom) + lower * bottom;
    }
  }
}
