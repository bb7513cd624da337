import type { Database, Tx } from '../engine/database.ts';

/** Anything that runs one statement: the database itself or a transaction. */
export type Queryable = Pick<Database | Tx, 'query'>;

/** The integration and the secret that verified the request (`null`: unsigned). */
export interface CallerKey {
  integrationId: string;
  keyId: string | null;
}

/**
 * SQL condition: integration `$1` is active and secret `$2` still exists. Every statement on behalf of a caller contains it, so that a
 * deleted key stops working at once, whatever is cached.
 * @see spec/contract.md A-14
 */
export const callerIsLive = `exists (select 1 from integration i where i.id = $1 and i.active)
  and ($2::uuid is null or exists (select 1 from shared_secret k where k.integration_id = $1 and k.id = $2))`;

/**
 * {@link callerIsLive} for every row of `w (integration_id, key_id, …)`, the callers that share a statement. Scalar, so that each is looked
 * up by its key, whatever number of rows the planner expects.
 */
export const eachCallerIsLive = `coalesce((select i.active from integration i where i.id = w.integration_id), false)
  and (w.key_id is null or coalesce((select true from shared_secret k
    where k.integration_id = w.integration_id and k.id = w.key_id), false))`;

/** Whether the caller's key still exists; called after a statement that found nothing, to determine the reason. */
export async function isLiveCaller(db: Queryable, { integrationId, keyId }: CallerKey): Promise<boolean> {
  const [row] = await db.query<{ live: boolean }>(`select ${callerIsLive} as live`, [integrationId, keyId]);
  return row?.live ?? false;
}
