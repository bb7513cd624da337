import { parseValidateRegistry, Problem } from '@countersign/contract';
import { jsonAnswer } from '../answer.ts';
import { type Handler, repeatableBody } from '../call.ts';

/** POST /sessions/validate-registry and its second address. @see spec/contract.md A-34 */
export const validateRegistry: Handler = async (useCases, { caller, exchange, body, rawBody }) => {
  if (!caller.settings.validateRegistry) throw new Problem('feature-not-enabled');
  // The nine digits that some integrations require of `document.number` are those of a Mexican card.
  const session = parseValidateRegistry(body, {
    ...useCases.readOptions(caller),
    mexico: false,
    registryAlone: null,
  });
  const repeatable = repeatableBody(exchange, rawBody);
  const created = await useCases.validateRegistry({ caller, session, repeatable });
  exchange.subject = { of: 'session', id: created.verification.id };
  return jsonAnswer(201, created);
};
