import type { WebhookTypeName } from '@countersign/contract';
import {
  breakerThreshold,
  endpointLimit,
  pauseLimitSeconds,
  webhookLifetimeSeconds,
} from '@countersign/core';
import { clockSlack } from '../clock-slack.ts';
import type { Database, Row, Tx } from '../engine/database.ts';
import { indexedPlan } from '../engine/indexed-plan.ts';
import { instant } from '../instant.ts';
import { withoutLastWord } from './webhook-endpoints.ts';

/** Seconds that a claim is valid; longer than any attempt may take. */
const leaseSeconds = 30;

/** Only one process at a time makes claims; two would not see each other's claims of one session. */
const claimLock = 0x77656268; // "webh"
const upkeepLock = 0x77656275; // "webu"

/** A claimed webhook with everything needed to send it, as of the claim. */
export interface ClaimedWebhook extends Row {
  integrationId: string;
  id: string;
  type: WebhookTypeName;
  sessionId: string | null;
  /** Number of this attempt, from 1. */
  attempt: number;
  /** Attempts since it last became due anew (first recording, replay, end of a pause), including this one. */
  runAttempt: number;
  /** When it was claimed, by the clock of the database: whole seconds since 1970. */
  claimedAt: number;
  /** The fencing token: writes that finish a delivery repeat it. */
  lease: number;
  body: Uint8Array;
  clear: boolean;
  url: string;
  /** The session's wrapped data key; `null` once deleted. */
  dataKey: Uint8Array | null;
  kekVersion: number | null;
  /** The keys in force, master first. */
  secretIds: string[];
}

/** The endpoint may be sent to: not paused, and if its breaker is open, a probe is due. */
const endpointOpen = `e.paused_at is null and (e.failures < ${breakerThreshold} or e.next_probe_at is null or e.next_probe_at <= now())`;

/** A process has claimed the webhook. @param of its alias */
const isLeased = (of: string): string =>
  `${of}.leased_until > now() and ${of}.leased_until < now() + ${clockSlack}`;
const webhookReady = `w.state = 'due' and w.due_at <= now() and (w.leased_until is null or not (${isLeased('w')}))`;

/** Whether a claim would find anything; may wrongly be true, but never wrongly false. */
export const dueWebhook = `exists (
  select 1 from webhook_endpoint e where ${endpointOpen} and (
    select true from webhook w where w.integration_id = e.integration_id and w.type = e.type and ${webhookReady}
    order by w.due_at limit 1))`;

/** {@link dueWebhook} as one cheap statement. */
export async function hasDueWebhook(database: Database): Promise<boolean> {
  const rows = await database.query<{ due: boolean }>(`select ${dueWebhook} as due`);
  return rows[0]?.due ?? false;
}

/** Limits of one claim. */
export interface ClaimOptions {
  /** Free places of this process. */
  room: number;
  /** Endpoint (integration id and type) served last; the rotation continues after it. */
  after: string;
  /** Deliveries that may be in flight by failure count, from `inFlightAllowance` of core. */
  allowances: { failures: number; allowance: number }[];
}

/**
 * Claims due webhooks under a new lease, a probe for each open breaker among them. Endpoints take turns, one webhook at a time. Within an
 * endpoint, the longest overdue go first; a session has at most one in flight, oldest first.
 * @returns `null` if another process is claiming right now
 */
export async function claimWebhooks(tx: Tx, options: ClaimOptions): Promise<ClaimedWebhook[] | null> {
  // A separate statement: the claim's snapshot must be younger than the lock, or it would miss the last holder's claims.
  const [lock] = await tx.query<{ held: boolean }>(
    `select pg_try_advisory_xact_lock($1) as held, ${indexedPlan}`,
    [claimLock],
  );
  if (!lock?.held) return null;
  return tx.query<ClaimedWebhook>(claimSql, [
    options.room,
    options.after,
    JSON.stringify(options.allowances),
  ]);
}

// The rows that it reads must not depend on statistics: a backlog comes within seconds, while the planner may still assume a table of five
// rows, for which every index costs the same and reading everything costs less. So each query is ordered by the last column of the one
// index intended for it, and an equality is written as a range if that column would otherwise be constant: every other index then needs a
// sort, which `indexedPlan` forbids. A separate query for each row (lateral or scalar, with a limit) is never joined in another way, and
// rows are found again by their location (`ctid`), for which there is only one plan.
const claimSql = `
with allowance as materialized (
  select a.failures, a.allowance from jsonb_to_recordset($3::jsonb) as a(failures int, allowance int)
), leased as materialized (
  select l.integration_id, l.type from webhook l where l.leased_until is not null and ${isLeased('l')}
), endpoint as materialized (
  select e.integration_id, e.type, (e.integration_id::text || e.type) collate "C" as name,
    coalesce((select a.allowance from allowance a where a.failures = least(e.failures, ${breakerThreshold})), ${endpointLimit})
    - coalesce(busy.places, 0) as room
  from webhook_endpoint e
  left join (select integration_id, type, count(*) as places from leased group by 1, 2) busy
    on busy.integration_id = e.integration_id and busy.type = e.type
  where ${endpointOpen}
), candidate as materialized (
  select w.tid
  from endpoint e
  cross join lateral (
    select r.tid, row_number() over () as place
    from (
      select w.ctid as tid
      from webhook w
      where w.integration_id = e.integration_id and w.type = e.type and ${webhookReady}
        and (
          select true from webhook o
          where o.integration_id = w.integration_id and o.session_id between w.session_id and w.session_id and o.type = w.type
            and o.ended_at is null and o.id <> w.id
            and ((${isLeased('o')}) or (o.due_at <= now() and o.ordinal < w.ordinal))
          order by o.session_id limit 1) is null
      order by w.due_at
      limit greatest(e.room, 0)
    ) r
  ) w
  order by w.place, e.name <= $2, e.name
  limit $1
), locked as materialized (
  select w.tid
  from candidate c
  cross join lateral (
    select w.ctid as tid from webhook w where w.ctid = c.tid and ${webhookReady} for update skip locked
  ) w
), claimed as (
  update webhook w set lease = w.lease + 1, leased_until = now() + interval '${leaseSeconds} s', attempts = w.attempts + 1
  from locked l where w.ctid = l.tid
  returning w.integration_id, w.id, w.type, w.session_id, w.attempts, w.lease, w.body, w.clear, w.first_due_at, w.ordinal
), probed as (
  update webhook_endpoint e set next_probe_at = now() + interval '60 s'
  where e.failures >= ${breakerThreshold}
    and exists (select 1 from claimed c where c.integration_id = e.integration_id and c.type = e.type)
)
select c.integration_id as "integrationId", c.id, c.type, c.session_id as "sessionId", c.attempts as attempt, c.lease,
  floor(extract(epoch from now()))::int8 as "claimedAt",
  case when c.attempts = 1 then 1 else 1 + (select count(*)::int from delivery d
    where d.integration_id = c.integration_id and d.webhook_id = c.id and d.started_at >= c.first_due_at) end as "runAttempt",
  c.body, c.clear, e.url, case when s.deleted_at is null then s.data_key end as "dataKey", s.kek_version as "kekVersion",
  array(select k.id::text from shared_secret k where k.integration_id = c.integration_id
        order by k.is_master desc, k.created_at, k.id) as "secretIds"
from claimed c
join webhook_endpoint e on e.integration_id = c.integration_id and e.type = c.type
left join lateral (
  select s.data_key, s.kek_version, s.deleted_at from session s
  where s.integration_id = c.integration_id and s.id between c.session_id and c.session_id order by s.id limit 1
) s on true
order by c.ordinal`;

/** The result of an attempt. `withdrawn`: the session was deleted meanwhile, and nothing was sent. */
export interface FinishedDelivery {
  integrationId: string;
  id: string;
  lease: number;
  attempt: number;
  outcome: 'delivered' | 'failed' | 'withdrawn';
  /** Seconds to the next attempt if there is one. */
  nextDelay: number;
  /** Duration of the attempt in milliseconds. */
  ms: number;
  address: string | null;
  tls: string | null;
  httpStatus: number | null;
  errorClass: string | null;
  response: string | null;
}

/** The result of a finished delivery whose lease was still valid. */
export interface RecordedDelivery extends Row {
  integrationId: string;
  id: string;
  type: WebhookTypeName;
  state: 'due' | 'delivered' | 'failed' | 'withdrawn';
  /** Seconds since the webhook was first due. */
  age: number;
  /** The endpoint's failure count before this delivery; `null` if the URL no longer exists. */
  failures: number | null;
  /** False: the log already had an attempt of this number, which was kept. */
  logged: boolean;
}

/**
 * Writes the log row and the next state of each delivery whose lease is still valid, in one statement.
 * @returns only the accepted ones; those of a sender that outlived its lease are missing
 * @see spec/contract.md A-87
 */
export async function recordDeliveries(tx: Tx, finished: FinishedDelivery[]): Promise<RecordedDelivery[]> {
  return tx.query<RecordedDelivery>(
    `with result as materialized (
       select * from jsonb_to_recordset($1::jsonb) as r("integrationId" uuid, id uuid, lease bigint, attempt int, outcome text,
         "nextDelay" float8, ms int, address text, tls text, "httpStatus" int, "errorClass" text,
         response text)
     ), accepted as (
       update webhook w set leased_until = null,
         state = case when r.outcome <> 'failed' then r.outcome
           when now() + make_interval(secs => r."nextDelay") > w.first_due_at + make_interval(secs => $2) then 'failed'
           else 'due' end,
         due_at = case r.outcome when 'failed' then now() + make_interval(secs => r."nextDelay") else w.due_at end,
         -- The last word on an erased session (A-33) is kept for as long as it has to be sent. Events of no session are invented.
         body = case when w.clear and w.session_id is not null and r.outcome <> 'failed' then '' else w.body end,
         ended_at = case when r.outcome <> 'failed'
           or now() + make_interval(secs => r."nextDelay") > w.first_due_at + make_interval(secs => $2) then now() end
       from result r
       where w.integration_id = r."integrationId" and w.id = r.id and w.lease = r.lease and w.state = 'due'
       returning w.integration_id, w.id, w.type, w.state, w.first_due_at, r.outcome
     ), logged as (
       insert into delivery (integration_id, webhook_id, attempt, started_at, ms, address, tls, http_status, error_class, response)
       select r."integrationId", r.id, r.attempt, now() - make_interval(secs => r.ms / 1000.0), r.ms, r.address, r.tls,
         r."httpStatus", r."errorClass", r.response
       from result r join accepted a on a.integration_id = r."integrationId" and a.id = r.id
       where r.outcome <> 'withdrawn'
       on conflict (integration_id, webhook_id, attempt) do nothing
       returning integration_id, webhook_id
     )
     select a.integration_id as "integrationId", a.id, a.type, a.state, e.failures,
       extract(epoch from now() - a.first_due_at)::float8 as age,
       a.outcome = 'withdrawn'
         or exists (select 1 from logged l where l.integration_id = a.integration_id and l.webhook_id = a.id) as logged
     from accepted a
     left join webhook_endpoint e on e.integration_id = a.integration_id and e.type = a.type`,
    [JSON.stringify(finished), webhookLifetimeSeconds],
  );
}

/**
 * Ends a webhook whose attempt has a result that cannot be stored: it counts as delivered if it was, and as given up otherwise, because
 * it would be sent again and again.
 * @returns its type; `null` if the lease was lost
 */
export async function endUnrecorded(
  tx: Tx,
  { integrationId, id, lease, outcome }: FinishedDelivery,
): Promise<WebhookTypeName | null> {
  const [row] = await tx.query<{ type: WebhookTypeName }>(
    `update webhook set state = $4, ended_at = now(), leased_until = null
     where integration_id = $1 and id = $2 and lease = $3 and state = 'due' returning type`,
    [integrationId, id, lease, outcome],
  );
  return row?.type ?? null;
}

/** One line of the delivery log. */
export interface DeliveryRow extends Row {
  webhookId: string;
  attempt: number;
  startedAt: string;
  ms: number;
  address: string | null;
  tls: string | null;
  httpStatus: number | null;
  /** `null` on success. */
  errorClass: string | null;
  /** Sealed or in clear, like the webhook's body. */
  response: string | null;
}

/** The attempts of these webhooks, in order. */
export async function listDeliveries(
  database: Database,
  { integrationId, webhookIds }: { integrationId: string; webhookIds: string[] },
): Promise<DeliveryRow[]> {
  return database.query<DeliveryRow>(
    `select webhook_id as "webhookId", attempt, ${instant('started_at')} as "startedAt", ms, address, tls, http_status as "httpStatus",
            error_class as "errorClass", response
     from delivery where integration_id = $1 and webhook_id = any($2::uuid[]) order by webhook_id, attempt`,
    [integrationId, webhookIds],
  );
}

/** The changes made by a round of upkeep. */
export interface Upkeep {
  /** Endpoints whose webhooks were abandoned, with their number. */
  expired: { integrationId: string; type: WebhookTypeName; count: number }[];
  cancelled: number;
  purged: number;
}

/**
 * Abandons webhooks that no attempt will end: behind an open breaker after 7 days, behind a pause after 30. Cancels those whose URL no
 * longer exists, and deletes log rows older than 30 days. At most 5000 rows each, so that a backlog is processed in steps.
 * @returns `null` if another process is doing this
 */
export async function upkeepDeliveries(tx: Tx): Promise<Upkeep | null> {
  const [lock] = await tx.query<{ held: boolean }>('select pg_try_advisory_xact_lock($1) as held', [
    upkeepLock,
  ]);
  if (!lock?.held) return null;
  const expired = await tx.query<Upkeep['expired'][number] & Row>(expireSql, [
    webhookLifetimeSeconds,
    pauseLimitSeconds,
  ]);
  const [cancelled] = await tx.query<{ count: number }>(cancelSql);
  const [purged] = await tx.query<{ count: number }>(
    `with old as (
       delete from delivery where ctid = any (array(
         select ctid from delivery where started_at < now() - interval '30 days' order by started_at limit 5000))
       returning 1)
     select count(*)::int as count from old`,
  );
  return { expired, cancelled: cancelled?.count ?? 0, purged: purged?.count ?? 0 };
}

// Only of endpoints that are paused or keep failing; webhooks waiting for others are not read.
const expireSql = `
with given_up as (
  update webhook w set state = 'failed', ended_at = now(), leased_until = null
  where w.ctid = any (array(
    select w.tid
    from webhook_endpoint e
    cross join lateral (
      select w.ctid as tid from webhook w
      where w.integration_id = e.integration_id and w.type = e.type and ${webhookReady}
        and w.first_due_at < now() - make_interval(secs => case when e.paused_at is null then $1::float8 else $2::float8 end)
      limit 5000 for update skip locked
    ) w
    where e.paused_at is not null or e.failures >= ${breakerThreshold}
    limit 5000))
  returning w.integration_id, w.type)
select integration_id as "integrationId", type, count(*)::int as count from given_up group by 1, 2`;

// One descent of the index webhook_due for each integration and type with waiting webhooks.
const cancelSql = `
with recursive queue (integration_id, type) as (
  (select w.integration_id, w.type from webhook w where w.state = 'due' order by w.integration_id, w.type limit 1)
  union all
  select next.integration_id, next.type from queue q cross join lateral (
    select w.integration_id, w.type from webhook w where w.state = 'due' and (w.integration_id, w.type) > (q.integration_id, q.type)
    order by w.integration_id, w.type limit 1) next
), gone as (
  update webhook w set state = 'withdrawn', ended_at = now(), leased_until = null, ${withoutLastWord}
  where w.ctid = any (array(
    select w.tid
    from queue q
    cross join lateral (
      select w.ctid as tid from webhook w where w.integration_id = q.integration_id and w.type = q.type and ${webhookReady}
      order by w.due_at limit 5000 for update skip locked
    ) w
    where not exists (select 1 from webhook_endpoint e where e.integration_id = q.integration_id and e.type = q.type)
    limit 5000))
  returning 1)
select count(*)::int as count from gone`;
