import type { Database, Row, Tx } from '../engine/database.ts';
import { callerIsLive, type CallerKey, type Queryable } from '../integration/live-caller.ts';
import type { Found } from './sessions.ts';

export interface MediaRow extends Row {
  id: string;
  sessionId: string;
  context: string;
  mimetype: string;
  /** Decoded bytes. */
  size: number;
}

const columns = `m.id, m.session_id as "sessionId", m.context, m.mimetype, m.size`;
/** Best score first, unscored and equal ones in upload order. */
const order = `order by m.quality desc nulls last, m.ordinal`;

/** Media of the session's newest attempt. */
export function listNewestMedia(
  db: Queryable,
  caller: CallerKey,
  sessionId: string,
): Promise<Found<MediaRow[]>> {
  return listMedia(db, caller, {
    id: sessionId,
    join: `left join session s on s.integration_id = $1 and s.id = $3 and s.deleted_at is null
           left join media m on m.integration_id = $1 and m.attempt_id = s.attempt_id and s.pictures_deleted_at is null`,
  });
}

/** Media of one attempt. */
export function listAttemptMedia(
  db: Queryable,
  caller: CallerKey,
  attemptId: string,
): Promise<Found<MediaRow[]>> {
  return listMedia(db, caller, {
    id: attemptId,
    join: `left join attempt a on a.integration_id = $1 and a.id = $3
           left join session s on s.integration_id = $1 and s.id = a.session_id and s.deleted_at is null
           left join media m on m.integration_id = $1 and m.attempt_id = a.id and s.pictures_deleted_at is null`,
  });
}

async function listMedia(
  db: Queryable,
  caller: CallerKey,
  { id, join }: { id: string; join: string },
): Promise<Found<MediaRow[]>> {
  const rows = await db.query<MediaRow & { live: boolean; owner: string | null }>(
    `select l.live, s.id as owner, ${columns} from (select ${callerIsLive} as live) l ${join} ${order}`,
    [caller.integrationId, caller.keyId, id],
  );
  if (!rows[0]?.live) return 'stale';
  if (rows[0].owner === null) return 'absent';
  return rows.filter((row) => row.id !== null);
}

export interface StoredMedia extends MediaRow {
  blob: string;
  mac: Uint8Array | null;
  /** Replaced by `mac`; only in older rows. */
  sha256: Uint8Array | null;
  dataKey: Uint8Array;
  kekVersion: number;
}

/** One media file with everything needed to read its blob. */
export async function findMedia(
  db: Queryable,
  caller: CallerKey,
  mediaId: string,
): Promise<Found<StoredMedia>> {
  const [row] = await db.query<StoredMedia & { live: boolean }>(
    `select l.live, ${columns}, m.blob, m.mac, m.sha256, s.data_key as "dataKey", s.kek_version as "kekVersion"
     from (select ${callerIsLive} as live) l
     left join (media m join session s on s.integration_id = m.integration_id and s.id = m.session_id
       and s.deleted_at is null and s.pictures_deleted_at is null)
       on m.integration_id = $1 and m.id = $3`,
    [caller.integrationId, caller.keyId, mediaId],
  );
  if (!row?.live) return 'stale';
  return row.id === null ? 'absent' : row;
}

/** The session a media file belongs to; `null` when the integration has no such file or its session is deleted. */
export async function findSessionOfMedia(
  database: Database,
  { integrationId, mediaId }: { integrationId: string; mediaId: string },
): Promise<string | null> {
  const [row] = await database.query<{ sessionId: string }>(
    `select m.session_id as "sessionId" from media m
     join session s on s.integration_id = m.integration_id and s.id = m.session_id
       and s.deleted_at is null and s.pictures_deleted_at is null
     where m.integration_id = $1 and m.id = $2`,
    [integrationId, mediaId],
  );
  return row?.sessionId ?? null;
}

export interface NewMedia {
  integrationId: string;
  sessionId: string;
  attemptId: string;
  id: string;
  context: string;
  mimetype: string;
  size: number;
  /** Over the decoded bytes, under the session's key. */
  mac: Uint8Array;
  blob: string;
}

/** The media file with the same bytes under the same context in the same attempt, if there is one. */
export async function findSameMedia(tx: Tx, media: NewMedia): Promise<MediaRow | null> {
  const [row] = await tx.query<MediaRow>(
    `select ${columns} from media m where m.integration_id = $1 and m.attempt_id = $2 and m.context = $3 and m.mac = $4`,
    [media.integrationId, media.attemptId, media.context, media.mac],
  );
  return row ?? null;
}

/** Number of pictures uploaded for the attempt. */
export async function countUploads(
  tx: Tx,
  { integrationId, attemptId }: { integrationId: string; attemptId: string },
): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from media where integration_id = $1 and attempt_id = $2 and made_by = 'upload'`,
    [integrationId, attemptId],
  );
  return row?.count ?? 0;
}

/** Makes an upload visible; its blob is already durable. */
export async function insertMedia(tx: Tx, media: NewMedia): Promise<void> {
  await tx.query(
    `insert into media (integration_id, id, session_id, attempt_id, context, mimetype, size, mac, blob)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      media.integrationId,
      media.id,
      media.sessionId,
      media.attemptId,
      media.context,
      media.mimetype,
      media.size,
      media.mac,
      media.blob,
    ],
  );
}
