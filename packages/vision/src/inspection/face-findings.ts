import type { Face } from '../faces/find-faces.ts';
import { faceFlags, type FaceLimits } from '../faces/face-size.ts';
import { comparableFaces, type PictureSubject } from '../quality/measure-quality.ts';
import type { FaceFinding } from '@countersign/findings';
import type { Box } from '../picture/raster.ts';

/** Converts faces to findings, with codes for unusual properties. */
export function faceFindings(
  faces: readonly Face[],
  {
    subject,
    context,
    limits,
  }: { subject: PictureSubject; context: string; limits?: Partial<FaceLimits> | undefined },
): FaceFinding[] {
  // A picture of a person holding a document shows two faces.
  const alone = subject === 'selfie' && !context.startsWith('document-and-face');
  const comparable = alone ? comparableFaces(faces) : [];
  return faces.map((face) => ({
    box: roundBox(face.box),
    width: round(face.width, 1),
    confidence: round(face.confidence, 4),
    roll: round(face.roll, 1),
    yaw: round(face.yaw, 1),
    pitch: round(face.pitch, 1),
    flags: faceFlags(
      face,
      { isSelfie: subject === 'selfie', several: comparable.length > 1 && comparable.includes(face) },
      limits,
    ),
  }));
}

/** Rounds coordinates to a tenth of a pixel. */
export function roundBox([x, y, width, height]: Box): Box {
  return [round(x, 1), round(y, 1), round(width, 1), round(height, 1)];
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
