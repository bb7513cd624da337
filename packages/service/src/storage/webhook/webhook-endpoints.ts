import type { WebhookTypeName } from '@countersign/contract';
import { recovering } from '@countersign/core';
import type { Database, Row, Tx } from '../engine/database.ts';
import type { Queryable } from '../integration/live-caller.ts';
import { instant } from '../instant.ts';

/**
 * URL of a type that only a listener on the command line receives. The name is reserved and never resolves, and its endpoint is
 * paused, so nothing is ever sent to it.
 */
export const listenerUrl = 'https://listener.invalid/';

/** Identifies one webhook URL. */
export interface EndpointKey {
  integrationId: string;
  type: WebhookTypeName;
}

export interface EndpointRow extends Row {
  type: WebhookTypeName;
  url: string;
  /** `null` while it is not paused. */
  pausedAt: string | null;
  /** See `failuresAfter` of core. */
  failures: number;
  nextProbeAt: string | null;
  /** Undelivered webhooks. */
  waiting: number;
}

/** The integration's webhook URLs. */
export async function listEndpoints(database: Queryable, integrationId: string): Promise<EndpointRow[]> {
  return database.query<EndpointRow>(
    `select e.type, e.url, ${instant('e.paused_at')} as "pausedAt", e.failures, ${instant('e.next_probe_at')} as "nextProbeAt",
            (select count(*)::int from webhook w
             where w.integration_id = e.integration_id and w.type = e.type and w.state = 'due') as waiting
     from webhook_endpoint e where e.integration_id = $1 order by e.type`,
    [integrationId],
  );
}

/** @returns the current URL; `null` if there is none */
export async function findEndpointUrl(
  database: Database,
  { integrationId, type }: EndpointKey,
): Promise<string | null> {
  const rows = await database.query<{ url: string }>(
    'select url from webhook_endpoint where integration_id = $1 and type = $2',
    [integrationId, type],
  );
  return rows[0]?.url ?? null;
}

/**
 * Whether the endpoint is paused because a URL other than `url` answered 410: the alert for that answer was opened when the pause
 * began. Pauses made by a person do not count.
 */
export async function isPausedByOtherUrl(
  tx: Tx,
  { integrationId, type }: EndpointKey,
  url: string,
): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from webhook_endpoint e
     where e.integration_id = $1 and e.type = $2 and e.url <> $3 and exists (
       select 1 from operator_entry o
       where o.integration_id = e.integration_id and o.kind = 'webhook-endpoint-paused'
         and starts_with(o.cause, e.type || ':') and o.created_at = e.paused_at)`,
    [integrationId, type, url],
  );
  return rows.length > 0;
}

/** Sets or changes the URL; waiting webhooks go to the new one when they are due, with a closed breaker. A listener's pause ends. */
export async function saveEndpointUrl(
  tx: Tx,
  { integrationId, type }: EndpointKey,
  url: string,
): Promise<void> {
  await tx.query(
    `insert into webhook_endpoint (integration_id, type, url) values ($1, $2, $3)
     on conflict (integration_id, type)
     do update set url = excluded.url, failures = 0, next_probe_at = null, changed_at = now(),
       paused_at = case when webhook_endpoint.url = $4 then null else webhook_endpoint.paused_at end`,
    [integrationId, type, url, listenerUrl],
  );
}

/**
 * Updates a webhook `w` that will not be received any more: deletes the notice about an erased session, which is stored in clear.
 * Events without a session contain only invented data.
 */
export const withoutLastWord = `body = case when w.clear and w.session_id is not null then '' else w.body end`;

/**
 * Removes the URL and cancels the pending deliveries of its type. An attempt in progress completes and is
 * not repeated.
 * @returns how many were cancelled
 * @see spec/contract.md A-84
 */
export async function removeEndpoint(tx: Tx, { integrationId, type }: EndpointKey): Promise<number> {
  const cancelled = await tx.query(
    `update webhook w set state = 'withdrawn', ended_at = now(), ${withoutLastWord}
     where integration_id = $1 and type = $2 and state = 'due' and (leased_until is null or leased_until <= now())
     returning id`,
    [integrationId, type],
  );
  await tx.query('delete from webhook_endpoint where integration_id = $1 and type = $2', [
    integrationId,
    type,
  ]);
  return cancelled.length;
}

/** Pauses on a person's request or after a 410. @returns false when it was already paused or does not exist */
export async function pauseEndpoint(tx: Tx, { integrationId, type }: EndpointKey): Promise<boolean> {
  const rows = await tx.query(
    `update webhook_endpoint set paused_at = now(), changed_at = now()
     where integration_id = $1 and type = $2 and paused_at is null returning type`,
    [integrationId, type],
  );
  return rows.length > 0;
}

/**
 * Ends a pause, or closes the breaker manually. The waiting webhooks' 7 days did not elapse during the pause: their due time is shifted as
 * in `dueTimeAfterPause` of core. Those that failed before are due now; held ones stay held.
 * @returns how many webhooks are waiting; `null` when there is no such endpoint
 * @see spec/contract.md A-87, A-384
 */
export async function resumeEndpoint(tx: Tx, { integrationId, type }: EndpointKey): Promise<number | null> {
  const waiting = await tx.query(
    `update webhook w
     set first_due_at = case when e.paused_at is null then w.first_due_at
           else w.first_due_at + greatest(now() - greatest(w.first_due_at, e.paused_at), interval '0') end,
         due_at = case when w.attempts = 0 or w.leased_until > now() then w.due_at else least(w.due_at, now()) end
     from webhook_endpoint e
     where w.integration_id = $1 and w.type = $2 and w.state = 'due'
       and e.integration_id = w.integration_id and e.type = w.type
     returning w.id`,
    [integrationId, type],
  );
  const rows = await tx.query(
    `update webhook_endpoint set paused_at = null, next_probe_at = null, changed_at = now(),
            failures = case when failures = 0 and paused_at is null then 0 else $3::int end
     where integration_id = $1 and type = $2 returning type`,
    [integrationId, type, recovering],
  );
  return rows.length > 0 ? waiting.length : null;
}

/** Failure count and, for an open breaker, seconds until its next probe. */
export interface EndpointHealth extends EndpointKey {
  failures: number;
  /** `null` closes the breaker. */
  probeInSeconds: number | null;
  pause: boolean;
}

/** Locks the endpoints, always in the same order. @returns their failure counts */
export async function lockEndpoints(
  tx: Tx,
  keys: EndpointKey[],
): Promise<(EndpointKey & { failures: number })[]> {
  return tx.query<EndpointKey & { failures: number } & Row>(
    `select e.integration_id as "integrationId", e.type, e.failures
     from webhook_endpoint e
     join jsonb_to_recordset($1::jsonb) as k("integrationId" uuid, type text)
       on e.integration_id = k."integrationId" and e.type = k.type
     order by e.integration_id, e.type for update of e`,
    [JSON.stringify(keys)],
  );
}

/** Stores the results of the last attempts for endpoints the transaction has locked. */
export async function saveEndpointHealth(tx: Tx, health: EndpointHealth[]): Promise<void> {
  await tx.query(
    `update webhook_endpoint e
     set failures = h.failures, next_probe_at = now() + make_interval(secs => h."probeInSeconds"),
         paused_at = case when h.pause then coalesce(e.paused_at, now()) else e.paused_at end
     from jsonb_to_recordset($1::jsonb)
       as h("integrationId" uuid, type text, failures int, "probeInSeconds" float8, pause boolean)
     where e.integration_id = h."integrationId" and e.type = h.type`,
    [JSON.stringify(health)],
  );
}
