import type { Tx } from '../engine/database.ts';
import type { Queryable } from './live-caller.ts';

interface LogoKey {
  integrationId: string;
  /** SHA-256 of the file, lower-case hexadecimal. */
  digest: string;
}

/** Stores a logo; an existing one is unchanged. */
export async function insertLogo(
  tx: Tx,
  { integrationId, digest, png }: LogoKey & { png: Uint8Array },
): Promise<void> {
  await tx.query(
    `insert into brand_logo (integration_id, digest, png) values ($1, $2, $3) on conflict do nothing`,
    [integrationId, digest, png],
  );
}

/** The file of a logo; `null`: the integration has none with that digest. */
export async function findLogo(
  db: Queryable,
  { integrationId, digest }: LogoKey,
): Promise<Uint8Array | null> {
  const [row] = await db.query<{ png: Uint8Array }>(
    `select png from brand_logo where integration_id = $1 and digest = $2`,
    [integrationId, digest],
  );
  return row?.png ?? null;
}

/** Deletes all logos of an integration except these. */
export async function deleteOtherLogos(
  tx: Tx,
  { integrationId, digests }: { integrationId: string; digests: readonly string[] },
): Promise<void> {
  await tx.query(`delete from brand_logo where integration_id = $1 and not digest = any($2::text[])`, [
    integrationId,
    digests,
  ]);
}
