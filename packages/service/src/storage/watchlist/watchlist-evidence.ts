import type { HitMatchStatus, RiskLevel } from '@countersign/contract';
import type { AttemptKey } from '../session/attempts.ts';
import type { Row } from '../engine/database.ts';
import { instant } from '../instant.ts';
import type { Queryable } from '../integration/live-caller.ts';

type SessionKey = Pick<AttemptKey, 'integrationId' | 'sessionId'>;

/** A decision about a hit, or its reversal, with the hit as it was at that time. */
export interface EvidenceReviewRow extends Row {
  hitId: string;
  /** ISO 8601, UTC. */
  at: string;
  actor: string;
  from: HitMatchStatus;
  fromRisk: RiskLevel | null;
  to: HitMatchStatus;
  toRisk: RiskLevel | null;
  /** Sealed `FoundHit`. */
  seen: Uint8Array;
  /** Sealed; `null` if there is none. */
  note: Uint8Array | null;
}

/** All decisions about hits of a session, oldest first. */
export function listEvidenceReviews(
  db: Queryable,
  { integrationId, sessionId }: SessionKey,
): Promise<EvidenceReviewRow[]> {
  return db.query<EvidenceReviewRow>(
    `select hit_id as "hitId", ${instant('at')} as at, actor, from_status as "from", from_risk as "fromRisk",
       to_status as "to", to_risk as "toRisk", seen, note
     from watchlist_review where integration_id = $1 and session_id = $2 order by id`,
    [integrationId, sessionId],
  );
}

export interface EvidenceChangeRow extends Row {
  attemptId: string;
  /** ISO 8601, UTC. */
  at: string;
  snapshot: string;
  differences: Uint8Array;
  /** `null`: found before they were stored. */
  former: Uint8Array | null;
  acknowledged: boolean;
}

/** All material changes of a session found by monitoring, oldest first. */
export function listEvidenceChanges(
  db: Queryable,
  { integrationId, sessionId }: SessionKey,
): Promise<EvidenceChangeRow[]> {
  return db.query<EvidenceChangeRow>(
    `select attempt_id as "attemptId", ${instant('at')} as at, snapshot, differences, former, acknowledged
     from watchlist_change where integration_id = $1 and session_id = $2 order by id`,
    [integrationId, sessionId],
  );
}

/** An entry of the audit log about screening. */
export interface EvidenceLogRow extends Row {
  id: number;
  /** ISO 8601, UTC. */
  at: string;
  actor: string;
  action: string;
  details: Record<string, unknown>;
}

/** Entries of a session's audit log with these actions, oldest first. */
export function listEvidenceLog(
  db: Queryable,
  { integrationId, sessionId }: SessionKey,
  actions: readonly string[],
): Promise<EvidenceLogRow[]> {
  return db.query<EvidenceLogRow>(
    `select id, ${instant('at')} as at, actor, action, details from audit
     where integration_id = $1 and session_id = $2 and action = any($3::text[]) order by id`,
    [integrationId, sessionId, actions],
  );
}

/** The database's time, and the list state that the session's result was last compared with; `null`: it is not monitored. */
export async function readMoment(
  db: Queryable,
  { integrationId, sessionId }: SessionKey,
): Promise<{ now: string; comparedWith: string | null }> {
  const [row] = await db.query<{ now: string; comparedWith: string | null }>(
    `select ${instant('now()')} as now, (select snapshot from watchlist_monitor
       where integration_id = $1 and session_id = $2) as "comparedWith"`,
    [integrationId, sessionId],
  );
  if (!row) throw new Error('the database gives no time');
  return row;
}

/** Whether the session's audit log has an entry with this action about a file with this digest. */
export async function isDigestLogged(
  db: Queryable,
  { integrationId, sessionId }: SessionKey,
  { action, digest }: { action: string; digest: string },
): Promise<boolean> {
  const rows = await db.query(
    `select 1 from audit where integration_id = $1 and session_id = $2 and action = $3 and details->>'digest' = $4 limit 1`,
    [integrationId, sessionId, action, digest],
  );
  return rows.length > 0;
}
