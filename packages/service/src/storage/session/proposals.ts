import type { PortalRole } from '@countersign/contract';
import type { AttemptKey } from './attempts.ts';
import type { Row, Tx } from '../engine/database.ts';
import { instant } from '../instant.ts';
import type { Queryable } from '../integration/live-caller.ts';

/** Days after which an unconfirmed proposal expires. */
const lastsDays = 7;

export interface NewProposal extends AttemptKey {
  id: string;
  kind: 'review' | 'hit';
  /** Set for `hit`. */
  hitId: string | null;
  decision: string;
  reasonCode: number | null;
  riskLevel: string | null;
  fromStatus: string;
  /** Sealed; `null` if there is none. */
  note: Uint8Array | null;
  proposedBy: string;
}

/** How a proposal ends. */
export type ProposalEnd = 'confirmed' | 'rejected' | 'withdrawn' | 'overtaken';

/** A proposal, with what matters about the person who made it. */
export interface ProposalRow extends Row, NewProposal {
  createdAt: string;
  expiresAt: string;
  /** It is open and has not expired. */
  isOpen: boolean;
  /** Id of the person who proposed; `null` once removed. */
  proposer: string | null;
  role: PortalRole;
  /** Integrations the person is restricted to; `null`: all. */
  reach: string[] | null;
}

const inForce = `p.state = 'open' and p.expires_at > now() and u.removed_at is null`;
/** Tables and condition of proposals `p` awaiting a second person. */
export const openProposal = `join portal_user u on u.id = p.proposed_by
  join session ps on ps.integration_id = p.integration_id and ps.id = p.session_id and ps.deleted_at is null`;
export const isOpenProposal = inForce;

const columns = `p.integration_id as "integrationId", p.id, p.session_id as "sessionId", p.attempt_id as "attemptId", p.kind,
  p.hit_id as "hitId", p.decision, p.reason_code as "reasonCode", p.risk_level as "riskLevel", p.from_status as "fromStatus", p.note,
  p.proposed_by as "proposedBy", ${instant('p.created_at')} as "createdAt", ${instant('p.expires_at')} as "expiresAt",
  ${inForce} as "isOpen", case when u.removed_at is null then u.name end as proposer, u.role, u.integrations as reach`;

/**
 * Records a proposal; the caller has locked the session. Replaces one that has expired, or whose author was removed.
 * @returns false if there is an open one about the same subject
 */
export async function insertProposal(tx: Tx, proposal: NewProposal): Promise<boolean> {
  const { integrationId, sessionId, hitId } = proposal;
  await tx.query(
    `update proposal p set state = 'expired', ended_at = now() from portal_user u
     where p.integration_id = $1 and p.session_id = $2 and p.hit_id is not distinct from $3::uuid and p.state = 'open'
       and u.id = p.proposed_by and not (${inForce})`,
    [integrationId, sessionId, hitId],
  );
  const rows = await tx.query(
    `insert into proposal (integration_id, id, session_id, attempt_id, kind, hit_id, decision, reason_code, risk_level, from_status,
       note, proposed_by, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, now() + make_interval(days => $13::int))
     on conflict do nothing returning 1`,
    [
      integrationId,
      proposal.id,
      sessionId,
      proposal.attemptId,
      proposal.kind,
      hitId,
      proposal.decision,
      proposal.reasonCode,
      proposal.riskLevel,
      proposal.fromStatus,
      proposal.note,
      proposal.proposedBy,
      lastsDays,
    ],
  );
  return rows.length === 1;
}

interface SessionKey {
  integrationId: string;
  sessionId: string;
}

/** Open proposals of a session, oldest first. */
export const listOpenProposals = (db: Queryable, { integrationId, sessionId }: SessionKey) =>
  db.query<ProposalRow>(
    `select ${columns} from proposal p join portal_user u on u.id = p.proposed_by
     where p.integration_id = $1 and p.session_id = $2 and ${inForce} order by p.created_at, p.id`,
    [integrationId, sessionId],
  );

/** Locks a proposal of a session, in any state; `null` if there is none. The caller has locked the session. */
export async function lockProposal(
  tx: Tx,
  { integrationId, sessionId, proposalId }: SessionKey & { proposalId: string },
): Promise<ProposalRow | null> {
  const [row] = await tx.query<ProposalRow>(
    `select ${columns} from proposal p join portal_user u on u.id = p.proposed_by
     where p.integration_id = $1 and p.session_id = $2 and p.id = $3 for update of p`,
    [integrationId, sessionId, proposalId],
  );
  return row ?? null;
}

/** Ends an open proposal. @param endedBy person; `null` if it was not ended by one. @throws Error if it is no longer open */
export async function endProposal(
  tx: Tx,
  { integrationId, id }: Pick<NewProposal, 'integrationId' | 'id'>,
  { state, endedBy }: { state: ProposalEnd; endedBy: string | null },
): Promise<void> {
  const rows = await tx.query(
    `update proposal set state = $3, ended_by = $4, ended_at = now()
     where integration_id = $1 and id = $2 and state = 'open' returning 1`,
    [integrationId, id, state, endedBy],
  );
  if (rows.length !== 1) throw new Error('a locked proposal was ended by someone else');
}

/** Ends proposals because the matter was decided in another way. @param about the session's review, all of its hits, or one of them */
export async function overtakeProposals(
  tx: Tx,
  { integrationId, sessionId }: SessionKey,
  about: 'review' | 'hits' | { hitId: string },
): Promise<void> {
  const hitId = typeof about === 'object' ? about.hitId : null;
  await tx.query(
    `update proposal set state = 'overtaken', ended_at = now()
     where integration_id = $1 and session_id = $2 and state = 'open'
       and kind = $3 and ($4::uuid is null or hit_id = $4)`,
    [integrationId, sessionId, about === 'review' ? 'review' : 'hit', hitId],
  );
}

/** Ends proposals that have expired, or whose author was removed. @returns the ended ones, at most `limit` */
export function expireProposals(tx: Tx, limit: number): Promise<(Row & AttemptKey & { id: string })[]> {
  return tx.query<Row & AttemptKey & { id: string }>(
    `update proposal p set state = 'expired', ended_at = now() from (
       select integration_id, id from proposal where state = 'open'
         and (expires_at <= now() or exists (select 1 from portal_user u where u.id = proposed_by and u.removed_at is not null))
       limit $1 for update skip locked) o
     where p.integration_id = o.integration_id and p.id = o.id and p.state = 'open'
     returning p.integration_id as "integrationId", p.session_id as "sessionId", p.attempt_id as "attemptId", p.id`,
    [limit],
  );
}

/** Removes all proposals about a session. */
export async function eraseProposals(tx: Tx, { integrationId, sessionId }: SessionKey): Promise<void> {
  await tx.query(`delete from proposal where integration_id = $1 and session_id = $2`, [
    integrationId,
    sessionId,
  ]);
}
