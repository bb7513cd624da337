import { jsonAnswer } from '../answer.ts';
import type { Handler } from '../call.ts';
import { requireVersion } from '../version.ts';

/** GET /sessions/{sessionId}/decision/fullauto. @see spec/contract.md A-57 */
export const getFullAutoDecision: Handler = async (useCases, { caller, exchange, id: sessionId }) => {
  await useCases.requireSession({ caller, sessionId });
  requireVersion(exchange.query);
  return jsonAnswer(200, await useCases.getFullAutoDecision({ caller, sessionId }));
};
