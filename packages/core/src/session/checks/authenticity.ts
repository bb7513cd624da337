import { readingLimits } from '../policy.ts';
import type { CheckInput, CheckResult } from './check-result.ts';

/**
 * Does the document contradict itself? Check digits that disagree although every character was read with high confidence were
 * printed that way: altered, or one of the genuine prints with wrong digits, so a person should look.
 * @see spec/contract.md A-100, code 507
 */
export function checkAuthenticity({ findings: { mrz } }: CheckInput): CheckResult[] {
  const printedWrong = mrz?.status === 'inconsistent' && mrz.confidence >= readingLimits.printedWrong;
  return printedWrong
    ? [{ check: 'authenticity', outcome: 'inconclusive', countsAs: 'declined', code: 507 }]
    : [];
}
