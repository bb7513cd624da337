import type { ReasonCause } from '@countersign/contract';
import type { FaceComparison, PictureFindings } from '@countersign/findings';
import { type DecisionPolicy, sharpPortrait, strongPortraitWidth } from '../policy.ts';
import {
  documentPicturesOf,
  referencesOf,
  selfiesOf,
  wasOpened,
  type CheckInput,
  type CheckResult,
} from './check-result.ts';

/** Is the person the holder of the document and the person in the reference picture? @see spec/contract.md A-100 */
export function checkFaceMatch(input: CheckInput): CheckResult[] {
  if (!input.policy.requireSelfie || !selfiesOf(input.findings).some(wasOpened)) return [];
  return [...checkPortrait(input), ...checkReference(input)].map((result) =>
    isByComparison(result) && showsSeveralFaces(input.findings) ? resubmission(641) : result,
  );
}

/** Whether a comparison found the faces of two people. */
const isByComparison = ({ code }: CheckResult): boolean => code === 509 || code === 120;

/**
 * Whether the compared picture of the person shows another face as well: a face that does not match the holder may then be that of
 * another person.
 * @see spec/contract.md A-368
 */
export const showsSeveralFaces = (findings: PictureFindings): boolean =>
  selfiesOf(findings).some(
    ({ mediaId, faces }) =>
      (findings.selfie === undefined || mediaId === findings.selfie) &&
      faces.some(({ flags }) => flags.includes('face.several')),
  );

/**
 * A score made unreliable by size or blur never approves; the picture that causes it has to be resubmitted.
 * @see spec/contract.md A-100, codes 103, 202, 204, 509, 606, 619
 */
function checkPortrait({ policy, findings, reading }: CheckInput): CheckResult[] {
  if (!policy.requireDocument || !documentPicturesOf(findings).some(wasOpened)) return [];
  // A picture too poor to be read is no reference for faces: `document` requests a new one, and its low score has no meaning.
  if (reading.source === null) return [];
  const { comparison, comparisonReason, portrait } = findings;
  if (!comparison)
    return [comparisonReason?.startsWith('doc.') || !portrait ? poorPortrait : resubmission(606)];
  if (comparison.weak && isPortraitWeak(findings, policy)) return [poorPortrait];
  const limits = { accept: policy.faceAcceptScore, review: policy.faceReviewScore };
  return judge(comparison, { ...limits, other: 509, cause: 'face_doubtful' });
}

/** Whether size or blur of the portrait, not of the selfie, makes a score unreliable. */
function isPortraitWeak(
  { portrait, pictures }: Pick<PictureFindings, 'portrait' | 'pictures'>,
  { faceLimits: { strong = strongPortraitWidth, sharp = sharpPortrait } }: DecisionPolicy,
): boolean {
  const quality = pictures.find(({ mediaId }) => mediaId === portrait?.mediaId)?.quality ?? [];
  const blur = quality.find(({ code, region }) => code === 'img.blur' && region === 'portrait');
  return portrait !== null && (portrait.width < strong || (blur !== undefined && blur.value < sharp));
}

/** @see spec/contract.md A-100, codes 120, 202, 606 */
function checkReference({ policy, findings }: CheckInput): CheckResult[] {
  const { reference, referenceReason } = findings;
  if (referencesOf(findings).length === 0) return [];
  // The client supplied the reference picture: if no face is found in it, a new selfie cannot help.
  if (!reference)
    return referenceReason === 'reference.face_none'
      ? [{ check: 'face_match', outcome: 'declined', code: 122 }]
      : [resubmission(606)];
  const limits = { accept: policy.referenceAcceptScore, review: policy.referenceReviewScore };
  return judge(reference, { ...limits, other: 120, cause: 'reference_doubtful' });
}

interface FaceLimits {
  accept: number;
  review: number;
  /** Code if it is another person. */
  other: number;
  /** Cause to report if that is not certain. */
  cause: ReasonCause;
}

function judge({ score, weak }: FaceComparison, { accept, review, other, cause }: FaceLimits): CheckResult[] {
  // The cause of an unreliable score is the whole reason only if the faces agree.
  if (weak) return [score >= accept ? resubmission(606) : { ...resubmission(606), cause }];
  if (score < review) return [{ check: 'face_match', outcome: 'declined', code: other }];
  if (score >= accept) return [];
  return [doubtfulFace(cause)];
}

/** The faces may belong to one person or to two. */
export const doubtfulFace = (cause: ReasonCause): CheckResult => ({
  check: 'face_match',
  outcome: 'inconclusive',
  countsAs: 'resubmission',
  code: 606,
  cause,
});

/** A request for a new picture is reported as one of quality (A-100: 202 and 204 belong to `quality`). */
export const resubmission = (code: number): CheckResult => ({
  check: 'quality',
  outcome: 'resubmission',
  code,
});

const poorPortrait: CheckResult = { ...resubmission(619), cause: 'portrait_unclear' };
