import { jsonAnswer } from '../answer.ts';
import type { Handler } from '../call.ts';

/** GET /sessions/{sessionId}/attempts. @see spec/contract.md A-44 */
export const listAttempts: Handler = async (useCases, { caller, id: sessionId }) =>
  jsonAnswer(200, await useCases.listAttempts({ caller, sessionId }));
