import { detectFaces, suppressOverlaps, wholeSquare, type Detection } from './detect-faces.ts';
import { angleOf, fitFaceMesh, type FaceMesh } from './face-mesh.ts';
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
  /**
   * `selfie`: one near face. `document`: a small portrait, the picture perhaps on its side or head. `back`: as document,
   * but most backs carry no face, so only the first looks are taken.
   */
  subject: 'selfie' | 'document' | 'back';
  /** True when no more tries may start; asked before each. Results then depend on the machine's speed. */
  outOfTime?: () => boolean;
}

/** A detection less sure, narrower (share of the picture) or more tilted (degrees) is looked at again from nearby. */
const clear = { confidence: 0.85, share: 0.12, roll: 20 };
/** How much surer a face must look when turned further: most stand upright. */
const turnAdvantage = 0.08;
/** How wide the nearer look is, in widths of the face. */
const nearby = 3;
/** Detections looked at again in each step of the search, the surest first; bounds the time that a pattern can cost. */
const mostExamined = 4;
/** A face this sure ends the search. */
const sure = 0.7;
/** Narrower faces, in pixels, say nothing. */
const minWidth = 16;

/**
 * Finds the faces of a picture, widest first. When the first look shows none for sure, sideways, upside-down and small
 * ones are tried for.
 */
export async function findFaces(models: FaceModels, image: OpenedImage, search: FaceSearch): Promise<Face[]> {
  let found: Face[] = [];
  const examined: Detection[] = [];
  for (const squares of searchSteps(image, search)) {
    if (search.outOfTime?.()) break;
    const seen: Detection[] = [];
    for (const square of squares) seen.push(...(await detectFaces(models.detector, image, square)));
    const fresh = suppressOverlaps(seen).filter(
      (face) => !examined.some((earlier) => isThere(face, earlier)),
    );
    const detections: Detection[] = [];
    for (const detection of fresh.slice(0, mostExamined)) {
      detections.push(await lookNearer(models, image, { detection, subject: search.subject }));
    }
    examined.push(...fresh.slice(0, mostExamined));
    found = mergeFaces([...found, ...(await meshFaces(models, image, suppressOverlaps(detections)))]);
    if (found.some(({ confidence }) => confidence >= sure)) break;
  }
  return found.toSorted((a, b) => b.width - a.width);
}

/** The whole picture, the same from farther away, turned quarters, then overlapping tiles of about half and a third of its size. */
function* searchSteps(image: OpenedImage, { subject }: FaceSearch): Generator<Square[]> {
  const whole = wholeSquare(image);
  yield [whole];
  // A face that fills the picture is only seen with some room around it.
  yield [{ ...whole, side: whole.side * 1.6 }];
  yield [1, 3, 2].map((quarters) => ({ ...whole, angle: (quarters * Math.PI) / 2 }));
  if (subject !== 'back') yield tiles(image, 0.6);
  if (subject === 'document') yield tiles(image, 0.35);
}

/**
 * Looks at an unclear detection again from nearby and turned upright: small faces are placed better, and one that was
 * taken for upright turns out to stand on its head.
 */
async function lookNearer(
  models: FaceModels,
  image: OpenedImage,
  { detection, subject }: { detection: Detection; subject: FaceSearch['subject'] },
): Promise<Detection> {
  const angle = eyeAngle(detection);
  const isClear =
    detection.confidence >= clear.confidence &&
    detection.side >= clear.share * Math.max(image.width, image.height) &&
    Math.abs(angle) * 180 < clear.roll * Math.PI;
  if (isClear) return detection;
  let best: Detection | null = null;
  for (const turned of uprightFirst(angle)) {
    const square = { center: detection.center, side: detection.side * nearby, angle: turned };
    const seen = (await detectFaces(models.detector, image, square)).find(
      (face) => isThere(face, detection) && Math.cos(eyeAngle(face) - turned) > 0.7,
    );
    if (seen && seen.confidence > (best === null ? 0 : best.confidence + turnAdvantage)) best = seen;
    // An upside-down card can look like an upright face of middling sureness; a selfie is as it seems.
    const asExpected =
      subject === 'selfie' && Math.cos(turned - angle) > 0.9 && (best?.confidence ?? 0) >= sure;
    if (asExpected || (best?.confidence ?? 0) >= clear.confidence) break;
  }
  // Nothing seen from nearby: kept, for the mesh network to judge, but never as a sure one.
  return best ?? { ...detection, confidence: Math.min(detection.confidence, sure / 2) };
}

/** Angle of the line between the eyes, radians, clockwise as seen. */
function eyeAngle({ keypoints }: Detection): number {
  const [right = [0, 0], left = [1, 0]] = keypoints;
  return angleOf(right, left);
}

/** An angle and its quarter turns within a half turn, the most upright first. */
function uprightFirst(angle: number): number[] {
  const turns = [0, 1, 2, 3].map((quarters) => {
    const turned = angle + (quarters * Math.PI) / 2;
    return Math.atan2(Math.sin(turned), Math.cos(turned));
  });
  return turns.toSorted((a, b) => Math.abs(a) - Math.abs(b));
}

function isThere(face: Detection, expected: Detection): boolean {
  const distance = Math.hypot(face.center[0] - expected.center[0], face.center[1] - expected.center[1]);
  return distance < expected.side * 0.6;
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
