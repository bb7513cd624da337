import { findCard } from '../card/find-card.ts';
import type { FaceModels } from '../faces/face-models.ts';
import { findFaces } from '../faces/find-faces.ts';
import { openImage, type OpenedImage } from '../picture/open-image.ts';
import { measureQuality } from './measure-quality.ts';
import type { CaptureFindings, QualityFinding } from '@countersign/findings';

/** The subject of a capture in progress. */
export type CaptureSubject = 'selfie' | 'document-front' | 'document-back';

/**
 * Measures a picture while the person still holds the camera: outline or face, light, sharpness, reflections. Reads nothing and computes
 * no descriptors, so it takes a fraction of the time of an inspection. Fronts without an outline are also searched for small and turned
 * portraits, so that a good document on a cluttered desk is not reported as missing.
 */
export async function judgeCapture(
  models: FaceModels,
  bytes: Uint8Array,
  { subject }: { subject: CaptureSubject },
): Promise<CaptureFindings> {
  const started = performance.now();
  const image = await openImage(bytes);
  const quality =
    image.refusal !== null
      ? []
      : await (subject === 'selfie' ? judgeSelfie(models, image) : judgeDocument(models, image, subject));
  return {
    refusal: image.refusal,
    width: image.refusal === null ? image.width : 0,
    height: image.refusal === null ? image.height : 0,
    quality,
    ms: Math.round(performance.now() - started),
  };
}

async function judgeSelfie(models: FaceModels, image: OpenedImage): Promise<QualityFinding[]> {
  const faces = await findFaces(models, image, { subject: 'selfie' });
  return measureQuality(image, 'selfie', { faces, card: null });
}

async function judgeDocument(
  models: FaceModels,
  image: OpenedImage,
  subject: Exclude<CaptureSubject, 'selfie'>,
): Promise<QualityFinding[]> {
  const faces = await findFaces(models, image, { subject: 'back' });
  const card = await findCard(image, { faces });
  if (subject === 'document-back' || card !== null || faces.length > 0) {
    return measureQuality(image, 'document', { faces, card });
  }
  const small = await findFaces(models, image, { subject: 'document' });
  return measureQuality(image, 'document', { faces: small, card });
}
