import type { SessionStatus } from '@countersign/core';
import type { Row } from './database.ts';
import { callerIsLive, type CallerKey, isLiveCaller, type Queryable } from './live-caller.ts';
import type { Found } from './sessions.ts';

export interface DecisionRow extends Row {
  /** Session id. */
  id: string;
  status: SessionStatus;
  dataKey: Uint8Array;
  kekVersion: number;
  /** Sealed, see `SessionData`. */
  sealed: Uint8Array;
  /** Newest decision of the session; `null` while there is none. */
  decisionId: string | null;
  /** Its sealed frozen body. */
  body: Uint8Array | null;
  fullAuto: Uint8Array | null;
}

/**
 * A session with its newest decision, in one statement. Its shape is measured: asking for the caller in a table of its own, and
 * for the decision in a lateral one, takes the embedded engine twice as long to plan.
 */
export async function findDecision(
  db: Queryable,
  caller: CallerKey,
  sessionId: string,
): Promise<Found<DecisionRow>> {
  const [row] = await db.query<DecisionRow & { live: boolean }>(
    `select ${callerIsLive} as live, s.id, s.status, s.data_key as "dataKey", s.kek_version as "kekVersion", s.sealed,
       d.id as "decisionId", d.body, d.full_auto as "fullAuto"
     from session s
     left join attempt a on a.integration_id = $1 and a.session_id = $3
     left join decision d on d.integration_id = $1 and d.attempt_id = a.id
     where s.integration_id = $1 and s.id = $3 and s.deleted_at is null
     order by d.id is null, a.ordinal desc, d.ordinal desc limit 1`,
    [caller.integrationId, caller.keyId, sessionId],
  );
  if (row) return row.live ? row : 'stale';
  return (await isLiveCaller(db, caller)) ? 'absent' : 'stale';
}
