import type { SessionStatus } from '@countersign/core';
import type { Row } from './database.ts';
import { callerIsLive, type CallerKey, type Queryable } from './live-caller.ts';
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

/** A session with its newest decision, in one statement. */
export async function findDecision(
  db: Queryable,
  caller: CallerKey,
  sessionId: string,
): Promise<Found<DecisionRow>> {
  const [row] = await db.query<DecisionRow & { live: boolean }>(
    `select l.live, s.id, s.status, s.data_key as "dataKey", s.kek_version as "kekVersion", s.sealed,
       d.id as "decisionId", d.body, d.full_auto as "fullAuto"
     from (select ${callerIsLive} as live) l
     left join session s on s.integration_id = $1 and s.id = $3 and s.deleted_at is null
     left join lateral (
       select d.id, d.body, d.full_auto from decision d
       join attempt a on a.integration_id = d.integration_id and a.id = d.attempt_id
       where d.integration_id = s.integration_id and d.session_id = s.id
       order by a.ordinal desc, d.ordinal desc limit 1) d on true`,
    [caller.integrationId, caller.keyId, sessionId],
  );
  if (!row?.live) return 'stale';
  return row.id === null ? 'absent' : row;
}
