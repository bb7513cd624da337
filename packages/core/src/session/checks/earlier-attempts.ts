import type { CheckInput, CheckResult } from './check-result.ts';

const severalPeople: CheckResult = {
  check: 'liveness',
  outcome: 'inconclusive',
  countsAs: 'declined',
  code: 502,
};

/** Requested once: the next result is the same as that of the previous attempt. */
const anotherSelfie: CheckResult = { check: 'quality', outcome: 'resubmission', code: 606 };

/**
 * Is the person, or the document's holder, the same as in earlier attempts? Documents alone are never declined without a reviewer: taking
 * the wrong card out of a wallet is no fraud, and the current one is checked as usual. For a doubtful face, another selfie may settle it.
 * @see spec/contract.md, code 502
 */
export function checkEarlierAttempts({ links: { attempts }, policy }: CheckInput): CheckResult[] {
  if (attempts === null) return [];
  if (attempts.person === 'other') return policy.requireSelfie ? [severalPeople] : [];
  if (!attempts.otherDocument || attempts.person === 'same' || !policy.requireDocument) return [];
  if (policy.manualReview) return [severalPeople];
  return attempts.doubtful && policy.requireSelfie ? [anotherSelfie] : [];
}
