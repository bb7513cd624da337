import type { WebhookTypeName } from '@countersign/contract';
import { recovering } from '@countersign/core';
import type { Database, Tx } from '../engine/database.ts';
import { ofDeletedSession } from './webhooks.ts';

/** Selects failures in a period, both times ISO 8601: from `since` on, before `until`. */
export interface FailedIn {
  integrationId: string;
  since: string;
  until: string;
}

/** Failed webhooks of one type. */
export type FailedOfType = {
  type: WebhookTypeName;
  /** No longer sent. */
  givenUp: number;
  /** Waiting for their next attempt. */
  retried: number;
  paused: boolean;
};

/**
 * Abandoned in that period, or waiting for a retry after an attempt that failed in that period. Withdrawn and erased ones are not sent
 * again, nor those whose type no longer has a URL; one that is being sent right now has not failed.
 */
const failed = `
  from webhook w
  join webhook_endpoint e on e.integration_id = w.integration_id and e.type = w.type
  left join lateral (
    select started_at, error_class from delivery d
    where d.integration_id = w.integration_id and d.webhook_id = w.id order by d.attempt desc limit 1) d on w.state = 'due'
  where w.integration_id = $1 and length(w.body) > 0 and not (${ofDeletedSession('w')})
    and (w.state = 'failed' and w.ended_at >= $2::timestamptz and w.ended_at < $3::timestamptz
      or w.state = 'due' and w.due_at > now() and (w.leased_until is null or w.leased_until <= now())
        and d.error_class is not null and d.started_at >= $2::timestamptz and d.started_at < $3::timestamptz)`;

/** How many webhooks failed, by type; types without any are omitted. */
export function countFailed(
  database: Database,
  { integrationId, since, until }: FailedIn,
): Promise<FailedOfType[]> {
  return database.query<FailedOfType>(
    `select w.type, count(*) filter (where w.state = 'failed')::int as "givenUp",
       count(*) filter (where w.state = 'due')::int as retried, e.paused_at is not null as paused
     ${failed} group by w.type, e.paused_at order by w.type`,
    [integrationId, since, until],
  );
}

/** Makes failed webhooks due now, oldest first, with the same id and bytes and a new 7 days. @returns the type of each, at most `limit` */
export async function recoverFailed(
  tx: Tx,
  { integrationId, since, until, limit }: FailedIn & { limit: number },
): Promise<WebhookTypeName[]> {
  const rows = await tx.query<{ type: WebhookTypeName }>(
    `update webhook set state = 'due', due_at = now(), first_due_at = now(), ended_at = null, leased_until = null
     where integration_id = $1 and id in (select w.id ${failed} order by w.ordinal limit $4::int for update of w)
     returning type`,
    [integrationId, since, until, limit],
  );
  return rows.map(({ type }) => type);
}

/** Retries URLs at once that were left alone because of their failures; paused ones stay paused. */
export async function retryEndpoints(
  tx: Tx,
  { integrationId, types }: { integrationId: string; types: readonly WebhookTypeName[] },
): Promise<void> {
  await tx.query(
    `update webhook_endpoint set next_probe_at = null, failures = least(failures, $3::int)
     where integration_id = $1 and type = any($2::text[]) and paused_at is null and failures > 0`,
    [integrationId, types, recovering],
  );
}
