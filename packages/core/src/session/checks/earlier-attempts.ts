import type { CheckInput, CheckResult } from './check-result.ts';

const severalPeople: CheckResult = {
  check: 'liveness',
  outcome: 'inconclusive',
  countsAs: 'declined',
  code: 502,
};

/**
 * Is the person, or the document's holder, that of the earlier attempts? Documents alone decide nothing without a reviewer: a card taken
 * from the wrong wallet is no fraud, and the one that is shown now is checked as ever.
 * @see spec/contract.md A-364, code 502
 */
export function checkEarlierAttempts({ links: { attempts }, policy }: CheckInput): CheckResult[] {
  if (attempts === null) return [];
  if (attempts.person === 'other') return policy.requireSelfie ? [severalPeople] : [];
  const isDoubtful = attempts.otherDocument && attempts.person === 'unknown';
  return isDoubtful && policy.requireDocument && policy.manualReview ? [severalPeople] : [];
}
