import { randomUUID } from 'node:crypto';
import type { Database, Row, Tx } from '../engine/database.ts';
import { instant } from '../instant.ts';
import type { Queryable } from '../integration/live-caller.ts';

/** Something that needs an operator's attention. Contains no personal data. */
export interface OperatorEntry extends Row {
  id: string;
  integrationId: string;
  /** `job_parked`, `registry_unusable`, `webhook-endpoint-failing`, … */
  kind: string;
  cause: string;
  /** `null` if it concerns no particular session. */
  sessionId: string | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** ISO 8601, UTC; `null` while it is open. */
  resolvedAt: string | null;
}

/** Filters for entries. */
export interface OperatorEntryFilter {
  /** `null` for all integrations. */
  integrationId: string | null;
  /** Includes resolved ones. */
  all: boolean;
}

/** Entries, oldest first. */
export function listOperatorEntries(
  database: Database,
  { integrationId, all }: OperatorEntryFilter,
): Promise<OperatorEntry[]> {
  return database.query<OperatorEntry>(
    `select id, integration_id as "integrationId", kind, cause, session_id as "sessionId",
       ${instant('created_at')} as "createdAt", ${instant('resolved_at')} as "resolvedAt"
     from operator_entry where ($1::uuid is null or integration_id = $1) and ($2::boolean or resolved_at is null)
     order by created_at, id`,
    [integrationId, all],
  );
}

/**
 * Opens an entry that concerns no particular session, unless one is open for the same integration, kind and cause.
 * @returns whether it is new
 */
export async function openOperatorEntry(
  db: Queryable,
  { integrationId, kind, cause }: Pick<OperatorEntry, 'integrationId' | 'kind' | 'cause'>,
): Promise<boolean> {
  const opened = await db.query(
    `insert into operator_entry (integration_id, id, kind, cause)
     select $1::uuid, $2::uuid, $3::text, $4::text
     where not exists (select 1 from operator_entry o where o.integration_id = $1::uuid and o.kind = $3::text
       and o.resolved_at is null and o.cause = $4::text)
     returning id`,
    [integrationId, randomUUID(), kind, cause],
  );
  return opened.length > 0;
}

/** The subject of a resolved entry. */
export interface ResolvedEntry extends Row {
  integrationId: string;
  kind: string;
  sessionId: string | null;
  /** It was open before this call. */
  wasOpen: boolean;
}

/** Closes an entry; if it was closed before, its time is kept. @returns `null` when there is no such entry */
export async function resolveOperatorEntry(tx: Tx, id: string): Promise<ResolvedEntry | null> {
  const [resolved] = await tx.query<ResolvedEntry>(
    `update operator_entry o set resolved_at = coalesce(o.resolved_at, now())
     from (select integration_id, id, resolved_at from operator_entry where id = $1 for update) before
     where o.integration_id = before.integration_id and o.id = before.id
     returning o.integration_id as "integrationId", o.kind, o.session_id as "sessionId", before.resolved_at is null as "wasOpen"`,
    [id],
  );
  return resolved ?? null;
}
