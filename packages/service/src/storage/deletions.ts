import type { Tx } from './engine/database.ts';
import type { SessionRow } from './sessions.ts';

export interface DeletionQuota {
  /** Deletions in the last hour and in the last 24 hours. */
  hour: number;
  day: number;
  /** Seconds until the oldest of the hour, and of the day, no longer counts. */
  hourFreeIn: number;
  dayFreeIn: number;
}

/** Counts the integration's recent deletions and lets no other one happen until the transaction ends. */
export async function lockDeletionQuota(tx: Tx, integrationId: string): Promise<DeletionQuota> {
  await tx.query(`select 1 from integration where id = $1 for no key update`, [integrationId]);
  const [row] = await tx.query<DeletionQuota & Record<string, unknown>>(
    `select count(*) filter (where hourly)::int as hour, count(*)::int as day,
       coalesce(ceil(extract(epoch from min(deleted_at) filter (where hourly) + interval '1 hour' - now())), 0)::int as "hourFreeIn",
       coalesce(ceil(extract(epoch from min(deleted_at) + interval '24 hours' - now())), 0)::int as "dayFreeIn"
     from (select deleted_at, deleted_at > now() - interval '1 hour' as hourly from session
           where integration_id = $1 and deleted_at > now() - interval '24 hours') recent`,
    [integrationId],
  );
  if (!row) throw new Error('a count returned no row');
  return row;
}

/** Marks a session as deleted: from this commit on nothing finds it. */
export async function tombstoneSession(
  tx: Tx,
  integrationId: string,
  { id, status }: SessionRow,
): Promise<void> {
  const rows = await tx.query(
    `update session set deleted_at = now(), window_ends_at = null, changed_at = now()
     where integration_id = $1 and id = $2 and status = $3 and deleted_at is null returning 1`,
    [integrationId, id, status],
  );
  if (rows.length !== 1) throw new Error('a locked session was deleted by someone else');
}

/** When the attempt was submitted, `2026-11-20T10:04:31.207514Z`; `null` if it was not. */
export async function findSubmissionTime(
  tx: Tx,
  integrationId: string,
  attemptId: string,
): Promise<string | null> {
  const [row] = await tx.query<{ time: string | null }>(
    `select to_char(submitted_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as time
     from attempt where integration_id = $1 and id = $2`,
    [integrationId, attemptId],
  );
  return row?.time ?? null;
}
