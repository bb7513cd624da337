import type { StoredHit } from '@countersign/core';
import type { ServiceContext } from '../../context.ts';
import type { DataKey } from '../../encryption/seal.ts';
import {
  type HitFilter,
  type ListedHitRow,
  listHitRows,
  listReviews,
  type ReviewRow,
} from '../../storage/operator/list-hits.ts';
import { decryptHit, decryptReviewNote } from './stored-screening.ts';

/** A hit of the newest result of a session. Contains personal data of the listed person and of the subject. */
export interface ListedHit extends StoredHit {
  integrationId: string;
  sessionId: string;
  /** ISO 8601, UTC: when the result was found. */
  screenedAt: string;
}

type Reading = Pick<ServiceContext, 'database' | 'vault'>;

/** Undecided hits, or all, the longest wait first. */
export const listHits =
  ({ database, vault }: Reading) =>
  async ({ filter, limit }: { filter: HitFilter; limit: number }): Promise<ListedHit[]> => {
    const rows = await listHitRows(database, filter, limit);
    return rows.map((row) => openHit(vault, row));
  };

function openHit(vault: Reading['vault'], row: ListedHitRow): ListedHit {
  const { integrationId, sessionId, screenedAt } = row;
  return { integrationId, sessionId, screenedAt, ...decryptHit(dataKeyOf(vault, row), row) };
}

function dataKeyOf(vault: Reading['vault'], row: ListedHitRow): DataKey {
  const { integrationId, sessionId, wrapped, kekVersion } = row;
  return vault.openDataKey({ integrationId, sessionId, wrapped, kekVersion });
}

/** One decision about a hit with its note; `null`: none. */
export type ShownReview = Omit<ReviewRow, 'note'> & { note: string | null };

export type ShownHit =
  | { outcome: 'shown'; hit: ListedHit; reviews: ShownReview[] }
  | { outcome: 'unknown-hit' };

/** The maximum number of hits in a result. */
const mostHits = 10_000;

/** One hit with its trace and the decisions about it. */
export const showHit =
  ({ database, vault }: Reading) =>
  async (key: { integrationId: string; sessionId: string; hitId: string }): Promise<ShownHit> => {
    const { integrationId, sessionId, hitId } = key;
    const rows = await listHitRows(database, { integrationId, sessionId, all: true }, mostHits);
    const row = rows.find(({ id }) => id === hitId);
    if (!row) return { outcome: 'unknown-hit' };
    const dataKey = dataKeyOf(vault, row);
    const reviews = (await listReviews(database, key)).map(({ note, ...review }) => ({
      ...review,
      note: note === null ? null : decryptReviewNote(dataKey, hitId, note),
    }));
    return { outcome: 'shown', hit: openHit(vault, row), reviews };
  };
