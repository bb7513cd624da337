import type { Database, Row, Tx } from './engine/database.ts';
import { instant } from './instant.ts';

interface SessionKey {
  integrationId: string;
  sessionId: string;
}

/** What of a session: all of it, its pictures and films, the faces kept for comparison, or all but what shows how it was decided. */
export const erasureScopes = ['session', 'pictures', 'descriptors', 'redaction'] as const;
export type ErasureScope = (typeof erasureScopes)[number];

/** Records that something of a session is deleted, in the transaction that deletes it. A repetition changes nothing. */
export async function insertErasure(
  tx: Tx,
  { integrationId, sessionId, scope, actor }: SessionKey & { scope: ErasureScope; actor: string },
): Promise<void> {
  await tx.query(
    `insert into erasure (integration_id, session_id, scope, actor) values ($1, $2, $3, $4) on conflict do nothing`,
    [integrationId, sessionId, scope, actor],
  );
}

/** Records that nothing of it is left. @param files how many files were deleted */
export async function finishErasure(
  tx: Tx,
  { integrationId, sessionId, scope, files }: SessionKey & { scope: ErasureScope; files: number },
): Promise<void> {
  await tx.query(
    `update erasure set erased_at = now(), files = coalesce(files, 0) + $4
     where integration_id = $1 and session_id = $2 and scope = $3 and erased_at is null`,
    [integrationId, sessionId, scope, files],
  );
}

/** Proof of an erasure. */
export interface ErasureRow extends Row {
  integrationId: string;
  sessionId: string;
  scope: ErasureScope;
  actor: string;
  /** ISO 8601, UTC. */
  requestedAt: string;
  /** `null` until nothing of it is left. */
  erasedAt: string | null;
  /** Files deleted; `null` until then. */
  files: number | null;
}

/** Erasures, newest first. @param filter `null` where it does not matter; times ISO 8601 */
export function listErasures(
  database: Database,
  filter: { integrationId: string | null; since: string | null },
  limit: number,
): Promise<ErasureRow[]> {
  return database.query<ErasureRow>(
    `select i.id as "integrationId", e.session_id as "sessionId", e.scope, e.actor, ${instant('e.requested_at')} as "requestedAt",
       ${instant('e.erased_at')} as "erasedAt", e.files
     from integration i cross join lateral (
       select * from erasure e where e.integration_id = i.id and e.requested_at >= coalesce($2::timestamptz, '-infinity')
       order by e.requested_at desc, e.session_id limit $3::int
     ) e
     where $1::uuid is null or i.id = $1
     order by e.requested_at desc, e.session_id limit $3::int`,
    [filter.integrationId, filter.since, limit],
  );
}

/** Erasures whose job was lost get one again (reliability, section 8). @returns how many */
export async function restoreMissingErasures(database: Database): Promise<number> {
  const rows = await database.query(
    `insert into job (integration_id, id, kind, session_id)
     select integration_id, gen_random_uuid(), 'erase-session', id from (
       select s.integration_id, s.id from session s
       where s.deleted_at is not null and s.erased_at is null and s.deleted_at < now() - interval '60 seconds'
       union
       select e.integration_id, e.session_id from erasure e
       where e.erased_at is null and e.requested_at < now() - interval '60 seconds'
     ) s
     where not exists (select 1 from job j where j.integration_id = s.integration_id and j.session_id = s.id and j.kind = 'erase-session')
     returning id`,
  );
  return rows.length;
}
