import { jsonAnswer } from '../answer.ts';
import type { Handler } from '../call.ts';

/** Seconds after which a client that found no result should retry. @see spec/contract.md A-63 */
const retryAfter = '3';

/** GET /sessions/{sessionId}/watchlist-screening. @see spec/contract.md A-63 */
export const getWatchlistScreening: Handler = async (useCases, { caller, id: sessionId }) => {
  const body = await useCases.getWatchlistScreening({ caller, sessionId });
  if (body.data !== null) return jsonAnswer(200, body);
  const pending = jsonAnswer(202, body);
  return { ...pending, headers: { ...pending.headers, 'retry-after': retryAfter } };
};
