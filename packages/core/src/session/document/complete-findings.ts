import type { PictureFindings, StoredFindings } from '@countersign/findings';

/** Values for members missing from findings of an earlier release: the pictures were not inspected for them. */
const absent = {
  barcode: null,
  printed: null,
  documentClass: null,
  reference: null,
  referenceReason: 'reference.none',
  evidence: [],
  liveness: { examined: 'none', challenge: null },
  faceTraces: null,
  cutShort: [],
} satisfies Partial<PictureFindings>;

const unsaidOfPicture = { card: null, side: null, perceptualHash: null };

/** Fills stored findings with all current members: earlier releases had fewer. */
export function completeFindings(stored: StoredFindings): PictureFindings {
  return {
    ...absent,
    ...stored,
    pictures: stored.pictures.map((picture) => ({ ...unsaidOfPicture, ...picture })),
  };
}
