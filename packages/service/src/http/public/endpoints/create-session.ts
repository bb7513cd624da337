import { parseCreateSession } from '@countersign/contract';
import { readOptionsOf } from '../../../usecases/session/read-options.ts';
import type { Repeatable } from '../../../usecases/session/repeatable.ts';
import { jsonAnswer } from '../answer.ts';
import { type Handler, repeatableBody } from '../call.ts';

/**
 * The answer opens a session: whoever knows the API key alone, and guesses key and body, gets none that a signed request made.
 * @see spec/contract.md A-111
 */
const ofSigner = (repeatable: Repeatable | null, isSigned: boolean): Repeatable | null =>
  repeatable && !isSigned ? { ...repeatable, path: `${repeatable.path} unsigned` } : repeatable;

/** POST /sessions. @see spec/contract.md */
export const createSession: Handler = async (useCases, { caller, isSigned, exchange, body, rawBody }) => {
  const session = parseCreateSession(body, readOptionsOf(caller));
  const repeatable = ofSigner(repeatableBody(exchange, rawBody), isSigned);
  const created = await useCases.createSession({ caller, session, repeatable });
  exchange.subject = { of: 'session', id: created.verification.id };
  return jsonAnswer(201, created);
};
