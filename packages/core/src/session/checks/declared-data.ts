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

/** A document that is not the one announced: the one that was can still be sent. */
const anotherDocument = 602;
const contradicted = 104;

/**
 * Do the client's data about the document fit it? What follows is the integration's rule, field by field. One character that
 * differs is as likely a typing error, so where that declines a person should look.
 * @see spec/contract.md A-132, codes 104, 602
 */
export function checkDeclaredData(input: CheckInput): CheckResult[] {
  const { policy, findings } = input;
  // On the Brazilian check what was read wins over what was sent, so a difference is no fault. Nor is one from a foreign side.
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
