import type { OpenedImage } from '../picture/open-image.ts';
import { distance } from '../picture/points.ts';
import type { Point } from '../picture/raster.ts';
import { sampleSquare, type Square } from '../picture/sample-square.ts';
import { angleOf, leftEyePoints, meanPoint, rightEyePoints, type FaceMesh } from './face-mesh.ts';

/** Side in pixels of the aligned face expected by the descriptor network. */
export const chipSide = 150;

const mouthPoints = [61, 39, 0, 269, 291, 405, 17, 181, 78, 81, 13, 311, 308, 402, 14, 178];

/**
 * The square of a face expected by the descriptor network: rotated by the line of the eyes, side = mean distance from eye to mouth ÷
 * 0.45, with the mean of eyes and mouth at (0.50, 0.43). Must be changed only together with a new calibration.
 */
function chipSquare(mesh: FaceMesh): Square {
  const right = meanPoint(mesh, rightEyePoints);
  const left = meanPoint(mesh, leftEyePoints);
  const mouth = meanPoint(mesh, mouthPoints);
  const side = (distance(right, mouth) + distance(left, mouth)) / 2 / 0.45;
  const angle = angleOf(right, left);
  const middle: Point = [(right[0] + left[0] + mouth[0]) / 3, (right[1] + left[1] + mouth[1]) / 3];
  // The mean point lies 0.07 of the side above the centre, along the rotated axes.
  const down = (0.5 - 0.43) * side;
  return { center: [middle[0] - down * Math.sin(angle), middle[1] + down * Math.cos(angle)], side, angle };
}

/** Sides of the described squares as multiples of {@link chipSquare}; the network was trained on faces between the two. */
const viewSides = [1, 1.16];

/** The aligned face: planar RGB, 3 × 150 × 150 numbers from 0 to 255, with repeated edge pixels. */
export function cutFaceChip(image: OpenedImage, mesh: FaceMesh): Promise<Float32Array> {
  return cutSquare(image, chipSquare(mesh));
}

/** The aligned face, as from {@link cutFaceChip}, followed by the same face with more of its surroundings. */
export function cutFaceViews(image: OpenedImage, mesh: FaceMesh): Promise<Float32Array[]> {
  const { center, side, angle } = chipSquare(mesh);
  return Promise.all(viewSides.map((times) => cutSquare(image, { center, side: side * times, angle })));
}

function cutSquare(image: OpenedImage, square: Square): Promise<Float32Array> {
  return sampleSquare(image, square, { size: chipSide, outside: 'edge', smooth: true });
}
