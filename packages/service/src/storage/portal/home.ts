import type { SessionStatus } from '@countersign/core';
import { instant } from '../instant.ts';
import { ofNewestResult } from '../operator/list-hits.ts';
import type { Queryable } from '../integration/live-caller.ts';
import { isOpenProposal, openProposal } from '../session/proposals.ts';
import { listenerUrl } from '../webhook/webhook-endpoints.ts';

/** The integrations the numbers cover; never more than the reader has access to. */
interface Reach {
  integrationIds: readonly string[];
}

/** The sessions counted: the newest `limit` of the given number of days. */
export interface Counted extends Reach {
  days: number;
  limit: number;
}

/** Reads each integration's newest from their own index: the cost grows with the limit, not with the number of sessions. */
const newest = `newest as materialized (
  select s.* from unnest($1::uuid[]) i (id) cross join lateral (
    select integration_id, id, status, attempt_id, attempt_count, opened_at, created_at from session s
    where s.integration_id = i.id and s.deleted_at is null and s.created_at >= now() - make_interval(days => $2::int)
    order by s.created_at desc, s.id limit $3::int) s
  order by s.created_at desc, s.id limit $3::int)`;

const submitted = `(n.status in ('submitted', 'review', 'approved', 'declined', 'resubmission_requested') or attempt_count > 1)`;

/** Sessions with one status and the same range of decision time: all, those opened or submitted, and those submitted. */
export type SessionCount = {
  status: SessionStatus;
  /** Index of the range of the time from submitting the newest attempt to its final decision, from 0; `null` without one. */
  place: number | null;
  count: number;
  opened: number;
  submitted: number;
};

/**
 * Counts sessions by status, by progress and by how long the final decision of their newest attempt took; groups without any
 * are absent.
 * @param limits exclusive upper bounds of the ranges, in seconds, ascending
 */
export const countSessions = (
  db: Queryable,
  { integrationIds, days, limit }: Counted,
  limits: readonly number[],
): Promise<SessionCount[]> =>
  db.query<SessionCount>(
    `with ${newest}
     select n.status, width_bucket(extract(epoch from d.took)::float8, $4::float8[]) as place,
       count(*)::int as count, (count(*) filter (where opened_at is not null or ${submitted}))::int as opened,
       (count(*) filter (where ${submitted}))::int as "submitted"
     from newest n
     left join lateral (
       select d.created_at - a.submitted_at as took from decision d
       join attempt a on a.integration_id = d.integration_id and a.id = d.attempt_id
       where d.integration_id = n.integration_id and d.attempt_id = n.attempt_id and d.final
         and n.status not in ('created', 'started', 'submitted') limit 1) d on true
     group by 1, 2`,
    [integrationIds, days, limit, limits],
  );

// Undecided hits of integration `i`, with the time of their result. Each hit looks up its session and its screening, so
// the cost grows with the hits counted, not with the number of sessions.
const openHits = `select w.screened_at from watchlist_hit h
  cross join lateral (select w.screened_at from watchlist_screening w
    where w.integration_id = h.integration_id and w.attempt_id = h.attempt_id and w.screened_at is not null limit 1) w
  cross join lateral (select s.attempt_id from session s
    where s.integration_id = h.integration_id and s.id = h.session_id and s.deleted_at is null limit 1) s
  where h.integration_id = i.id and h.current and h.match_status = 'potential_match' and ${ofNewestResult('s')}`;

/** Undecided hits of an integration in a range of ages. */
export type HitCount = {
  integrationId: string;
  /** Index of the range, from 0. */
  place: number;
  count: number;
  /** When the result of the oldest one was found, ISO 8601, UTC. */
  since: string;
};

/** Undecided hits by age, the first `limit` of each integration. @param limits exclusive upper bounds of the ranges, in days, ascending */
export const countHitAges = (
  db: Queryable,
  { integrationIds, limit }: Omit<Counted, 'days'>,
  limits: readonly number[],
): Promise<HitCount[]> =>
  db.query<HitCount>(
    `select i.id as "integrationId", width_bucket(extract(epoch from now() - h.screened_at)::float8 / 86400, $3::float8[]) as place,
       count(*)::int as count, ${instant('min(h.screened_at)')} as since
     from unnest($1::uuid[]) i (id) cross join lateral (
       ${openHits} limit $2::int) h
     group by 1, 2`,
    [integrationIds, limit, limits],
  );

/** Completed steps of the set-up. */
export type SetupDone = { url: boolean; key: boolean; session: boolean; delivered: boolean };

/** Looks for the first evidence of each step of an integration's set-up. */
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

/** Something that needs a person's attention. */
export type FoundAlert = {
  kind: string;
  integrationId: string;
  subject: string | null;
  count: number | null;
  since: string | null;
};

/** Open operator entries about webhooks and registries, oldest first. */
export const listOpenAlerts = (db: Queryable, { integrationIds }: Reach): Promise<FoundAlert[]> =>
  db.query<FoundAlert>(
    `select kind, integration_id as "integrationId", split_part(cause, ':', 1) as subject, null::int as count, ${instant('min(created_at)')} as since
     from operator_entry
     where integration_id = any($1::uuid[]) and resolved_at is null
       and kind in ('webhook-endpoint-failing', 'webhook-endpoint-paused', 'webhook-failed', 'registry_unusable')
     group by 1, 2, 3 order by min(created_at)`,
    [integrationIds],
  );

/** Secrets older than the given number of days, oldest first. */
export const listOldKeys = (db: Queryable, { integrationIds }: Reach, days: number): Promise<FoundAlert[]> =>
  db.query<FoundAlert>(
    `select 'key-old' as kind, integration_id as "integrationId", label as subject, null::int as count, ${instant('created_at')} as since
     from shared_secret where integration_id = any($1::uuid[]) and created_at < now() - make_interval(days => $2::int)
     order by created_at`,
    [integrationIds, days],
  );

/** Sessions in manual review per integration, counted up to `limit` each. */
export const countReviewsWaiting = (
  db: Queryable,
  { integrationIds }: Reach,
  limit: number,
): Promise<FoundAlert[]> =>
  db.query<FoundAlert>(
    `select 'reviews-waiting' as kind, i.id as "integrationId", null::text as subject, r.count, ${instant('r.since')} as since
     from unnest($1::uuid[]) i (id) cross join lateral (
       select count(*)::int as count, min(changed_at) as since from (
         select changed_at from session s where s.integration_id = i.id and s.status = 'review' and s.deleted_at is null limit $2::int) r) r
     where r.count > 0`,
    [integrationIds, limit],
  );

/** Open proposals by people other than this one, per integration. */
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
