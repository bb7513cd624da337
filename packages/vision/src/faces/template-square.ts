import type { DescriptorDeclaration } from '../model-slots/slot-declaration.ts';
import type { Point } from '../picture/raster.ts';
import type { Square } from '../picture/sample-square.ts';
import { leftEyePoints, meanPoint, rightEyePoints, type FaceMesh } from './face-mesh.ts';

const mouthCorners = [61, 291];

/**
 * The square that maps eyes and mouth as closely as possible to the template by translation, rotation and scaling (least squares). Its
 * side is the longer side of the network's input, which is centred in it.
 */
export function templateSquare(mesh: FaceMesh, { alignment, input }: DescriptorDeclaration): Square {
  const seen = [
    meanPoint(mesh, rightEyePoints),
    meanPoint(mesh, leftEyePoints),
    meanPoint(mesh, mouthCorners),
  ];
  const size = Math.max(input.width, input.height);
  // Templates are relative to the centre of the first pixel, squares to its corner.
  const [right, down] = [
    Math.floor((size - input.width) / 2) + 0.5,
    Math.floor((size - input.height) / 2) + 0.5,
  ];
  const wanted = [...alignment.eyes, alignment.mouth].map(([x, y]): Point => [x + right, y + down]);
  const [seenMiddle, wantedMiddle] = [middleOf(seen), middleOf(wanted)];
  // The least-squares similarity has a closed form: sums of products of the centred points.
  let [along, across, spread] = [0, 0, 0];
  for (const [index, [x, y]] of wanted.entries()) {
    const [u, v] = [x - wantedMiddle[0], y - wantedMiddle[1]];
    const [seenX, seenY] = seen[index] ?? seenMiddle;
    const [p, q] = [seenX - seenMiddle[0], seenY - seenMiddle[1]];
    along += u * p + v * q;
    across += u * q - v * p;
    spread += p * p + q * q;
  }
  // Best map from picture to template: rotation by −`angle`, scaling by `scale`.
  const angle = Math.atan2(across, along);
  const scale = Math.hypot(along, across) / spread;
  const [dx, dy] = [(size / 2 - wantedMiddle[0]) / scale, (size / 2 - wantedMiddle[1]) / scale];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const center: Point = [seenMiddle[0] + dx * cos - dy * sin, seenMiddle[1] + dx * sin + dy * cos];
  return { center, side: size / scale, angle };
}

function middleOf(points: readonly Point[]): Point {
  const mean = (axis: 0 | 1): number => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  return [mean(0), mean(1)];
}
