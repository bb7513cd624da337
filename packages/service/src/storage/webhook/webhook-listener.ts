import { type WebhookTypeName, webhookTypeNames } from '@countersign/contract';
import type { Database, Row, Tx } from '../engine/database.ts';
import { instant } from '../instant.ts';
import { listenerUrl, removeEndpoint } from './webhook-endpoints.ts';

/** Makes the service record types without a URL as well. */
export async function insertListenerEndpoints(tx: Tx, integrationId: string): Promise<void> {
  await tx.query(
    `insert into webhook_endpoint (integration_id, type, url, paused_at)
     select $1, type, $2, now() from unnest($3::text[]) type
     on conflict (integration_id, type) do nothing`,
    [integrationId, listenerUrl, webhookTypeNames],
  );
}

/** Ends what `insertListenerEndpoints` began; unreceived webhooks are withdrawn. */
export async function removeListenerEndpoints(tx: Tx, integrationId: string): Promise<void> {
  const rows = await tx.query<{ type: WebhookTypeName }>(
    'select type from webhook_endpoint where integration_id = $1 and url = $2 order by type',
    [integrationId, listenerUrl],
  );
  for (const { type } of rows) await removeEndpoint(tx, { integrationId, type });
}

/** Whether a type has no URL other than a listener's. */
export async function isOnlyListened(
  database: Database,
  { integrationId, type }: { integrationId: string; type: WebhookTypeName },
): Promise<boolean> {
  const rows = await database.query(
    'select 1 from webhook_endpoint where integration_id = $1 and type = $2 and url = $3',
    [integrationId, type, listenerUrl],
  );
  return rows.length > 0;
}

/** A recorded event that has become due. */
export interface DueWebhook extends Row {
  id: string;
  type: WebhookTypeName;
  attempts: number;
  /** A replay changes it. */
  firstDueAt: string;
  /** The database's time when it was read. */
  readAt: string;
}

/** Webhooks that became due at or after a time, in order; excludes held, withdrawn and erased ones. */
export async function listDueSince(
  database: Database,
  { integrationId, since, limit }: { integrationId: string; since: string; limit: number },
): Promise<DueWebhook[]> {
  return database.query<DueWebhook>(
    `select id, type, attempts, ${instant('first_due_at')} as "firstDueAt", ${instant('now()')} as "readAt"
     from webhook
     where integration_id = $1 and first_due_at >= $2 and first_due_at <= now() and state <> 'withdrawn' and length(body) > 0
     order by first_due_at, ordinal limit $3`,
    [integrationId, since, limit],
  );
}

/** Records the completion of an event that only a listener received; the service delivers the others itself. */
export async function settleListened(
  tx: Tx,
  { integrationId, webhookId, delivered }: { integrationId: string; webhookId: string; delivered: boolean },
): Promise<void> {
  await tx.query(
    `update webhook w set state = $3, ended_at = now(), attempts = attempts + 1
     where integration_id = $1 and id = $2 and state = 'due'
       and exists (select 1 from webhook_endpoint e
                   where e.integration_id = w.integration_id and e.type = w.type and e.url = $4)`,
    [integrationId, webhookId, delivered ? 'delivered' : 'failed', listenerUrl],
  );
}
