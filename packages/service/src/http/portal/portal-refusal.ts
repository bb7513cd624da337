import { type PortalErrorBody, type PortalErrorCode, portalErrors, Problem } from '@countersign/contract';
import { Unavailable } from '../../runtime/unavailable.ts';
import { PortalRefused } from '../../usecases/portal/portal-refused.ts';
import { type Answer, jsonAnswer } from '../public/answer.ts';
import type { Exchange } from '../public/exchange.ts';
import type { RefusalLog } from '../public/refusal.ts';

/** Error codes for refusals by code shared with the public API, by their status there. */
const shared: Readonly<Partial<Record<number, PortalErrorCode>>> = {
  400: 'invalid',
  404: 'not-found',
  408: 'unavailable',
  413: 'too-large',
  415: 'invalid',
  429: 'too-many',
  503: 'unavailable',
};

/** A known route, called with another method. */
export class PortalMethodRefused extends PortalRefused {
  readonly allow: string;

  constructor(allow: string) {
    super('method-not-allowed', `the method must be ${allow}`);
    this.allow = allow;
  }
}

/** Turns any error into an answer; errors that are not the caller's mistake are logged and answered without detail. */
export function portalRefusal(exchange: Exchange, error: unknown, { log, warn }: RefusalLog): Answer {
  const { requestId, endpoint } = exchange;
  if (error instanceof PortalRefused) return answer(exchange, error);
  if (error instanceof Unavailable) {
    warn(`unavailable ${error.message}`, { error, requestId, endpoint }, 'portal: dependency unavailable');
    const { retryAfter } = error;
    return answer(
      exchange,
      new PortalRefused('unavailable', 'The service is temporarily unavailable.', { retryAfter }),
    );
  }
  const code = error instanceof Problem ? shared[error.http] : undefined;
  if (error instanceof Problem && code !== undefined) {
    const { retryAfter, parameter: member } = error;
    return answer(exchange, new PortalRefused(code, error.message, { retryAfter, member }));
  }
  log.error({ error, requestId, endpoint }, 'portal request failed');
  return answer(exchange, new PortalRefused('internal', 'Something went wrong. Try again later.'));
}

function answer(exchange: Exchange, refused: PortalRefused): Answer {
  const { code, message, member, retryAfter } = refused;
  // The message may contain what a person typed, so it is not logged.
  exchange.refused = { code, reason: member ?? code, cause: null, detail: null };
  const body: PortalErrorBody = { error: { code, message, ...(member === null ? {} : { member }) } };
  const made = jsonAnswer(portalErrors[code], body);
  if (retryAfter !== null) made.headers['retry-after'] = String(retryAfter);
  if (refused instanceof PortalMethodRefused) made.headers['allow'] = refused.allow;
  return made;
}
