/**
 * Decisions that require two people. The first person's is a proposal: a row without any effect visible to clients. The second person confirms
 * it, which makes the decision, in the same transaction and under the session's lock, through the use cases that decide if one person is
 * enough. A decision made in another way supersedes the proposal.
 */
import {
  hitMatchStatuses,
  type PortalProposal,
  type PortalSession,
  riskLevels,
  type WatchlistPatch,
} from '@countersign/contract';
import { decideConfirmation, proposalRights } from '@countersign/core';
import { unsealText } from '../../../encryption/seal.ts';
import { insertAudit } from '../../../storage/audit-chain/audit.ts';
import type { Tx } from '../../../storage/engine/database.ts';
import type { OwnIntegration } from '../../../storage/portal/organisations.ts';
import {
  endProposal,
  listOpenProposals,
  lockProposal,
  type ProposalRow,
} from '../../../storage/session/proposals.ts';
import { readNewestScreening } from '../../../storage/watchlist/watchlist.ts';
import { insertNote } from '../../operator/note-session.ts';
import {
  announceReview,
  lockForReview,
  reviewIn,
  type ReviewSession,
} from '../../operator/review-session.ts';
import type { Caller } from '../../session/caller.ts';
import type { DecryptedAttempt } from '../../session/record-decision.ts';
import { updateIn } from '../../watchlist/update-watchlist-screening.ts';
import { asPortal, portalCaller } from '../portal-caller.ts';
import type { PortalContext } from '../portal-context.ts';
import { changedMeanwhile, notFound, PortalRefused } from '../portal-refused.ts';
import { proposalLabel, requireReviewed } from './propose-decision.ts';
import { reachSession } from './reach-session.ts';
import { may, requireMay, type Viewer } from '../viewer.ts';

/** Identifies a proposal and its session. */
export interface NamedProposal {
  sessionId: string;
  proposalId: string;
}

/** A proposal, with its session locked. */
interface LockedProposal {
  opened: DecryptedAttempt;
  proposal: ProposalRow;
  /** The viewer acting as a client. */
  caller: Caller;
}

/** @throws PortalRefused not-found, not-allowed */
async function locked<Done>(
  ctx: PortalContext,
  viewer: Viewer,
  {
    named: { sessionId, proposalId },
    work,
  }: { named: NamedProposal; work: (tx: Tx, it: LockedProposal) => Promise<Done> },
): Promise<Done> {
  const { integration } = await reachSession(ctx, viewer, sessionId);
  if (!may(viewer, 'triage', integration)) requireMay(viewer, 'decide-reviews', integration);
  const key = { integrationId: integration.id, sessionId };
  const caller = await portalCaller(ctx, viewer, integration);
  return asPortal(() =>
    ctx.database.transaction(async (tx) => {
      const opened = await lockForReview(tx, ctx, key);
      const proposal = opened && (await lockProposal(tx, { ...key, proposalId }));
      if (!proposal) throw notFound();
      requireMay(viewer, proposalRights[proposal.kind], integration);
      return work(tx, { opened, proposal, caller });
    }),
  );
}

const isOver = () => new PortalRefused('proposal-over', 'The proposal is over: load the session again.');

/** Ends a proposal and records by whom. */
async function end(
  tx: Tx,
  viewer: Viewer,
  { proposal, state }: { proposal: ProposalRow; state: 'confirmed' | 'rejected' | 'withdrawn' },
): Promise<void> {
  const { integrationId, sessionId, attemptId, id, kind, hitId, decision, proposedBy } = proposal;
  await endProposal(tx, proposal, { state, endedBy: viewer.userId });
  await insertAudit(tx, {
    integrationId,
    sessionId,
    attemptId,
    actor: viewer.actor,
    action: `${actions[state]}-proposal`,
    details: { proposalId: id, kind, hitId, decision, proposedBy: `portal:${proposedBy}` },
  });
}

const actions = { confirmed: 'confirm', rejected: 'reject', withdrawn: 'withdraw' } as const;

/**
 * Confirms another person's proposal, which makes the decision.
 * @throws PortalRefused not-found, not-allowed, own-proposal, proposal-over, changed-meanwhile
 */
export const confirmProposal =
  (ctx: PortalContext) =>
  async (viewer: Viewer, named: NamedProposal): Promise<void> => {
    const decided = await locked(ctx, viewer, {
      named,
      work: async (tx, { opened, proposal, caller }) => {
        const status = await statusNow(tx, opened, proposal);
        const outcome = decideConfirmation(proposal, { userId: viewer.userId, status, mode: caller.mode });
        if (outcome === 'own-proposal') throw ownProposal();
        if (outcome === 'over') throw isOver();
        if (outcome === 'overtaken') {
          await endProposal(tx, proposal, { state: 'overtaken', endedBy: null });
          return null;
        }
        await end(tx, viewer, { proposal, state: 'confirmed' });
        return proposal.kind === 'review'
          ? decideReview(tx, { opened, proposal, viewer })
          : decideHit(tx, ctx, { opened, proposal, caller });
      },
    });
    if (decided === null) throw changedMeanwhile();
    if (decided.kind === 'review') announceReview(ctx, decided);
    else ctx.wake.notify('webhook');
  };

const ownProposal = () =>
  new PortalRefused('own-proposal', 'You proposed this yourself: another person must confirm or reject it.');

/** Current status of the session or hit; `null`: the hit no longer exists. */
async function statusNow(
  tx: Tx,
  { key, row }: DecryptedAttempt,
  { kind, hitId, attemptId }: ProposalRow,
): Promise<string | null> {
  if (kind === 'review') return attemptId === key.attemptId ? row.sessionStatus : null;
  const newest = await readNewestScreening(tx, key);
  return newest?.hits.find(({ id, current }) => id === hitId && current)?.matchStatus ?? null;
}

/** Keeps the first person's note under their name. */
async function keepNote(tx: Tx, opened: DecryptedAttempt, proposal: ProposalRow): Promise<void> {
  const note = noteOf(opened, proposal);
  if (note !== null) await insertNote(tx, opened, { note, actor: `portal:${proposal.proposedBy}` });
}

async function decideReview(
  tx: Tx,
  { opened, proposal, viewer }: { opened: DecryptedAttempt; proposal: ProposalRow; viewer: Viewer },
) {
  const { integrationId, sessionId, reasonCode: code } = proposal;
  const verdict = proposal.decision as ReviewSession['verdict'];
  const review = { integrationId, sessionId, verdict, code, actor: viewer.actor };
  const { status } = requireReviewed(await reviewIn(tx, opened, review));
  await keepNote(tx, opened, proposal);
  return { kind: 'review' as const, status };
}

async function decideHit(tx: Tx, ctx: PortalContext, { opened, proposal, caller }: LockedProposal) {
  const { sessionId, hitId, decision } = proposal;
  const matchStatus = hitMatchStatuses.find((each) => each === decision);
  const riskLevel = riskLevels.find((each) => each === proposal.riskLevel) ?? null;
  if (matchStatus === undefined || hitId === null) throw new Error(`a proposal decides ${decision}`);
  const patch: WatchlistPatch = { operation: 'review-hit', hit: { id: hitId, matchStatus, riskLevel } };
  await updateIn(ctx, tx, { caller, sessionId, read: () => patch });
  await keepNote(tx, opened, proposal);
  return { kind: 'hit' as const };
}

const noteOf = ({ dataKey }: Pick<DecryptedAttempt, 'dataKey'>, { id, note }: ProposalRow): string | null =>
  note === null ? null : unsealText(dataKey, proposalLabel(id), note);

/** Rejects another person's proposal. @throws PortalRefused not-found, not-allowed, own-proposal, proposal-over */
export const rejectProposal =
  (ctx: PortalContext) =>
  (viewer: Viewer, named: NamedProposal): Promise<void> =>
    locked(ctx, viewer, {
      named,
      work: async (tx, { proposal }) => {
        if (proposal.proposedBy === viewer.userId) throw ownProposal();
        if (!proposal.isOpen) throw isOver();
        await end(tx, viewer, { proposal, state: 'rejected' });
      },
    });

/** Withdraws the viewer's own proposal. @throws PortalRefused not-found, not-allowed, proposal-over */
export const withdrawProposal =
  (ctx: PortalContext) =>
  (viewer: Viewer, named: NamedProposal): Promise<void> =>
    locked(ctx, viewer, {
      named,
      work: async (tx, { proposal }) => {
        if (proposal.proposedBy !== viewer.userId)
          throw new PortalRefused('not-allowed', 'Another person proposed this: confirm or reject it.');
        if (!proposal.isOpen) throw isOver();
        await end(tx, viewer, { proposal, state: 'withdrawn' });
      },
    });

const wireDecisions: Readonly<Record<string, string>> = { 'ask-again': 'resubmit' };

/** Open proposals for the page of their session. */
export async function shownProposals(
  tx: Tx,
  opened: DecryptedAttempt,
  { viewer, integration }: { viewer: Viewer; integration: OwnIntegration },
): Promise<PortalSession['proposals']> {
  const mayNote = may(viewer, 'triage', integration);
  return (await listOpenProposals(tx, opened.key)).map((proposal): PortalProposal => {
    const { id, kind, hitId, decision, reasonCode, riskLevel, proposedBy, proposer, createdAt, expiresAt } =
      proposal;
    const isOwn = proposedBy === viewer.userId;
    const mayDecide = may(viewer, proposalRights[kind], integration);
    return {
      id,
      kind,
      hitId,
      decision: wireDecisions[decision] ?? decision,
      reasonCode,
      riskLevel,
      note: mayNote ? noteOf(opened, proposal) : null,
      proposedBy: proposer ?? `portal:${proposedBy}`,
      createdAt,
      expiresAt,
      canConfirm: mayDecide && !isOwn,
      canWithdraw: mayDecide && isOwn,
    };
  });
}
