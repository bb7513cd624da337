import { randomUUID } from 'node:crypto';
import type { PortalHitReviewRequest } from '@countersign/contract';
import { type DataKey, sealText } from '../../../encryption/seal.ts';
import { insertAudit } from '../../../storage/audit-chain/audit.ts';
import type { Tx } from '../../../storage/engine/database.ts';
import { insertProposal, type NewProposal } from '../../../storage/session/proposals.ts';
import type { Reviewed, ReviewSession } from '../../operator/review-session.ts';
import type { DecryptedAttempt } from '../../session/record-decision.ts';
import { notFound, PortalRefused } from '../portal-refused.ts';
import type { Viewer } from '../viewer.ts';

/** Label under which the note of a proposal is sealed. */
export const proposalLabel = (proposalId: string): string => `proposal:${proposalId}`;

/** A proposed decision about a locked session. */
type Proposed = Omit<NewProposal, 'id' | 'note' | 'proposedBy'> & { note: string | null; dataKey: DataKey };

/** @throws PortalRefused proposal-there */
async function propose(
  tx: Tx,
  { userId, actor }: Viewer,
  { dataKey, note, ...wanted }: Proposed,
): Promise<void> {
  const id = randomUUID();
  const sealed = note === null ? null : sealText(dataKey, proposalLabel(id), note);
  if (!(await insertProposal(tx, { ...wanted, id, note: sealed, proposedBy: userId })))
    throw new PortalRefused(
      'proposal-there',
      'A decision is proposed already: it must be confirmed, rejected or withdrawn first.',
    );
  const { integrationId, sessionId, attemptId, kind, hitId, decision, reasonCode, riskLevel } = wanted;
  await insertAudit(tx, {
    integrationId,
    sessionId,
    attemptId,
    actor,
    action: 'propose-decision',
    details: { proposalId: id, kind, hitId, decision, reasonCode, riskLevel },
  });
}

/** Proposes the decision of a session in review. @throws PortalRefused not-in-review, proposal-there */
export async function proposeReview(
  tx: Tx,
  viewer: Viewer,
  { opened, review }: { opened: DecryptedAttempt; review: ReviewSession },
): Promise<void> {
  const { key, row, dataKey } = opened;
  if (row.sessionStatus !== 'review') throw notInReview();
  const { verdict: decision, code: reasonCode, note = null } = review;
  const fromStatus = row.sessionStatus;
  const what = { kind: 'review', hitId: null, decision, reasonCode, riskLevel: null, fromStatus } as const;
  await propose(tx, viewer, { ...key, ...what, note, dataKey });
}

/** Proposes the decision about a hit of a locked session. @throws PortalRefused proposal-there */
export function proposeHit(
  tx: Tx,
  viewer: Viewer,
  { opened, hitId, fromStatus, request }: ProposedHit,
): Promise<void> {
  const { matchStatus: decision, riskLevel, note = null } = request;
  const { key, dataKey } = opened;
  const what = { kind: 'hit', hitId, decision, reasonCode: null, riskLevel, fromStatus } as const;
  return propose(tx, viewer, { ...key, ...what, note, dataKey });
}

interface ProposedHit {
  opened: Pick<DecryptedAttempt, 'key' | 'dataKey'>;
  hitId: string;
  fromStatus: string;
  request: PortalHitReviewRequest;
}

const notInReview = () =>
  new PortalRefused('not-in-review', 'The session does not wait for a review any more.');

/** Returns the review if it was decided. @throws PortalRefused not-found, not-in-review */
export function requireReviewed(reviewed: Reviewed): Extract<Reviewed, { outcome: 'reviewed' }> {
  if (reviewed.outcome === 'reviewed') return reviewed;
  throw reviewed.outcome === 'not-in-review' ? notInReview() : notFound();
}
