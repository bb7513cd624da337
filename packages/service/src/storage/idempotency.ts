import type { Tx } from './database.ts';

/** A request with an `Idempotency-Key`. */
export interface RepeatableRequest {
  integrationId: string;
  /** Method and path. */
  path: string;
  key: string;
  bodySha256: Uint8Array;
}

/**
 * The first request with this key in the last 24 hours: what rebuilds its answer, and whether its body was the same. The caller
 * holds the session's lock, so no first request is still running.
 * @returns `null` when this is the first
 * @see spec/contract.md A-111
 */
export async function findIdempotencyKey(
  tx: Tx,
  { integrationId, path, key, bodySha256 }: RepeatableRequest,
): Promise<{ resourceId: string; sameBody: boolean } | null> {
  const [first] = await tx.query<{ resourceId: string; sameBody: boolean }>(
    `select resource_id as "resourceId", body_sha256 = $4 as "sameBody" from idempotency
     where integration_id = $1 and path = $2 and key = $3 and created_at >= now() - interval '24 hours'`,
    [integrationId, path, key, bodySha256],
  );
  return first ?? null;
}

/** Records the first request with a key, in the transaction of its work; an outdated one gives way. */
export async function insertIdempotencyKey(
  tx: Tx,
  { integrationId, path, key, bodySha256, resourceId }: RepeatableRequest & { resourceId: string },
): Promise<void> {
  await tx.query(
    `insert into idempotency (integration_id, path, key, body_sha256, resource_id) values ($1, $2, $3, $4, $5)
     on conflict (integration_id, path, key) do update
       set body_sha256 = excluded.body_sha256, resource_id = excluded.resource_id, created_at = now()`,
    [integrationId, path, key, bodySha256, resourceId],
  );
}
