import type { SessionStatus } from '@countersign/core';
import type { Database, Row, Tx } from '../engine/database.ts';
import type { Portion } from '../operator/each-alone.ts';

export interface DueSession extends Row {
  integrationId: string;
  sessionId: string;
}

/** Sessions whose lifetime or resubmission window has ended without being recorded yet, but for those of the ids in `except`. */
export function listDueSessions(database: Database, { limit, except }: Portion): Promise<DueSession[]> {
  return database.query<DueSession>(
    `(select integration_id as "integrationId", id as "sessionId" from session
      where expires_at <= now() and status in ('created', 'started', 'resubmission_requested') and deleted_at is null
        and id <> all ($2::uuid[])
      order by expires_at limit $1)
     union
     (select integration_id, id from session
      where window_ends_at is not null and window_ends_at <= now() and status = 'resubmission_requested' and deleted_at is null
        and id <> all ($2::uuid[])
      order by window_ends_at limit $1)`,
    [limit, except],
  );
}

export interface EndingSession extends Row {
  status: SessionStatus;
  opened: boolean;
  lifetimeOver: boolean;
  windowOver: boolean;
  /** The newest attempt, and the newest one that was submitted. */
  openAttemptId: string | null;
  submittedAttemptId: string | null;
}

/** Locks a session whose time may be over. @returns null if another process holds it, and will do the work, or if the session is gone */
export async function lockEndingSession(
  tx: Tx,
  { integrationId, sessionId }: DueSession,
): Promise<EndingSession | null> {
  const rows = await tx.query<EndingSession>(
    `select status, opened_at is not null as opened, expires_at <= now() as "lifetimeOver",
       coalesce(window_ends_at <= now(), false) as "windowOver",
       (select id from attempt a where a.integration_id = $1 and a.session_id = $2 and a.status in ('created', 'started'))
         as "openAttemptId",
       (select id from attempt a where a.integration_id = $1 and a.session_id = $2 and a.submitted_at is not null
         order by ordinal desc limit 1) as "submittedAttemptId"
     from session where integration_id = $1 and id = $2 and deleted_at is null
     for update skip locked`,
    [integrationId, sessionId],
  );
  return rows[0] ?? null;
}

/** Ends an open attempt when its session ends. */
export async function abandonAttempt(
  tx: Tx,
  { integrationId, attemptId }: { integrationId: string; attemptId: string },
): Promise<void> {
  await tx.query(
    `update attempt set status = 'abandoned' where integration_id = $1 and id = $2 and status in ('created', 'started')`,
    [integrationId, attemptId],
  );
}

/** Deletes idempotency keys older than 24 hours, oldest first. @returns how many were deleted, at most `limit` */
export async function purgeIdempotencyKeys(database: Database, limit: number): Promise<number> {
  const rows = await database.query(
    `delete from idempotency where ctid = any (array(
       select ctid from idempotency where created_at < now() - interval '24 hours' order by created_at limit $1::int))
     returning 1`,
    [limit],
  );
  return rows.length;
}
