import { Problem, type WatchlistBody, type WatchlistPendingBody } from '@countersign/contract';
import { isFinal, watchlistResult } from '@countersign/core';
import type { Shell } from '../shell.ts';
import type { Tx } from '../storage/database.ts';
import { findSession } from '../storage/sessions.ts';
import { findNewestScreening } from '../storage/watchlist.ts';
import { dataKeyOf, requireFound, sessionDataOf, type SessionRequest } from './found-session.ts';
import { openResult } from './stored-screening.ts';

/**
 * The newest attempt's result, or a body without one while there may still be one.
 * @throws StaleCaller, Problem not-found, watchlist-not-enabled
 * @see spec/contract.md
 */
export const getWatchlistScreening =
  (shell: Shell) =>
  (request: SessionRequest): Promise<WatchlistBody | WatchlistPendingBody> =>
    shell.database.transaction(async (tx) => {
      // Status and hits of one moment: a reader must not see the review of a hit without what it means for the whole.
      await tx.query('set transaction isolation level repeatable read read only');
      return read(shell, tx, request);
    });

async function read(
  { vault }: Shell,
  tx: Tx,
  { caller, sessionId }: SessionRequest,
): Promise<WatchlistBody | WatchlistPendingBody> {
  const { integrationId, settings } = caller;
  const found = requireFound(await findSession(tx, caller, sessionId));
  if (!settings.watchlistScreening) throw new Problem('watchlist-not-enabled');
  const row = await findNewestScreening(tx, { integrationId, sessionId });
  if (row === null) {
    if (isFinal(found.status)) throw new Problem('not-found');
    return { status: 'success', data: null };
  }
  const dataKey = dataKeyOf(vault, integrationId, found);
  const session = sessionDataOf(dataKey, found);
  const key = { integrationId, sessionId, attemptId: row.attemptId };
  const result = await openResult(tx, { key, dataKey, session }, row);
  if (result === null) return { status: 'success', data: null };
  return { status: 'success', data: watchlistResult(result, settings.watchlist) };
}
