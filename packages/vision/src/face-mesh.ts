import type { InferenceSession } from 'onnxruntime-node';
import type { Detection } from './detect-faces.ts';
import type { OpenedImage } from './open-image.ts';
import { runNetwork } from './run-network.ts';
import { fromSquare, sampleSquare, type Point, type Square } from './sample-square.ts';

/** A point in pixels of the upright original; z in the same unit, smaller is nearer to the camera. */
export type MeshPoint = readonly [x: number, y: number, z: number];

/** The 468 points of a face. */
export interface FaceMesh {
  points: readonly MeshPoint[];
  /** 0–1: how sure the network is that it looked at a face. */
  flag: number;
}

const inputSide = 192;
const margin = 1.4;
const minFlag = 0.5;

/**
 * Lays the mesh on a detected face: on the box enlarged 1.4 times and turned upright, again around the result, since the
 * detector's boxes are rarely tight enough, and once more when that moved it much.
 * @returns `null` when the network does not see a face there
 */
export async function fitFaceMesh(
  network: InferenceSession,
  image: OpenedImage,
  detection: Detection,
): Promise<FaceMesh | null> {
  const [rightEye = [0, 0], leftEye = [1, 0]] = detection.keypoints;
  const square = {
    center: detection.center,
    side: detection.side * margin,
    angle: angleOf(rightEye, leftEye),
  };
  const first = await layMesh(network, image, square);
  const around = squareAround(first.points);
  const second = await layMesh(network, image, around);
  const closer = squareAround(second.points);
  const mesh = isLoose(around, closer) ? await layMesh(network, image, closer) : second;
  return mesh.flag < minFlag ? null : mesh;
}

/** Mean of some points of a mesh. */
export function meanPoint(mesh: FaceMesh, indices: readonly number[]): Point {
  const mean = (axis: 0 | 1): number =>
    indices.reduce((sum, index) => sum + (mesh.points[index]?.[axis] ?? 0), 0) / indices.length;
  return [mean(0), mean(1)];
}

/** Six points round each eye, the person's right eye first: outer corner, upper two, inner corner, lower two. */
export const rightEyePoints = [33, 160, 158, 133, 153, 144] as const;
export const leftEyePoints = [362, 385, 387, 263, 373, 380] as const;

/** Angle of the line between the eyes, radians, clockwise as seen. */
export function angleOf(right: Point, left: Point): number {
  return Math.atan2(left[1] - right[1], left[0] - right[0]);
}

async function layMesh(network: InferenceSession, image: OpenedImage, square: Square): Promise<FaceMesh> {
  const input = await sampleSquare(image, square, { size: inputSide, outside: 'edge' });
  for (let at = 0; at < input.length; at += 1) input[at] = (input[at] ?? 0) / 255;
  const output = await runNetwork(network, input, inputSide);
  const raw = output('points');
  const points = Array.from({ length: raw.length / 3 }, (_, index): MeshPoint => {
    const [x = 0, y = 0, z = 0] = raw.subarray(index * 3, index * 3 + 3);
    return [...fromSquare(square, inputSide, [x, y]), (z * square.side) / inputSide];
  });
  return { points, flag: output('flag')[0] ?? 0 };
}

/** The upright square that the mesh itself asks for. */
function squareAround(points: readonly MeshPoint[]): Square {
  const mesh = { points, flag: 1 };
  const angle = angleOf(meanPoint(mesh, rightEyePoints), meanPoint(mesh, leftEyePoints));
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const along = points.map(([x, y]) => x * cos + y * sin);
  const across = points.map(([x, y]) => y * cos - x * sin);
  const [left, right, top, bottom] = [
    Math.min(...along),
    Math.max(...along),
    Math.min(...across),
    Math.max(...across),
  ];
  const [u, v] = [(left + right) / 2, (top + bottom) / 2];
  const side = Math.max(right - left, bottom - top) * margin;
  return { center: [u * cos - v * sin, u * sin + v * cos], side, angle };
}

function isLoose(square: Square, around: Square): boolean {
  const ratio = around.side / square.side;
  const shift = Math.hypot(around.center[0] - square.center[0], around.center[1] - square.center[1]);
  const turn = Math.abs(Math.sin(around.angle - square.angle));
  return ratio < 0.85 || ratio > 1.18 || shift > 0.08 * square.side || turn > 0.1;
}
