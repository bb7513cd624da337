import { project, type Homography } from './homography.ts';
import { cornersOfBox } from './points.ts';
import type { Raster } from './raster.ts';

/**
 * Samples the unit square of a map into a new raster. Bilinear, with four samples per pixel if the source is reduced by more than 1.4, to
 * prevent aliasing of fine print; positions outside take the value of the nearest edge.
 * @param map from the unit square to pixels of the source
 */
export function warp(
  source: Raster,
  map: Homography,
  { width, height }: { width: number; height: number },
): Raster {
  const { channels } = source;
  const data = new Uint8Array(width * height * channels);
  const [a = 0, b = 0, , d = 0, e = 0] = map;
  const reduction = Math.max(Math.hypot(a, d) / width, Math.hypot(b, e) / height);
  const samples = reduction > 1.4 ? 2 : 1;
  const isInside = liesInside(source, map);
  if (isInside && samples === 1 && channels === 3)
    return warpColourOnce(source, map, { width, height, data });
  const line = new Float32Array(width * channels);
  const sampleLine = !isInside ? warpLine : channels === 1 ? warpGreyLine : warpColourLine;
  for (let y = 0; y < height; y += 1) {
    line.fill(0);
    for (let step = 0; step < samples; step += 1) {
      const v = (y + (step + 0.5) / samples) / height;
      sampleLine(source, map, { v, samples, line });
    }
    const scale = 1 / (samples * samples);
    const start = y * width * channels;
    for (let at = 0; at < line.length; at += 1) data[start + at] = line[at]! * scale + 0.5;
  }
  return { width, height, channels, data };
}

/** Whether every sample is surrounded by four pixels. */
function liesInside({ width, height }: Raster, map: Homography): boolean {
  return cornersOfBox([0, 0, 1, 1]).every((corner) => {
    const [x, y] = project(map, corner);
    return x >= 1 && y >= 1 && x <= width - 1 && y <= height - 1;
  });
}

interface WarpedLine {
  v: number;
  samples: number;
  line: Float32Array;
}

/**
 * Like `warpLine`, for one channel and quadrangles inside the picture: increments numerator and denominator instead of computing them for
 * each sample. The sums round differently in the last bits, so the two are not interchangeable.
 */
function warpGreyLine({ width, data }: Raster, map: Homography, { v, samples, line }: WarpedLine): void {
  const stepU = 1 / (line.length * samples);
  const stepX = map[0]! * stepU;
  const stepY = map[3]! * stepU;
  const stepW = map[6]! * stepU;
  let x = map[1]! * v + map[2]! + stepX / 2;
  let y = map[4]! * v + map[5]! + stepY / 2;
  let w = map[7]! * v + map[8]! + stepW / 2;
  for (let target = 0; target < line.length; target += 1) {
    let sum = 0;
    for (let sample = 0; sample < samples; sample += 1) {
      // One division per sample; numerators and denominator are linear along the line.
      const part = 1 / w;
      const px = x * part - 0.5;
      const py = y * part - 0.5;
      const column = px | 0;
      const row = py | 0;
      const right = px - column;
      const at = row * width + column;
      const below = at + width;
      const upper = data[at]! + (data[at + 1]! - data[at]!) * right;
      const lower = data[below]! + (data[below + 1]! - data[below]!) * right;
      sum += upper + (lower - upper) * (py - row);
      x += stepX;
      y += stepY;
      w += stepW;
    }
    line[target]! += sum;
  }
}

/**
 * Like `warpLine`, with bit-identical results, for three channels and quadrangles inside the picture, so that no clamping at edges is
 * needed.
 */
function warpColourLine({ width, data }: Raster, map: Homography, { v, samples, line }: WarpedLine): void {
  const a = map[0]!;
  const d = map[3]!;
  const g = map[6]!;
  const fromX = map[1]! * v + map[2]!;
  const fromY = map[4]! * v + map[5]!;
  const fromW = map[7]! * v + map[8]!;
  const steps = (line.length / 3) * samples;
  const down = width * 3;
  for (let target = 0, step = 0; target < line.length; target += 3) {
    let red = line[target]!;
    let green = line[target + 1]!;
    let blue = line[target + 2]!;
    for (let sample = 0; sample < samples; sample += 1, step += 1) {
      const u = (step + 0.5) / steps;
      const w = 1 / (g * u + fromW);
      const x = (a * u + fromX) * w - 0.5;
      const y = (d * u + fromY) * w - 0.5;
      const column = x | 0;
      const row = y | 0;
      const right = x - column;
      const bottom = y - row;
      const near = 1 - right;
      const above = 1 - bottom;
      const at = (row * width + column) * 3;
      const below = at + down;
      // In single precision, as the line stores its sums.
      red = Math.fround(
        red +
          ((data[at]! * near + data[at + 3]! * right) * above +
            (data[below]! * near + data[below + 3]! * right) * bottom),
      );
      green = Math.fround(
        green +
          ((data[at + 1]! * near + data[at + 4]! * right) * above +
            (data[below + 1]! * near + data[below + 4]! * right) * bottom),
      );
      blue = Math.fround(
        blue +
          ((data[at + 2]! * near + data[at + 5]! * right) * above +
            (data[below + 2]! * near + data[below + 5]! * right) * bottom),
      );
    }
    line[target] = red;
    line[target + 1] = green;
    line[target + 2] = blue;
  }
}

/**
 * Like `warp`, with bit-identical results, for three channels, one sample per pixel and quadrangles inside the picture: no intermediate
 * line is kept.
 */
function warpColourOnce(
  { width: stride, data: from }: Raster,
  map: Homography,
  { width, height, data }: { width: number; height: number; data: Uint8Array<ArrayBuffer> },
): Raster {
  const a = map[0]!;
  const d = map[3]!;
  const g = map[6]!;
  const down = stride * 3;
  const columns = Float64Array.from({ length: width }, (_, x) => (x + 0.5) / width);
  for (let line = 0, target = 0; line < height; line += 1) {
    const v = (line + 0.5) / height;
    const fromX = map[1]! * v + map[2]!;
    const fromY = map[4]! * v + map[5]!;
    const fromW = map[7]! * v + map[8]!;
    for (let step = 0; step < width; step += 1, target += 3) {
      const u = columns[step]!;
      const w = 1 / (g * u + fromW);
      const x = (a * u + fromX) * w - 0.5;
      const y = (d * u + fromY) * w - 0.5;
      const column = x | 0;
      const row = y | 0;
      const right = x - column;
      const bottom = y - row;
      const near = 1 - right;
      const above = 1 - bottom;
      const at = (row * stride + column) * 3;
      const below = at + down;
      // In single precision, like a line of sums.
      data[target] =
        Math.fround(
          (from[at]! * near + from[at + 3]! * right) * above +
            (from[below]! * near + from[below + 3]! * right) * bottom,
        ) + 0.5;
      data[target + 1] =
        Math.fround(
          (from[at + 1]! * near + from[at + 4]! * right) * above +
            (from[below + 1]! * near + from[below + 4]! * right) * bottom,
        ) + 0.5;
      data[target + 2] =
        Math.fround(
          (from[at + 2]! * near + from[at + 5]! * right) * above +
            (from[below + 2]! * near + from[below + 5]! * right) * bottom,
        ) + 0.5;
    }
  }
  return { width, height, channels: 3, data };
}

/** Adds one line of samples of the unit square at height `v`. Uses plain numbers only, because this is the hot loop. */
function warpLine(
  { width, height, channels, data }: Raster,
  map: Homography,
  { v, samples, line }: WarpedLine,
): void {
  const a = map[0]!;
  const d = map[3]!;
  const g = map[6]!;
  const fromX = map[1]! * v + map[2]!;
  const fromY = map[4]! * v + map[5]!;
  const fromW = map[7]! * v + map[8]!;
  const steps = (line.length / channels) * samples;
  const [lastX, lastY] = [width - 1, height - 1];
  for (let step = 0, target = 0, left = samples; step < steps; step += 1) {
    const u = (step + 0.5) / steps;
    const w = 1 / (g * u + fromW);
    const px = (a * u + fromX) * w - 0.5;
    const py = (d * u + fromY) * w - 0.5;
    const x = px > 0 ? (px < lastX ? px : lastX) : 0;
    const y = py > 0 ? (py < lastY ? py : lastY) : 0;
    const column = x | 0;
    const row = y | 0;
    const right = x - column;
    const bottom = y - row;
    const at = (row * width + column) * channels;
    // In the last column and row, the neighbour is the pixel itself.
    const across = column < lastX ? channels : 0;
    const down = row < lastY ? width * channels : 0;
    const near = 1 - right;
    const above = 1 - bottom;
    const beside = at + across;
    const below = at + down;
    const corner = below + across;
    line[target]! +=
      (data[at]! * near + data[beside]! * right) * above +
      (data[below]! * near + data[corner]! * right) * bottom;
    // Unrolled: a loop over three channels takes half as long again.
    if (channels === 3) {
      line[target + 1]! +=
        (data[at + 1]! * near + data[beside + 1]! * right) * above +
        (data[below + 1]! * near + data[corner + 1]! * right) * bottom;
      line[target + 2]! +=
        (data[at + 2]! * near + data[beside + 2]! * right) * above +
        (data[below + 2]! * near + data[corner + 2]! * right) * bottom;
    }
    left -= 1;
    if (left === 0) {
      left = samples;
      target += channels;
    }
  }
}
