import type { SessionStatus } from '@countersign/core';
import type { Database, Row } from '../engine/database.ts';
import { createBatcher } from '../engine/batcher.ts';
import {
  callerIsLive,
  type CallerKey,
  eachCallerIsLive,
  isLiveCaller,
  type Queryable,
} from '../integration/live-caller.ts';
import type { Found } from './sessions.ts';

/** Data needed to show a decision. */
export interface FrozenRow extends Row {
  /** Session id. */
  id: string;
  status: SessionStatus;
  dataKey: Uint8Array;
  kekVersion: number;
  /** Newest decision of the session; `null` while there is none. */
  decisionId: string | null;
  /** Its sealed, frozen body. */
  body: Uint8Array | null;
}

/** All stored data of a session's newest decision. */
export interface DecisionRow extends FrozenRow {
  /** Sealed, see `SessionData`. */
  sealed: Uint8Array;
  fullAuto: Uint8Array | null;
}

/**
 * Selects a session of an integration and its newest decision: that of the newest attempt that has one. The rows that it
 * reads do not depend on statistics: each look-up is a query with a limit that one index answers in its order, and `between` keeps the
 * column of the order from being a constant, so that other indexes would need a sort.
 * @see docs/decisions/0209-make-queue-claims-independent-of-planner-statistics.md
 */
const newestDecision = (
  integrationId: string,
  sessionId: string,
  columns: { s: string; d: string },
): string =>
  `select ${columns.s}, d.*
   from (
     select s.id, s.status, s.data_key, s.kek_version, s.sealed from session s
     where s.integration_id = ${integrationId} and s.id between ${sessionId} and ${sessionId} and s.deleted_at is null
     order by s.id limit 1) s
   left join lateral (
     select d.*
     from attempt a
     cross join lateral (
       select ${columns.d} from decision d
       where d.integration_id = ${integrationId} and d.attempt_id = a.id order by d.ordinal desc limit 1) d
     where a.integration_id = ${integrationId} and a.session_id = ${sessionId} order by a.ordinal desc limit 1) d on true`;

const shown = {
  s: `s.id, s.status, s.data_key as "dataKey", s.kek_version as "kekVersion"`,
  d: `d.id as "decisionId", d.body`,
};

/** A session with its newest decision, in one statement. */
export async function findDecision(
  db: Queryable,
  caller: CallerKey,
  sessionId: string,
): Promise<Found<DecisionRow>> {
  const [row] = await db.query<DecisionRow & { live: boolean }>(findDecisionSql, [
    caller.integrationId,
    caller.keyId,
    sessionId,
  ]);
  if (row) return row.live ? row : 'stale';
  return (await isLiveCaller(db, caller)) ? 'absent' : 'stale';
}

const findDecisionSql = `select ${callerIsLive} as live, f.* from (${newestDecision('$1', '$3', {
  s: `${shown.s}, s.sealed`,
  d: `${shown.d}, d.full_auto as "fullAuto"`,
})}) f`;

/** The session's newest decision that publishes a person: expired and abandoned sessions publish none (A-49). */
export async function findPersonDecision(
  db: Queryable,
  { integrationId, sessionId }: { integrationId: string; sessionId: string },
): Promise<{ decisionId: string; body: Uint8Array } | null> {
  const [row] = await db.query<{ decisionId: string; body: Uint8Array }>(
    `select d.id as "decisionId", d.body from decision d
     join attempt a on a.integration_id = d.integration_id and a.id = d.attempt_id
     where d.integration_id = $1 and d.session_id = $2 and d.status not in ('expired', 'abandoned')
     order by a.ordinal desc, d.ordinal desc limit 1`,
    [integrationId, sessionId],
  );
  return row ?? null;
}

interface LookUp {
  caller: CallerKey;
  sessionId: string;
}

/** Result of a shared statement for one of its callers; without `live` the caller gets nothing else. */
type Finding = FrozenRow & { live: boolean };

// The lists are in scalar subqueries so that the planner does not see their lengths, and plans once for all of them.
const decisionsOfAll = `
  select ${eachCallerIsLive} as live, f.*
  from unnest((select $1::uuid[]), (select $2::uuid[]), (select $3::uuid[]))
    with ordinality as w (integration_id, key_id, session_id, at)
  left join lateral (${newestDecision('w.integration_id', 'w.session_id', shown)}) f on true
  order by w.at`;

async function findDecisions(
  database: Database,
  lookUps: readonly LookUp[],
): Promise<readonly Found<FrozenRow>[]> {
  const rows = await database.query<Finding>(decisionsOfAll, [
    lookUps.map(({ caller }) => caller.integrationId),
    lookUps.map(({ caller }) => caller.keyId),
    lookUps.map(({ sessionId }) => sessionId),
  ]);
  return rows.map((row) => (!row.live ? 'stale' : row.id === null ? 'absent' : row));
}

/**
 * The frozen body of a session's newest decision, for many concurrent callers: on PostgreSQL they share a statement, which
 * checks each caller's own key. The embedded engine has no round trip to save.
 */
export function createDecisionFinder(
  database: Database,
): (caller: CallerKey, sessionId: string) => Promise<Found<FrozenRow>> {
  if (database.engine === 'pglite') return (caller, sessionId) => findDecision(database, caller, sessionId);
  const find = createBatcher<LookUp, Found<FrozenRow>>({
    together: (lookUps) => findDecisions(database, lookUps),
    statements: 2,
    items: 64,
  });
  return (caller, sessionId) => find({ caller, sessionId });
}
