import type { Database, Row, Tx } from './database.ts';
import type { AttemptKey } from './decisions.ts';

export interface AttemptPicture extends Row {
  id: string;
  context: string;
  mimetype: string;
  blob: string;
  sha256: Uint8Array;
  size: number;
}

/** What the client uploaded for the attempt, in upload order. */
export function listAttemptPictures(
  database: Database,
  { integrationId, attemptId }: AttemptKey,
): Promise<AttemptPicture[]> {
  return database.query<AttemptPicture>(
    `select id, context, mimetype, blob, sha256, size from media
     where integration_id = $1 and attempt_id = $2 and made_by = 'upload' order by ordinal`,
    [integrationId, attemptId],
  );
}

/** Names of every stored blob that a row knows, of the given ones. */
export async function knownBlobs(database: Database, names: readonly string[]): Promise<Set<string>> {
  const rows = await database.query<{ blob: string }>(`select blob from media where blob = any($1::text[])`, [
    names,
  ]);
  return new Set(rows.map(({ blob }) => blob));
}

/** Blob names of a session, for its erasure. */
export async function listSessionBlobs(
  database: Database,
  { integrationId, sessionId }: Pick<AttemptKey, 'integrationId' | 'sessionId'>,
): Promise<string[]> {
  const rows = await database.query<{ blob: string }>(
    `select blob from media where integration_id = $1 and session_id = $2`,
    [integrationId, sessionId],
  );
  return rows.map(({ blob }) => blob);
}

/** Removes what was derived from the session, after its blobs are gone, and marks it erased. The tombstone row stays. */
export async function eraseSessionRows(
  tx: Tx,
  { integrationId, sessionId }: Pick<AttemptKey, 'integrationId' | 'sessionId'>,
): Promise<void> {
  const key = [integrationId, sessionId];
  await tx.query(`delete from media where integration_id = $1 and session_id = $2`, key);
  await tx.query(
    `update decision set body = '', full_auto = null where integration_id = $1 and session_id = $2`,
    key,
  );
  await tx.query(
    `update attempt set collected = null, address = null, findings = null where integration_id = $1 and session_id = $2`,
    key,
  );
  await tx.query(`delete from idempotency where integration_id = $1 and resource_id = $2`, key);
  await tx.query(
    `update session set sealed = null, erased_at = now() where integration_id = $1 and id = $2`,
    key,
  );
}

/** First step of an erasure: without its data key nothing sealed of the session can be opened again, backups aside. */
export async function dropDataKey(
  tx: Tx,
  { integrationId, sessionId }: Pick<AttemptKey, 'integrationId' | 'sessionId'>,
): Promise<void> {
  await tx.query(
    `update session set data_key = null where integration_id = $1 and id = $2 and deleted_at is not null`,
    [integrationId, sessionId],
  );
}
