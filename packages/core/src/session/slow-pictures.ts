import type { PictureFinding, PictureFindings } from '@countersign/findings';

/** What an attempt without pictures shows. */
export const noPictures: PictureFindings = {
  pictures: [],
  mrz: null,
  barcode: null,
  printed: null,
  documentClass: null,
  portrait: null,
  comparison: null,
  comparisonReason: 'face.none',
  reference: null,
  referenceReason: 'reference.none',
  evidence: [],
  liveness: { examined: 'none', challenge: null },
  faceTraces: null,
  notComputed: [],
  cutShort: [],
  models: [],
};

/** A picture and what it was uploaded as. */
type Named = Pick<PictureFinding, 'mediaId' | 'context'>;

const tooSlow = ({ mediaId, context }: Named): PictureFinding => ({
  mediaId,
  context,
  refusal: 'img.too_slow',
  width: 0,
  height: 0,
  quality: [],
  faces: [],
  card: null,
  side: null,
  perceptualHash: null,
});

/**
 * Findings of pictures whose inspection did not end by itself, in twice their time. Which picture caused it is unknown.
 * @see spec/contract.md A-120
 */
export const slowPictures = (pictures: readonly Named[]): PictureFindings => ({
  ...noPictures,
  pictures: pictures.map(tooSlow),
});

/**
 * Findings whose reading ended for lack of time, where all of it is wanted: the pictures of documents count as too slow.
 * @param isDocument by upload context
 * @see spec/contract.md A-120
 */
export const slowReading = (
  findings: PictureFindings,
  isDocument: (context: string) => boolean,
): PictureFindings => ({
  ...findings,
  pictures: findings.pictures.map((picture) => (isDocument(picture.context) ? tooSlow(picture) : picture)),
});

/** Whether a picture was too slow to be read. Such an attempt is never approved, whatever the other pictures show. */
export const hasSlowPicture = ({ pictures }: Pick<PictureFindings, 'pictures'>): boolean =>
  pictures.some(({ refusal }) => refusal === 'img.too_slow');
