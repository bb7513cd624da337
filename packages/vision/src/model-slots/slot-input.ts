import type { OpenedImage } from '../picture/open-image.ts';
import { sampleSquare, type Square } from '../picture/sample-square.ts';
import type { SlotInput } from './slot-declaration.ts';

/** Crops the middle of a square to the size of the network's input: planar RGB, 3 × height × width numbers from 0 to 255. */
export async function cutForSlot(
  image: OpenedImage,
  square: Square,
  { width, height }: SlotInput,
): Promise<Float32Array> {
  const size = Math.max(width, height);
  const planar = await sampleSquare(image, square, { size, outside: 'edge', smooth: true });
  if (width === height) return planar;
  const cut = new Float32Array(3 * width * height);
  const [left, top] = [Math.floor((size - width) / 2), Math.floor((size - height) / 2)];
  for (let row = 0; row < 3 * height; row += 1) {
    const start = Math.floor(row / height) * size * size + (top + (row % height)) * size + left;
    cut.set(planar.subarray(start, start + width), row * width);
  }
  return cut;
}

/** Converts planar RGB to the network's input: its order of colours, minus the mean, scaled. */
export function tensorOf(
  planar: Float32Array,
  { width, height, colour, mean, scale }: SlotInput,
): Float32Array {
  const plane = width * height;
  const order = colour === 'rgb' ? [0, 1, 2] : [2, 1, 0];
  const tensor = new Float32Array(planar.length);
  for (const [to, from] of order.entries()) {
    for (let at = 0; at < plane; at += 1) {
      tensor[to * plane + at] = ((planar[from * plane + at] ?? 0) - (mean[to] ?? 0)) * scale;
    }
  }
  return tensor;
}

/** Mirrors planar pixels. */
export function mirrorPlanar(planar: Float32Array, width: number): Float32Array {
  const mirrored = new Float32Array(planar.length);
  for (let row = 0; row < planar.length; row += width) {
    for (let column = 0; column < width; column += 1) {
      mirrored[row + column] = planar[row + width - 1 - column] ?? 0;
    }
  }
  return mirrored;
}

/**
 * Seeded noise in the size of an input, planar RGB, whole numbers from 0 to 255: x ← (1664525 x + 1013904223) mod 2³² from x = seed, the
 * upper eight bits of each x, row by row, and for each pixel red, green and blue in turn.
 */
export function noisePlanar(seed: number, { width, height }: SlotInput): Float32Array {
  const plane = width * height;
  const planar = new Float32Array(3 * plane);
  let state = seed >>> 0;
  for (let pixel = 0; pixel < plane; pixel += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      planar[channel * plane + pixel] = state >>> 24;
    }
  }
  return planar;
}
