import type { Row, Tx } from '../engine/database.ts';
import type { Queryable } from '../integration/live-caller.ts';

export interface BlockedFace extends Row {
  id: string;
  model: string;
  face: Uint8Array;
}

/** Faces blocked for an integration, from any face model. */
export const listBlockedFaces = (db: Queryable, integrationId: string): Promise<BlockedFace[]> =>
  db.query<BlockedFace>(`select id, model, face from blocked_face where integration_id = $1`, [
    integrationId,
  ]);

/** An entry of the blocklist for the operator. */
export interface BlocklistEntry extends Row {
  id: string;
  reason: string;
  actor: string;
  model: string;
  createdAt: string;
}

export function listBlocklist(db: Queryable, integrationId: string): Promise<BlocklistEntry[]> {
  return db.query<BlocklistEntry>(
    `select id, reason, actor, model,
       to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
     from blocked_face where integration_id = $1 order by created_at, id`,
    [integrationId],
  );
}

/** Adds a face and its audit row. */
export async function insertBlockedFace(
  tx: Tx,
  entry: {
    integrationId: string;
    id: string;
    model: string;
    face: Uint8Array;
    reason: string;
    actor: string;
    sessionId: string;
  },
): Promise<void> {
  await tx.query(
    `insert into blocked_face (integration_id, id, model, face, reason, actor) values ($1, $2, $3, $4, $5, $6)`,
    [entry.integrationId, entry.id, entry.model, entry.face, entry.reason, entry.actor],
  );
  await tx.query(
    `insert into audit (integration_id, actor, action, session_id) values ($1, $2, 'block_face', $3)`,
    [entry.integrationId, entry.actor, entry.sessionId],
  );
}

/** @returns false when there is no such entry */
export async function deleteBlockedFace(
  tx: Tx,
  { integrationId, id, actor }: { integrationId: string; id: string; actor: string },
): Promise<boolean> {
  const rows = await tx.query(`delete from blocked_face where integration_id = $1 and id = $2 returning 1`, [
    integrationId,
    id,
  ]);
  if (rows.length === 0) return false;
  await tx.query(`insert into audit (integration_id, actor, action) values ($1, $2, 'unblock_face')`, [
    integrationId,
    actor,
  ]);
  return true;
}
