import type { DecidedStatus } from '@countersign/core';
import type { Row, Tx } from '../engine/database.ts';
import { eraseIdempotencyKeys } from './idempotency.ts';
import { instant } from '../instant.ts';
import { eraseProposals } from './proposals.ts';
import { eraseSessionNames } from './session-names.ts';
import { eraseWatchlist } from '../watchlist/watchlist.ts';
import { eraseWebhooks } from '../webhook/webhooks.ts';

interface SessionKey {
  integrationId: string;
  sessionId: string;
}

/** What prevents a session from being redacted now, and whether it already is. */
export interface RedactionState extends Row {
  held: boolean;
  redacted: boolean;
  /** Unfinished jobs for it, other than its erasure. */
  jobs: boolean;
  /** Webhooks awaiting delivery, or being delivered. */
  webhooks: boolean;
}

/** Reads the state of a locked session. */
export async function findRedactionState(
  tx: Tx,
  { integrationId, sessionId }: SessionKey,
): Promise<RedactionState> {
  const [row] = await tx.query<RedactionState>(
    `select held_at is not null as held, redacted_at is not null as redacted,
       exists (select 1 from job j where j.integration_id = s.integration_id and j.session_id = s.id
         and j.kind <> 'erase-session') as jobs,
       exists (select 1 from webhook w where w.integration_id = s.integration_id and w.session_id = s.id
         and w.state = 'due') as webhooks
     from session s where integration_id = $1 and id = $2`,
    [integrationId, sessionId],
  );
  if (!row) throw new Error('a locked session is gone');
  return row;
}

/** A decision as stored. */
export interface StoredDecision extends Row {
  id: string;
  attemptId: string;
  status: DecidedStatus;
  body: Uint8Array;
}

/** All decisions of a session. */
export function listStoredDecisions(
  tx: Tx,
  { integrationId, sessionId }: SessionKey,
): Promise<StoredDecision[]> {
  return tx.query<StoredDecision>(
    `select id, attempt_id as "attemptId", status, body from decision
     where integration_id = $1 and session_id = $2 order by created_at, ordinal`,
    [integrationId, sessionId],
  );
}

/** Replacements for a decision's sealed members. */
export interface RedactedDecision {
  id: string;
  body: Uint8Array;
  fullAuto: Uint8Array;
}

/** The new key of a session, and the data sealed under it. */
export interface Redaction extends SessionKey {
  /** Wrapped. */
  dataKey: Uint8Array;
  kekVersion: number;
  sealed: Uint8Array;
  decisions: readonly RedactedDecision[];
  /** Status reasons that come from a list of the integration, by entry. All others are deleted. */
  reasons: readonly { id: string; reason: Uint8Array }[];
}

/**
 * Replaces the data of a locked session with redacted data, and its key with a new one: from the commit on, no other sealed data
 * can be opened. Rows of pictures and films stay until their files are deleted.
 */
export async function writeRedaction(tx: Tx, redaction: Redaction): Promise<void> {
  const { integrationId, sessionId, dataKey, kekVersion, sealed, decisions, reasons } = redaction;
  const key = [integrationId, sessionId];
  await tx.query(
    `update session set data_key = $3, kek_version = $4, sealed = $5, redacted_at = now(), names_indexed = true,
       pictures_deleted_at = coalesce(pictures_deleted_at, now())
     where integration_id = $1 and id = $2`,
    [...key, dataKey, kekVersion, sealed],
  );
  await tx.query(
    `update decision d set body = n.body, full_auto = n.full_auto
     from unnest($3::uuid[], $4::bytea[], $5::bytea[]) n (id, body, full_auto)
     where d.integration_id = $1 and d.session_id = $2 and d.id = n.id`,
    [
      ...key,
      decisions.map(({ id }) => id),
      decisions.map(({ body }) => body),
      decisions.map((d) => d.fullAuto),
    ],
  );
  await tx.query(
    `update attempt set collected = null, address = null, findings = null where integration_id = $1 and session_id = $2`,
    key,
  );
  await tx.query(
    `update user_status_entry e set reason = (
       select n.reason from unnest($3::uuid[], $4::bytea[]) n (id, reason) where n.id = e.id)
     where e.integration_id = $1 and e.session_id = $2 and e.reason is not null`,
    [...key, reasons.map(({ id }) => id), reasons.map(({ reason }) => reason)],
  );
  await tx.query(
    `update fraud_report set comment = null, decision_error = null where integration_id = $1 and session_id = $2`,
    key,
  );
  for (const table of [
    'registry_check',
    'session_link',
    'flow_bearer',
    'flow_handoff',
    'flow_upload',
    'flow_session',
  ])
    await tx.query(`delete from ${table} where integration_id = $1 and session_id = $2`, key);
  await eraseWatchlist(tx, { integrationId, sessionId });
  await eraseWebhooks(tx, { integrationId, sessionId });
  await eraseSessionNames(tx, { integrationId, sessionId });
  await eraseProposals(tx, { integrationId, sessionId });
  await eraseIdempotencyKeys(tx, { integrationId, sessionId });
}

/** When and by whom a session was redacted; `null` if it was not. */
export async function findRedaction(
  tx: Tx,
  { integrationId, sessionId }: SessionKey,
): Promise<{ at: string; actor: string } | null> {
  const [row] = await tx.query<{ at: string; actor: string }>(
    `select ${instant('s.redacted_at')} as at, e.actor from session s
     join erasure e on e.integration_id = s.integration_id and e.session_id = s.id and e.scope = 'redaction'
     where s.integration_id = $1 and s.id = $2 and s.redacted_at is not null`,
    [integrationId, sessionId],
  );
  return row ?? null;
}
