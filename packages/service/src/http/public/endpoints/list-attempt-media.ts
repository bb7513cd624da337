import { jsonAnswer } from '../answer.ts';
import type { Handler } from '../call.ts';

/** GET /attempts/{attemptId}/media. @see spec/contract.md A-42 */
export const listAttemptMedia: Handler = async (useCases, { caller, id: attemptId }) =>
  jsonAnswer(200, await useCases.listAttemptMedia({ caller, attemptId }));
