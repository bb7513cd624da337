import { jsonAnswer } from '../answer.ts';
import type { Handler } from '../call.ts';

/** GET /sessions/{sessionId}/person. @see spec/contract.md A-58 */
export const getPerson: Handler = async (useCases, { caller, id: sessionId }) =>
  jsonAnswer(200, await useCases.getPerson({ caller, sessionId }));
