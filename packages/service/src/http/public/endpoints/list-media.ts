import { jsonAnswer } from '../answer.ts';
import type { Handler } from '../call.ts';

/** GET /sessions/{sessionId}/media. @see spec/contract.md A-42 */
export const listMedia: Handler = async (useCases, { caller, id: sessionId }) =>
  jsonAnswer(200, await useCases.listMedia({ caller, sessionId }));
