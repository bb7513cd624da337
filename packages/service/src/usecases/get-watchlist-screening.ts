import { Problem, type WatchlistBody, type WatchlistPendingBody } from '@countersign/contract';
import { isFinal, type ScreeningResult, watchlistResult } from '@countersign/core';
import type { Shell } from '../shell.ts';
import type { Database } from '../storage/database.ts';
import { findSession } from '../storage/sessions.ts';
import { findNewestScreening, findScreening } from '../storage/watchlist.ts';
import { dataKeyOf, requireFound, sessionDataOf, type SessionRequest } from './found-session.ts';
import { openResult, type OpenScreening } from './stored-screening.ts';

/**
 * The newest attempt's result, or a body without one while there may still be one.
 * @throws StaleCaller, Problem not-found, watchlist-not-enabled
 * @see spec/contract.md
 */
export const getWatchlistScreening =
  ({ database, vault }: Shell) =>
  async ({ caller, sessionId }: SessionRequest): Promise<WatchlistBody | WatchlistPendingBody> => {
    const { integrationId, settings } = caller;
    const found = requireFound(await findSession(database, caller, sessionId));
    if (!settings.watchlistScreening) throw new Problem('watchlist-not-enabled');
    const newest = await findNewestScreening(database, { integrationId, sessionId });
    if (newest === null && isFinal(found.status)) throw new Problem('not-found');
    if (newest === null || newest.status === 'in_progress') return { status: 'success', data: null };
    const dataKey = dataKeyOf(vault, integrationId, found);
    const key = { integrationId, sessionId, attemptId: newest.attemptId };
    const session = sessionDataOf(dataKey, found);
    const result = await readOnce(database, { key, dataKey, session });
    // Erased in between.
    if (result === null) throw new Problem('not-found');
    return { status: 'success', data: watchlistResult(result, settings.watchlist) };
  };

/** Status and hits of one moment: a reader must not see the review of a hit without what it means for the whole. */
function readOnce(database: Database, screening: OpenScreening): Promise<ScreeningResult | null> {
  return database.transaction(async (tx) => {
    await tx.query('set transaction isolation level repeatable read read only');
    const row = await findScreening(tx, screening.key);
    return row && openResult(tx, screening, row);
  });
}
