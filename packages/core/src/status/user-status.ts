import type { UserStatusReasonForm } from '@countersign/contract';

/** What a client wants a status of its own to be. */
export interface StatusDefinition {
  name: string;
  reasonForm: UserStatusReasonForm;
  /** What may be chosen; empty unless `reasonForm` is `list`. */
  reasons: readonly string[];
}

/**
 * Code of a name or reason on the wire: lower case, every run of other characters than `a-z0-9` one underscore.
 * @see spec/contract.md A-44
 */
export const userStatusCode = (label: string): string => label.toLowerCase().replace(/[^a-z0-9]+/g, '_');

const hasLetters = (label: string): boolean => /[a-z0-9]/.test(userStatusCode(label));

/**
 * Why a definition is refused. `no-letters`: its code would be nothing but underscores; `same-code`: two reasons could not be told
 * apart on the wire; `reasons-missing`: a list without reasons; `reasons-unused`: reasons that nobody could choose.
 */
export interface DefinitionFault {
  member: 'name' | 'reasons';
  fault: 'no-letters' | 'same-code' | 'reasons-missing' | 'reasons-unused';
}

/** What is wrong with a definition by itself; `null`: nothing. @see spec/contract.md A-250 */
export function judgeDefinition({ name, reasonForm, reasons }: StatusDefinition): DefinitionFault | null {
  if (!hasLetters(name)) return { member: 'name', fault: 'no-letters' };
  if (reasonForm !== 'list')
    return reasons.length === 0 ? null : { member: 'reasons', fault: 'reasons-unused' };
  if (reasons.length === 0) return { member: 'reasons', fault: 'reasons-missing' };
  if (!reasons.every(hasLetters)) return { member: 'reasons', fault: 'no-letters' };
  const codes = new Set(reasons.map(userStatusCode));
  return codes.size === reasons.length ? null : { member: 'reasons', fault: 'same-code' };
}

/** A reason as it is kept and sent; both are `null` without one, `reasonCode` is `null` for words that were typed. */
export interface GivenReason {
  reason: string | null;
  reasonCode: string | null;
}

/**
 * The reason of a status that is added to an attempt.
 * @returns `null`: it is not one that the status takes — missing, not in the list, or none is taken
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
