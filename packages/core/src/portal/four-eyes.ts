import type { HitMatchStatus, PortalCapability, PortalRole } from '@countersign/contract';
import { mayDo } from './roles.ts';

/** Whether a decision about a hit requires two people where the integration has that rule: a true match, or the reversal of one. */
export const takesTwoPeople = (from: HitMatchStatus, to: HitMatchStatus): boolean =>
  from === 'true_match' || to === 'true_match';

/** What may be proposed, and the permission needed to decide it. */
export const proposalRights = {
  review: 'decide-reviews',
  hit: 'triage',
} as const satisfies Readonly<Record<string, PortalCapability>>;

/** The parts of a proposal that determine who may confirm it. */
export interface ProposedDecision {
  kind: keyof typeof proposalRights;
  integrationId: string;
  /** It is open and has not expired. */
  isOpen: boolean;
  /** Status of the session or hit at the time of the proposal. */
  fromStatus: string;
  /** Account of the person, with their current permissions. */
  proposedBy: string;
  /** `null` once the account has been removed. */
  proposer: string | null;
  role: PortalRole;
  reach: readonly string[] | null;
}

/**
 * The result of confirming a proposal. A person is an account, whatever the sign-in. A proposal by someone who may no longer decide it
 * is void, and what has been decided in the meantime is not decided again.
 * @param status current status of the session or hit; `null`: it no longer exists
 * @see spec/contract.md A-275
 */
export function decideConfirmation(
  proposal: ProposedDecision,
  { userId, status, mode }: { userId: string; status: string | null; mode: 'test' | 'live' },
): 'confirm' | 'own-proposal' | 'over' | 'overtaken' {
  if (proposal.proposedBy === userId) return 'own-proposal';
  if (!proposal.isOpen || !hasRightStill(proposal, mode)) return 'over';
  return status === proposal.fromStatus ? 'confirm' : 'overtaken';
}

function hasRightStill(
  { kind, integrationId, proposer, role, reach }: ProposedDecision,
  mode: 'test' | 'live',
): boolean {
  const holder = { role, grants: { reveal: null, export: null } };
  return (
    proposer !== null &&
    (reach === null || reach.includes(integrationId)) &&
    mayDo(holder, proposalRights[kind], mode)
  );
}
