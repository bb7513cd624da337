import type { Row, Tx } from '../engine/database.ts';
import { callerIsLive, type CallerKey, type Queryable } from '../integration/live-caller.ts';

/** What is stored for a request with an `Idempotency-Key`; both 32 bytes. */
export interface IdempotencyClaim {
  /** MAC of integration, method, path and key. */
  keyMac: Uint8Array;
  /** MAC of the body, under the session's key. */
  bodyMac: Uint8Array;
}

/** What is kept of the first request with a key. */
export interface FirstRequest {
  /** Identifies the resource from which its answer is rebuilt. */
  resourceId: string;
  /** `null` after its session is erased. */
  bodyMac: Uint8Array | null;
}

/** The owner of the row of a repeatable request. */
export interface ClaimedResource {
  integrationId: string;
  sessionId: string;
  resourceId: string;
}

/**
 * The first request with this key in the last 24 hours. The caller holds the session's lock, so no first request is still running.
 * @returns `null` if this is the first
 * @see spec/contract.md A-111
 */
export async function findIdempotencyKey(
  tx: Tx,
  { integrationId, keyMac }: { integrationId: string } & Pick<IdempotencyClaim, 'keyMac'>,
): Promise<FirstRequest | null> {
  const [first] = await tx.query<FirstRequest & Record<string, unknown>>(
    `select resource_id as "resourceId", body_mac as "bodyMac" from idempotency
     where integration_id = $1 and key_mac = $2 and created_at >= now() - interval '24 hours'`,
    [integrationId, keyMac],
  );
  return first ?? null;
}

/** What is kept of an earlier request, and the session that keeps it, with its wrapped data key. */
export interface KeptRequest extends Row, FirstRequest {
  id: string;
  dataKey: Uint8Array;
  kekVersion: number;
}

/**
 * One of the requests with these keys in the last 24 hours whose sessions are not erased; all of them had the same body.
 * @returns `null` if there is none; `stale` if the caller's key no longer exists
 * @see spec/contract.md A-420
 */
export async function findKeptRequest(
  db: Queryable,
  { integrationId, keyId }: CallerKey,
  keyMacs: readonly Uint8Array[],
): Promise<KeptRequest | null | 'stale'> {
  const [found] = await db.query<KeptRequest & { live: boolean }>(
    `select l.live, k.* from (select ${callerIsLive} as live) l left join (
       select i.body_mac as "bodyMac", i.resource_id as "resourceId", s.id, s.data_key as "dataKey",
         s.kek_version as "kekVersion"
       from idempotency i join session s on s.integration_id = i.integration_id and s.id = i.session_id
       where i.integration_id = $1 and i.key_mac = any($3::bytea[]) and i.created_at >= now() - interval '24 hours'
         and i.body_mac is not null and s.data_key is not null limit 1) k on true`,
    [integrationId, keyId, keyMacs],
  );
  if (!found?.live) return 'stale';
  return found.id === null ? null : found;
}

/**
 * Blocks other requests with the same key until the transaction ends. For a request whose parts concern several sessions, which no single
 * session's lock covers.
 * @param keyMacs of all its parts
 */
export async function lockIdempotencyKey(tx: Tx, [first]: readonly Uint8Array[]): Promise<void> {
  if (!first) throw new Error('a request must have parts');
  const key = Buffer.from(first).readBigInt64BE().toString();
  await tx.query('select pg_advisory_xact_lock($1::bigint)', [key]);
}

/** Records the first request with a key, in the transaction of its work; replaces an expired one. */
export async function insertIdempotencyKey(
  tx: Tx,
  { integrationId, sessionId, resourceId, keyMac, bodyMac }: ClaimedResource & IdempotencyClaim,
): Promise<void> {
  await tx.query(
    `insert into idempotency (integration_id, key_mac, session_id, body_mac, resource_id) values ($1, $2, $3, $4, $5)
     on conflict (integration_id, key_mac) do update set session_id = excluded.session_id, body_mac = excluded.body_mac,
       resource_id = excluded.resource_id, created_at = now()`,
    [integrationId, keyMac, sessionId, bodyMac, resourceId],
  );
}

/**
 * Part of an erasure: removes what was kept of the session's repeatable requests. For the request that created the session, the fact itself
 * is kept for the rest of its 24 hours, so that repeating it does not create a second session.
 * @see spec/contract.md
 */
export async function eraseIdempotencyKeys(
  tx: Tx,
  { integrationId, sessionId }: Omit<ClaimedResource, 'resourceId'>,
): Promise<void> {
  const key = [integrationId, sessionId];
  await tx.query(
    `delete from idempotency where integration_id = $1 and session_id = $2 and resource_id <> session_id`,
    key,
  );
  await tx.query(`update idempotency set body_mac = null where integration_id = $1 and session_id = $2`, key);
}
