import type { WebhookTypeName } from '@countersign/contract';
import type { SessionStatus } from '@countersign/core';
import { instant } from '../instant.ts';
import type { JobKind } from '../job/jobs.ts';
import type { Queryable } from '../integration/live-caller.ts';
import { listenerUrl } from '../webhook/webhook-endpoints.ts';

/** Whole seconds since the earliest of several instants; 0 if there is none or it is in the future. */
const secondsSince = (earliest: string): string =>
  `coalesce(greatest(0, floor(extract(epoch from now() - ${earliest}))), 0)::int`;

/** Jobs of one kind. */
export type Queue = {
  kind: JobKind;
  /** Due, and not claimed by any process. */
  ready: number;
  /** Claimed by a process. */
  leased: number;
  /** Scheduled for later, such as a retry. */
  later: number;
  /** Parked until a person releases them. */
  parked: number;
  /** Seconds for which the oldest ready one has been due; 0 if none is ready. */
  oldestSeconds: number;
};

const isLeased = `coalesce(leased_until > now(), false)`;
const isReady = `parked_at is null and not ${isLeased} and due_at <= now()`;

/** Jobs by kind, of one integration or of all (`null`); kinds without jobs are absent. */
export const listQueues = (db: Queryable, integrationId: string | null): Promise<Queue[]> =>
  db.query<Queue>(
    `select kind, (count(*) filter (where ${isReady}))::int as ready,
       (count(*) filter (where parked_at is null and ${isLeased}))::int as leased,
       (count(*) filter (where parked_at is null and not ${isLeased} and due_at > now()))::int as later,
       (count(*) filter (where parked_at is not null))::int as parked,
       ${secondsSince(`min(due_at) filter (where ${isReady})`)} as "oldestSeconds"
     from job where $1::uuid is null or integration_id = $1 group by kind order by kind`,
    [integrationId],
  );

/** A webhook URL and its waiting webhooks. */
export type Backlog = {
  integrationId: string;
  /** Name of the integration. */
  integration: string;
  type: WebhookTypeName;
  url: string;
  state: 'ok' | 'failing' | 'paused';
  /** Consecutive failures. */
  failures: number;
  /** Webhooks not delivered yet, including those held back. */
  waiting: number;
  /** Seconds since the oldest of them was first due; 0 if none is due. */
  oldestSeconds: number;
  /** ISO 8601, UTC; `null` while it is not paused. */
  pausedAt: string | null;
  /** When it is tried again after many failures, ISO 8601, UTC; `null` if it is not delayed. */
  nextProbeAt: string | null;
};

export interface BacklogFilter {
  /** `null`: all integrations. */
  integrationId: string | null;
  /** Include URLs without waiting webhooks. */
  all: boolean;
  limit: number;
}

/**
 * Webhook URLs, failing ones first, then by the longest wait. URLs of deactivated integrations are still delivered to, and count.
 * Webhooks for a listener of the command line only are omitted, because their URL is paused by design.
 */
export const listBacklogs = (
  db: Queryable,
  { integrationId, all, limit }: BacklogFilter,
): Promise<Backlog[]> =>
  db.query<Backlog>(
    `select e.integration_id as "integrationId", i.name as integration, e.type, e.url,
       case when e.paused_at is not null then 'paused' when e.next_probe_at is not null then 'failing' else 'ok' end as state,
       e.failures, coalesce(w.waiting, 0)::int as waiting, ${secondsSince('w.oldest')} as "oldestSeconds",
       ${instant('e.paused_at')} as "pausedAt", ${instant('e.next_probe_at')} as "nextProbeAt"
     from webhook_endpoint e join integration i on i.id = e.integration_id
     left join lateral (
       select count(*)::int as waiting, min(first_due_at) as oldest from webhook
       where integration_id = e.integration_id and type = e.type and state = 'due'
     ) w on true
     where ($1::uuid is null or e.integration_id = $1) and e.url <> $3
       and ($2::boolean or w.waiting > 0 or e.paused_at is not null or e.next_probe_at is not null)
     order by (e.paused_at is null and e.next_probe_at is null), w.oldest nulls last, i.name, e.integration_id, e.type
     limit $4::int`,
    [integrationId, all, listenerUrl, limit],
  );

/** Why a session makes no progress. */
export type StuckCause =
  /** Its job is parked until a person releases it. */
  | 'job-parked'
  /** A process has claimed its job. */
  | 'job-leased'
  /** No process claims its job. */
  | 'job-ready'
  /** Its job is scheduled for later. */
  | 'job-later'
  /** A registry did not answer and will be called again. */
  | 'registry-silent'
  /** There is no job: the record is damaged. */
  | 'no-job'
  /** Its lifetime or its resubmission window has ended, but no process has ended it. */
  | 'not-ended';

/** A session that makes no progress. */
export type StuckSession = {
  integrationId: string;
  /** Name of the integration. */
  integration: string;
  sessionId: string;
  status: SessionStatus;
  cause: StuckCause;
  /** The last failure of its job, without personal data; `null` if there is none. */
  detail: string | null;
  /** When it should have continued: its submission, or the end of its time. ISO 8601, UTC. */
  since: string;
  /** Seconds since then. */
  seconds: number;
};

export interface StuckFilter {
  /** `null`: all integrations. */
  integrationId: string | null;
  /** Minimum waiting time in seconds. */
  seconds: number;
  limit: number;
}

/** Sessions that were submitted, or expired, at least this long ago and still have no outcome; the longest wait first. */
export const listStuckSessions = (
  db: Queryable,
  { integrationId, seconds, limit }: StuckFilter,
): Promise<StuckSession[]> =>
  db.query<StuckSession>(
    `select q."integrationId", i.name as integration, q."sessionId", q.status, q.cause, q.detail,
       ${instant('q.since')} as since, ${secondsSince('q.since')} as seconds
     from (
       (select a.integration_id as "integrationId", a.session_id as "sessionId", s.status,
          case when j.id is null then case when c.next_try_at is null then 'no-job' else 'registry-silent' end
            when j.parked_at is not null then 'job-parked'
            when coalesce(j.leased_until > now(), false) then 'job-leased'
            when c.next_try_at > now() then 'registry-silent'
            when j.due_at > now() then 'job-later' else 'job-ready' end as cause,
          j.cause as detail, a.submitted_at as since
        from attempt a
        join session s on s.integration_id = a.integration_id and s.id = a.session_id and s.deleted_at is null
        left join lateral (
          select * from job j where j.integration_id = a.integration_id and j.attempt_id = a.id and j.kind <> 'judge-picture'
          order by j.parked_at nulls last, j.due_at limit 1
        ) j on true
        left join lateral (
          select max(next_try_at) as next_try_at from registry_check c
          where c.integration_id = a.integration_id and c.attempt_id = a.id and c.ended_at is null
        ) c on true
        where a.status = 'submitted' and a.submitted_at <= now() - make_interval(secs => $2::int)
          and ($1::uuid is null or a.integration_id = $1)
        order by a.submitted_at limit $3::int)
       union all
       (select integration_id, id, status, 'not-ended', null, least(expires_at, coalesce(window_ends_at, expires_at))
        from session
        where status in ('created', 'started', 'resubmission_requested') and deleted_at is null
          and ($1::uuid is null or integration_id = $1)
          and (expires_at <= now() - make_interval(secs => $2::int)
            or (status = 'resubmission_requested' and window_ends_at <= now() - make_interval(secs => $2::int)))
        order by 6 limit $3::int)
     ) q join integration i on i.id = q."integrationId"
     order by q.since, q."sessionId" limit $3::int`,
    [integrationId, seconds, limit],
  );
