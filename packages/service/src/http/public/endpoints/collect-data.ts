import { parseCollectedData } from '@countersign/contract';
import { jsonAnswer } from '../answer.ts';
import { type Handler, readMembers, repeatableBody } from '../call.ts';

/** POST /sessions/{sessionId}/collected-data. @see spec/contract.md A-45 */
export const collectData: Handler = async (useCases, { caller, exchange, id: sessionId, body, rawBody }) => {
  const { data, repeatable } = await readMembers(
    () => ({
      data: parseCollectedData(body),
      repeatable: repeatableBody(exchange, rawBody),
    }),
    () => useCases.requireSession({ caller, sessionId }),
  );
  return jsonAnswer(200, await useCases.collectData({ caller, sessionId, data, repeatable }));
};
