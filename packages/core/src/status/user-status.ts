import type { UserStatusReasonForm } from '@countersign/contract';

/** A client's definition of its own status. */
export interface StatusDefinition {
  name: string;
  reasonForm: UserStatusReasonForm;
  /** The available reasons; empty unless `reasonForm` is `list`. */
  reasons: readonly string[];
}

/**
 * Wire code of a name or reason: lower case, every run of characters other than `a-z0-9` replaced by one underscore.
 * @see spec/contract.md A-44
 */
export const userStatusCode = (label: string): string => label.toLowerCase().replace(/[^a-z0-9]+/g, '_');

const hasLetters = (label: string): boolean => /[a-z0-9]/.test(userStatusCode(label));

/**
 * Why a definition is rejected. `no-letters`: its code would consist only of underscores; `same-code`: two reasons would be
 * indistinguishable on the wire; `reasons-missing`: a list without reasons; `reasons-unused`: reasons that could never be chosen.
 */
export interface DefinitionFault {
  member: 'name' | 'reasons';
  fault: 'no-letters' | 'same-code' | 'reasons-missing' | 'reasons-unused';
}

/** Checks a definition on its own; `null`: valid. @see spec/contract.md A-250 */
export function judgeDefinition({ name, reasonForm, reasons }: StatusDefinition): DefinitionFault | null {
  if (!hasLetters(name)) return { member: 'name', fault: 'no-letters' };
  if (reasonForm !== 'list')
    return reasons.length === 0 ? null : { member: 'reasons', fault: 'reasons-unused' };
  if (reasons.length === 0) return { member: 'reasons', fault: 'reasons-missing' };
  if (!reasons.every(hasLetters)) return { member: 'reasons', fault: 'no-letters' };
  const codes = new Set(reasons.map(userStatusCode));
  return codes.size === reasons.length ? null : { member: 'reasons', fault: 'same-code' };
}

/** A reason as stored and sent; both are `null` without one, `reasonCode` is `null` for free text. */
export interface GivenReason {
  reason: string | null;
  reasonCode: string | null;
}

/**
 * The reason of a status being added to an attempt.
 * @returns `null`: not acceptable for the status, because it is missing, not in the list, or not expected
 * @see spec/contract.md A-250
 */
export function decideReason(
  { reasonForm, reasons }: Pick<StatusDefinition, 'reasonForm' | 'reasons'>,
  reason: string | null,
): GivenReason | null {
  switch (reasonForm) {
    case 'none':
      return reason === null ? { reason, reasonCode: null } : null;
    case 'list':
      return reason !== null && reasons.includes(reason)
        ? { reason, reasonCode: userStatusCode(reason) }
        : null;
    default:
      return reason === null || reason.trim() === '' ? null : { reason, reasonCode: null };
  }
}
