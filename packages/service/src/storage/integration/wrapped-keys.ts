import type { Queryable } from './live-caller.ts';

/** A session key not wrapped under the newest key-encryption key. */
export type OldSessionKey = {
  integrationId: string;
  sessionId: string;
  wrapped: Uint8Array;
  kekVersion: number;
};

/** A shared secret not sealed under the newest key-encryption key. */
export type OldSecret = { integrationId: string; keyId: string; sealed: Uint8Array; kekVersion: number };

/** Versions of the key-encryption key, other than these, that shared secrets are sealed under, ascending. */
export async function listSecretVersionsBeside(db: Queryable, held: readonly number[]): Promise<number[]> {
  const rows = await db.query<{ version: number }>(
    `select distinct kek_version as version from shared_secret where kek_version <> all($1::int[]) order by 1`,
    [held],
  );
  return rows.map(({ version }) => version);
}

/** A version, other than these, that some session's key is wrapped under; `null` if there is none. Reads the whole table. */
export async function findSessionVersionBeside(
  db: Queryable,
  held: readonly number[],
): Promise<number | null> {
  const [row] = await db.query<{ version: number }>(
    `select kek_version as version from session where data_key is not null and kek_version <> all($1::int[]) limit 1`,
    [held],
  );
  return row?.version ?? null;
}

/**
 * The next session keys under a version other than `current`, in primary key order. Rows up to `after` are not read
 * again: one pass reads the table once, however many batches it takes.
 * @param after the last of the previous batch; `null` from the start
 */
export function listOldSessionKeys(
  db: Queryable,
  { current, after, limit }: { current: number; after: OldSessionKey | null; limit: number },
): Promise<OldSessionKey[]> {
  return db.query(
    `select integration_id as "integrationId", id as "sessionId", data_key as wrapped, kek_version as "kekVersion"
       from session where data_key is not null and kek_version <> $1
       ${after === null ? '' : 'and (integration_id, id) > ($3::uuid, $4::uuid)'}
       order by integration_id, id limit $2 for update`,
    [current, limit, ...(after === null ? [] : [after.integrationId, after.sessionId])],
  );
}

/** Shared secrets under a version other than `current`. */
export function listOldSecrets(db: Queryable, current: number, limit: number): Promise<OldSecret[]> {
  return db.query(
    `select integration_id as "integrationId", id as "keyId", sealed, kek_version as "kekVersion"
       from shared_secret where kek_version <> $1 limit $2 for update`,
    [current, limit],
  );
}

/** Updates keys that the transaction has locked. */
export async function replaceSessionKeys(db: Queryable, keys: readonly OldSessionKey[]): Promise<void> {
  await db.query(
    `update session s set data_key = k.wrapped, kek_version = k.version
       from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::int[]) k (integration_id, id, wrapped, version)
       where s.integration_id = k.integration_id and s.id = k.id`,
    [
      keys.map(({ integrationId }) => integrationId),
      keys.map(({ sessionId }) => sessionId),
      keys.map(({ wrapped }) => wrapped),
      keys.map(({ kekVersion }) => kekVersion),
    ],
  );
}

export async function replaceSecret(db: Queryable, secret: OldSecret): Promise<void> {
  await db.query(
    `update shared_secret set sealed = $3, kek_version = $4 where integration_id = $1 and id = $2`,
    [secret.integrationId, secret.keyId, secret.sealed, secret.kekVersion],
  );
}
