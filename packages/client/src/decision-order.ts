import type { DecisionBody } from './wire.ts';

/** The members that determine which of two decisions of a session is later. */
export type OrderedDecision = Pick<
  NonNullable<DecisionBody['verification']>,
  'id' | 'status' | 'decisionTime' | 'acceptanceTime'
>;

/** Only deletion follows these. @see spec/contract.md A-96 */
const finalStatuses: ReadonlySet<string> = new Set(['approved', 'declined', 'expired', 'abandoned']);

/**
 * Whether a decision replaces the one already known: webhooks may repeat, and arrive in any order. Within a session, a final
 * status wins, otherwise the later `decisionTime`; between two sessions of a person, the one created later.
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
