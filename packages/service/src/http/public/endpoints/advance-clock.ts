import { createHash } from 'node:crypto';
import { parseAdvanceClock, Problem } from '@countersign/contract';
import { mostSessions } from '../../../usecases/sandbox/advance-clock.ts';
import { jsonAnswer } from '../answer.ts';
import { type Handler, repeatableOf } from '../call.ts';

/** POST /sandbox/clock. @see spec/contract.md A-247 */
export const advanceClock: Handler = async (useCases, { caller, exchange, body }) => {
  const { integrationId, mode, keyId } = caller;
  if (mode !== 'test') throw new Problem('not-found');
  const seconds = parseAdvanceClock(body);
  const repeatable = repeatableOf(exchange, () => Buffer.alloc(0));
  const repeats = repeatable && createHash('sha256').update(repeatable.key).digest('hex');
  const jump = { integrationId, seconds, actor: keyId === null ? 'api' : `api:${keyId}`, repeats };
  const { outcome } = await useCases.advanceClock(jump);
  if (outcome === 'repeats-another') throw new Problem('idempotency-key-reused');
  if (outcome === 'too-many-sessions')
    throw new Problem('parameter-invalid', {
      parameter: 'advanceSeconds',
      detail: `The integration must have at most ${mostSessions} sessions.`,
    });
  if (outcome !== 'advanced') throw new Problem('not-found');
  return jsonAnswer(200, { status: 'success', data: { advancedSeconds: seconds } });
};
