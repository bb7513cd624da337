import type { OpenedImage } from '../picture/open-image.ts';
import { distance } from '../picture/points.ts';
import type { Square } from '../picture/sample-square.ts';
import { detectFaces, type Detection } from './detect-faces.ts';
import { angleOf, fitFaceMesh, looseMargins, meshExtent, type FaceMesh } from './face-mesh.ts';
import type { FaceModels } from './face-models.ts';

/** A detection and the mesh laid on it. */
export interface SeenFace {
  detection: Detection;
  mesh: FaceMesh;
}

/** A detection less sure, narrower (share of the picture) or more tilted (degrees) is looked at from nearby. */
const clear = { confidence: 0.7, share: 0.12, roll: 20 };
/** How wide the nearer look is, in widths of the face. */
const nearby = 3;
/** Nines of the mesh network's flag from which there is no doubt that a face is there this way up. */
const certainNines = 6;
/** A face this sure is not looked for turned otherwise, once its mesh is certain. */
const sureConfidence = 0.6;
/** How far a mesh may lie from its detection, in widths of the face, and how much wider or narrower it may be. */
const agreement = { shift: 0.3, ratio: 1.5 };
/** What an upright position counts for, in nines: most faces do. */
const uprightAdvantage = 0.3;
/** Never taken for a sure one: a detection that the nearer look did not confirm. */
const unconfirmed = 0.35;

/**
 * Lays the mesh on a detection. Unless both agree beyond doubt, the face is looked at again from nearby and in all four
 * turns: small and large faces are placed better, half faces become whole, and one that was taken for upright turns out
 * to be upside down, which the mesh network recognises far better than the detector.
 * @param knownAngle roll of a face beyond doubt in the same picture, radians; others are then looked at in that turn only
 * @returns `null` when the mesh network sees no face there
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
    // The other turns cannot be more certain; each would cost a detection and a mesh.
    if (isCertain(best) && best.detection.confidence >= sureConfidence) break;
  }
  // Beside a face beyond doubt, what the nearer look does not confirm is a pattern.
  if (best !== null || knownAngle !== null) return best;
  const mesh = asSeen?.mesh ?? (await fitFaceMesh(models.mesh, image, detection, looseMargins));
  if (mesh === null) return null;
  return { mesh, detection: { ...detection, confidence: Math.min(detection.confidence, unconfirmed) } };
}

/** Two detections of one face. */
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

/** Nines of the flag, and up to four more for the detector's confidence. */
function rankOf({ detection, mesh }: SeenFace): number {
  return ninesOf(mesh.flag) + 4 * detection.confidence;
}

/** 0.99 has two nines; counted up to `certainNines`. */
function ninesOf(flag: number): number {
  return Math.min(certainNines, -Math.log10(Math.max(1 - flag, 1e-8)));
}

/** Angle of the line between the eyes, radians, clockwise as seen. */
export function eyeAngle({ keypoints }: Detection): number {
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

function nearest(angles: readonly number[], wanted: number): number {
  return angles.toSorted((a, b) => Math.cos(b - wanted) - Math.cos(a - wanted))[0] ?? wanted;
}
