import { createHash } from 'node:crypto';
import type { ListVersion } from '@countersign/screening';
import type { AttemptKey } from '../session/attempts.ts';
import type { Row, Tx } from '../engine/database.ts';
import { instant } from '../instant.ts';
import type { Queryable } from '../integration/live-caller.ts';

type SessionKey = Pick<AttemptKey, 'integrationId' | 'sessionId'>;

export interface NewSearch extends AttemptKey {
  checkType: 'initial_result' | 'updated_result';
  snapshot: string;
  engine: string;
  config: string;
  total: number;
  /** Sealed `FoundBySearch`. */
  found: Uint8Array;
}

/** Appends a completed search to the history of the session. */
export async function insertSearch(tx: Tx, search: NewSearch): Promise<void> {
  const { integrationId, sessionId, attemptId, checkType, snapshot, engine, config, total, found } = search;
  await tx.query(
    `insert into watchlist_search (integration_id, session_id, attempt_id, check_type, snapshot, engine, config, total_hits, found)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [integrationId, sessionId, attemptId, checkType, snapshot, engine, config, total, found],
  );
}

/** A source at the time when a snapshot of it was first used. */
export type KeptVersion = Omit<ListVersion, 'confirmedAt'>;

/** The stored sources of a snapshot; the digest distinguishes versions with the same entries. */
export interface KeptVersions {
  sources: KeptVersion[];
  /** SHA-256 of the sources as JSON, hex. */
  digest: string;
}

export function keptVersions(sources: readonly ListVersion[]): KeptVersions {
  const kept = sources.map(
    ({ source, version, publishedAt, loadedAt, digest, entities, names, rejects }): KeptVersion => ({
      source,
      version,
      publishedAt,
      loadedAt,
      digest,
      entities,
      names,
      rejects,
    }),
  );
  return { sources: kept, digest: createHash('sha256').update(JSON.stringify(kept)).digest('hex') };
}

/** Stores the sources of a snapshot, the first time that a screening uses it. */
export async function keepListVersions(
  tx: Tx,
  { snapshot, sources }: { snapshot: string; sources: readonly ListVersion[] },
): Promise<void> {
  const kept = keptVersions(sources);
  await tx.query(
    `insert into watchlist_lists (snapshot, digest, sources) values ($1, $2, $3::jsonb) on conflict do nothing`,
    [snapshot, kept.digest, JSON.stringify(kept.sources)],
  );
}

export interface SearchRow extends Row {
  attemptId: string;
  /** ISO 8601, UTC. */
  at: string;
  checkType: 'initial_result' | 'updated_result';
  snapshot: string;
  engine: string;
  config: string;
  totalHits: number;
  /** Sealed `FoundBySearch`. */
  found: Uint8Array;
}

/** Completed searches of all attempts of a session, oldest first. */
export function listSearches(db: Queryable, { integrationId, sessionId }: SessionKey): Promise<SearchRow[]> {
  return db.query<SearchRow>(
    `select attempt_id as "attemptId", ${instant('at')} as at, check_type as "checkType", snapshot, engine, config,
       total_hits as "totalHits", found
     from watchlist_search where integration_id = $1 and session_id = $2 order by id`,
    [integrationId, sessionId],
  );
}

export interface ListVersionsRow extends Row {
  snapshot: string;
  /** As in `KeptVersions`. */
  digest: string;
  /** `[]` for lists that were not loaded from sources. */
  sources: KeptVersion[];
  /** ISO 8601, UTC. */
  recordedAt: string;
}

/** The sources of these snapshots; omits snapshots that no screening used. */
export function listListVersions(db: Queryable, snapshots: readonly string[]): Promise<ListVersionsRow[]> {
  return db.query<ListVersionsRow>(
    `select snapshot, digest, sources, ${instant('recorded_at')} as "recordedAt" from watchlist_lists
     where snapshot = any($1::text[]) order by recorded_at, snapshot, digest`,
    [snapshots],
  );
}
