import { randomUUID } from 'node:crypto';
import type { SearchTerm } from '@countersign/contract';
import {
  applyChange,
  type Compared,
  compareResults,
  completeScreening,
  type FoundHit,
  newHit,
  type Reviewed,
  type ScreeningResult,
  storedByEntity,
  type StoredHit,
} from '@countersign/core';
import type { ListVersion } from '@countersign/screening';
import type { ServiceContext } from '../../context.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import type { Tx } from '../../storage/engine/database.ts';
import { overtakeProposals } from '../../storage/session/proposals.ts';
import { followLists } from '../../storage/watchlist/monitor-runs.ts';
import {
  findScreening,
  followResult,
  insertReview,
  listSessionHits,
  putHits,
  saveRun,
  type ScreeningRow,
} from '../../storage/watchlist/watchlist.ts';
import { insertChange } from '../../storage/watchlist/watchlist-changes.ts';
import { insertSearch, keepListVersions } from '../../storage/watchlist/watchlist-searches.ts';
import type { DecryptedAttempt } from '../session/record-decision.ts';
import { carryDecisions, recordCarried } from './carry-decisions.ts';
import {
  differenceHash,
  hitRow,
  decryptHit,
  decryptResult,
  foundBySearch,
  sealChange,
  sealFound,
  sealSeen,
  sealTerm,
} from './stored-screening.ts';
import { insertWatchlistWebhook } from './insert-watchlist-webhook.ts';

/** The result of one run of the engine. */
export interface ScreeningRun {
  term: SearchTerm;
  /** In order. */
  hits: readonly FoundHit[];
  total: number;
  snapshot: string;
  engine: string;
  config: string;
  /** Versions of the lists' sources; `[]` for lists that were not loaded from sources. */
  sources: readonly ListVersion[];
}

const actor = 'worker';

/**
 * Writes the first result of an attempt's screening: status, hits, monitoring, audit row and webhook commit together. The caller
 * holds the locks of session and attempt and finishes the job in the same transaction.
 * @see spec/contract.md
 */
export async function recordScreening(
  { vault }: Pick<ServiceContext, 'vault'>,
  tx: Tx,
  { opened, run }: { opened: DecryptedAttempt; run: ScreeningRun },
): Promise<void> {
  const { key, dataKey, settings } = opened;
  // An entity keeps its id across attempts.
  const earlier = (await listSessionHits(tx, key)).map((row) => decryptHit(dataKey, row));
  const known = storedByEntity(earlier, run.hits);
  const taken = new Set<string>();
  const idOf = (hit: FoundHit) => {
    const id = known.get(hit)?.find((former) => !taken.has(former.id))?.id ?? randomUUID();
    taken.add(id);
    return id;
  };
  const hits = await carryDecisions(vault, tx, {
    opened,
    person: run.term,
    hits: run.hits.map((hit) => newHit(idOf(hit), hit)),
  });
  const reviewed = completeScreening(hits);
  await store(vault, tx, { opened, run, reviewed, checkType: 'initial_result' });
  await recordCarried(tx, opened, hits);
  await overtakeProposals(tx, key, 'hits');
  await followResult(tx, key, { enable: settings.watchlist.monitoring, snapshot: run.snapshot });
  await followLists(tx, key, run);
  await insertAudit(tx, {
    ...key,
    actor,
    action: 'complete-screening',
    details: { from: 'in_progress', to: reviewed.state.status },
  });
  await enqueueResult(tx, opened, reviewed);
}

/**
 * Compares a monitored result with the current result for the same person. If the difference is material, stores it and queues a
 * webhook. A repetition, also after a crash, finds no difference and queues none.
 * @returns whether anything changed
 * @see spec/contract.md
 */
export async function recordMonitoring(
  { vault }: Pick<ServiceContext, 'vault'>,
  tx: Tx,
  { opened, run, row }: { opened: DecryptedAttempt; run: ScreeningRun; row: ScreeningRow },
): Promise<boolean> {
  const { key, dataKey } = opened;
  const before = await decryptResult(tx, opened, row);
  if (before === null) return false;
  await followResult(tx, key, { enable: false, snapshot: run.snapshot });
  await followLists(tx, key, run);
  await keepListVersions(tx, run);
  const compared = compareResults(before.hits, run.hits, randomUUID);
  if (compared.differences.length === 0) {
    await keepNewIds(vault, tx, { opened, before, compared });
    return false;
  }
  const reviewed = changed(before, compared);
  await store(vault, tx, { opened, run, reviewed, checkType: 'updated_result', kept: compared.hits });
  await keepHistory(tx, opened, { before, compared });
  await insertChange(tx, {
    ...key,
    snapshot: run.snapshot,
    differenceHash: differenceHash(vault, [row.snapshot, run.snapshot, compared.differences]),
    ...sealChange(dataKey, { differences: compared.differences, former: formerOf(before, compared) }),
  });
  await insertAudit(tx, {
    ...key,
    actor,
    action: 'find-watchlist-change',
    details: {
      from: before.reviewStatus,
      to: reviewed.state.status,
      differences: compared.differences.length,
    },
  });
  await enqueueResult(tx, opened, reviewed);
  return true;
}

/** Stores new ids of entities that have not changed otherwise. Clients keep seeing the old ones; the next comparison uses the new ones. */
async function keepNewIds(
  vault: ServiceContext['vault'],
  tx: Tx,
  { opened, before, compared }: { opened: DecryptedAttempt; before: ScreeningResult; compared: Compared },
): Promise<void> {
  const { key, dataKey } = opened;
  const nowOf = new Map(compared.hits.map(({ id, found }) => [id, found]));
  const rows = before.hits.flatMap((hit, rank) => {
    const { entityId, formerIds } = nowOf.get(hit.id) ?? hit.found;
    if (entityId === hit.found.entityId) return [];
    return [hitRow({ vault, dataKey }, { ...hit, found: { ...hit.found, entityId, formerIds } }, rank)];
  });
  await putHits(tx, key, rows);
}

/** The previous state of differing hits; hits that are new have none. */
const formerOf = (before: ScreeningResult, { differences, hits }: Compared): FoundHit[] => {
  const differs = new Set(differences.map(({ entityId }) => entityId));
  const nowOf = (id: string) => hits.find((hit) => hit.id === id)?.found.entityId;
  return before.hits
    .filter(({ current, id, found }) => current && differs.has(nowOf(id) ?? found.entityId))
    .map(({ found }) => found);
};

/** Only current hits count for the status; those that left are kept with them. */
const changed = (before: ScreeningResult, { hits }: Compared): Reviewed<StoredHit> =>
  applyChange(
    { status: before.reviewStatus },
    hits.filter(({ current }) => current),
  );

interface Storing {
  opened: DecryptedAttempt;
  run: ScreeningRun;
  reviewed: Reviewed<StoredHit>;
  checkType: 'initial_result' | 'updated_result';
  /** Current hits and those that left; absent: the hits of the reviewed state. */
  kept?: readonly StoredHit[];
}

async function store(
  vault: ServiceContext['vault'],
  tx: Tx,
  { opened, run, reviewed, checkType, kept = reviewed.state.hits }: Storing,
): Promise<void> {
  const { key, dataKey } = opened;
  const { status, hasUnacknowledgedChanges } = reviewed.state;
  await saveRun(tx, {
    ...key,
    status,
    hasUnacknowledgedChanges,
    checkType,
    term: sealTerm(dataKey, key, run.term),
    totalHits: run.total,
    snapshot: run.snapshot,
    engine: run.engine,
    config: run.config,
  });
  await putHits(
    tx,
    key,
    kept.map((hit, rank) => hitRow({ vault, dataKey }, hit, rank)),
  );
  await keepListVersions(tx, run);
  await insertSearch(tx, {
    ...key,
    ...run,
    checkType,
    found: sealFound(dataKey, key, foundBySearch(run, kept)),
  });
}

/** Records decisions that a change revoked, and decisions proposed on a hit's earlier state. */
async function keepHistory(
  tx: Tx,
  { key, dataKey }: DecryptedAttempt,
  { before, compared }: { before: ScreeningResult; compared: Compared },
): Promise<void> {
  const differs = new Set(compared.differences.map(({ entityId }) => entityId));
  for (const former of before.hits) {
    const hit = compared.hits.find(({ id }) => id === former.id);
    if (!hit) continue;
    if (differs.has(hit.found.entityId)) await overtakeProposals(tx, key, { hitId: hit.id });
    if (hit.matchStatus === former.matchStatus) continue;
    await insertReview(tx, {
      ...key,
      hitId: hit.id,
      actor,
      from: former,
      to: hit,
      seen: sealSeen(dataKey, hit),
    });
  }
}

async function enqueueResult(
  tx: Tx,
  opened: DecryptedAttempt,
  { emits }: Reviewed<StoredHit>,
): Promise<void> {
  if (!emits) return;
  const { key, dataKey, settings } = opened;
  const row = await findScreening(tx, key);
  const result = row && (await decryptResult(tx, opened, row));
  if (!result) throw new Error('a screening that was just written has no result');
  await insertWatchlistWebhook(
    tx,
    { integrationId: key.integrationId, dataKey, shape: settings.watchlist },
    result,
  );
}
