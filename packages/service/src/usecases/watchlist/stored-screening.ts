import { createHmac } from 'node:crypto';
import type { SearchTerm } from '@countersign/contract';
import type {
  CarriedFrom,
  Difference,
  FoundHit,
  JudgedHit,
  ScreenedPerson,
  ScreeningResult,
  SessionData,
  StoredHit,
} from '@countersign/core';
import type { ListVersion } from '@countersign/screening';
import { type DataKey, unsealJson, sealJson } from '../../encryption/seal.ts';
import type { Vault } from '../../signing/vault.ts';
import type { AttemptKey } from '../../storage/session/attempts.ts';
import type { Queryable } from '../../storage/integration/live-caller.ts';
import type { ChangeRow } from '../../storage/watchlist/watchlist-changes.ts';
import { keptVersions } from '../../storage/watchlist/watchlist-searches.ts';
import { type HitRow, listHits, type PutHit, type ScreeningRow } from '../../storage/watchlist/watchlist.ts';

/** The sealed part of a hit. */
export interface KeptHit {
  found: FoundHit;
  judged: JudgedHit | null;
  /** Absent: `null`. */
  carriedFrom?: CarriedFrom | null;
}

const personLabel = ({ attemptId }: Pick<AttemptKey, 'attemptId'>) => `screened-person:${attemptId}`;
const termLabel = ({ attemptId }: Pick<AttemptKey, 'attemptId'>) => `search-term:${attemptId}`;
const hitLabel = (hitId: string) => `hit:${hitId}`;

export const sealPerson = (dataKey: DataKey, key: AttemptKey, person: ScreenedPerson): Uint8Array =>
  sealJson(dataKey, personLabel(key), person);

export const decryptPerson = (
  dataKey: DataKey,
  row: Pick<ScreeningRow, 'attemptId' | 'person'>,
): ScreenedPerson => unsealJson<ScreenedPerson>(dataKey, personLabel(row), row.person);

export const sealTerm = (dataKey: DataKey, key: AttemptKey, term: SearchTerm): Uint8Array =>
  sealJson(dataKey, termLabel(key), term);

/** Seals what the history of decisions keeps of a hit. */
export const sealSeen = (dataKey: DataKey, { id, found }: Pick<StoredHit, 'id' | 'found'>): Uint8Array =>
  sealJson(dataKey, `seen:${id}`, found);

export const decryptSeen = (dataKey: DataKey, hitId: string, seen: Uint8Array): FoundHit =>
  unsealJson<FoundHit>(dataKey, `seen:${hitId}`, seen);

/** The sealed part of a search. */
export interface FoundBySearch {
  term: SearchTerm;
  /** Hits of the result at that time, in order. */
  hits: { id: string; entityId: string; score: number }[];
  /** Identifies the versions of its snapshot that were in force: `digest` of `KeptVersions`. */
  listsDigest: string;
  /** When each source's content was last confirmed, ISO 8601; `null`: never. */
  confirmedAt: Record<string, string | null>;
}

/** @param hits of the result, including those that left */
export const foundBySearch = (
  { term, sources }: { term: SearchTerm; sources: readonly ListVersion[] },
  hits: readonly StoredHit[],
): FoundBySearch => ({
  term,
  hits: hits
    .filter(({ current }) => current)
    .map(({ id, found: { entityId, score } }) => ({ id, entityId, score })),
  listsDigest: keptVersions(sources).digest,
  confirmedAt: Object.fromEntries(sources.map(({ source, confirmedAt }) => [source, confirmedAt])),
});

const searchLabel = ({ attemptId }: Pick<AttemptKey, 'attemptId'>) => `search:${attemptId}`;

export const sealFound = (
  dataKey: DataKey,
  key: Pick<AttemptKey, 'attemptId'>,
  found: FoundBySearch,
): Uint8Array => sealJson(dataKey, searchLabel(key), found);

export const decryptFound = (
  dataKey: DataKey,
  row: { attemptId: string; found: Uint8Array },
): FoundBySearch => unsealJson<FoundBySearch>(dataKey, searchLabel(row), row.found);

const noteLabel = (hitId: string) => `review-note:${hitId}`;

/** Seals a person's note on a decision about a hit. */
export const sealReviewNote = (dataKey: DataKey, hitId: string, note: string): Uint8Array =>
  sealJson(dataKey, noteLabel(hitId), note);
export const decryptReviewNote = (dataKey: DataKey, hitId: string, sealed: Uint8Array): string =>
  unsealJson<string>(dataKey, noteLabel(hitId), sealed);

const changeLabels = { differences: 'differences', former: 'former-hits' } as const;

/** Seals a material change: the differences, and the previous state of differing hits. */
export const sealChange = (
  dataKey: DataKey,
  { differences, former }: { differences: readonly Difference[]; former: readonly FoundHit[] },
): { differences: Uint8Array; former: Uint8Array } => ({
  differences: sealJson(dataKey, changeLabels.differences, differences),
  former: sealJson(dataKey, changeLabels.former, former),
});

/** A stored change; `former` is empty if it was found before those were kept. */
export const decryptChange = (
  dataKey: DataKey,
  { differences, former }: Pick<ChangeRow, 'differences' | 'former'>,
): { differences: Difference[]; former: FoundHit[] } => ({
  differences: unsealJson<Difference[]>(dataKey, changeLabels.differences, differences),
  former: former === null ? [] : unsealJson<FoundHit[]>(dataKey, changeLabels.former, former),
});

export function decryptHit(dataKey: DataKey, row: HitRow): StoredHit {
  const { found, judged, carriedFrom = null } = unsealJson<KeptHit>(dataKey, hitLabel(row.id), row.sealed);
  const { id, matchStatus, riskLevel, current } = row;
  return { id, matchStatus, riskLevel, current, found, judged, carriedFrom };
}

/** The row of a hit at its position. */
export function hitRow(
  { vault, dataKey }: { vault: Pick<Vault, 'derive'>; dataKey: DataKey },
  hit: StoredHit,
  rank: number,
): PutHit {
  const { id, current, matchStatus, riskLevel, found, judged, carriedFrom } = hit;
  const kept: KeptHit = { found, judged, carriedFrom };
  return {
    id,
    rank,
    current,
    matchStatus,
    riskLevel,
    entityHash: entityHash(vault, found.entityId),
    sealed: sealJson(dataKey, hitLabel(id), kept),
  };
}

/** Hash by which the sessions that an entity concerns are found. */
export const entityHash = (vault: Pick<Vault, 'derive'>, entityId: string): Uint8Array =>
  createHmac('sha256', vault.derive('watchlist-entity')).update(entityId).digest();

/** Hash of one material change, so that it can be recognised. */
export const differenceHash = (vault: Pick<Vault, 'derive'>, change: unknown): Uint8Array =>
  createHmac('sha256', vault.derive('watchlist-change')).update(JSON.stringify(change)).digest();

/** What is needed to open a session's result. */
export interface OpenScreening {
  key: AttemptKey;
  dataKey: DataKey;
  session: SessionData;
}

/**
 * The stored result, hits included; `null` while there is none. Row and hits must be consistent: the caller holds the lock on the
 * session, or the transaction reads from one snapshot.
 */
export async function decryptResult(
  db: Queryable,
  screening: OpenScreening,
  row: ScreeningRow,
): Promise<ScreeningResult | null> {
  return row.status === 'in_progress' ? null : resultOf(screening, row, await listHits(db, screening.key));
}

/** The subject and the terms of a search. */
export const openTerm = (dataKey: DataKey, row: { attemptId: string; term: Uint8Array }): SearchTerm =>
  unsealJson<SearchTerm>(dataKey, termLabel(row), row.term);

/** The result built from row and hits of the same moment; `null` while there is none. */
export function resultOf(
  { key, dataKey, session }: OpenScreening,
  row: ScreeningRow,
  hits: readonly HitRow[],
): ScreeningResult | null {
  if (row.status === 'in_progress' || row.term === null || row.screenedAt === null) return null;
  return {
    checkType: row.checkType,
    attemptId: key.attemptId,
    sessionId: key.sessionId,
    vendorData: session.vendorData,
    endUserId: session.endUserId,
    reviewStatus: row.status,
    hasUnacknowledgedChanges: row.hasUnacknowledgedChanges,
    monitorStatus: row.monitorStatus,
    searchTerm: openTerm(dataKey, { attemptId: row.attemptId, term: row.term }),
    totalHits: row.totalHits,
    createdAt: row.screenedAt,
    hits: hits.map((hit) => decryptHit(dataKey, hit)),
  };
}
