import { jsonAnswer } from '../answer.ts';
import type { Handler } from '../call.ts';

/** DELETE /sessions/{sessionId}. @see spec/contract.md A-33 */
export const deleteSession: Handler = async (useCases, { caller, id: sessionId }) =>
  jsonAnswer(200, await useCases.deleteSession({ caller, sessionId }));
