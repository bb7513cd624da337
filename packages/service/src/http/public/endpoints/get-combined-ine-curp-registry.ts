import { jsonAnswer } from '../answer.ts';
import { type Handler, readMembers } from '../call.ts';
import { requireVersion } from '../version.ts';

/** GET /sessions/{sessionId}/decision/combined-ine-curp-registry. @see spec/contract.md */
export const getCombinedIneCurpRegistry: Handler = async (useCases, { caller, exchange, id: sessionId }) => {
  await readMembers(
    () => requireVersion(exchange.query),
    () => useCases.requireSession({ caller, sessionId }),
  );
  return jsonAnswer(200, await useCases.getCombinedIneCurpRegistry({ caller, sessionId }));
};
