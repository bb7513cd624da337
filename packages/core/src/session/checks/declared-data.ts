import type { ReasonCause } from '@countersign/contract';
import { compareDeclared } from '../declared-data.ts';
import { type DeclaredField, declaredFields } from '../declared-fields.ts';
import { sidesDiffer } from '../document/other-side.ts';
import type { CheckInput, CheckResult } from './check-result.ts';

const causeOf = {
  country: 'country_differs',
  type: 'type_differs',
  number: 'number_differs',
  idNumber: 'id_number_differs',
  gender: 'gender_differs',
} as const satisfies Record<DeclaredField, ReasonCause>;

/** The document is not the declared one, which can still be sent. */
const anotherDocument = 602;
const contradicted = 104;

/**
 * Do the client's data about the document match it? The integration's rule for each field decides what follows. A single differing
 * character may well be a typing error, so it leads to review where the rule would decline.
 * @see spec/contract.md A-132, codes 104, 602
 */
export function checkDeclaredData(input: CheckInput): CheckResult[] {
  const { policy, findings } = input;
  // In the Brazilian check, what was read takes precedence over what was sent, so a difference is no fault; nor is a difference from a side
  // of another document.
  if (!policy.requireDocument || policy.registry === 'BR_CPF' || sidesDiffer(findings)) return [];
  const compared = compareDeclared(input);
  return declaredFields.flatMap((field): CheckResult[] => {
    const agreement = compared[field];
    const rule = policy.declaredData[field];
    if (rule === 'inform' || agreement === 'agrees' || agreement === 'unknown') return [];
    const cause = causeOf[field];
    if (rule === 'resubmit')
      return [{ check: 'document', outcome: 'resubmission', code: anotherDocument, cause }];
    const result = { check: 'data_match', code: contradicted, cause } as const;
    return agreement === 'unlike'
      ? [{ ...result, outcome: 'inconclusive', countsAs: 'declined' }]
      : [{ ...result, outcome: 'declined' }];
  });
}
