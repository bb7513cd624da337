import { detectFaces, suppressOverlaps, wholeSquare, type Detection } from './detect-faces.ts';
import { fitFaceMesh, type FaceMesh } from './face-mesh.ts';
import type { FaceModels } from './face-models.ts';
import { eyeOpening, facePose } from './face-pose.ts';
import type { OpenedImage } from './open-image.ts';
import type { Box } from './raster.ts';
import type { Square } from './sample-square.ts';

/** A face found in a picture. */
export interface Face {
  /** x, y, width, height in pixels of the upright original; may reach outside the picture. */
  box: Box;
  /** Pixels of the upright original. */
  width: number;
  /** 0–1. */
  confidence: number;
  /** Degrees; positive to the person's left and up. */
  roll: number;
  yaw: number;
  pitch: number;
  /** Height ÷ width of the eyes, the less open one. */
  eyeOpening: number;
  /** Share of the mesh outside the picture, 0–1. */
  cutShare: number;
  mesh: FaceMesh;
}

/** How hard to look. */
export interface FaceSearch {
  /** `document`: portraits may be small and the picture may lie on its side or head. */
  subject: 'selfie' | 'document';
  /** True when no more tries may start; asked before each. Results then depend on the machine's speed. */
  outOfTime?: () => boolean;
}

/** A face narrower than this share of the picture is looked at again from nearer. */
const smallShare = 0.12;
/** A detection this sure ends the search; a square that only looks like a face rarely reaches it. */
const sure = 0.7;
/** Narrower faces, in pixels, say nothing. */
const minWidth = 16;

/**
 * Finds the faces of a picture, widest first. Small, sideways and upside-down faces are tried for when the first look
 * finds none, small ones also in documents.
 */
export async function findFaces(models: FaceModels, image: OpenedImage, search: FaceSearch): Promise<Face[]> {
  let found: Face[] = [];
  for (const squares of searchSteps(image, search)) {
    if (search.outOfTime?.()) break;
    const detections: Detection[] = [];
    for (const square of squares) detections.push(...(await detectFaces(models.detector, image, square)));
    found = mergeFaces([...found, ...(await meshFaces(models, image, suppressOverlaps(detections)))]);
    if (isEnough(found, image)) break;
  }
  return found.toSorted((a, b) => b.width - a.width);
}

function isEnough(found: readonly Face[], image: OpenedImage): boolean {
  const smallest = smallShare * Math.max(image.width, image.height);
  return found.some(({ width, confidence }) => width >= smallest && confidence >= sure);
}

/** The whole picture, turned quarters, then overlapping tiles of half and of a third of its size. */
function* searchSteps(image: OpenedImage, { subject }: FaceSearch): Generator<Square[]> {
  const whole = wholeSquare(image);
  yield [whole];
  yield [1, 3, 2].map((quarters) => ({ ...whole, angle: (quarters * Math.PI) / 2 }));
  yield tiles(image, 0.6);
  if (subject === 'document') yield tiles(image, 0.35);
}

/** Squares of a share of the longest side that cover the picture and overlap by about a third. */
function tiles(image: OpenedImage, share: number): Square[] {
  const side = share * Math.max(image.width, image.height);
  const centers = (length: number): number[] => {
    const count = Math.max(1, Math.ceil((length - side * 0.33) / (side * 0.67)));
    const step = count > 1 ? (length - side) / (count - 1) : 0;
    return Array.from({ length: count }, (_, index) => (count > 1 ? side / 2 + index * step : length / 2));
  };
  return centers(image.height).flatMap((y) =>
    centers(image.width).map((x): Square => ({ center: [x, y], side, angle: 0 })),
  );
}

async function meshFaces(
  models: FaceModels,
  image: OpenedImage,
  detections: readonly Detection[],
): Promise<Face[]> {
  const faces: Face[] = [];
  for (const detection of detections) {
    const mesh = detection.side < minWidth ? null : await fitFaceMesh(models.mesh, image, detection);
    if (mesh !== null) faces.push(describeBox(image, detection, mesh));
  }
  return faces;
}

function describeBox(image: OpenedImage, detection: Detection, mesh: FaceMesh): Face {
  const { center, side, confidence } = detection;
  const outside = mesh.points.filter(([x, y]) => x < 0 || y < 0 || x > image.width || y > image.height);
  const { right, left } = eyeOpening(mesh);
  return {
    box: [center[0] - side / 2, center[1] - side / 2, side, side],
    width: side,
    confidence,
    ...facePose(mesh),
    eyeOpening: Math.min(right, left),
    cutShare: outside.length / mesh.points.length,
    mesh,
  };
}

/** The same face found twice stays once, as the surer of the two. */
function mergeFaces(faces: readonly Face[]): Face[] {
  const kept: Face[] = [];
  for (const face of faces.toSorted((a, b) => b.confidence - a.confidence)) {
    if (!kept.some((other) => isSameFace(face, other))) kept.push(face);
  }
  return kept;
}

function isSameFace(a: Face, b: Face): boolean {
  const nose = 1;
  const [ax = 0, ay = 0] = a.mesh.points[nose] ?? [];
  const [bx = 0, by = 0] = b.mesh.points[nose] ?? [];
  return Math.hypot(ax - bx, ay - by) < 0.4 * Math.max(a.width, b.width);
}
