import { parseCreateSession } from '@countersign/contract';
import type { Repeatable } from '../../../usecases/session/repeatable.ts';
import { addressGroup } from '../../client-address.ts';
import { jsonAnswer } from '../answer.ts';
import { type Call, type Handler, repeatableBody } from '../call.ts';

/**
 * The identity under which an idempotency key is valid. The answer gives access to a session, so a caller who has only the API key,
 * and guesses key and body, must not get the answer to a signed request, nor to an unsigned one from another address. The address is
 * all that distinguishes unsigned requests.
 * @see spec/contract.md
 */
const ofCaller = (
  repeatable: Repeatable | null,
  { isSigned, exchange }: Pick<Call, 'isSigned' | 'exchange'>,
): Repeatable | null =>
  repeatable && !isSigned
    ? { ...repeatable, path: `${repeatable.path} unsigned ${addressGroup(exchange.address)}` }
    : repeatable;

/** POST /sessions. @see spec/contract.md */
export const createSession: Handler = async (useCases, call) => {
  const { caller, exchange, body, rawBody } = call;
  const session = parseCreateSession(body, useCases.readOptions(caller));
  const repeatable = ofCaller(repeatableBody(exchange, rawBody), call);
  const created = await useCases.createSession({ caller, session, repeatable });
  exchange.subject = { of: 'session', id: created.verification.id };
  return jsonAnswer(201, created);
};
