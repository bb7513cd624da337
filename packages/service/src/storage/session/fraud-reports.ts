import type { FraudReportVerdict, SessionStatus } from '@countersign/contract';
import type { AttemptKey } from './attempts.ts';
import type { Row, Tx } from '../engine/database.ts';
import { instant } from '../instant.ts';
import { callerIsLive, type CallerKey, type Queryable } from '../integration/live-caller.ts';

type SessionKey = Pick<AttemptKey, 'integrationId' | 'sessionId'>;

/** A session that was reported as fraud, with its wrapped data key. */
export interface FraudReportRow extends Row {
  integrationId: string;
  sessionId: string;
  id: string;
  categories: string[];
  /** Sealed text; `null` if there is none. */
  comment: Uint8Array | null;
  /** Who reported it, as in the audit log. */
  actor: string;
  /** The newest decision at the time of the report. */
  initialDecision: SessionStatus;
  /** Time of that decision; this and all times ISO 8601, UTC. */
  verifiedAt: string;
  reportedAt: string;
  /** `null` until it is reviewed. */
  reviewedAt: string | null;
  verdict: FraudReportVerdict | null;
  /** Sealed text; `null` if there is none. */
  decisionError: Uint8Array | null;
  wrapped: Uint8Array;
  kekVersion: number;
}

const columns = `r.integration_id as "integrationId", r.session_id as "sessionId", r.id, r.categories, r.comment, r.actor,
  d.status as "initialDecision", ${instant('d.created_at')} as "verifiedAt", ${instant('r.created_at')} as "reportedAt",
  ${instant('r.reviewed_at')} as "reviewedAt", r.verdict, r.decision_error as "decisionError", s.data_key as wrapped,
  s.kek_version as "kekVersion"`;

/** Reports of sessions that are not deleted. */
const reports = `fraud_report r
  join session s on s.integration_id = r.integration_id and s.id = r.session_id and s.deleted_at is null
  join decision d on d.integration_id = r.integration_id and d.id = r.decision_id`;

/** Reports of these sessions, in any order. @returns `stale` if the caller's key is no longer valid */
export async function findFraudReports(
  db: Queryable,
  { integrationId, keyId }: CallerKey,
  sessionIds: readonly string[],
): Promise<FraudReportRow[] | 'stale'> {
  const rows = await db.query<FraudReportRow & { live: boolean }>(
    `select l.live, f.* from (select ${callerIsLive} as live) l
     left join (select ${columns} from ${reports} where r.integration_id = $1 and r.session_id = any($3::uuid[])) f on true`,
    [integrationId, keyId, sessionIds],
  );
  if (!rows[0]?.live) return 'stale';
  return rows.filter(({ id }) => id !== null);
}

/** Filters for reports; `null`: no filter. */
export interface FraudReportFilter {
  integrationId: string | null;
  sessionId: string | null;
  /** Includes reviewed ones. */
  all: boolean;
}

/** Reports, those waiting longest first. */
export function listFraudReports(
  db: Queryable,
  { integrationId, sessionId, all }: FraudReportFilter,
  limit: number,
): Promise<FraudReportRow[]> {
  return db.query<FraudReportRow>(
    `select ${columns} from ${reports}
     where ${all ? 'true' : 'r.reviewed_at is null'}
       and ($1::uuid is null or r.integration_id = $1) and ($2::uuid is null or r.session_id = $2)
     order by r.created_at, r.id limit $3::int`,
    [integrationId, sessionId, limit],
  );
}

/** The report of a session, locked until the transaction ends. @returns null if there is none */
export async function lockFraudReport(
  tx: Tx,
  { integrationId, sessionId }: SessionKey,
): Promise<FraudReportRow | null> {
  const [row] = await tx.query<FraudReportRow>(
    `select ${columns} from ${reports} where r.integration_id = $1 and r.session_id = $2 for update of s, r`,
    [integrationId, sessionId],
  );
  return row ?? null;
}

/** Data of a new report. */
export interface NewFraudReport extends SessionKey {
  id: string;
  categories: readonly string[];
  /** Sealed; `null` if there is none. */
  comment: Uint8Array | null;
  actor: string;
}

/**
 * Reports a session based on its newest decision; the caller has locked it.
 * @returns whether it was reported; false if the session already has a report
 */
export async function insertFraudReport(tx: Tx, report: NewFraudReport): Promise<boolean> {
  const { integrationId, sessionId, id, categories, comment, actor } = report;
  const rows = await tx.query(
    `insert into fraud_report (integration_id, id, session_id, decision_id, categories, comment, actor)
     select integration_id, $3, session_id, id, $4::text[], $5, $6 from decision
     where integration_id = $1 and session_id = $2 order by created_at desc, ordinal desc limit 1
     on conflict (integration_id, session_id) do nothing returning 1`,
    [integrationId, sessionId, id, categories, comment, actor],
  );
  return rows.length > 0;
}

/** Records the outcome of a review; the caller holds the lock of the report. */
export async function reviewFraudReportRow(
  tx: Tx,
  { integrationId, id }: Pick<FraudReportRow, 'integrationId' | 'id'>,
  { verdict, decisionError }: { verdict: FraudReportVerdict; decisionError: Uint8Array | null },
): Promise<void> {
  await tx.query(
    `update fraud_report set reviewed_at = now(), verdict = $3, decision_error = $4 where integration_id = $1 and id = $2`,
    [integrationId, id, verdict, decisionError],
  );
}

/** Erasure: the report is deleted with the rest of the session. */
export async function eraseFraudReport(tx: Tx, { integrationId, sessionId }: SessionKey): Promise<void> {
  await tx.query(`delete from fraud_report where integration_id = $1 and session_id = $2`, [
    integrationId,
    sessionId,
  ]);
}
