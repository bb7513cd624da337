import type { AttemptKey } from './attempts.ts';
import type { Database, Row, Tx } from '../engine/database.ts';
import { eraseIdempotencyKeys } from './idempotency.ts';
import { eraseFlow } from '../flow/flow-sessions.ts';
import type { Queryable } from '../integration/live-caller.ts';
import { eraseFraudReport } from './fraud-reports.ts';
import { eraseProposals } from './proposals.ts';
import { eraseSessionNames } from './session-names.ts';
import { eraseUserStatuses } from './user-statuses.ts';
import { eraseWatchlist } from '../watchlist/watchlist.ts';

export interface AttemptPicture extends Row {
  id: string;
  context: string;
  mimetype: string;
  blob: string;
  size: number;
  mac: Uint8Array | null;
  /** Replaced by `mac`; only in older rows. */
  sha256: Uint8Array | null;
}

/** Maximum pictures inspected per context and per attempt: bounds a worker's memory (A-38 allows 50). */
const looksPer = { context: 3, attempt: 16 };

/** The newest uploads in the given contexts, in upload order; every context is represented before any is repeated. */
export function listAttemptPictures(
  database: Queryable,
  { integrationId, attemptId }: AttemptKey,
  contexts: readonly string[],
): Promise<AttemptPicture[]> {
  return database.query<AttemptPicture>(
    `select id, context, mimetype, blob, mac, sha256, size from (
       select *, row_number() over (partition by context order by ordinal desc) as age from media
       where integration_id = $1 and attempt_id = $2 and made_by = 'upload' and context = any($3::text[])
       order by age, ordinal desc limit $5
     ) as newest
     where age <= $4 order by ordinal`,
    [integrationId, attemptId, contexts, looksPer.context, looksPer.attempt],
  );
}

/** The given names that a row refers to. */
export async function knownBlobs(database: Database, names: readonly string[]): Promise<Set<string>> {
  const rows = await database.query<{ blob: string }>(
    `select blob from media where blob = any($1::text[]) union all select blob from flow_film where blob = any($1::text[])`,
    [names],
  );
  return new Set(rows.map(({ blob }) => blob));
}

/** Blob names of a session, for its erasure. */
export async function listSessionBlobs(
  database: Database,
  { integrationId, sessionId }: Pick<AttemptKey, 'integrationId' | 'sessionId'>,
): Promise<string[]> {
  const rows = await database.query<{ blob: string }>(
    `select blob from media where integration_id = $1 and session_id = $2
     union all select blob from flow_film where integration_id = $1 and session_id = $2`,
    [integrationId, sessionId],
  );
  return rows.map(({ blob }) => blob);
}

/** Deletes the rows of a session's pictures and films, after their blobs are deleted. */
export async function erasePictureRows(
  tx: Tx,
  { integrationId, sessionId }: Pick<AttemptKey, 'integrationId' | 'sessionId'>,
): Promise<void> {
  for (const table of ['flow_picture', 'flow_film', 'media'])
    await tx.query(`delete from ${table} where integration_id = $1 and session_id = $2`, [
      integrationId,
      sessionId,
    ]);
}

/** Deletes everything derived from the session, after its blobs are deleted, and marks it erased. The tombstone row stays. */
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
  await eraseWatchlist(tx, { integrationId, sessionId });
  await eraseFlow(tx, { integrationId, sessionId });
  await tx.query(`delete from registry_check where integration_id = $1 and session_id = $2`, key);
  await eraseUserStatuses(tx, { integrationId, sessionId });
  await eraseFraudReport(tx, { integrationId, sessionId });
  await tx.query(`delete from session_link where integration_id = $1 and session_id = $2`, key);
  await eraseIdempotencyKeys(tx, { integrationId, sessionId });
  await eraseSessionNames(tx, { integrationId, sessionId });
  await eraseProposals(tx, { integrationId, sessionId });
  await tx.query(
    `update session set sealed = null, vendor_hash = null, end_user_hash = null, names_indexed = false, erased_at = now()
     where integration_id = $1 and id = $2`,
    key,
  );
}

/** First step of an erasure: without its data key, no sealed data of the session can be opened again, backups aside. */
export async function dropDataKey(
  tx: Tx,
  { integrationId, sessionId }: Pick<AttemptKey, 'integrationId' | 'sessionId'>,
): Promise<void> {
  await tx.query(
    // Not a condition on `deleted_at`: the planner would use the index of deletions, and read all of an integration for each.
    `update session set data_key = case when deleted_at is null then data_key end where integration_id = $1 and id = $2`,
    [integrationId, sessionId],
  );
}
