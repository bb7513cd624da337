import { parseSubmitSession } from '@countersign/contract';
import { jsonAnswer } from '../answer.ts';
import { type Handler, readMembers, repeatableBody } from '../call.ts';

/** PATCH /sessions/{sessionId}. @see spec/contract.md */
export const submitSession: Handler = async (
  useCases,
  { caller, exchange, id: sessionId, body, rawBody },
) => {
  const repeatable = await readMembers(
    () => {
      parseSubmitSession(body, { sessionId });
      return repeatableBody(exchange, rawBody);
    },
    () => useCases.requireSession({ caller, sessionId }),
  );
  const sinceArrivalMs = () => performance.now() - exchange.arrivedAt;
  return jsonAnswer(200, await useCases.submitSession({ caller, sessionId, repeatable, sinceArrivalMs }));
};
