import { parseSubmitSession } from '@countersign/contract';
import { jsonAnswer } from './answer.ts';
import { type Handler, readMembers } from './call.ts';

/** PATCH /sessions/{sessionId}. @see spec/contract.md */
export const submitSession: Handler = async (useCases, { caller, id: sessionId, body }) => {
  await readMembers(
    () => parseSubmitSession(body, { sessionId }),
    () => useCases.requireSession({ caller, sessionId }),
  );
  return jsonAnswer(200, await useCases.submitSession({ caller, sessionId }));
};
