import type { CheckInput, CheckResult } from './check-result.ts';

const severalPeople: CheckResult = {
  check: 'liveness',
  outcome: 'inconclusive',
  countsAs: 'declined',
  code: 502,
};

/** Requested once: the next one is the same as that of the attempt before. */
const anotherSelfie: CheckResult = { check: 'quality', outcome: 'resubmission', code: 606 };

/**
 * Is the person, or the document's holder, that of the earlier attempts? Documents alone decide nothing without a reviewer: a card taken
 * from the wrong wallet is no fraud, and the one that is shown now is checked as ever. Beside a face in doubt another selfie may decide.
 * @see spec/contract.md, code 502
 */
export function checkEarlierAttempts({ links: { attempts }, policy }: CheckInput): CheckResult[] {
  if (attempts === null) return [];
  if (attempts.person === 'other') return policy.requireSelfie ? [severalPeople] : [];
  if (!attempts.otherDocument || attempts.person === 'same' || !policy.requireDocument) return [];
  if (policy.manualReview) return [severalPeople];
  return attempts.doubtful && policy.requireSelfie ? [anotherSelfie] : [];
}
