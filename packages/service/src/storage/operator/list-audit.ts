import type { Database } from '../engine/database.ts';
import { instant } from '../instant.ts';

/** Filters for changes; `null`: no filter. */
export interface AuditFilter {
  integrationId: string | null;
  sessionId: string | null;
  /** The whole actor, or the part before its colon: `cli` matches `cli:ada`. */
  actor: string | null;
  action: string | null;
  /** Recorded then or later, ISO 8601. */
  since: string | null;
  /** Recorded before then, ISO 8601. */
  until: string | null;
}

/** A recorded change. */
export type AuditRow = {
  integrationId: string;
  /** Increases with every change of the installation. */
  id: number;
  /** ISO 8601, UTC. */
  at: string;
  actor: string;
  action: string;
  sessionId: string | null;
  attemptId: string | null;
  from: string | null;
  to: string | null;
  details: Record<string, unknown>;
  /** Sealed. */
  note: Uint8Array | null;
};

/** Changes, newest first. Each integration's newest are read from their own index. */
export function listAudit(database: Database, filter: AuditFilter, limit: number): Promise<AuditRow[]> {
  return database.query<AuditRow>(
    `select i.id as "integrationId", a.id, ${instant('a.at')} as at, a.actor, a.action, a.session_id as "sessionId",
       a.attempt_id as "attemptId", a.from_state as "from", a.to_state as "to", a.details, a.note
     from integration i cross join lateral (
       select * from audit a
       where a.integration_id = i.id and ($2::uuid is null or a.session_id = $2)
         and ($3::text is null or a.actor = $3 or split_part(a.actor, ':', 1) = $3)
         and ($4::text is null or a.action = $4)
         and a.at >= coalesce($5::timestamptz, '-infinity') and a.at < coalesce($6::timestamptz, 'infinity')
       order by a.at desc, a.id desc limit $7::int
     ) a
     where $1::uuid is null or i.id = $1
     order by a.at desc, a.id desc limit $7::int`,
    [filter.integrationId, filter.sessionId, filter.actor, filter.action, filter.since, filter.until, limit],
  );
}
