import { openImage } from '../picture/open-image.ts';
import { compareFaces } from './compare-faces.ts';
import { describeFace, type FaceDescriptor } from './describe-face.ts';
import type { FaceModels } from './face-models.ts';
import { isComparable } from './face-size.ts';
import { findFaces } from './find-faces.ts';

/**
 * Compares the most prominent faces of two pictures.
 * @returns 0–100, see {@link compareFaces}; `null` if a picture cannot be opened or shows no face wide enough
 */
export async function scoreFaces(models: FaceModels, a: Uint8Array, b: Uint8Array): Promise<number | null> {
  const one = await describeProminent(models, a);
  const other = one && (await describeProminent(models, b));
  return one && other && compareFaces(one, other).score;
}

async function describeProminent(models: FaceModels, bytes: Uint8Array): Promise<FaceDescriptor | null> {
  const image = await openImage(bytes);
  if (image.refusal !== null) return null;
  const [face] = await findFaces(models, image, { subject: 'any' });
  return face && isComparable(face) ? describeFace(models, image, face.mesh) : null;
}
