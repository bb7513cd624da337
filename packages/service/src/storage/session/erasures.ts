import type { Database, Row, Tx } from '../engine/database.ts';
import { instant } from '../instant.ts';

interface SessionKey {
  integrationId: string;
  sessionId: string;
}

/** What is erased: the whole session, its pictures and films, the faces kept for comparison, or everything except how it was decided. */
export const erasureScopes = ['session', 'pictures', 'descriptors', 'redaction'] as const;
export type ErasureScope = (typeof erasureScopes)[number];

/** Records a deletion of session data, in the transaction that deletes it. Repeating it has no effect. */
export async function insertErasure(
  tx: Tx,
  { integrationId, sessionId, scope, actor }: SessionKey & { scope: ErasureScope; actor: string },
): Promise<void> {
  await tx.query(
    `insert into erasure (integration_id, session_id, scope, actor) values ($1, $2, $3, $4) on conflict do nothing`,
    [integrationId, sessionId, scope, actor],
  );
}

/** Records that everything has been deleted. @param files number of deleted files */
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
  /** `null` until everything has been deleted. */
  erasedAt: string | null;
  /** Deleted files; `null` until then. */
  files: number | null;
}

/** Filters for erasures; `null`: no filter; times ISO 8601. */
export interface ErasureFilter {
  integrationId: string | null;
  since: string | null;
}

/** Rows per statement: each stays far below its time limit, however many erasures there are. */
const pageRows = 5_000;

/** Erasures, newest first. @param limit maximum number; `null`: all, read page by page */
export async function listErasures(
  database: Database,
  filter: ErasureFilter,
  limit: number | null,
): Promise<ErasureRow[]> {
  const rows: ErasureRow[] = [];
  const most = limit ?? Number.POSITIVE_INFINITY;
  let last: ErasurePlace | null = null;
  do {
    const page: (ErasureRow & { place: string })[] = await nextErasures(database, filter, {
      last,
      limit: Math.min(pageRows, most - rows.length),
    });
    for (const { place, ...row } of page) {
      last = { ...row, place };
      rows.push(row);
    }
    if (page.length < pageRows) return rows;
  } while (rows.length < most);
  return rows;
}

/** End of a page: the time to the microsecond, and the erasure. */
interface ErasurePlace extends SessionKey {
  scope: ErasureScope;
  place: string;
}

const nextErasures = (
  database: Database,
  filter: ErasureFilter,
  { last, limit }: { last: ErasurePlace | null; limit: number },
) =>
  database.query<ErasureRow & { place: string }>(
    `select e.integration_id as "integrationId", e.session_id as "sessionId", e.scope, e.actor, ${instant('e.requested_at')} as "requestedAt",
       ${instant('e.erased_at')} as "erasedAt", e.files, e.requested_at::text as place
     from integration i cross join lateral (
       select * from erasure e where e.integration_id = i.id and e.requested_at >= coalesce($2::timestamptz, '-infinity')
         and e.requested_at <= coalesce($4::timestamptz, 'infinity')
         and ($4 is null or e.requested_at < $4 or (e.session_id, e.integration_id, e.scope) > ($5::uuid, $6::uuid, $7::text))
       order by e.requested_at desc, e.session_id, e.scope limit $3::int
     ) e
     where $1::uuid is null or i.id = $1
     order by e.requested_at desc, e.session_id, e.integration_id, e.scope limit $3::int`,
    [
      filter.integrationId,
      filter.since,
      limit,
      last?.place ?? null,
      last?.sessionId ?? null,
      last?.integrationId ?? null,
      last?.scope ?? null,
    ],
  );

/** Queues a new job for erasures whose job was lost (reliability, section 8). @returns how many */
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
