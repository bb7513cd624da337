import { type FlowErrorBody, type FlowErrorCode, flowErrors, Problem } from '@countersign/contract';
import { Unavailable } from '../../runtime/unavailable.ts';
import { FlowRefused } from '../../usecases/flow/flow-refused.ts';
import { type Answer, jsonAnswer } from '../public/answer.ts';
import type { Exchange } from '../public/exchange.ts';
import type { RefusalLog } from '../public/refusal.ts';

/**
 * Error codes for refusals by code shared with the public API, by their status there. A body that arrived too slowly is to be sent again.
 */
const shared: Readonly<Partial<Record<number, FlowErrorCode>>> = {
  400: 'request-invalid',
  404: 'not-found',
  408: 'unavailable',
  409: 'state-changed',
  413: 'too-large',
  415: 'request-invalid',
  429: 'too-many-requests',
  503: 'unavailable',
};

/**
 * Turns any error into an answer of the flow's catalogue, always with a body; errors that are not the caller's mistake are logged and
 * answered without detail.
 * @see spec/contract.md A-180
 */
export function flowRefusal(exchange: Exchange, error: unknown, { log, warn }: RefusalLog): Answer {
  const { requestId, endpoint } = exchange;
  if (error instanceof FlowRefused) return answer(exchange, error, error.headers);
  if (error instanceof Unavailable) {
    warn(`unavailable ${error.message}`, { error, requestId, endpoint }, 'flow: dependency unavailable');
    return answer(exchange, refusedAs('unavailable'), { 'retry-after': String(error.retryAfter) });
  }
  const code = error instanceof Problem ? shared[error.http] : undefined;
  if (error instanceof Problem && code !== undefined) {
    const { retryAfter } = error;
    const headers: Record<string, string> = retryAfter === null ? {} : { 'retry-after': String(retryAfter) };
    return answer(exchange, new FlowRefused(code, error.message), headers);
  }
  log.error({ error, requestId, endpoint }, 'flow request failed');
  return answer(exchange, refusedAs('internal'));
}

const refusedAs = (code: 'internal' | 'unavailable') =>
  new FlowRefused(code, 'the service is temporarily unavailable');

function answer(
  exchange: Exchange,
  { code, message }: FlowRefused,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  exchange.refused = { code, reason: message, cause: null, detail: null };
  const body: FlowErrorBody = { error: { code, message, reference: exchange.requestId } };
  const made = jsonAnswer(flowErrors[code], body);
  Object.assign(made.headers, headers);
  return made;
}
