/** The token of a consent manager, one for each validation. @see spec/registries.md 8.2 "Consent and template" */
import type { BrQuestion, CallContext, RegistryResult } from '@countersign/core';
import { classifyStatus } from '../calls/classify-status.ts';
import { readJson, unusable } from '../calls/read-json.ts';
import type { HttpAnswer, HttpQuestion } from '../calls/registry-http.ts';
import { consentFields } from './validation-request.ts';

/** Name of the request in logs, metrics and circuit breakers. */
export const consentRoute = 'br.gcc';

/** Maximum token length, in characters. */
export const longestToken = 4096;

/**
 * The request. A token that the manager issued but we never received is still billed as an operation, so it is not repeated after a
 * time-out.
 * @param url absolute
 */
export const consentQuestion = (url: string, question: BrQuestion, context: CallContext): HttpQuestion => ({
  route: consentRoute,
  method: 'POST',
  path: url,
  // The demo gateway answers with text and rejects requests that accept only JSON.
  headers: { accept: '*/*', 'content-type': 'application/json' },
  body: JSON.stringify({
    cpf: question.cpf,
    campos: consentFields(question),
    referencia: context.consentRef ?? context.correlationId,
  }),
  kind: 'data',
  repeat: 'biometric',
});

/** Parses the answer: JSON with `token`, whatever its content type, or the token as plain text. No token begins like an object. */
export function readConsent(answer: HttpAnswer): RegistryResult<string> {
  if (answer.status !== 200) return classifyStatus(answer);
  const text = new TextDecoder().decode(answer.body).trim();
  if (/^application\/json\b/i.test(answer.headers['content-type'] ?? '') || text.startsWith('{')) {
    const { json, problem } = readJson(answer);
    if (problem) return problem;
    const { token } = json;
    return isToken(token) ? { kind: 'answered', at: answer.at, answer: token } : unusable(answer, 'schema');
  }
  return isToken(text)
    ? { kind: 'answered', at: answer.at, answer: text }
    : unusable(answer, 'malformed_body');
}

/** Printable and without blanks: rules out error pages. */
const isToken = (token: unknown): token is string =>
  typeof token === 'string' &&
  token.length <= longestToken &&
  /^[\x21-\x7e]+$/.test(token) &&
  !token.startsWith('<');
