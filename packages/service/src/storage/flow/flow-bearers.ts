import type { Database, Row, Tx } from '../engine/database.ts';
import type { FlowSessionKey } from './flow-sessions.ts';

/** Owner of a bearer. */
export interface BearerRow extends Row, FlowSessionKey {
  /** The handoff that admitted its page; `null`: the session link did. */
  handoffId: string | null;
}

/**
 * The session of a valid bearer, marked as used: the time of its last use is written at most once a minute.
 * @param seconds after which an unused bearer expires
 */
export async function useBearer(
  database: Database,
  hash: Uint8Array,
  seconds: number,
): Promise<BearerRow | null> {
  const [row] = await database.query<BearerRow & { stale: boolean }>(
    `select b.integration_id as "integrationId", b.session_id as "sessionId", b.handoff_id as "handoffId", b.used_at < now() - interval '60 seconds' as stale
     from flow_bearer b join session s on s.integration_id = b.integration_id and s.id = b.session_id and s.deleted_at is null
     where b.hash = $1 and b.used_at > now() - make_interval(secs => $2)`,
    [hash, seconds],
  );
  if (!row) return null;
  if (row.stale)
    await database.query(`update flow_bearer set used_at = now() where integration_id = $1 and hash = $2`, [
      row.integrationId,
      hash,
    ]);
  return row;
}

/** Admits another page; beyond the limit, the most recently used pages stay. */
export async function insertBearer(
  tx: Tx,
  {
    integrationId,
    sessionId,
    hash,
    handoffId,
    most,
  }: FlowSessionKey & Pick<BearerRow, 'handoffId'> & { hash: Uint8Array; most: number },
): Promise<void> {
  await tx.query(
    `insert into flow_bearer (integration_id, hash, session_id, handoff_id) values ($1, $2, $3, $4)`,
    [integrationId, hash, sessionId, handoffId],
  );
  await tx.query(
    `delete from flow_bearer where integration_id = $1 and hash in (
       select hash from flow_bearer where integration_id = $1 and session_id = $2 and hash <> $3
       order by used_at desc offset $4)`,
    [integrationId, sessionId, hash, most - 1],
  );
}

/** Ends a page's bearer on request. */
export async function endBearer(database: Database, hash: Uint8Array): Promise<void> {
  await database.query(`delete from flow_bearer where hash = $1`, [hash]);
}

/** Removes expired bearers. */
export async function purgeBearers(database: Database, seconds: number): Promise<void> {
  await database.query(`delete from flow_bearer where used_at < now() - make_interval(secs => $1)`, [
    seconds,
  ]);
}
