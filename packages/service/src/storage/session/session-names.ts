import type { Row, Tx } from '../engine/database.ts';
import type { Queryable } from '../integration/live-caller.ts';

interface SessionKey {
  integrationId: string;
  sessionId: string;
}

/** Bytes of a token. */
export const tokenBytes = 16;

/** Adds words by which a session can be found; existing ones are kept. */
export async function addSessionNames(
  tx: Queryable,
  { integrationId, sessionId }: SessionKey,
  tokens: readonly Uint8Array[],
): Promise<void> {
  if (tokens.length === 0) return;
  await tx.query(
    `insert into session_name (integration_id, token, created_at, session_id)
     select s.integration_id, t.token, s.created_at, s.id from session s cross join unnest($3::bytea[]) t (token)
     where s.integration_id = $1 and s.id = $2 on conflict do nothing`,
    [integrationId, sessionId, tokens],
  );
}

/** Deletes all words by which a session can be found. */
export async function eraseSessionNames(tx: Tx, { integrationId, sessionId }: SessionKey): Promise<void> {
  await tx.query(`delete from session_name where integration_id = $1 and session_id = $2`, [
    integrationId,
    sessionId,
  ]);
}

/** Records that all names of a session are in the table. */
export async function markNamesIndexed(tx: Tx, { integrationId, sessionId }: SessionKey): Promise<void> {
  await tx.query(`update session set names_indexed = true where integration_id = $1 and id = $2`, [
    integrationId,
    sessionId,
  ]);
}

/** A session whose names are not in the table. */
export interface UnindexedSession extends Row, SessionKey {
  /** Wrapped. */
  dataKey: Uint8Array;
  kekVersion: number;
  sealed: Uint8Array;
}

/** Locks the newest such sessions that no other process is handling. */
export function lockUnindexed(tx: Tx, limit: number): Promise<UnindexedSession[]> {
  return tx.query<UnindexedSession>(
    `select integration_id as "integrationId", id as "sessionId", data_key as "dataKey", kek_version as "kekVersion", sealed
     from session where not names_indexed and data_key is not null and deleted_at is null and sealed is not null
     order by created_at desc limit $1 for no key update skip locked`,
    [limit],
  );
}

/** Deletes the words of sessions erased by a worker of an earlier release, which leaves them. @returns how many sessions */
export async function eraseLeftNames(tx: Tx, limit: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `with erased as (
       select integration_id, id from session where names_indexed and erased_at is not null limit $1 for update skip locked),
     gone as (
       delete from session_name n using erased e where n.integration_id = e.integration_id and n.session_id = e.id),
     marked as (
       update session s set names_indexed = false from erased e where s.integration_id = e.integration_id and s.id = e.id returning 1)
     select count(*)::int as count from marked`,
    [limit],
  );
  return row?.count ?? 0;
}

/** Sealed findings of a session's attempts that have any. */
export function listFindings(
  db: Queryable,
  { integrationId, sessionId }: SessionKey,
): Promise<{ attemptId: string; findings: Uint8Array }[]> {
  return db.query(
    `select id as "attemptId", findings from attempt
     where integration_id = $1 and session_id = $2 and findings is not null order by ordinal`,
    [integrationId, sessionId],
  );
}
