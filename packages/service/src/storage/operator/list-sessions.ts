import type { SessionStatus } from '@countersign/core';
import type { Database, Row } from '../engine/database.ts';
import { instant } from '../instant.ts';
import type { WaitingWork } from './list-hits.ts';

/** Filters for sessions; `null`: no filter. */
export interface SessionFilter {
  integrationId: string | null;
  status: SessionStatus | null;
  /** Created then or later, ISO 8601. */
  since: string | null;
  /** Only sessions on legal hold. */
  held: boolean;
}

/** A session for lists: without anything that was supplied or read. */
export interface ListedSession extends Row {
  sessionId: string;
  status: SessionStatus;
  /** Number of attempts. */
  attempts: number;
  /** Only when listing sessions on legal hold: start of the hold, ISO 8601. */
  heldSince?: string;
  /** Code of the newest decision; `null` without a decision, or if it has none. */
  reasonCode: number | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  changedAt: string;
  /**
   * Sessions that are not deleted, newest first. Each integration's newest, of all statuses or of one, are read from their own
   * index, so that the cost grows with `limit` and the number of integrations, not with the number of sessions.
   */
  integration: string;
  integrationId: string;
}

/**
 * Sessions that are not deleted, newest first. Each integration's newest, of all statuses or of one, are found by an index of their
 * own, so that the cost grows with `limit` and the number of integrations, not with the number of sessions.
 */
export function listSessions(
  database: Database,
  { integrationId, status, since, held }: SessionFilter,
  limit: number,
): Promise<ListedSession[]> {
  return database.query<ListedSession>(
    `select s.id as "sessionId", s.status, s.attempts,
       (select d.reason_code from decision d where d.integration_id = s.integration_id and d.session_id = s.id
         order by d.created_at desc, d.ordinal desc limit 1) as "reasonCode",
       ${instant('s.created_at')} as "createdAt", ${instant('s.changed_at')} as "changedAt",
       ${held ? `${instant('s.held_at')} as "heldSince",` : ''}
       s.integration, s.integration_id as "integrationId"
     from (
       select s.*, i.name as integration
       from integration i cross join lateral (
         select integration_id, id, status, attempt_count as attempts, created_at, changed_at, held_at from session s
         where s.integration_id = i.id and s.deleted_at is null
           and ${status === null ? '$2::text is null' : 's.status = $2'}
           ${held ? 'and s.held_at is not null' : ''}
           and s.created_at >= coalesce($3::timestamptz, '-infinity')
         order by s.created_at desc, s.id limit $4::int
       ) s
       where $1::uuid is null or i.id = $1
       order by s.created_at desc, s.id limit $4::int
     ) s
     order by s.created_at desc, s.id`,
    [integrationId, status, since, limit],
  );
}

/** Sessions in manual review per integration, read from the index of statuses. @param integrationId `null` for all */
export function countReviews(database: Database, integrationId: string | null): Promise<WaitingWork[]> {
  return database.query<WaitingWork>(
    `select integration_id as "integrationId", count(*)::int as count, ${instant('min(changed_at)')} as since
     from session where status = 'review' and deleted_at is null and ($1::uuid is null or integration_id = $1)
     group by integration_id`,
    [integrationId],
  );
}

/**
 * Ages in seconds of the oldest sessions that are not deleted, on legal hold and others; 0 if there are none. Reads about one row per
 * integration from an index.
 */
export async function oldestSessions(database: Database): Promise<{ held: number; other: number }> {
  const oldest = (of: string) =>
    `coalesce(extract(epoch from now() - (select min(s.created_at) from integration i cross join lateral (
       select created_at from session where integration_id = i.id and deleted_at is null and held_at is ${of}
       order by created_at limit 1) s)), 0)::float8`;
  const [ages] = await database.query<{ held: number; other: number }>(
    `select ${oldest('not null')} as held, ${oldest('null')} as other`,
  );
  return ages ?? { held: 0, other: 0 };
}
