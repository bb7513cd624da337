import { parseWatchlistPatch } from '@countersign/contract';
import { jsonAnswer } from '../answer.ts';
import type { Handler } from '../call.ts';

/** PATCH /sessions/{sessionId}/watchlist-screening. @see spec/contract.md */
export const updateWatchlistScreening: Handler = async (useCases, { caller, id: sessionId, body }) => {
  // The members are validated once a result exists that they can refer to.
  const read = () => parseWatchlistPatch(body, { sessionId });
  return jsonAnswer(200, await useCases.updateWatchlistScreening({ caller, sessionId, read }));
};
