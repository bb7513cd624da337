import { analysisSide, type OpenedImage } from './open-image.ts';
import type { Point, Raster } from './raster.ts';

/** A square in the upright original, possibly rotated and partly outside. */
export interface Square {
  center: Point;
  /** Pixels of the upright original. */
  side: number;
  /** Radians, clockwise as seen. */
  angle: number;
}

/** How to fill the area outside the picture: with black, or by repeating the nearest edge pixel. */
export type Outside = 'black' | 'edge';

/** Options for cropping a square. */
export interface Sampling {
  /** Side of the crop in pixels. */
  size: number;
  outside: Outside;
  /** Doubles the sampling density, for crops whose values are compared and must not depend on the picture's size. */
  smooth?: boolean;
}

/** Maximum number of samples along the side of a pixel. */
const mostSamples = 4;

/** Sizes kept of one picture, so that no square is reduced by more than about two in one step. */
const levels = [256, 512, 1024, analysisSide];

/** Crops a square from a picture and rotates it upright. @returns planar RGB, 3 × size × size numbers from 0 to 255 */
export async function sampleSquare(
  image: OpenedImage,
  square: Square,
  sampling: Sampling,
): Promise<Float32Array> {
  const wanted = (Math.max(image.width, image.height) / square.side) * sampling.size;
  const raster = await image.raster(levels.find((level) => level >= wanted) ?? analysisSide, 3);
  return sampleRaster(raster, scaleSquare(square, raster.width / image.width), sampling);
}

/** Maps a point of the crop (0 to `size`) to the picture. */
export function fromSquare(square: Square, size: number, [x, y]: Point): Point {
  const scale = square.side / size;
  const [dx, dy] = [(x - size / 2) * scale, (y - size / 2) * scale];
  const [cos, sin] = [Math.cos(square.angle), Math.sin(square.angle)];
  return [square.center[0] + dx * cos - dy * sin, square.center[1] + dx * sin + dy * cos];
}

function scaleSquare({ center, side, angle }: Square, scale: number): Square {
  return { center: [center[0] * scale, center[1] * scale], side: side * scale, angle };
}

/**
 * Bilinear; if a square is reduced, several samples per pixel are averaged to prevent aliasing. Below a reduction of 1.5, one sample is
 * as good, unless the crop is to be smooth.
 */
function sampleRaster(
  raster: Raster,
  square: Square,
  { size, outside, smooth = false }: Sampling,
): Float32Array {
  const reduction = square.side / size;
  // One sample for each source pixel of a reduced pixel; smooth doubles that.
  const wanted = smooth ? Math.ceil(reduction * 2) : Math.round(reduction);
  const samples = Math.max(1, Math.min(mostSamples, wanted));
  const planar = new Float32Array(3 * size * size);
  const start = fromSquare(square, size * samples, [0.5, 0.5]);
  const stepX = (Math.cos(square.angle) * square.side) / (size * samples);
  const stepY = (Math.sin(square.angle) * square.side) / (size * samples);
  const inside = liesInside(raster, square);
  for (let row = 0; row < size; row += 1) {
    const x = start[0] - row * samples * stepY - 0.5;
    const y = start[1] + row * samples * stepX - 0.5;
    const line = { x, y, stepX, stepY, samples, size, target: row * size, black: outside === 'black' };
    if (inside) sampleInnerLine(raster, line, planar);
    else sampleLine(raster, line, planar);
  }
  return planar;
}

/** Whether every sample is surrounded by four pixels. */
function liesInside({ width, height }: Raster, { center: [x, y], side, angle }: Square): boolean {
  const reach = (side / 2) * (Math.abs(Math.cos(angle)) + Math.abs(Math.sin(angle)));
  return x - reach >= 1 && y - reach >= 1 && x + reach <= width - 1 && y + reach <= height - 1;
}

/** A line of pixels; positions are relative to the centre of the raster's first pixel. */
interface SampledLine {
  /** Position of its first sample. */
  x: number;
  y: number;
  /** Step from one sample to the next along the line; across it, the step is (−stepY, stepX). */
  stepX: number;
  stepY: number;
  /** Number of samples along each side of a pixel. */
  samples: number;
  size: number;
  /** Start of the line in a plane. */
  target: number;
  black: boolean;
}

/** Weights of pixels are whole numbers that add up to this; sums of 16 samples still fit in 32 bits. */
const whole = 65_536;

/** Fills one line of a square that lies inside the raster. Uses plain numbers only, because this is the hot loop. */
function sampleInnerLine({ width, data }: Raster, line: SampledLine, planar: Float32Array): void {
  const { stepX, stepY, samples, size, target } = line;
  const plane = size * size;
  const down = width * 3;
  const share = 1 / (samples * samples * whole);
  for (let column = 0; column < size; column += 1) {
    let red = 0;
    let green = 0;
    let blue = 0;
    for (let across = 0; across < samples; across += 1) {
      let atX = line.x + column * samples * stepX - across * stepY;
      let atY = line.y + column * samples * stepY + across * stepX;
      for (let along = 0; along < samples; along += 1) {
        const left = atX | 0;
        const top = atY | 0;
        // Integer weights: products and sums stay within 32 bits.
        const right = ((atX - left) * whole) | 0;
        const lower = ((atY - top) * whole) | 0;
        const farRight = ((right * lower) / whole) | 0;
        const nearRight = right - farRight;
        const farLeft = lower - farRight;
        const nearLeft = whole - lower - nearRight;
        const a = (top * width + left) * 3;
        const c = a + down;
        red +=
          Math.imul(data[a]!, nearLeft) +
          Math.imul(data[a + 3]!, nearRight) +
          Math.imul(data[c]!, farLeft) +
          Math.imul(data[c + 3]!, farRight);
        green +=
          Math.imul(data[a + 1]!, nearLeft) +
          Math.imul(data[a + 4]!, nearRight) +
          Math.imul(data[c + 1]!, farLeft) +
          Math.imul(data[c + 4]!, farRight);
        blue +=
          Math.imul(data[a + 2]!, nearLeft) +
          Math.imul(data[a + 5]!, nearRight) +
          Math.imul(data[c + 2]!, farLeft) +
          Math.imul(data[c + 5]!, farRight);
        atX += stepX;
        atY += stepY;
      }
    }
    const at = target + column;
    planar[at] = red * share;
    planar[at + plane] = green * share;
    planar[at + 2 * plane] = blue * share;
  }
}

/** The columns of a line, the end excluded, whose samples may lie in the raster; all others are outside. */
function columnsInside({ width, height }: Raster, line: SampledLine): readonly [number, number] {
  const { x, y, stepX, stepY, samples, size } = line;
  let [from, to] = [0, size];
  // The samples of a pixel lie around its first one, and a sample reads pixels up to half a pixel away.
  const reach = samples * (Math.abs(stepX) + Math.abs(stepY)) + 1;
  for (const [start, step, last] of [
    [x, stepX * samples, width - 1],
    [y, stepY * samples, height - 1],
  ] as const) {
    const [near, far] = [(-reach - start) / step, (last + reach - start) / step];
    // If the line runs along the other axis, either all of it is inside or none.
    if (Math.abs(step) < 1e-9) {
      if (start < -reach || start > last + reach) return [0, 0];
      continue;
    }
    from = Math.max(from, Math.floor(Math.min(near, far)));
    to = Math.min(to, Math.ceil(Math.max(near, far)) + 1);
  }
  return [from, to];
}

/** Fills one line of a square that extends beyond the raster. */
function sampleLine(raster: Raster, line: SampledLine, planar: Float32Array): void {
  const { width, height, data } = raster;
  const { stepX, stepY, samples, size, target, black } = line;
  const plane = size * size;
  const lastX = width - 1;
  const lastY = height - 1;
  const share = 1 / (samples * samples);
  const [from, to] = black ? columnsInside(raster, line) : [0, size];
  for (let column = from; column < to; column += 1) {
    let red = 0;
    let green = 0;
    let blue = 0;
    let across = 0;
    let along = column * samples;
    for (let sample = 0; sample < samples * samples; sample += 1) {
      const atX = line.x + along * stepX - across * stepY;
      const atY = line.y + along * stepY + across * stepX;
      along += 1;
      // All samples in one loop: along the line, then one step across.
      if (along === (column + 1) * samples) {
        along = column * samples;
        across += 1;
      }
      if (black && (atX < -0.5 || atY < -0.5 || atX > lastX + 0.5 || atY > lastY + 0.5)) continue;
      const x = atX < 0 ? 0 : atX > lastX ? lastX : atX;
      const y = atY < 0 ? 0 : atY > lastY ? lastY : atY;
      const left = x | 0;
      const top = y | 0;
      const lower = y - top;
      const nearRight = (x - left) * (1 - lower);
      const farRight = (x - left) * lower;
      const nearLeft = 1 - lower - nearRight;
      const farLeft = lower - farRight;
      const a = (top * width + left) * 3;
      const b = left < lastX ? a + 3 : a;
      const down = top < lastY ? width * 3 : 0;
      const c = a + down;
      const d = b + down;
      red += data[a]! * nearLeft + data[b]! * nearRight + data[c]! * farLeft + data[d]! * farRight;
      green +=
        data[a + 1]! * nearLeft + data[b + 1]! * nearRight + data[c + 1]! * farLeft + data[d + 1]! * farRight;
      blue +=
        data[a + 2]! * nearLeft + data[b + 2]! * nearRight + data[c + 2]! * farLeft + data[d + 2]! * farRight;
    }
    const at = target + column;
    planar[at] = red * share;
    planar[at + plane] = green * share;
    planar[at + 2 * plane] = blue * share;
  }
}
