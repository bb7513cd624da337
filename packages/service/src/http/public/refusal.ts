import { feedbackProblemBody, Problem, problemBody } from '@countersign/contract';
import type { Logger } from 'pino';
import { Unavailable } from '../../storage/unavailable.ts';
import { type Answer, jsonAnswer } from './answer.ts';
import type { Exchange } from './exchange.ts';
import { isFeedback, MethodNotAllowed } from './find-route.ts';

/** Turns whatever went wrong into an answer; what was not the caller's mistake is logged, and said without detail. @see spec/contract.md */
export function refusalOf(exchange: Exchange, error: unknown, log: Logger): Answer {
  const problem = problemOf(exchange, error, log);
  const body = isFeedback(exchange.path) ? feedbackProblemBody(problem) : problemBody(problem);
  const answer = jsonAnswer(problem.http, body);
  if (problem.retryAfter !== null) answer.headers['retry-after'] = String(problem.retryAfter);
  if (problem instanceof MethodNotAllowed) answer.headers['allow'] = problem.allow;
  return answer;
}

function problemOf({ requestId, endpoint }: Exchange, error: unknown, log: Logger): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof Unavailable) {
    log.warn({ error, requestId, endpoint }, 'a request met an unavailable part');
    return new Problem('unavailable', { retryAfter: error.retryAfter });
  }
  log.error({ error, requestId, endpoint }, 'a request failed unexpectedly');
  return new Problem('unexpected-failure');
}
