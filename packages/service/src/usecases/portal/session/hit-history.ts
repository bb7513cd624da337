import type { PortalSession } from '@countersign/contract';
import { type Difference, type FoundHit, isSameEntity, maskName } from '@countersign/core';
import type { DataKey } from '../../../encryption/seal.ts';
import type { Tx } from '../../../storage/engine/database.ts';
import { listSessionReviews } from '../../../storage/operator/list-hits.ts';
import { listUnseenChanges } from '../../../storage/watchlist/watchlist-changes.ts';
import type { DecryptedAttempt } from '../../session/record-decision.ts';
import { decryptChange, decryptReviewNote } from '../../watchlist/stored-screening.ts';
import { actorNames } from './session-timeline.ts';
import type { Viewer } from '../viewer.ts';

type Screening = NonNullable<PortalSession['screening']>;
type Hit = Screening['hits'][number];
type Listed = Hit['listed'];

/** Maximum number of a session's decisions that its page shows. */
const longest = 1_000;

/** The decisions about the hits of a session, newest first. Notes are only for people who may write them. */
export async function hitHistory(
  { key, dataKey }: Pick<DecryptedAttempt, 'key' | 'dataKey'>,
  tx: Tx,
  { viewer, mayTriage }: { viewer: Viewer; mayTriage: boolean },
): Promise<(hitId: string) => Hit['history']> {
  const rows = await listSessionReviews(tx, key, longest);
  const nameOf = await actorNames({ database: tx }, viewer, rows);
  const noteOf = (hitId: string, note: Uint8Array | null) =>
    note === null || !mayTriage ? null : decryptReviewNote(dataKey, hitId, note);
  return (hitId) =>
    rows
      .filter((row) => row.hitId === hitId)
      .map(({ at, actor, from, to, risk, note }) => ({
        at,
        actor: nameOf(actor) ?? actor,
        from,
        to,
        riskLevel: risk,
        note: noteOf(hitId, note),
      }));
}

/** The lists' data about a listed person. */
export function listedPerson(found: FoundHit): NonNullable<Listed> {
  const { aka, countryNames, birthDate, birthDates, deathDate, positions, listings } = found;
  return {
    aka: [...aka],
    countries: [...countryNames],
    dateOfBirth: (birthDates?.join(', ') ?? birthDate) || null,
    dateOfDeath: deathDate,
    positions: [...positions],
    listings: listings.map(({ list, sourceName, url, programme, date, title, snippet }) => ({
      list,
      sourceName,
      url,
      programme,
      date,
      title,
      snippet,
    })),
  };
}

interface Changed {
  at: string;
  kinds: Set<Difference['kind']>;
  before: FoundHit | null;
  after: FoundHit | null;
}

/** Unacknowledged changes by hit: its state before the first of them, and now. @param now hits of the result */
export async function unseenChanges(
  tx: Tx,
  { key, dataKey }: { key: DecryptedAttempt['key']; dataKey: DataKey },
  { now, isRevealed }: { now: readonly FoundHit[]; isRevealed: boolean },
): Promise<Screening['changes']> {
  const rows = await listUnseenChanges(tx, key);
  // Among changes from before their acknowledgement was recorded with them, only the last one can be unseen.
  const unseen = rows.filter(({ former }, place) => former !== null || place === rows.length - 1);
  const changed = new Map<string, Changed>();
  for (const row of unseen) {
    const { differences, former } = decryptChange(dataKey, row);
    for (const { entityId, kind } of differences) {
      const after = now.find((found) => found.entityId === entityId) ?? null;
      const before = former.find((hit) => (after ? isSameEntity(hit, after) : hit.entityId === entityId));
      const known = changed.get(entityId);
      if (known) known.kinds.add(kind);
      else changed.set(entityId, { at: row.at, kinds: new Set([kind]), before: before ?? null, after });
    }
  }
  const side = (found: FoundHit | null) =>
    found && {
      name: isRevealed ? found.matchedName : maskName(found.matchedName),
      score: found.score,
      listed: isRevealed ? listedPerson(found) : null,
    };
  return [...changed.values()].map(({ at, kinds, before, after }) => ({
    at,
    kinds: [...kinds],
    before: side(before),
    after: side(after),
  }));
}
