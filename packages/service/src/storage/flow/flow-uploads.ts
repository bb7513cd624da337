import type { Database, Row, Tx } from '../engine/database.ts';
import type { FlowSessionKey } from './flow-sessions.ts';
import type { Queryable } from '../integration/live-caller.ts';

export interface FlowUploadRow extends Row {
  id: string;
  attemptId: string;
  context: string;
  /** Announced size, and bytes received. */
  size: number;
  received: number;
  digestMac: Uint8Array;
  /** Sealed. */
  facts: Uint8Array;
  challengeId: string | null;
  completed: boolean;
  mediaId: string | null;
}

const columns = `id, attempt_id as "attemptId", context, size, received, digest_mac as "digestMac", facts,
  challenge_id as "challengeId", completed_at is not null as completed, media_id as "mediaId"`;

export interface UploadKey extends FlowSessionKey {
  uploadId: string;
}

/** An upload of the session, or `null`. */
export async function findUpload(
  db: Queryable,
  { integrationId, sessionId, uploadId }: UploadKey,
): Promise<FlowUploadRow | null> {
  const [row] = await db.query<FlowUploadRow>(
    `select ${columns} from flow_upload where integration_id = $1 and session_id = $2 and id = $3`,
    [integrationId, sessionId, uploadId],
  );
  return row ?? null;
}

/** Like {@link findUpload}, but locked: parts of one upload are written one after the other. */
export async function lockUpload(tx: Tx, key: UploadKey): Promise<FlowUploadRow | null> {
  const [row] = await tx.query<FlowUploadRow>(
    `select ${columns} from flow_upload where integration_id = $1 and session_id = $2 and id = $3 for update`,
    [key.integrationId, key.sessionId, key.uploadId],
  );
  return row ?? null;
}

export interface NewUpload extends FlowSessionKey {
  id: string;
  attemptId: string;
  context: string;
  size: number;
  digestMac: Uint8Array;
  facts: Uint8Array;
  challengeId: string | null;
}

/** The upload of the same bytes for the same context in the same attempt. The session must be locked. */
export async function findSameUpload(tx: Tx, upload: NewUpload): Promise<FlowUploadRow | null> {
  const [row] = await tx.query<FlowUploadRow>(
    `select ${columns} from flow_upload where integration_id = $1 and attempt_id = $2 and context = $3 and digest_mac = $4
       and challenge_id is not distinct from $5`,
    [upload.integrationId, upload.attemptId, upload.context, upload.digestMac, upload.challengeId],
  );
  return row ?? null;
}

/** Number of an attempt's uploads so far, and the bytes of incomplete ones. */
export async function countAttemptUploads(
  tx: Tx,
  { integrationId, attemptId }: { integrationId: string; attemptId: string },
): Promise<{ pictures: number; unfinishedBytes: number }> {
  const [row] = await tx.query<{ pictures: number; unfinishedBytes: number }>(
    `select (select count(*)::int from flow_picture where integration_id = $1 and attempt_id = $2) as pictures,
       (select coalesce(sum(size), 0)::int from flow_upload
         where integration_id = $1 and attempt_id = $2 and completed_at is null) as "unfinishedBytes"`,
    [integrationId, attemptId],
  );
  return row ?? { pictures: 0, unfinishedBytes: 0 };
}

export async function insertFlowUpload(tx: Tx, upload: NewUpload): Promise<void> {
  await tx.query(
    `insert into flow_upload (integration_id, id, session_id, attempt_id, context, size, digest_mac, facts, challenge_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      upload.integrationId,
      upload.id,
      upload.sessionId,
      upload.attemptId,
      upload.context,
      upload.size,
      upload.digestMac,
      upload.facts,
      upload.challengeId,
    ],
  );
}

/** Appends a part to a locked upload. */
export async function appendPart(
  tx: Tx,
  { integrationId, uploadId }: UploadKey,
  { at, sealed, bytes }: { at: number; sealed: Uint8Array; bytes: number },
): Promise<void> {
  await tx.query(
    `with part as (insert into flow_upload_part (integration_id, upload_id, at, bytes) values ($1, $2, $3, $4))
     update flow_upload set received = received + $5 where integration_id = $1 and id = $2`,
    [integrationId, uploadId, at, sealed, bytes],
  );
}

/** The part that begins at or after `from`; `null` after the last one. */
export async function findPart(
  db: Queryable,
  { integrationId, uploadId }: UploadKey,
  from: number,
): Promise<{ at: number; bytes: Uint8Array } | null> {
  const [row] = await db.query<{ at: number; bytes: Uint8Array }>(
    `select at, bytes from flow_upload_part where integration_id = $1 and upload_id = $2 and at >= $3 order by at limit 1`,
    [integrationId, uploadId, from],
  );
  return row ?? null;
}

/** Completes an upload whose bytes have become a media file or a film, and deletes its parts. */
export async function completeUpload(
  tx: Tx,
  { integrationId, uploadId }: UploadKey,
  mediaId: string | null,
): Promise<void> {
  await tx.query(`delete from flow_upload_part where integration_id = $1 and upload_id = $2`, [
    integrationId,
    uploadId,
  ]);
  await tx.query(
    `update flow_upload set completed_at = now(), media_id = $3 where integration_id = $1 and id = $2`,
    [integrationId, uploadId, mediaId],
  );
}

/** Deletes an upload and its parts. */
export async function deleteUpload(
  db: Queryable,
  { integrationId, uploadId }: Pick<UploadKey, 'integrationId' | 'uploadId'>,
): Promise<void> {
  await db.query(`delete from flow_upload where integration_id = $1 and id = $2`, [integrationId, uploadId]);
}

/** Deletes uploads that were not finished in time. @returns how many */
export async function purgeUploads(database: Database, seconds: number): Promise<number> {
  const rows = await database.query(
    `delete from flow_upload where completed_at is null and created_at < now() - make_interval(secs => $1) returning id`,
    [seconds],
  );
  return rows.length;
}
