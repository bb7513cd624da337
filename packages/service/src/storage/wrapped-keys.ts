import type { Queryable } from './live-caller.ts';

/** A wrapped session key that is not under the newest key-encryption key. */
export type OldSessionKey = {
  integrationId: string;
  sessionId: string;
  wrapped: Uint8Array;
  kekVersion: number;
};

/** A sealed shared secret that is not under the newest key-encryption key. */
export type OldSecret = { integrationId: string; keyId: string; sealed: Uint8Array; kekVersion: number };

/** Versions of the key-encryption key, beside these, that shared secrets are sealed under, in their order. */
export async function listSecretVersionsBeside(db: Queryable, held: readonly number[]): Promise<number[]> {
  const rows = await db.query<{ version: number }>(
    `select distinct kek_version as version from shared_secret where kek_version <> all($1::int[]) order by 1`,
    [held],
  );
  return rows.map(({ version }) => version);
}

/** A version, beside these, that the key of some session is wrapped under; `null` where there is none. Reads the whole table. */
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

/** Session keys under another version than `current`. */
export function listOldSessionKeys(db: Queryable, current: number, limit: number): Promise<OldSessionKey[]> {
  return db.query(
    `select integration_id as "integrationId", id as "sessionId", data_key as wrapped, kek_version as "kekVersion"
       from session where data_key is not null and kek_version <> $1 limit $2 for update`,
    [current, limit],
  );
}

/** Shared secrets under another version than `current`. */
export function listOldSecrets(db: Queryable, current: number, limit: number): Promise<OldSecret[]> {
  return db.query(
    `select integration_id as "integrationId", id as "keyId", sealed, kek_version as "kekVersion"
       from shared_secret where kek_version <> $1 limit $2 for update`,
    [current, limit],
  );
}

export async function replaceSessionKey(db: Queryable, key: OldSessionKey): Promise<void> {
  await db.query(`update session set data_key = $3, kek_version = $4 where integration_id = $1 and id = $2`, [
    key.integrationId,
    key.sessionId,
    key.wrapped,
    key.kekVersion,
  ]);
}

export async function replaceSecret(db: Queryable, secret: OldSecret): Promise<void> {
  await db.query(
    `update shared_secret set sealed = $3, kek_version = $4 where integration_id = $1 and id = $2`,
    [secret.integrationId, secret.keyId, secret.sealed, secret.kekVersion],
  );
}
