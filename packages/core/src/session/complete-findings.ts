import type { PictureFindings, StoredFindings } from '@countersign/findings';

/** What findings that an earlier release stored do not say: as if nobody had looked. */
const unsaid = {
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

/** Stored findings with every member of today: an earlier release knew fewer. */
export function completeFindings(stored: StoredFindings): PictureFindings {
  return {
    ...unsaid,
    ...stored,
    pictures: stored.pictures.map((picture) => ({ ...unsaidOfPicture, ...picture })),
  };
}
