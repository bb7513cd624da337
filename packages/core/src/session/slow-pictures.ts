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

/** Whether a picture was too slow to be read. Such an attempt is never approved, whatever the other pictures show. */
export const hasSlowPicture = ({ pictures }: Pick<PictureFindings, 'pictures'>): boolean =>
  pictures.some(({ refusal }) => refusal === 'img.too_slow');

/**
 * What could not be looked at for technical reasons, and leaves an attempt undecided. A reading that was cut short is part of it: what
 * was left unread might contradict the rest. Where a picture is named as too slow that has its consequence already.
 * @see spec/contract.md A-287
 */
export const missingChecks = (
  findings: Pick<PictureFindings, 'notComputed' | 'cutShort' | 'pictures'>,
): string[] => [...findings.notComputed, ...(hasSlowPicture(findings) ? [] : findings.cutShort)];
