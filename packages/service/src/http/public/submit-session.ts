import { createHash } from 'node:crypto';
import { parseSubmitSession } from '@countersign/contract';
import { jsonAnswer } from './answer.ts';
import { type Handler, readMembers, repeatableOf } from './call.ts';

/** PATCH /sessions/{sessionId}. @see spec/contract.md */
export const submitSession: Handler = async (
  useCases,
  { caller, exchange, id: sessionId, body, rawBody },
) => {
  const repeatable = await readMembers(
    () => {
      parseSubmitSession(body, { sessionId });
      return repeatableOf(exchange, () => createHash('sha256').update(rawBody).digest());
    },
    () => useCases.requireSession({ caller, sessionId }),
  );
  return jsonAnswer(200, await useCases.submitSession({ caller, sessionId, repeatable }));
};
