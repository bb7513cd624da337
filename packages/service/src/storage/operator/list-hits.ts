import type { HitMatchStatus, RiskLevel } from '@countersign/contract';
import type { AttemptKey } from '../session/attempts.ts';
import type { Database, Row } from '../engine/database.ts';
import { instant } from '../instant.ts';
import type { Queryable } from '../integration/live-caller.ts';

/** Filters for hits; `null`: no filter. */
export interface HitFilter {
  integrationId: string | null;
  sessionId: string | null;
  /** Includes decided ones. */
  all: boolean;
}

/** A hit in a session's newest result, with the session's wrapped data key. */
export interface ListedHitRow extends Row {
  integrationId: string;
  sessionId: string;
  id: string;
  attemptId: string;
  current: boolean;
  matchStatus: HitMatchStatus;
  riskLevel: RiskLevel | null;
  /** Sealed `KeptHit`. */
  sealed: Uint8Array;
  wrapped: Uint8Array;
  kekVersion: number;
  /** ISO 8601, UTC. */
  screenedAt: string;
}

/**
 * Condition on `row`, a hit or a screening: it belongs to the newest result of its session. That is almost always the result of the
 * session's newest attempt, which needs no other row.
 * @param session alias of its session, of which `attempt_id` is read
 * @param row alias of the hit or the screening
 */
export const ofNewestResult = (session: string, row = 'h'): string =>
  `(${session}.attempt_id = ${row}.attempt_id or not exists (select 1 from watchlist_screening n
  join attempt b on b.integration_id = n.integration_id and b.id = n.attempt_id
  join attempt a on a.integration_id = ${row}.integration_id and a.id = ${row}.attempt_id
  where n.integration_id = ${row}.integration_id and n.session_id = ${row}.session_id and b.ordinal > a.ordinal))`;

/** Tables and conditions for hits of newest results, undecided ones or all. Undecided ones have their own index. */
const newestHits = (all: boolean): string =>
  `from watchlist_hit h
     join session s on s.integration_id = h.integration_id and s.id = h.session_id
     join watchlist_screening w on w.integration_id = h.integration_id and w.attempt_id = h.attempt_id
     where h.current ${all ? '' : `and h.match_status = 'potential_match'`}
       and s.data_key is not null and s.deleted_at is null and w.screened_at is not null and ${ofNewestResult('s')}`;

/** Hits, those waiting longest first, in their order within a result. */
export function listHitRows(
  database: Database,
  { integrationId, sessionId, all }: HitFilter,
  limit: number,
): Promise<ListedHitRow[]> {
  return database.query<ListedHitRow>(
    `select h.integration_id as "integrationId", h.session_id as "sessionId", h.id, h.attempt_id as "attemptId", h.current,
       h.match_status as "matchStatus", h.risk_level as "riskLevel", h.sealed, s.data_key as wrapped,
       s.kek_version as "kekVersion", ${instant('w.screened_at')} as "screenedAt"
     ${newestHits(all)}
       and ($1::uuid is null or h.integration_id = $1) and ($2::uuid is null or h.session_id = $2)
     order by w.screened_at, h.session_id, h.rank limit $3::int`,
    [integrationId, sessionId, limit],
  );
}

/** One decision about a hit, with its note. */
export interface ReviewRow extends Row {
  /** ISO 8601, UTC. */
  at: string;
  actor: string;
  from: HitMatchStatus;
  to: HitMatchStatus;
  risk: RiskLevel | null;
  /** Sealed; `null` if there is none. */
  note: Uint8Array | null;
}

/** Decisions about a hit and its reopenings, oldest first. */
export function listReviews(
  database: Database,
  { integrationId, sessionId, hitId }: Pick<AttemptKey, 'integrationId' | 'sessionId'> & { hitId: string },
): Promise<ReviewRow[]> {
  return database.query<ReviewRow>(
    `select ${instant('at')} as at, actor, from_status as "from", to_status as "to", to_risk as risk, note
     from watchlist_review where integration_id = $1 and session_id = $2 and hit_id = $3 order by id`,
    [integrationId, sessionId, hitId],
  );
}

/** A decision about a hit of a session. */
export interface SessionReviewRow extends ReviewRow {
  hitId: string;
}

/** Decisions about all hits of a session, newest first, up to a limit. */
export function listSessionReviews(
  db: Queryable,
  { integrationId, sessionId }: Pick<AttemptKey, 'integrationId' | 'sessionId'>,
  limit: number,
): Promise<SessionReviewRow[]> {
  return db.query<SessionReviewRow>(
    `select ${instant('at')} as at, actor, from_status as "from", to_status as "to", to_risk as risk, hit_id as "hitId", note
     from watchlist_review where integration_id = $1 and session_id = $2 order by id desc limit $3::int`,
    [integrationId, sessionId, limit],
  );
}

/** Work of one kind in one integration that waits for a person. */
export interface WaitingWork extends Row {
  integrationId: string;
  count: number;
  /** When the oldest item began waiting, ISO 8601, UTC. */
  since: string;
}

/** Undecided hits per integration. The cost grows with their number. @param integrationId `null` for all */
export function countUndecidedHits(database: Database, integrationId: string | null): Promise<WaitingWork[]> {
  return database.query<WaitingWork>(
    `select h.integration_id as "integrationId", count(*)::int as count, ${instant('min(w.screened_at)')} as since
     ${newestHits(false)} and ($1::uuid is null or h.integration_id = $1)
     group by h.integration_id`,
    [integrationId],
  );
}
