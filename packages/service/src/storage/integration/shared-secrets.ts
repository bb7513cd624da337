import type { Tx } from '../engine/database.ts';
import { instant } from '../instant.ts';
import type { Queryable } from './live-caller.ts';

export type SharedSecretRow = {
  integrationId: string;
  id: string;
  label: string;
  isMaster: boolean;
  sealed: Uint8Array;
  kekVersion: number;
  createdAt: string;
  /** `null` when never used; written in batches, so up to 30 s behind. */
  lastUsedAt: string | null;
  /** Whole days since it was created. */
  ageDays: number;
};

/** The keys of these integrations, for each the master first, then oldest first. */
export function listSharedSecrets(db: Queryable, integrationIds: string[]): Promise<SharedSecretRow[]> {
  return db.query(
    `select integration_id as "integrationId", id, label, is_master as "isMaster", sealed, kek_version as "kekVersion",
            ${instant('created_at')} as "createdAt", ${instant('last_used_at')} as "lastUsedAt",
            floor(extract(epoch from now() - created_at) / 86400)::int as "ageDays"
       from shared_secret where integration_id = any($1::uuid[]) order by integration_id, is_master desc, created_at, id`,
    [integrationIds],
  );
}

export async function insertSharedSecret(
  tx: Tx,
  row: Pick<SharedSecretRow, 'integrationId' | 'id' | 'label' | 'isMaster' | 'sealed' | 'kekVersion'>,
): Promise<void> {
  await tx.query(
    `insert into shared_secret (integration_id, id, label, is_master, sealed, kek_version) values ($1, $2, $3, $4, $5, $6)`,
    [row.integrationId, row.id, row.label, row.isMaster, row.sealed, row.kekVersion],
  );
}

/** Makes another key the master; the caller holds the integration's lock and has checked that the key exists. */
export async function moveMaster(
  tx: Tx,
  { integrationId, keyId }: { integrationId: string; keyId: string },
): Promise<void> {
  // Two statements in this order: the unique index on the master is checked row by row.
  await tx.query(`update shared_secret set is_master = false where integration_id = $1 and is_master`, [
    integrationId,
  ]);
  await tx.query(`update shared_secret set is_master = true where integration_id = $1 and id = $2`, [
    integrationId,
    keyId,
  ]);
}

export async function deleteSharedSecret(
  tx: Tx,
  { integrationId, keyId }: { integrationId: string; keyId: string },
): Promise<void> {
  await tx.query(`delete from shared_secret where integration_id = $1 and id = $2`, [integrationId, keyId]);
}

/** Marks keys as used now, in one statement. */
export async function noteSecretUse(
  db: Queryable,
  uses: { integrationId: string; keyId: string }[],
): Promise<void> {
  await db.query(
    `update shared_secret s set last_used_at = now() from unnest($1::uuid[], $2::uuid[]) as used (integration_id, id)
      where s.integration_id = used.integration_id and s.id = used.id`,
    [uses.map(({ integrationId }) => integrationId), uses.map(({ keyId }) => keyId)],
  );
}
