import { leftEyePoints, meanPoint, rightEyePoints, type FaceMesh } from '../face-mesh.ts';
import type { OpenedImage } from '../open-image.ts';
import type { Point } from '../raster.ts';
import { sampleSquare, type Square } from '../sample-square.ts';
import type { DescriptorDeclaration, SlotInput } from './slot-declaration.ts';

const mouthCorners = [61, 291];

/**
 * The square that brings eyes and mouth as near to the template as shifting, turning and scaling can (least squares).
 * Its side stands for the longer side of the network's input, which lies in its middle.
 */
export function templateSquare(mesh: FaceMesh, { alignment, input }: DescriptorDeclaration): Square {
  const seen = [
    meanPoint(mesh, rightEyePoints),
    meanPoint(mesh, leftEyePoints),
    meanPoint(mesh, mouthCorners),
  ];
  const size = Math.max(input.width, input.height);
  // Templates count from the centre of the first pixel, squares from their corner.
  const [right, down] = [
    Math.floor((size - input.width) / 2) + 0.5,
    Math.floor((size - input.height) / 2) + 0.5,
  ];
  const wanted = [...alignment.eyes, alignment.mouth].map(([x, y]): Point => [x + right, y + down]);
  const [seenMiddle, wantedMiddle] = [middleOf(seen), middleOf(wanted)];
  let [along, across, spread] = [0, 0, 0];
  for (const [index, [x, y]] of wanted.entries()) {
    const [u, v] = [x - wantedMiddle[0], y - wantedMiddle[1]];
    const [seenX, seenY] = seen[index] ?? seenMiddle;
    const [p, q] = [seenX - seenMiddle[0], seenY - seenMiddle[1]];
    along += u * p + v * q;
    across += u * q - v * p;
    spread += p * p + q * q;
  }
  // Best map from picture to template: turned back by `angle`, times `scale`.
  const angle = Math.atan2(across, along);
  const scale = Math.hypot(along, across) / spread;
  const [dx, dy] = [(size / 2 - wantedMiddle[0]) / scale, (size / 2 - wantedMiddle[1]) / scale];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const center: Point = [seenMiddle[0] + dx * cos - dy * sin, seenMiddle[1] + dx * sin + dy * cos];
  return { center, side: size / scale, angle };
}

/** The middle of a square in the size of the network's input: planar RGB, 3 × height × width numbers from 0 to 255. */
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

/** Planar RGB as the network's numbers: its order of colours, less the mean, scaled. */
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

/** The mirror image of planar pixels. */
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
 * Seeded noise in the size of an input, planar RGB, whole numbers from 0 to 255: x ← (1664525 x + 1013904223) mod 2³²
 * from x = seed, the upper eight bits of each x, row by row, and red, green, blue of each pixel in turn.
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

function middleOf(points: readonly Point[]): Point {
  const mean = (axis: 0 | 1): number => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  return [mean(0), mean(1)];
}
