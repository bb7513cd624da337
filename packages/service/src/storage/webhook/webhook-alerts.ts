import { randomUUID } from 'node:crypto';
import type { Tx } from '../engine/database.ts';
import type { EndpointKey } from './webhook-endpoints.ts';

/** An operator's alert about an endpoint; at most one open entry per kind and endpoint. */
export type WebhookAlertKind =
  | 'webhook-endpoint-failing'
  | 'webhook-endpoint-paused'
  | 'webhook-failed'
  /** The result of a delivery could not be stored as it should. */
  | 'webhook-not-recorded';

export interface WebhookAlert extends EndpointKey {
  kind: WebhookAlertKind;
  /** Without personal data. */
  cause: string;
}

/**
 * Opens an operator entry unless the same one is open. The cause begins with the webhook type.
 * @returns whether it is new
 */
export async function raiseWebhookAlert(
  tx: Tx,
  { integrationId, type, kind, cause }: WebhookAlert,
): Promise<boolean> {
  const opened = await tx.query(
    `insert into operator_entry (integration_id, id, kind, cause)
     select $1::uuid, $2::uuid, $3::text, $4::text || ': ' || $5::text
     where not exists (select 1 from operator_entry o where o.integration_id = $1::uuid and o.kind = $3::text
       and o.resolved_at is null and starts_with(o.cause, $4::text || ':'))
     returning id`,
    [integrationId, randomUUID(), kind, type, cause],
  );
  return opened.length > 0;
}

/** Closes the open entries of these kinds: the endpoint responds again, or a person has acted. */
export async function resolveWebhookAlerts(
  tx: Tx,
  { integrationId, type }: EndpointKey,
  kinds: WebhookAlertKind[],
): Promise<void> {
  await tx.query(
    `update operator_entry set resolved_at = now()
     where integration_id = $1 and kind = any($2::text[]) and resolved_at is null and starts_with(cause, $3::text || ':')`,
    [integrationId, kinds, type],
  );
}
