import {
  endpoints,
  explanationHeaders,
  feedbackProblemBody,
  Problem,
  problemBody,
  problemDetail,
} from '@countersign/contract';
import type { Logger } from 'pino';
import { Unavailable } from '../../runtime/unavailable.ts';
import type { limitLog } from '../limited-log.ts';
import { type Answer, jsonAnswer } from './answer.ts';
import type { Exchange } from './exchange.ts';
import { isFeedback, MethodNotAllowed } from './find-route.ts';

/** Log for errors that are not the caller's; `warn` logs an outage once per period instead of once per request. */
export interface RefusalLog {
  log: Logger;
  warn: ReturnType<typeof limitLog>;
}

/** What a refusal needs in addition to its cause. */
export interface RefusalParts extends RefusalLog {
  /** The documents are served, and a refusal links to them. @see spec/contract.md A-230 */
  documents: boolean;
}

/**
 * Turns any error into an answer; an error that is not the caller's mistake is logged and answered without detail.
 * @see spec/contract.md
 */
export function refusalOf(
  exchange: Exchange,
  error: unknown,
  { log, warn, documents }: RefusalParts,
): Answer {
  const problem = problemOf(exchange, error, { log, warn });
  const detail = problemDetail(problem, endpointOf(exchange));
  exchange.refused = { code: problem.code, reason: problem.message, cause: problem.meaning, detail };
  const body = isFeedback(exchange.path) ? feedbackProblemBody(problem) : problemBody(problem);
  const answer = jsonAnswer(problem.http, body);
  if (problem.retryAfter !== null) answer.headers['retry-after'] = String(problem.retryAfter);
  if (problem instanceof MethodNotAllowed) answer.headers['allow'] = problem.allow;
  answer.headers[explanationHeaders.cause] = problem.meaning;
  if (detail !== null) answer.headers[explanationHeaders.detail] = detail;
  if (documents) answer.headers['link'] = `</docs/errors#${problem.code}>; rel="help"`;
  return answer;
}

/** Name of the public endpoint of the request. */
const endpointOf = ({ endpoint }: Exchange) => endpoints.find(({ name }) => name === endpoint)?.name ?? null;

function problemOf({ requestId, endpoint }: Exchange, error: unknown, { log, warn }: RefusalLog): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof Unavailable) {
    warn(`unavailable ${error.message}`, { error, requestId, endpoint }, 'API: dependency unavailable');
    return new Problem('unavailable', { retryAfter: error.retryAfter });
  }
  log.error({ error, requestId, endpoint }, 'request failed');
  return new Problem('unexpected-failure');
}
