import type { SessionStatus } from '@countersign/core';
import { instant } from '../instant.ts';
import { ofNewestResult } from '../list-hits.ts';
import type { Queryable } from '../live-caller.ts';
import { isOpenProposal, openProposal } from '../proposals.ts';
import { listenerUrl } from '../webhook-endpoints.ts';

/** Which integrations the numbers are about; never more than the reader reaches. */
interface Reach {
  integrationIds: readonly string[];
}

/** What is counted: the newest `limit` sessions of so many days. */
export interface Counted extends Reach {
  days: number;
  limit: number;
}

/** Each integration's newest from an index of their own: what the numbers cost grows with the limit, not with the number of sessions. */
const newest = `newest as materialized (
  select s.* from unnest($1::uuid[]) i (id) cross join lateral (
    select integration_id, id, status, attempt_id, attempt_count, opened_at, created_at from session s
    where s.integration_id = i.id and s.deleted_at is null and s.created_at >= now() - make_interval(days => $2::int)
    order by s.created_at desc, s.id limit $3::int) s
  order by s.created_at desc, s.id limit $3::int)`;

const submitted = `(status in ('submitted', 'review', 'approved', 'declined', 'resubmission_requested') or attempt_count > 1)`;

/** Sessions of one status: all, those somebody opened or submitted, and those that were submitted. */
export type StatusCount = { status: SessionStatus; count: number; opened: number; submitted: number };

/** Counts sessions by status and by how far they came; statuses without any are absent. */
export const countSessions = (
  db: Queryable,
  { integrationIds, days, limit }: Counted,
): Promise<StatusCount[]> =>
  db.query<StatusCount>(
    `with ${newest}
     select status, count(*)::int as count, (count(*) filter (where opened_at is not null or ${submitted}))::int as opened,
       (count(*) filter (where ${submitted}))::int as "submitted"
     from newest group by status`,
    [integrationIds, days, limit],
  );

/** How many fall into a range; `place` is that of the range, from 0. */
export type RangeCount = { place: number; count: number };

/** From handing in to the final decision, of the newest attempts. @param limits first values that no longer count in a range, in seconds, rising */
export const countDecisionTimes = (
  db: Queryable,
  { integrationIds, days, limit }: Counted,
  limits: readonly number[],
): Promise<RangeCount[]> =>
  db.query<RangeCount>(
    `with ${newest}
     select width_bucket(extract(epoch from d.created_at - a.submitted_at)::float8, $4::float8[]) as place, count(*)::int as count
     from newest n
     join attempt a on a.integration_id = n.integration_id and a.id = n.attempt_id and a.submitted_at is not null
     join decision d on d.integration_id = n.integration_id and d.attempt_id = n.attempt_id and d.final
     group by 1`,
    [integrationIds, days, limit, limits],
  );

// Hits of integration `i` that nobody has decided, with the time of their result. Each looks its session and its screening up: what
// the numbers cost grows with the hits that are counted and not with the number of sessions.
const openHits = `select w.screened_at from watchlist_hit h
  cross join lateral (select w.screened_at from watchlist_screening w
    where w.integration_id = h.integration_id and w.attempt_id = h.attempt_id and w.screened_at is not null limit 1) w
  cross join lateral (select 1 from session s
    where s.integration_id = h.integration_id and s.id = h.session_id and s.deleted_at is null limit 1) s
  where h.integration_id = i.id and h.current and h.match_status = 'potential_match' and ${ofNewestResult}`;

/** Ages of hits that nobody has decided, the first `limit` of each integration. @param limits first values that no longer count in a range, in days, rising */
export const countHitAges = (
  db: Queryable,
  { integrationIds, limit }: Omit<Counted, 'days'>,
  limits: readonly number[],
): Promise<RangeCount[]> =>
  db.query<RangeCount>(
    `select width_bucket(extract(epoch from now() - h.screened_at)::float8 / 86400, $3::float8[]) as place, count(*)::int as count
     from unnest($1::uuid[]) i (id) cross join lateral (
       ${openHits} limit $2::int) h
     group by 1`,
    [integrationIds, limit, limits],
  );

/** What was done of the setting up. */
export type SetupDone = { url: boolean; key: boolean; session: boolean; delivered: boolean };

/** Looks for the first of everything that shows that an integration is set up. */
export async function findSetup(db: Queryable, { integrationIds }: Reach): Promise<SetupDone> {
  const any = (rows: string) =>
    `exists (select 1 from unnest($1::uuid[]) i (id) cross join lateral (${rows} limit 1) r)`;
  const [row] = await db.query<SetupDone>(
    `select ${any(`select 1 from webhook_endpoint e where e.integration_id = i.id and e.url <> $2`)} as url,
       ${any(`select 1 from shared_secret k where k.integration_id = i.id and k.last_used_at is not null`)} as key,
       ${any(`select 1 from session s where s.integration_id = i.id and s.deleted_at is null`)} as session,
       ${any(`select 1 from webhook w where w.integration_id = i.id and w.state = 'delivered'`)} as delivered`,
    [integrationIds, listenerUrl],
  );
  return row ?? { url: false, key: false, session: false, delivered: false };
}

/** Something that somebody should look at. */
export type FoundAlert = {
  kind: string;
  integrationId: string;
  subject: string | null;
  count: number | null;
  since: string | null;
};

/** Open entries of the operator about webhooks and registries, oldest first. */
export const listOpenAlerts = (db: Queryable, { integrationIds }: Reach): Promise<FoundAlert[]> =>
  db.query<FoundAlert>(
    `select kind, integration_id as "integrationId", split_part(cause, ':', 1) as subject, null::int as count, ${instant('min(created_at)')} as since
     from operator_entry
     where integration_id = any($1::uuid[]) and resolved_at is null
       and kind in ('webhook-endpoint-failing', 'webhook-endpoint-paused', 'webhook-failed', 'registry_unusable')
     group by 1, 2, 3 order by min(created_at)`,
    [integrationIds],
  );

/** Secrets that are older than so many days, oldest first. */
export const listOldKeys = (db: Queryable, { integrationIds }: Reach, days: number): Promise<FoundAlert[]> =>
  db.query<FoundAlert>(
    `select 'key-old' as kind, integration_id as "integrationId", label as subject, null::int as count, ${instant('created_at')} as since
     from shared_secret where integration_id = any($1::uuid[]) and created_at < now() - make_interval(days => $2::int)
     order by created_at`,
    [integrationIds, days],
  );

/** What waits for a person by integration: sessions in review and hits that nobody has decided; at most `limit` of each are counted. */
export const countWaiting = (
  db: Queryable,
  { integrationIds }: Reach,
  limit: number,
): Promise<FoundAlert[]> =>
  db.query<FoundAlert>(
    `select w.kind, i.id as "integrationId", null::text as subject, w.count, ${instant('w.since')} as since
     from unnest($1::uuid[]) i (id) cross join lateral (
       select 'reviews-waiting' as kind, count(*)::int as count, min(r.changed_at) as since from (
         select changed_at from session s where s.integration_id = i.id and s.status = 'review' and s.deleted_at is null limit $2::int) r
       union all
       select 'hits-waiting', count(*)::int, min(h.screened_at) from (
         ${openHits} limit $2::int) h) w
     where w.count > 0 order by w.since`,
    [integrationIds, limit],
  );

/** Open proposals of other people than this one, counted by integration. */
export const countProposals = (
  db: Queryable,
  { integrationIds, userId }: Reach & { userId: string },
): Promise<FoundAlert[]> =>
  db.query<FoundAlert>(
    `select 'proposals-waiting' as kind, p.integration_id as "integrationId", null::text as subject, count(*)::int as count,
       ${instant('min(p.created_at)')} as since
     from proposal p ${openProposal}
     where p.integration_id = any($1::uuid[]) and p.proposed_by <> $2 and ${isOpenProposal} group by p.integration_id`,
    [integrationIds, userId],
  );
