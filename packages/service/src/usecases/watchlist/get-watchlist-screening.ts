import { Problem, type WatchlistBody, type WatchlistPendingBody } from '@countersign/contract';
import { isFinal, watchlistResult } from '@countersign/core';
import type { ServiceContext } from '../../context.ts';
import { findSession } from '../../storage/session/sessions.ts';
import { readNewestScreening } from '../../storage/watchlist/watchlist.ts';
import { dataKeyOf, requireFound, sessionDataOf, type SessionRequest } from '../session/found-session.ts';
import { resultOf } from './stored-screening.ts';

/**
 * The newest attempt's result, or a body without one while a result may still follow.
 * @throws StaleCaller, Problem not-found, watchlist-not-enabled
 * @see spec/contract.md
 */
export const getWatchlistScreening =
  ({ database, vault }: ServiceContext) =>
  async ({ caller, sessionId }: SessionRequest): Promise<WatchlistBody | WatchlistPendingBody> => {
    const { integrationId, settings } = caller;
    const found = requireFound(await findSession(database, caller, sessionId));
    if (!settings.watchlistScreening) throw new Problem('watchlist-not-enabled');
    const newest = await readNewestScreening(database, { integrationId, sessionId });
    if (newest === null && isFinal(found.status)) throw new Problem('not-found');
    if (newest === null || newest.row.status === 'in_progress') return { status: 'success', data: null };
    const dataKey = dataKeyOf(vault, integrationId, found);
    const key = { integrationId, sessionId, attemptId: newest.row.attemptId };
    const screening = { key, dataKey, session: sessionDataOf(dataKey, found) };
    const result = resultOf(screening, newest.row, newest.hits);
    if (result === null) throw new Error('a screening that has ended has no result');
    return { status: 'success', data: watchlistResult(result, settings.watchlist) };
  };
