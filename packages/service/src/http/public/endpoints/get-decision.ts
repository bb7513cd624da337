import { jsonBytes } from '../answer.ts';
import type { Handler } from '../call.ts';

/** GET /sessions/{sessionId}/decision: the frozen bytes. @see spec/contract.md A-46 */
export const getDecision: Handler = async (useCases, { caller, id: sessionId }) =>
  jsonBytes(200, await useCases.getDecision({ caller, sessionId }));
