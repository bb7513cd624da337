import type { PictureFindings, StoredFindings } from '@countersign/findings';

/** Values of members that findings of an earlier release lack: those of pictures that were not inspected for them. */
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

/** Stored findings with every member of today: an earlier release had fewer. */
export function completeFindings(stored: StoredFindings): PictureFindings {
  return {
    ...absent,
    ...stored,
    pictures: stored.pictures.map((picture) => ({ ...unsaidOfPicture, ...picture })),
  };
}
