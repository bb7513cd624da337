import { areDatesPossible, consistencyOf } from '../document/consistency.ts';
import { type ComparedField, type FieldSource, valuesOf } from '../document/field-values.ts';
import { isPortraitExchanged } from '../exchanged-portrait.ts';
import { sidesDiffer } from '../document/other-side.ts';
import { printedContradiction, readingLimits } from '../policy.ts';
import { checkPrint } from './print-agreement.ts';
import type { CheckInput, CheckResult } from './check-result.ts';

/** Does the document contradict itself, or look like a copy? @see spec/contract.md A-100, codes 204, 507, 619 */
export function checkAuthenticity(input: CheckInput): CheckResult[] {
  if (!input.policy.requireDocument) return [];
  return [...checkDigits(input), ...checkSources(input), ...checkDates(input), ...checkCopy(input)];
}

/** What of a document surely contradicts itself. @see spec/contract.md A-100, code 507 */
export function contradictionsOf(input: Pick<CheckInput, 'findings' | 'reading' | 'today'>): CheckResult[] {
  const results = [...checkDigits(input), ...checkSources(input), ...checkDates(input)];
  return results.filter(({ check }) => check === 'authenticity');
}

const altered: CheckResult = {
  check: 'authenticity',
  outcome: 'inconclusive',
  countsAs: 'declined',
  code: 507,
};

/**
 * Check digits that disagree although every character was read with high confidence were printed that way: altered, or one of
 * the genuine prints with wrong digits, so a person should look.
 */
function checkDigits({ findings: { mrz } }: Pick<CheckInput, 'findings'>): CheckResult[] {
  const printedWrong = mrz?.status === 'inconsistent' && mrz.confidence >= readingLimits.printedWrong;
  return printedWrong ? [altered] : [];
}

/** Fields that zone, code and print must agree on; the others differ for honest reasons (abbreviations, card serials). */
const binding: readonly ComparedField[] = ['number', 'lastName', 'firstName', 'birthDate', 'expiryDate'];

/**
 * A zone and a code that disagree were read with check sums, so the document disagrees with itself. Print is read less surely:
 * what it contradicts leads to resubmission.
 */
function checkSources({ findings }: Pick<CheckInput, 'findings'>): CheckResult[] {
  if (sidesDiffer(findings)) return [{ ...altered, cause: 'sides_differ' }];
  const disagreeing = consistencyOf(findings, null).filter(
    ({ field, status }) => status === 'disagree' && binding.includes(field),
  );
  const sure = ({ sources }: { sources: FieldSource[] }) => !sources.includes('printed');
  if (disagreeing.some(sure)) return [altered];
  // Print that was compared by expectation is judged by what that gave; an earlier release compared labelled fields alone.
  if (findings.agreement !== undefined) return checkPrint(findings);
  const printed = disagreeing.some(({ field }) =>
    valuesOf(field, findings, null).some(
      ({ source, confidence }) => source === 'printed' && confidence >= printedContradiction,
    ),
  );
  return printed ? [{ check: 'quality', outcome: 'inconclusive', countsAs: 'resubmission', code: 619 }] : [];
}

/** Print alone may be misread, so its dates never contradict by themselves. */
function checkDates({ reading, today }: Pick<CheckInput, 'reading' | 'today'>): CheckResult[] {
  const trusted = (field: 'birthDate' | 'issueDate' | 'expiryDate', value: string | null) =>
    reading.sources[field]?.every((source) => source === 'VIZ') ? null : value;
  const possible = areDatesPossible({
    birth: trusted('birthDate', reading.dateOfBirth),
    issue: trusted('issueDate', reading.validFrom),
    expiry: trusted('expiryDate', reading.validUntil),
    today,
  });
  return possible ? [] : [altered];
}

/** Signs of a copied or altered document lead to a review or a new picture; the signs are not disclosed. */
function checkCopy({ findings, policy }: CheckInput): CheckResult[] {
  const { evidenceReview } = policy;
  const suspected =
    isPortraitExchanged(findings.evidence, evidenceReview) ||
    (evidenceReview !== null &&
      findings.evidence.some(({ code, strength }) => code.startsWith('doc.') && strength >= evidenceReview));
  return suspected
    ? [
        {
          check: 'quality',
          outcome: 'inconclusive',
          countsAs: 'resubmission',
          code: 204,
          cause: 'document_again',
        },
      ]
    : [];
}
