import { randomUUID } from 'node:crypto';
import type { AttemptStatus, SessionStatus } from '@countersign/core';
import type { AttemptKey } from './attempts.ts';
import { insertAudit } from '../audit-chain/audit.ts';
import type { Row, Tx } from '../engine/database.ts';
import type { Queryable } from '../integration/live-caller.ts';

export type DecisionKind = 'automatic' | 'human' | 'timeout' | 'lifetime';

/** The rows changed by a decision, locked for the transaction, with the times the decision object needs. */
export interface DecidableAttempt extends Row {
  sessionStatus: SessionStatus;
  attemptStatus: AttemptStatus;
  /** Number of the attempt, from 1. */
  ordinal: number;
  attemptCount: number;
  fedBy: 'api' | 'flow' | null;
  dataKey: Uint8Array | null;
  kekVersion: number;
  sealed: Uint8Array | null;
  address: Uint8Array | null;
  findings: Uint8Array | null;
  mode: 'test' | 'live';
  settings: unknown;
  deletedAt: string | null;
  /** The session was created by registry validation, whatever the integration does with other sessions. */
  isValidation: boolean;
  /** `2026-11-20T10:00:00.000Z` */
  acceptanceTime: string;
  /** `2026-11-20T10:04:31.207514Z`; `null` if not submitted. */
  submissionTime: string | null;
  /** Transaction time, `2026-11-20T10:04:38.912Z`. */
  now: string;
}

const utc = (column: string, fraction: 'MS' | 'US') =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.${fraction}"Z"')`;

const attemptText = `select s.status as "sessionStatus", a.status as "attemptStatus", a.ordinal, s.attempt_count as "attemptCount",
       a.fed_by as "fedBy", s.data_key as "dataKey", s.kek_version as "kekVersion", s.sealed, a.address, a.findings,
       i.mode, i.settings, s.deleted_at as "deletedAt",
       exists (select 1 from registry_check c
         where c.integration_id = s.integration_id and c.session_id = s.id and c.registry = 'us') as "isValidation",
       ${utc('s.created_at', 'MS')} as "acceptanceTime",
       ${utc('a.submitted_at', 'US')} as "submissionTime", ${utc('now()', 'MS')} as now
     from session s
     join attempt a on a.integration_id = s.integration_id and a.session_id = s.id
     join integration i on i.id = s.integration_id
     where s.integration_id = $1 and s.id = $2 and a.id = $3`;

/** Locks session and attempt, in that order (R4), and reads what a decision needs. @returns null when they do not exist */
export async function lockAttempt(
  tx: Tx,
  { integrationId, sessionId, attemptId }: AttemptKey,
): Promise<DecidableAttempt | null> {
  const rows = await tx.query<DecidableAttempt>(`${attemptText} for update of s, a`, [
    integrationId,
    sessionId,
    attemptId,
  ]);
  return rows[0] ?? null;
}

/** The same without locking, for readers that decide nothing. */
export async function findAttempt(
  db: Queryable,
  { integrationId, sessionId, attemptId }: AttemptKey,
): Promise<DecidableAttempt | null> {
  const rows = await db.query<DecidableAttempt>(attemptText, [integrationId, sessionId, attemptId]);
  return rows[0] ?? null;
}

/** The newest sessions whose newest attempt was decided by the checks, newest first, regardless of later decisions. */
export const listDecidedAttempts = (
  db: Queryable,
  { integrationId, limit }: { integrationId: string; limit: number },
): Promise<AttemptKey[]> =>
  db.query<AttemptKey & Row>(
    `select s.integration_id as "integrationId", s.id as "sessionId", s.attempt_id as "attemptId" from session s
     where s.integration_id = $1 and s.deleted_at is null and exists (
       select 1 from decision d where d.integration_id = s.integration_id and d.attempt_id = s.attempt_id and d.kind = 'automatic')
     order by s.created_at desc, s.id limit $2::int`,
    [integrationId, limit],
  );

export interface NewDecision extends AttemptKey {
  id: string;
  kind: DecisionKind;
  status: string;
  code: number;
  reasonCode: number | null;
  decidedBy: string | null;
  final: boolean;
  /** Sealed bytes of the frozen body. */
  body: Uint8Array;
  fullAuto: Uint8Array | null;
}

/** Appends to the attempt's chain of decisions (R9). The unique indexes make it fail if another decision was added in the meantime. */
export async function insertDecision(tx: Tx, decision: NewDecision): Promise<void> {
  await tx.query(
    `insert into decision (integration_id, id, session_id, attempt_id, ordinal, status, code, reason_code, kind, decided_by, final,
       body, full_auto)
     select $1, $2, $3, $4, coalesce(max(ordinal), 0) + 1, $5, $6, $7, $8, $9, $10, $11, $12
     from decision where integration_id = $1 and attempt_id = $4`,
    [
      decision.integrationId,
      decision.id,
      decision.sessionId,
      decision.attemptId,
      decision.status,
      decision.code,
      decision.reasonCode,
      decision.kind,
      decision.decidedBy,
      decision.final,
      decision.body,
      decision.fullAuto,
    ],
  );
}

export const newDecisionId = (): string => randomUUID();

export interface StateMove extends AttemptKey {
  session: { from: string; to: string };
  attempt: { from: string; to: string };
  /** Length of the resubmission window, limited by the end of a lifetime that is not over; `null` closes it. */
  windowSeconds: number | null;
  reasonCode: number | null;
  actor: string;
  action: string;
}

/**
 * Moves session and attempt and writes the change's single audit row.
 * @returns false when one of them is no longer in the expected state; the transaction must then roll back
 */
export async function moveDecided(tx: Tx, move: StateMove): Promise<boolean> {
  const moved = await tx.query(
    `update session set status = $4, changed_at = now(),
       window_ends_at = case when $5::float8 is null then null else least(now() + make_interval(secs => $5::float8),
         case when expires_at > now() then expires_at end) end,
       expires_at = case when $5::float8 is not null and expires_at <= now()
         then now() + make_interval(secs => $5::float8) else expires_at end
     where integration_id = $1 and id = $2 and status = $3 and deleted_at is null returning id`,
    [move.integrationId, move.sessionId, move.session.from, move.session.to, move.windowSeconds],
  );
  const movedAttempt = await tx.query(
    `update attempt set status = $5 where integration_id = $1 and session_id = $2 and id = $3 and status = $4 returning id`,
    [move.integrationId, move.sessionId, move.attemptId, move.attempt.from, move.attempt.to],
  );
  const { integrationId, sessionId, attemptId, actor, action, reasonCode } = move;
  const { from, to } = move.session;
  const details = reasonCode === null ? {} : { reasonCode };
  await insertAudit(tx, { integrationId, sessionId, attemptId, actor, action, from, to, details });
  return moved.length === 1 && movedAttempt.length === 1;
}

/** Stores the findings, so that a restarted job need not inspect the pictures again. Guarded by the lease. */
export async function checkpointFindings(
  tx: Tx,
  {
    integrationId,
    attemptId,
    jobId,
    lease,
    findings,
  }: AttemptKey & { jobId: string; lease: number; findings: Uint8Array },
): Promise<boolean> {
  const rows = await tx.query(
    `update attempt set findings = $3 where integration_id = $1 and id = $2
       and exists (select 1 from job where integration_id = $1 and id = $4 and lease = $5) returning id`,
    [integrationId, attemptId, findings, jobId, lease],
  );
  return rows.length === 1;
}

/** Replaces an attempt's checkpoint with other findings, in the transaction that decides it. */
export async function replaceFindings(
  tx: Tx,
  { integrationId, attemptId }: AttemptKey,
  findings: Uint8Array,
): Promise<void> {
  await tx.query(`update attempt set findings = $3 where integration_id = $1 and id = $2`, [
    integrationId,
    attemptId,
    findings,
  ]);
}

/** Sets the quality scores of an attempt's media; lists show the best first. */
export async function scoreMedia(
  tx: Tx,
  integrationId: string,
  scores: ReadonlyMap<string, number>,
): Promise<void> {
  for (const [mediaId, quality] of scores) {
    await tx.query(`update media set quality = $3 where integration_id = $1 and id = $2`, [
      integrationId,
      mediaId,
      quality,
    ]);
  }
}

export interface DecidedAttempt extends Row {
  attemptId: string;
  status: string;
  reasonCode: number | null;
  decidedBy: string | null;
}

/** The session's newest decision, or `null` when there is none. */
export async function findNewestDecision(
  tx: Tx,
  { integrationId, sessionId }: Pick<AttemptKey, 'integrationId' | 'sessionId'>,
): Promise<DecidedAttempt | null> {
  const rows = await tx.query<DecidedAttempt>(
    `select d.attempt_id as "attemptId", d.status, d.reason_code as "reasonCode", d.decided_by as "decidedBy"
     from decision d join attempt a on a.integration_id = d.integration_id and a.id = d.attempt_id
     where d.integration_id = $1 and d.session_id = $2 order by a.ordinal desc, d.ordinal desc limit 1`,
    [integrationId, sessionId],
  );
  return rows[0] ?? null;
}

/** The session's newest attempt, or `null` when there is no such session. */
export async function findNewestAttempt(
  tx: Queryable,
  { integrationId, sessionId }: Pick<AttemptKey, 'integrationId' | 'sessionId'>,
): Promise<string | null> {
  const rows = await tx.query<{ attemptId: string }>(
    `select attempt_id as "attemptId" from session where integration_id = $1 and id = $2 and deleted_at is null`,
    [integrationId, sessionId],
  );
  return rows[0]?.attemptId ?? null;
}

/** A request to resubmit, and the data it was based on. */
export interface ResubmissionRequest extends Row {
  attemptId: string;
  reasonCode: number | null;
  /** Sealed; `null` if no picture was inspected. */
  findings: Uint8Array | null;
}

/** The session's newest decision with the findings of its attempt; `null` if there is none yet. */
export async function findResubmissionRequest(
  db: Queryable,
  { integrationId, sessionId }: Pick<AttemptKey, 'integrationId' | 'sessionId'>,
): Promise<ResubmissionRequest | null> {
  const [row] = await db.query<ResubmissionRequest>(
    `select d.attempt_id as "attemptId", d.reason_code as "reasonCode", a.findings
     from decision d join attempt a on a.integration_id = d.integration_id and a.id = d.attempt_id
     where d.integration_id = $1 and d.session_id = $2 order by a.ordinal desc, d.ordinal desc limit 1`,
    [integrationId, sessionId],
  );
  return row ?? null;
}
