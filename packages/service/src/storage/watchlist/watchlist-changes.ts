import type { AttemptKey } from '../session/attempts.ts';
import type { Tx } from '../engine/database.ts';
import type { Queryable } from '../integration/live-caller.ts';
import { instant } from '../instant.ts';

export interface NewChange extends AttemptKey {
  snapshot: string;
  differenceHash: Uint8Array;
  /** Sealed `Difference[]`. */
  differences: Uint8Array;
  /** Sealed `FoundHit[]`: the earlier versions of those that differ. */
  former: Uint8Array;
}

/** Appends to the history of material changes. */
export async function insertChange(tx: Tx, change: NewChange): Promise<void> {
  const { integrationId, sessionId, attemptId, snapshot, differenceHash, differences, former } = change;
  await tx.query(
    `insert into watchlist_change (integration_id, session_id, attempt_id, snapshot, difference_hash, differences, former)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [integrationId, sessionId, attemptId, snapshot, differenceHash, differences, former],
  );
}

export type ChangeRow = {
  /** ISO 8601, UTC. */
  at: string;
  differences: Uint8Array;
  /** `null`: found before they were stored. */
  former: Uint8Array | null;
};

/** Changes of an attempt's result that no reviewer has seen, oldest first. */
export function listUnseenChanges(
  db: Queryable,
  { integrationId, sessionId, attemptId }: AttemptKey,
): Promise<ChangeRow[]> {
  return db.query<ChangeRow>(
    `select ${instant('at')} as at, differences, former from watchlist_change
     where integration_id = $1 and session_id = $2 and attempt_id = $3 and not acknowledged order by id`,
    [integrationId, sessionId, attemptId],
  );
}

/** A reviewer has seen every change of a session. */
export async function markChangesSeen(
  tx: Tx,
  { integrationId, sessionId }: Pick<AttemptKey, 'integrationId' | 'sessionId'>,
): Promise<void> {
  await tx.query(
    `update watchlist_change set acknowledged = true where integration_id = $1 and session_id = $2 and not acknowledged`,
    [integrationId, sessionId],
  );
}
