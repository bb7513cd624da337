import { areDatesPossible, consistencyOf } from '../document/consistency.ts';
import { type ComparedField, type FieldSource, valuesOf } from '../document/field-values.ts';
import { isPortraitExchanged } from '../exchanged-portrait.ts';
import { hasImpossibleDate } from '../document/open-dates.ts';
import { sidesDiffer } from '../document/other-side.ts';
import { printedContradiction, readingLimits } from '../policy.ts';
import { checkPrint } from './print-agreement.ts';
import type { CheckInput, CheckResult } from './check-result.ts';

/** Does the document contradict itself, or look like a copy? @see spec/contract.md A-100, codes 204, 507, 619 */
export function checkAuthenticity(input: CheckInput): CheckResult[] {
  if (!input.policy.requireDocument) return [];
  return [...checkDigits(input), ...checkSources(input), ...checkDates(input), ...checkCopy(input)];
}

/** Certain contradictions within a document. @see spec/contract.md A-100, code 507 */
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
 * Check digits that disagree although every character was read with high confidence were printed that way. The document was altered, or is
 * one of the genuine ones with misprinted digits, so a person should review it.
 */
function checkDigits({ findings: { mrz } }: Pick<CheckInput, 'findings'>): CheckResult[] {
  const printedWrong = mrz?.status === 'inconsistent' && mrz.confidence >= readingLimits.printedWrong;
  return printedWrong ? [altered] : [];
}

/** Fields on which zone, code and print must agree; the others may differ for legitimate reasons (abbreviations, card serials). */
const binding: readonly ComparedField[] = ['number', 'lastName', 'firstName', 'birthDate', 'expiryDate'];

/**
 * Zone and code are read with check sums, so if they disagree the document contradicts itself. Print is read less reliably, so a
 * contradiction by print leads to resubmission.
 */
function checkSources({ findings }: Pick<CheckInput, 'findings'>): CheckResult[] {
  if (sidesDiffer(findings)) return [{ ...altered, cause: 'sides_differ' }];
  const disagreeing = consistencyOf(findings, null).filter(
    ({ field, status }) => status === 'disagree' && binding.includes(field),
  );
  const sure = ({ sources }: { sources: FieldSource[] }) => !sources.includes('printed');
  if (disagreeing.some(sure)) return [altered];
  // If the print was compared by expectation, that result is used; an earlier release compared only labelled fields.
  if (findings.agreement !== undefined) return checkPrint(findings);
  const printed = disagreeing.some(({ field }) =>
    valuesOf(field, findings, null).some(
      ({ source, confidence }) => source === 'printed' && confidence >= printedContradiction,
    ),
  );
  return printed ? [{ check: 'quality', outcome: 'inconclusive', countsAs: 'resubmission', code: 619 }] : [];
}

/** Print alone may be misread, so its dates are never a contradiction by themselves. */
function checkDates({
  findings,
  reading,
  today,
}: Pick<CheckInput, 'findings' | 'reading' | 'today'>): CheckResult[] {
  if (hasImpossibleDate(findings)) return [altered];
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
