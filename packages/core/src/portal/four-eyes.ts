import type { HitMatchStatus, PortalCapability, PortalRole } from '@countersign/contract';
import { mayDo } from './roles.ts';

/** Whether a decision about a hit takes two people where the integration requires them: a true match, and what takes one back. */
export const takesTwoPeople = (from: HitMatchStatus, to: HitMatchStatus): boolean =>
  from === 'true_match' || to === 'true_match';

/** What may be proposed, and the right that deciding it takes. */
export const proposalRights = {
  review: 'decide-reviews',
  hit: 'triage',
} as const satisfies Readonly<Record<string, PortalCapability>>;

/** A proposal as far as it decides who may confirm it. */
export interface ProposedDecision {
  kind: keyof typeof proposalRights;
  integrationId: string;
  /** It is open and its time is not over. */
  isOpen: boolean;
  /** What session or hit was when it was proposed. */
  fromStatus: string;
  /** Account of the person, with the rights of now. */
  proposedBy: string;
  /** `null` once the account was removed. */
  proposer: string | null;
  role: PortalRole;
  reach: readonly string[] | null;
}

/**
 * What the confirmation of a proposal comes to. A person is an account, through whichever sign-in; a proposal of somebody who may
 * not decide it any more counts no more, and what was decided meanwhile is not decided again.
 * @param status what session or hit is now; `null`: it is there no more
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
