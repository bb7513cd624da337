import {
  angleOf,
  leftEyePoints,
  meanPoint,
  rightEyePoints,
  type FaceMesh,
  type MeshPoint,
} from './face-mesh.ts';

/** The orientation of a head in degrees, positive towards the person's left and upwards. */
export interface FacePose {
  roll: number;
  yaw: number;
  pitch: number;
}

const cheeks = { right: 234, left: 454 };
const forehead = 10;
const chin = 152;

/** Computes roll from the line of the eyes, yaw and pitch from the depth of cheeks, forehead and chin. */
export function facePose(mesh: FaceMesh): FacePose {
  const roll = angleOf(meanPoint(mesh, rightEyePoints), meanPoint(mesh, leftEyePoints));
  // Rotated upright first: yaw and pitch are relative to the head's own axes.
  const across = upright(between(mesh, cheeks.right, cheeks.left), roll);
  const down = upright(between(mesh, forehead, chin), roll);
  return {
    roll: degrees(roll),
    // If turned to the person's left, the left cheek is farther away and has a greater depth.
    yaw: degrees(Math.atan2(across[2], across[0])),
    // If looking up, the forehead is farther away than the chin.
    pitch: degrees(Math.atan2(-down[2], down[1])),
  };
}

/** How far each eye is open: height ÷ width of its six points; about 0.3 if open, below 0.15 if closed. */
export function eyeOpening(mesh: FaceMesh): { right: number; left: number } {
  return { right: openingOf(mesh, rightEyePoints), left: openingOf(mesh, leftEyePoints) };
}

function openingOf(mesh: FaceMesh, eye: readonly [number, number, number, number, number, number]): number {
  const [outer, upperOuter, upperInner, inner, lowerInner, lowerOuter] = eye;
  const length = (from: number, to: number): number => {
    const [x, y] = between(mesh, from, to);
    return Math.hypot(x, y);
  };
  return (length(upperOuter, lowerOuter) + length(upperInner, lowerInner)) / (2 * length(outer, inner));
}

function between(mesh: FaceMesh, from: number, to: number): MeshPoint {
  const [x0, y0, z0] = mesh.points[from] ?? [0, 0, 0];
  const [x1, y1, z1] = mesh.points[to] ?? [0, 0, 0];
  return [x1 - x0, y1 - y0, z1 - z0];
}

function upright([x, y, z]: MeshPoint, roll: number): MeshPoint {
  const [cos, sin] = [Math.cos(roll), Math.sin(roll)];
  return [x * cos + y * sin, y * cos - x * sin, z];
}

function degrees(radians: number): number {
  return (radians * 180) / Math.PI;
}
