import type { InferenceSession } from 'onnxruntime-node';
import { runNetwork } from '../model-slots/run-network.ts';
import type { OpenedImage } from '../picture/open-image.ts';
import { distance } from '../picture/points.ts';
import type { Point } from '../picture/raster.ts';
import { sampleSquare, type Square } from '../picture/sample-square.ts';
import type { Detection } from './detect-faces.ts';

/** A point in pixels of the upright original; z in the same unit, smaller is closer to the camera. */
export type MeshPoint = readonly [x: number, y: number, z: number];

/** The 468 points of a face. */
export interface FaceMesh {
  points: readonly MeshPoint[];
  /** The network's confidence that it sees a face, 0–1. */
  flag: number;
}

const inputSide = 192;
const margin = 1.4;
/** Factor by which the detector's box is enlarged. */
const firstMargins = [margin];
/** Factors for a box that may be loose, tried in turn until the network sees a face. */
export const looseMargins = [margin, 2, 1.05];
const minFlag = 0.5;
/** Below this the first pass saw no face, and repeating it around its mesh is pointless. */
const hopelessFlag = 0.05;
/** Maximum number of rounds, of two passes each, after the first pass. */
const mostRounds = 2;
/** By how much the squares of the two passes are enlarged and rotated, and reduced and rotated back. */
const nudged = { share: 0.07, radians: 0.04 };

/**
 * Fits the mesh to a detected face: first to the box enlarged 1.4 times and rotated upright, then around the result until it no longer
 * moves, because the detector's boxes are rarely tight enough.
 * @param margins other enlargements to start with, tried in turn
 * @returns `null` if the network does not see a face there
 */
export async function fitFaceMesh(
  network: InferenceSession,
  image: OpenedImage,
  detection: Detection,
  margins: readonly number[] = firstMargins,
): Promise<FaceMesh | null> {
  const [rightEye = [0, 0], leftEye = [1, 0]] = detection.keypoints;
  const angle = angleOf(rightEye, leftEye);
  for (const enlarged of margins) {
    const square = { center: detection.center, side: detection.side * enlarged, angle };
    const mesh = await settleMesh(network, image, square);
    if (mesh.flag >= minFlag) return mesh;
  }
  return null;
}

/** Two passes from slightly different squares, whose mean varies less than either; repeated while the face is not centred. */
async function settleMesh(network: InferenceSession, image: OpenedImage, start: Square): Promise<FaceMesh> {
  let mesh = await layMesh(network, image, start);
  if (mesh.flag < hopelessFlag) return mesh;
  for (let round = 1; round <= mostRounds; round += 1) {
    const around = squareAround(mesh.points, margin);
    // Opposite offsets: the bias of one crop cancels that of the other.
    const one = await layMesh(network, image, nudge(around, 1));
    const two = await layMesh(network, image, nudge(squareAround(one.points, margin), -1));
    mesh = meanMesh(one, two);
    if (!isLoose(around, squareAround(mesh.points, margin))) break;
  }
  return mesh;
}

function nudge(square: Square, direction: 1 | -1): Square {
  const { side, angle } = square;
  return {
    ...square,
    side: side * (1 + direction * nudged.share),
    angle: angle + direction * nudged.radians,
  };
}

function meanMesh(a: FaceMesh, b: FaceMesh): FaceMesh {
  const points = a.points.map((point, index): MeshPoint => {
    const other = b.points[index] ?? point;
    return [(point[0] + other[0]) / 2, (point[1] + other[1]) / 2, (point[2] + other[2]) / 2];
  });
  return { points, flag: Math.min(a.flag, b.flag) };
}

/** Mean of some points of a mesh. */
export function meanPoint(mesh: FaceMesh, indices: readonly number[]): Point {
  const mean = (axis: 0 | 1): number =>
    indices.reduce((sum, index) => sum + (mesh.points[index]?.[axis] ?? 0), 0) / indices.length;
  return [mean(0), mean(1)];
}

/** Six points around each eye, the person's right eye first: outer corner, two upper, inner corner, two lower. */
export const rightEyePoints = [33, 160, 158, 133, 153, 144] as const;
export const leftEyePoints = [362, 385, 387, 263, 373, 380] as const;

/** Angle of the line between the eyes in radians, clockwise as seen. */
export function angleOf(right: Point, left: Point): number {
  return Math.atan2(left[1] - right[1], left[0] - right[0]);
}

async function layMesh(network: InferenceSession, image: OpenedImage, square: Square): Promise<FaceMesh> {
  const input = await sampleSquare(image, square, { size: inputSide, outside: 'edge' });
  for (let at = 0; at < input.length; at += 1) input[at] = input[at]! / 255;
  const output = await runNetwork(network, input, inputSide);
  const raw = output('points');
  const scale = square.side / inputSide;
  const [cos, sin] = [Math.cos(square.angle), Math.sin(square.angle)];
  const points: MeshPoint[] = [];
  for (let at = 0; at < raw.length; at += 3) {
    const dx = (raw[at]! - inputSide / 2) * scale;
    const dy = (raw[at + 1]! - inputSide / 2) * scale;
    const x = square.center[0] + dx * cos - dy * sin;
    const y = square.center[1] + dx * sin + dy * cos;
    points.push([x, y, raw[at + 2]! * scale]);
  }
  return { points, flag: output('flag')[0] ?? 0 };
}

/** The upright square around a mesh, enlarged by a factor. */
function squareAround(points: readonly MeshPoint[], enlarged: number): Square {
  const { center, width, height, angle } = boundsOf(points);
  return { center, side: Math.max(width, height) * enlarged, angle };
}

/** Centre and mean extent of a mesh (of width and height along the face's own axes), in pixels of the upright original. */
export function meshExtent(mesh: FaceMesh): { center: Point; side: number } {
  const { center, width, height } = boundsOf(mesh.points);
  return { center, side: (width + height) / 2 };
}

/** The rectangle around a mesh, aligned with the line of its eyes. */
function boundsOf(points: readonly MeshPoint[]): {
  center: Point;
  width: number;
  height: number;
  angle: number;
} {
  const mesh = { points, flag: 1 };
  const angle = angleOf(meanPoint(mesh, rightEyePoints), meanPoint(mesh, leftEyePoints));
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const point of points) {
    const along = point[0] * cos + point[1] * sin;
    const across = point[1] * cos - point[0] * sin;
    if (along < left) left = along;
    if (along > right) right = along;
    if (across < top) top = across;
    if (across > bottom) bottom = across;
  }
  const [u, v] = [(left + right) / 2, (top + bottom) / 2];
  const center: Point = [u * cos - v * sin, u * sin + v * cos];
  return { center, width: right - left, height: bottom - top, angle };
}

function isLoose(square: Square, around: Square): boolean {
  const ratio = around.side / square.side;
  const shift = distance(around.center, square.center);
  const turn = Math.abs(Math.sin(around.angle - square.angle));
  return ratio < 0.85 || ratio > 1.18 || shift > 0.08 * square.side || turn > 0.1;
}
