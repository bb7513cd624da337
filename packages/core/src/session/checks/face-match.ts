import { strongPortraitWidth } from '../policy.ts';
import {
  documentPicturesOf,
  selfiesOf,
  wasOpened,
  type CheckInput,
  type CheckResult,
} from './check-result.ts';

/**
 * Is the person the document holder? A score that size or blur make unreliable never approves; it asks for the picture at
 * fault again.
 * @see spec/contract.md A-100, codes 103, 202, 204, 509, 606, 619
 */
export function checkFaceMatch({ policy, findings }: CheckInput): CheckResult[] {
  if (!policy.requireSelfie || !policy.requireDocument) return [];
  const bothOpened = [selfiesOf(findings), documentPicturesOf(findings)].every((list) =>
    list.some(wasOpened),
  );
  if (!bothOpened) return [];
  const { comparison, comparisonReason, portrait, mrz } = findings;
  // A picture too poor to read is no reference either: `document` asks for it again, and its low score says nothing.
  if (!mrz) return [];
  if (!comparison) return [ask(comparisonReason?.startsWith('doc.') || !portrait ? 619 : 606)];
  if (comparison.score < policy.faceReviewScore && !comparison.weak) {
    return [{ check: 'face_match', outcome: 'declined', code: 509 }];
  }
  if (comparison.weak) return [ask(portrait && portrait.width < strongPortraitWidth ? 619 : 606)];
  if (comparison.score >= policy.faceAcceptScore) return [];
  return [{ check: 'face_match', outcome: 'inconclusive', countsAs: 'resubmission', code: 606 }];
}

/** A new picture is a matter of quality, and reported as such (A-100: 202 and 204 belong to `quality`). */
const ask = (code: number): CheckResult => ({ check: 'quality', outcome: 'resubmission', code });
