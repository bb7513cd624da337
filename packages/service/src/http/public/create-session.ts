import { parseCreateSession } from '@countersign/contract';
import { readOptionsOf } from '../../usecases/session/read-options.ts';
import { jsonAnswer } from './answer.ts';
import { type Handler, repeatableBody } from './call.ts';

/** POST /sessions. @see spec/contract.md */
export const createSession: Handler = async (useCases, { caller, exchange, body, rawBody }) => {
  const session = parseCreateSession(body, readOptionsOf(caller));
  const repeatable = repeatableBody(exchange, rawBody);
  const created = await useCases.createSession({ caller, session, repeatable });
  exchange.subject = { of: 'session', id: created.verification.id };
  return jsonAnswer(201, created);
};
