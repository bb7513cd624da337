import { emitJson } from '@countersign/contract';
import { type ResultShape, type ScreeningResult, watchlistResult } from '@countersign/core';
import type { DataKey } from '../../encryption/seal.ts';
import type { Tx } from '../../storage/engine/database.ts';
import { insertWebhook } from '../../storage/webhook/webhooks.ts';

/** Records the watchlist webhook: the result as of this transaction. @see spec/contract.md A-74 */
export async function insertWatchlistWebhook(
  tx: Tx,
  { integrationId, dataKey, shape }: { integrationId: string; dataKey: DataKey; shape: ResultShape },
  result: ScreeningResult,
): Promise<void> {
  const { sessionId, attemptId } = result;
  const body = Buffer.from(emitJson(watchlistResult(result, shape)));
  await insertWebhook(tx, {
    integrationId,
    sessionId,
    attemptId,
    type: 'watchlist-screening',
    body,
    dataKey,
  });
}
