import type { AttemptStatus } from '@countersign/core';
import type { Database, Row, Tx } from '../engine/database.ts';
import { callerIsLive, type CallerKey, type Queryable } from '../integration/live-caller.ts';
import type { Found } from './sessions.ts';
import { instant } from '../instant.ts';

export interface AttemptRow extends Row {
  id: string;
  status: AttemptStatus;
  /** Milliseconds, `2026-11-20T10:00:00.000Z`. */
  createdTime: string;
}

const createdTime = `${instant('a.created_at')} as "createdTime"`;

/** Attempts of a session, newest first. */
export async function listAttempts(
  db: Queryable,
  caller: CallerKey,
  sessionId: string,
): Promise<Found<AttemptRow[]>> {
  const rows = await db.query<AttemptRow & { live: boolean; sessionId: string | null }>(
    `select l.live, s.id as "sessionId", a.id, a.status, ${createdTime}
     from (select ${callerIsLive} as live) l
     left join session s on s.integration_id = $1 and s.id = $3 and s.deleted_at is null
     left join attempt a on a.integration_id = s.integration_id and a.session_id = s.id
     order by a.ordinal desc`,
    [caller.integrationId, caller.keyId, sessionId],
  );
  if (!rows[0]?.live) return 'stale';
  if (rows[0].sessionId === null) return 'absent';
  return rows.map(({ id, status, createdTime: time }) => ({ id, status, createdTime: time }));
}

/** The session of an attempt; `null` if the integration has no such attempt or its session is deleted. */
export async function findSessionOfAttempt(
  database: Database,
  { integrationId, attemptId }: { integrationId: string; attemptId: string },
): Promise<string | null> {
  const [row] = await database.query<{ sessionId: string }>(
    `select a.session_id as "sessionId" from attempt a
     join session s on s.integration_id = a.integration_id and s.id = a.session_id and s.deleted_at is null
     where a.integration_id = $1 and a.id = $2`,
    [integrationId, attemptId],
  );
  return row?.sessionId ?? null;
}

/** Identifies one attempt. */
export interface AttemptKey {
  integrationId: string;
  sessionId: string;
  attemptId: string;
}

/** Status of an attempt; `null` if it does not exist. */
export async function findAttemptStatus(
  tx: Tx,
  { integrationId, attemptId }: AttemptKey,
): Promise<AttemptStatus | null> {
  const [row] = await tx.query<{ status: AttemptStatus }>(
    `select status from attempt where integration_id = $1 and id = $2`,
    [integrationId, attemptId],
  );
  return row?.status ?? null;
}

/** Opens the session's next attempt, which becomes the newest one. The session must be locked. */
export async function insertAttempt(
  tx: Tx,
  { integrationId, sessionId, attemptId, status }: AttemptKey & { status: AttemptStatus },
): Promise<void> {
  await tx.query(
    `with moved as (
       update session set attempt_id = $3, attempt_count = attempt_count + 1, changed_at = now()
       where integration_id = $1 and id = $2 returning attempt_count)
     insert into attempt (integration_id, id, session_id, ordinal, status) select $1, $3, $2, attempt_count, $4 from moved`,
    [integrationId, sessionId, attemptId, status],
  );
}

/** The channel by which an attempt was submitted. @see spec/contract.md A-96 */
export interface FedBy {
  by: 'api' | 'flow';
  /** Sealed address of the end-user; `null` for the API. */
  address: Uint8Array | null;
}

/** Submits an attempt that is still in `from` to the checks. @returns false if it is in another status */
export async function submitAttempt(
  tx: Tx,
  { integrationId, attemptId, from, fed }: AttemptKey & { from: AttemptStatus; fed: FedBy },
): Promise<boolean> {
  const rows = await tx.query(
    `update attempt set status = 'submitted', fed_by = $4, address = $5, submitted_at = now()
     where integration_id = $1 and id = $2 and status = $3 returning 1`,
    [integrationId, attemptId, from, fed.by, fed.address],
  );
  return rows.length === 1;
}

/** Whether any process made the first decision on a submitted attempt in the last `ms` milliseconds. */
export async function wasDecidedWithin(
  tx: Tx,
  { integrationId, sessionId }: Omit<AttemptKey, 'attemptId'>,
  ms: number,
): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from attempt a join decision d on d.integration_id = a.integration_id and d.attempt_id = a.id
     where a.integration_id = $1 and a.session_id = $2 and a.submitted_at is not null group by a.id
     having min(d.created_at) > clock_timestamp() - make_interval(secs => $3::float8 / 1000) limit 1`,
    [integrationId, sessionId, ms],
  );
  return rows.length > 0;
}

/** Replaces the data collected about the end-user in this attempt. */
export async function setCollected(
  tx: Tx,
  { integrationId, attemptId, collected }: AttemptKey & { collected: Uint8Array },
): Promise<void> {
  await tx.query(`update attempt set collected = $3 where integration_id = $1 and id = $2`, [
    integrationId,
    attemptId,
    collected,
  ]);
}
