import type { OpenedImage } from '../picture/open-image.ts';
import { distance } from '../picture/points.ts';
import type { Square } from '../picture/sample-square.ts';
import { detectFaces, type Detection } from './detect-faces.ts';
import { angleOf, fitFaceMesh, looseMargins, meshExtent, type FaceMesh } from './face-mesh.ts';
import type { FaceModels } from './face-models.ts';

/** A detection and the mesh fitted to it. */
export interface SeenFace {
  detection: Detection;
  mesh: FaceMesh;
}

/** A detection with less confidence, less width (share of the picture) or more tilt (degrees) is re-examined at close range. */
const clear = { confidence: 0.7, share: 0.12, roll: 20 };
/** Width of the close-up, in widths of the face. */
const nearby = 3;
/** Number of nines in the mesh network's flag from which the presence and rotation of a face are certain. */
const certainNines = 6;
/** With this confidence and a certain mesh, a face is not tried in other rotations. */
const sureConfidence = 0.6;
/** Maximum distance of a mesh from its detection, in widths of the face, and maximum ratio of their widths. */
const agreement = { shift: 0.3, ratio: 1.5 };
/** Bonus for an upright position, in nines, because most faces are upright. */
const uprightAdvantage = 0.3;
/** Confidence of a detection that the close-up did not confirm; never counts as certain. */
const unconfirmed = 0.35;

/**
 * Fits the mesh to a detection. Unless both agree beyond doubt, the face is examined again at close range in all four rotations: small
 * and large faces are located better, half faces become complete, and an upside-down face that was taken for upright is recognised, for
 * which the mesh network is far better than the detector.
 * @param knownAngle roll of a certain face in the same picture, in radians; others are then examined only in that rotation
 * @returns `null` if the mesh network sees no face there
 */
export async function confirmDetection(
  models: FaceModels,
  image: OpenedImage,
  detection: Detection,
  knownAngle: number | null = null,
): Promise<SeenFace | null> {
  const angle = eyeAngle(detection);
  const asSeen = isClear(image, detection) ? await layOn(models, image, detection) : null;
  if (asSeen !== null && isCertain(asSeen)) return asSeen;
  let best: SeenFace | null = null;
  let bestRank = 0;
  const turns = uprightFirst(angle);
  const tried = knownAngle === null ? turns : [nearest(turns, knownAngle)];
  for (const [order, turned] of tried.entries()) {
    const nearer = await detectNearby(models, image, { detection, turned });
    const laid = nearer === null ? null : await layOn(models, image, nearer);
    if (laid === null) continue;
    const rank = rankOf(laid) + (order === 0 ? uprightAdvantage : 0);
    if (best === null || rank > bestRank) [best, bestRank] = [laid, rank];
    // The other rotations cannot be more certain, and each would cost a detection and a mesh.
    if (isCertain(best) && best.detection.confidence >= sureConfidence) break;
  }
  // Next to a certain face, a detection that the close-up does not confirm is a pattern.
  if (best !== null || knownAngle !== null) return best;
  const mesh = asSeen?.mesh ?? (await fitFaceMesh(models.mesh, image, detection, looseMargins));
  if (mesh === null) return null;
  return { mesh, detection: { ...detection, confidence: Math.min(detection.confidence, unconfirmed) } };
}

/** Whether two detections show the same face. */
export function isThere(face: Detection, expected: Detection): boolean {
  return distance(face.center, expected.center) < expected.side * 0.6;
}

function isClear(image: OpenedImage, detection: Detection): boolean {
  const share = detection.side / Math.max(image.width, image.height);
  return (
    detection.confidence >= clear.confidence &&
    share >= clear.share &&
    Math.abs(eyeAngle(detection)) * 180 < clear.roll * Math.PI
  );
}

async function layOn(models: FaceModels, image: OpenedImage, detection: Detection): Promise<SeenFace | null> {
  const mesh = await fitFaceMesh(models.mesh, image, detection);
  return mesh === null ? null : { detection, mesh };
}

async function detectNearby(
  models: FaceModels,
  image: OpenedImage,
  { detection, turned }: { detection: Detection; turned: number },
): Promise<Detection | null> {
  const square: Square = { center: detection.center, side: detection.side * nearby, angle: turned };
  const seen = await detectFaces(models.detector, image, square);
  return seen.find((face) => isThere(face, detection) && Math.cos(eyeAngle(face) - turned) > 0.7) ?? null;
}

function isCertain({ detection, mesh }: SeenFace): boolean {
  const around = meshExtent(mesh);
  const ratio = around.side / detection.side;
  const shift = distance(around.center, detection.center);
  return (
    ninesOf(mesh.flag) >= certainNines &&
    shift < agreement.shift * detection.side &&
    ratio < agreement.ratio &&
    ratio > 1 / agreement.ratio
  );
}

/** The nines of the flag, plus up to four for the detector's confidence. */
function rankOf({ detection, mesh }: SeenFace): number {
  return ninesOf(mesh.flag) + 4 * detection.confidence;
}

/** Number of nines, e.g. two for 0.99; at most `certainNines`. */
function ninesOf(flag: number): number {
  return Math.min(certainNines, -Math.log10(Math.max(1 - flag, 1e-8)));
}

/** Angle of the line between the eyes in radians, clockwise as seen. */
export function eyeAngle({ keypoints }: Detection): number {
  const [right = [0, 0], left = [1, 0]] = keypoints;
  return angleOf(right, left);
}

/** An angle and its quarter turns within half a turn, most upright first. */
function uprightFirst(angle: number): number[] {
  const turns = [0, 1, 2, 3].map((quarters) => {
    const turned = angle + (quarters * Math.PI) / 2;
    return Math.atan2(Math.sin(turned), Math.cos(turned));
  });
  return turns.toSorted((a, b) => Math.abs(a) - Math.abs(b));
}

function nearest(angles: readonly number[], wanted: number): number {
  return angles.toSorted((a, b) => Math.cos(b - wanted) - Math.cos(a - wanted))[0] ?? wanted;
}
