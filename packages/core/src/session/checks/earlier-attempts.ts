import type { CheckInput, CheckResult } from './check-result.ts';

const severalPeople: CheckResult = {
  check: 'liveness',
  outcome: 'inconclusive',
  countsAs: 'declined',
  code: 502,
};

/** Requested only once: the next selfie is that of the previous attempt again. */
const anotherSelfie: CheckResult = { check: 'quality', outcome: 'resubmission', code: 606 };

/**
 * Is the person, or the holder of the document, the same as in the earlier attempts? A different document alone only leads to review: a
 * card taken from the wrong wallet is no fraud, and the one shown now is checked as usual. If the face is in doubt as well, another selfie
 * may decide.
 * @see spec/contract.md, code 502
 */
export function checkEarlierAttempts({ links: { attempts }, policy }: CheckInput): CheckResult[] {
  if (attempts === null) return [];
  if (attempts.person === 'other') return policy.requireSelfie ? [severalPeople] : [];
  if (!attempts.otherDocument || attempts.person === 'same' || !policy.requireDocument) return [];
  if (policy.manualReview) return [severalPeople];
  return attempts.doubtful && policy.requireSelfie ? [anotherSelfie] : [];
}
