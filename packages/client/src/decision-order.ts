import type { DecisionBody } from './wire.ts';

/** What tells which of two decisions of a session is the later one. */
export type OrderedDecision = Pick<
  NonNullable<DecisionBody['verification']>,
  'id' | 'status' | 'decisionTime' | 'acceptanceTime'
>;

/** Nothing follows these but deletion. @see spec/contract.md A-96 */
const finalStatuses: ReadonlySet<string> = new Set(['approved', 'declined', 'expired', 'abandoned']);

/**
 * Whether a decision counts in place of the one that is known: webhooks come again, and in any order. Of one session a final
 * status counts, otherwise the later `decisionTime`; of two sessions of a person the one that was created later.
 * @param known `null` or `undefined` before the first
 * @returns false for the same decision again
 * @see spec/contract.md A-285
 */
export function isLaterDecision(next: OrderedDecision, known: OrderedDecision | null | undefined): boolean {
  if (!known) return true;
  if (next.id !== known.id) return next.acceptanceTime > known.acceptanceTime;
  if (finalStatuses.has(known.status)) return false;
  return finalStatuses.has(next.status) || (next.decisionTime ?? '') > (known.decisionTime ?? '');
}
