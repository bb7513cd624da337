import type { PictureFinding, PictureFindings } from '@countersign/findings';

/** Findings of an attempt without pictures. */
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

/** A picture and its declared context. */
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
 * Findings of pictures whose inspection did not finish within twice the time limit. Which picture caused it is unknown.
 * @see spec/contract.md A-120
 */
export const slowPictures = (pictures: readonly Named[]): PictureFindings => ({
  ...noPictures,
  pictures: pictures.map(tooSlow),
});

/** Whether a picture took too long to read. Such an attempt is never approved, whatever the other pictures show. */
export const hasSlowPicture = ({ pictures }: Pick<PictureFindings, 'pictures'>): boolean =>
  pictures.some(({ refusal }) => refusal === 'img.too_slow');

/**
 * Checks that could not run for technical reasons, which leaves an attempt undecided. This includes a reading that was cut short: the
 * unread part might contradict the rest. A picture reported as too slow already has its own consequence.
 * @see spec/contract.md A-287
 */
export const missingChecks = (
  findings: Pick<PictureFindings, 'notComputed' | 'cutShort' | 'pictures'>,
): string[] => [...findings.notComputed, ...(hasSlowPicture(findings) ? [] : findings.cutShort)];
