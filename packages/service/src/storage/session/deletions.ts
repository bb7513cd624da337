import type { SessionStatus } from '@countersign/core';
import { clockSlack } from '../clock-slack.ts';
import type { Database, Row, Tx } from '../engine/database.ts';
import type { Portion } from '../operator/each-alone.ts';
import { instant } from '../instant.ts';
import type { SessionRow } from './sessions.ts';

export interface DeletionQuota {
  /** Deletions in the last hour and in the last 24 hours. */
  hour: number;
  day: number;
  /** Seconds until the oldest of the hour, and of the day, no longer counts. */
  hourFreeIn: number;
  dayFreeIn: number;
}

/** Counts the integration's recent deletions, and blocks further ones until the transaction ends. */
export async function lockDeletionQuota(tx: Tx, integrationId: string): Promise<DeletionQuota> {
  await tx.query(`select 1 from integration where id = $1 for no key update`, [integrationId]);
  const [row] = await tx.query<DeletionQuota & Record<string, unknown>>(
    `select count(*) filter (where hourly)::int as hour, count(*)::int as day,
       coalesce(ceil(extract(epoch from min(deleted_at) filter (where hourly) + interval '1 hour' - now())), 0)::int as "hourFreeIn",
       coalesce(ceil(extract(epoch from min(deleted_at) + interval '24 hours' - now())), 0)::int as "dayFreeIn"
     from (select deleted_at, deleted_at > now() - interval '1 hour' as hourly from session
           where integration_id = $1 and deleted_at > now() - interval '24 hours' and deleted_at < now() + ${clockSlack}) recent`,
    [integrationId],
  );
  if (!row) throw new Error('a count returned no row');
  return row;
}

/** Marks a session as deleted; after the commit no query finds it. @returns the time, in milliseconds with `Z` */
export async function tombstoneSession(
  tx: Tx,
  integrationId: string,
  { id, status }: Pick<SessionRow, 'id' | 'status'>,
): Promise<string> {
  const [row] = await tx.query<{ time: string }>(
    `update session set deleted_at = now(), window_ends_at = null, changed_at = now()
     where integration_id = $1 and id = $2 and status = $3 and deleted_at is null
     returning ${instant('deleted_at')} as time`,
    [integrationId, id, status],
  );
  if (!row) throw new Error('a locked session was deleted by someone else');
  return row.time;
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

/** Puts a session that is not deleted on legal hold, or releases it. @returns whether that changed anything */
export async function setHold(
  tx: Tx,
  {
    integrationId,
    sessionId,
    held,
  }: Pick<OutlivedSession, 'integrationId' | 'sessionId'> & { held: boolean },
): Promise<boolean> {
  const rows = await tx.query(
    `update session set held_at = case when $3 then now() end
     where integration_id = $1 and id = $2 and deleted_at is null and (held_at is not null) <> $3 returning 1`,
    [integrationId, sessionId, held],
  );
  return rows.length === 1;
}

/** Locks a session that is not deleted, in any status. @returns its status; null if there is none */
export async function lockAnySession(
  tx: Tx,
  { integrationId, sessionId }: Pick<OutlivedSession, 'integrationId' | 'sessionId'>,
): Promise<{ status: SessionStatus; picturesDeleted: boolean } | null> {
  const [row] = await tx.query<{ status: SessionStatus; picturesDeleted: boolean }>(
    `select status, pictures_deleted_at is not null as "picturesDeleted" from session
     where integration_id = $1 and id = $2 and deleted_at is null for no key update`,
    [integrationId, sessionId],
  );
  return row ?? null;
}

/** Erases the faces kept of one session. @returns whether there were any */
export async function eraseDescriptors(
  tx: Tx,
  { integrationId, sessionId }: Pick<OutlivedSession, 'integrationId' | 'sessionId'>,
): Promise<boolean> {
  const rows = await tx.query(
    `update session_link set faces = null, model = null
     where integration_id = $1 and session_id = $2 and faces is not null returning 1`,
    [integrationId, sessionId],
  );
  return rows.length === 1;
}

/** Which parts of a session are deleted; `null`: none, or there is no such session. */
export async function deletedOf(
  database: Database,
  { integrationId, sessionId }: Pick<OutlivedSession, 'integrationId' | 'sessionId'>,
): Promise<'session' | 'pictures' | null> {
  const [row] = await database.query<{ scope: 'session' | 'pictures' | null }>(
    `select case when deleted_at is not null then 'session' when pictures_deleted_at is not null then 'pictures' end as scope
     from session where integration_id = $1 and id = $2`,
    [integrationId, sessionId],
  );
  return row?.scope ?? null;
}

/** A session whose retention period is over. */
export interface OutlivedSession extends Row {
  integrationId: string;
  sessionId: string;
}

const atItsEnd = `s.deleted_at is null and s.held_at is null and s.status in ('approved', 'declined', 'expired', 'abandoned')`;
const daysOf = (member: 'sessionDays' | 'pictureDays') => `(i.settings->'retention'->>'${member}')::int`;
const agoOf = (days: string) => `now() - make_interval(days => ${days})`;

/** Conditions under which data of a session have outlived their retention period. */
const outlived = {
  // A monitored session belongs to a current customer, and an undelivered webhook is kept for its 7 days.
  session: {
    days: daysOf('sessionDays'),
    rule: `${atItsEnd} and s.changed_at < ${agoOf(daysOf('sessionDays'))}
      and not exists (select 1 from watchlist_monitor m
        where m.integration_id = s.integration_id and m.session_id = s.id and m.status = 'enabled')
      and not exists (select 1 from webhook w where w.integration_id = s.integration_id and w.session_id = s.id and w.state = 'due')`,
  },
  // As long as the session is being processed, its pictures may be read.
  pictures: {
    days: daysOf('pictureDays'),
    rule: `${atItsEnd} and s.pictures_deleted_at is null and s.changed_at < ${agoOf(daysOf('pictureDays'))}
      and not exists (select 1 from job j where j.integration_id = s.integration_id and j.session_id = s.id)
      and (exists (select 1 from media m where m.integration_id = s.integration_id and m.session_id = s.id)
        or exists (select 1 from flow_film f where f.integration_id = s.integration_id and f.session_id = s.id))`,
  },
} as const;
export type OutlivedScope = keyof typeof outlived;

/**
 * Sessions that, or whose pictures, have been kept for longer than their integration's `retention`, oldest first, but for those of the ids
 * in `except`. The cost depends on the
 * number of rows listed, not on the size of the installation: sessions are found by the index of their age, pictures by their own index,
 * which omits deleted ones.
 */
export function listOutlived(
  database: Database,
  scope: OutlivedScope,
  { limit, except }: Portion,
): Promise<OutlivedSession[]> {
  const { days } = outlived[scope];
  const rule = `${outlived[scope].rule} and s.id <> all ($2::uuid[])`;
  const of = scope === 'session' ? oldestSessions(days, rule) : oldestPictures(days, rule);
  return database.query<OutlivedSession>(
    `select o.integration_id as "integrationId", o.session_id as "sessionId"
     from integration i cross join lateral (${of}) o
     where ${days} is not null
     group by o.integration_id, o.session_id order by min(o.created_at) limit $1`,
    [limit, except],
  );
}

const oldestSessions = (days: string, rule: string): string =>
  `select s.integration_id, s.id as session_id, s.created_at from session s
   where s.integration_id = i.id and s.created_at < ${agoOf(days)} and ${rule}
   order by s.created_at limit $1`;

/** A session with several pictures has a row for each. */
const oldestPictures = (days: string, rule: string): string =>
  ['media', 'flow_film']
    .map(
      (table) => `(select p.integration_id, p.session_id, p.created_at
        from ${table} p join session s on s.integration_id = p.integration_id and s.id = p.session_id
        where p.integration_id = i.id and p.created_at < ${agoOf(days)}
          and s.created_at < ${agoOf(days)} and ${rule}
        order by p.created_at limit $1)`,
    )
    .join(' union all ');

/** Locks such a session. @returns its status; null if it no longer qualifies, or another process has locked it */
export async function lockOutlived(
  tx: Tx,
  scope: OutlivedScope,
  { integrationId, sessionId }: OutlivedSession,
): Promise<SessionStatus | null> {
  const [row] = await tx.query<{ status: SessionStatus }>(
    `select s.status from session s join integration i on i.id = s.integration_id
     where s.integration_id = $1 and s.id = $2 and ${outlived[scope].rule} for no key update of s skip locked`,
    [integrationId, sessionId],
  );
  return row?.status ?? null;
}

/** Marks the pictures of a locked session as deleted: after the commit no query finds them. */
export async function tombstonePictures(
  tx: Tx,
  { integrationId, sessionId }: OutlivedSession,
): Promise<void> {
  await tx.query(`update session set pictures_deleted_at = now() where integration_id = $1 and id = $2`, [
    integrationId,
    sessionId,
  ]);
}

/**
 * Erases the oldest descriptors that have been kept for longer than `retention.descriptorDays`, with proof.
 * @returns how many were erased
 */
export async function eraseOutlivedDescriptors(
  tx: Tx,
  { standard, limit }: { standard: number; limit: number },
): Promise<number> {
  const rows = await tx.query(
    `with outlived as (
       select l.integration_id, l.session_id from integration i
       join session_link l on l.integration_id = i.id and l.faces is not null
         and l.created_at < ${agoOf(`coalesce((i.settings->'retention'->>'descriptorDays')::int, $1::int)`)}
       join session s on s.integration_id = l.integration_id and s.id = l.session_id and s.held_at is null
       limit $2 for no key update of l skip locked
     ), erased as (
       update session_link l set faces = null, model = null from outlived o
       where l.integration_id = o.integration_id and l.session_id = o.session_id returning l.integration_id, l.session_id
     )
     insert into erasure (integration_id, session_id, scope, actor, erased_at, files)
     select integration_id, session_id, 'descriptors', 'retention', now(), 0 from erased
     on conflict (integration_id, session_id, scope) do update set erased_at = now() returning 1`,
    [standard, limit],
  );
  return rows.length;
}

/** Erases bodies and answers of webhooks that ended longer ago than `retention.webhookDays`. @returns how many were erased */
export async function eraseOutlivedBodies(tx: Tx, limit: number): Promise<number> {
  const erased = await tx.query<{ integrationId: string; id: string }>(
    `update webhook w set body = '' from (
       select w.tid from integration i cross join lateral (
         select w.ctid as tid from webhook w
         where w.integration_id = i.id and w.state <> 'due' and length(w.body) > 0
           and w.ended_at < ${agoOf(`(i.settings->'retention'->>'webhookDays')::int`)}
           and not exists (select 1 from session s
             where s.integration_id = w.integration_id and s.id = w.session_id and s.held_at is not null)
         order by w.ended_at limit $1 for no key update skip locked
       ) w
       where (i.settings->'retention'->>'webhookDays')::int is not null
       limit $1
     ) o where w.ctid = o.tid
     returning w.integration_id as "integrationId", w.id`,
    [limit],
  );
  await tx.query(
    `update delivery d set response = null from unnest($1::uuid[], $2::uuid[]) as o (integration_id, id)
     where d.integration_id = o.integration_id and d.webhook_id = o.id and d.response is not null`,
    [erased.map((row) => row.integrationId), erased.map((row) => row.id)],
  );
  return erased.length;
}
