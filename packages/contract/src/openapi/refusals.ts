/** Problems of the catalogue as answers of the OpenAPI document: per endpoint, with shared ones under a name. */
import { endpointBodies, type EndpointBodies } from '../endpoint-bodies.ts';
import { type Endpoint, endpoints } from '../endpoints.ts';
import { feedbackProblemBody, Problem, problemBody, type ProblemName, problems } from '../problems.ts';
import type { JsonSchema } from '../rules.ts';
import { explanationHeaders } from '../signing.ts';
import { answerHeaders } from './headers.ts';

/** Problems that every endpoint can answer with. @see spec/contract.md A-08 */
const commonProblems: readonly ProblemName[] = [
  'too-many-requests',
  'unexpected-failure',
  'unavailable',
  'api-key-missing',
  'api-key-not-uuid',
  'api-key-unknown',
  'integration-not-active',
  'not-authenticated',
];
const bodyProblems: readonly ProblemName[] = [
  'request-timeout',
  'body-not-json',
  'parameter-invalid',
  'request-too-large',
  'content-type-unsupported',
];
const pathProblems: readonly ProblemName[] = ['path-id-length', 'path-id-not-uuid', 'not-found'];

/** Every problem an endpoint can answer, in the order of the catalogue. */
function problemsOf(endpoint: Endpoint, bodies: EndpointBodies): ProblemName[] {
  const mismatch = endpoint.bodyBytes === null ? 'identifier-signature-mismatch' : 'body-signature-mismatch';
  const possible = new Set<ProblemName>([
    ...commonProblems,
    ...bodies.problems,
    ...(endpoint.bodyBytes === null ? [] : bodyProblems),
    ...(endpoint.path.includes(':') ? pathProblems : []),
    ...(endpoint.signed === 'none' ? [] : (['signature-malformed', mismatch] as const)),
  ]);
  return (Object.keys(problems) as ProblemName[]).filter((name) => possible.has(name));
}

/** Problems of an endpoint by HTTP status. */
function problemsByStatus(endpoint: Endpoint, bodies: EndpointBodies): Map<number, ProblemName[]> {
  const byStatus = new Map<number, ProblemName[]>();
  for (const name of problemsOf(endpoint, bodies)) {
    byStatus.set(problems[name].http, [...(byStatus.get(problems[name].http) ?? []), name]);
  }
  return byStatus;
}

function refusal(status: number, names: readonly ProblemName[], headers: Endpoint['headers']): unknown {
  const form = headers === 'feedback' ? 'feedback-' : '';
  return {
    description: names.map((name) => `${problems[name].code} ${name}`).join(', '),
    headers: answerHeaders([
      explanationHeaders.cause,
      explanationHeaders.detail,
      ...(status === 429 || status === 503 ? ['retry-after'] : []),
    ]),
    content: {
      'application/json': {
        schema: { $ref: `#/components/schemas/${form ? 'FeedbackProblem' : 'Problem'}` },
        examples: Object.fromEntries(
          names.map((name) => [name, { $ref: `#/components/examples/${form}${name}` }]),
        ),
      },
    },
  };
}

/** Errors shared by many endpoints have a name; a 400 or 409 differs almost everywhere. */
const refusalName = (
  status: number,
  names: readonly ProblemName[],
  headers: Endpoint['headers'],
): string | null => (status === 400 || status === 409 ? null : `${headers}-${status}-${names.at(-1) ?? ''}`);

/** Error answers of one endpoint, by HTTP status. */
export function refusals(endpoint: Endpoint, bodies: EndpointBodies): Record<string, unknown> {
  return Object.fromEntries(
    [...problemsByStatus(endpoint, bodies)].map(([status, names]) => {
      const shared = refusalName(status, names, endpoint.headers);
      const own = shared === null && refusal(status, names, endpoint.headers);
      return [String(status), own || { $ref: `#/components/responses/${shared}` }];
    }),
  );
}

/** Named answers that endpoints refer to. */
export function sharedRefusals(): Record<string, unknown> {
  return Object.fromEntries(
    endpoints.flatMap((endpoint) =>
      [...problemsByStatus(endpoint, endpointBodies[endpoint.name])].flatMap(([status, names]) => {
        const name = refusalName(status, names, endpoint.headers);
        return name === null ? [] : [[name, refusal(status, names, endpoint.headers)]];
      }),
    ),
  );
}

/** The body of every problem, in both forms. */
export function problemExamples(): Record<string, unknown> {
  const names = Object.keys(problems) as ProblemName[];
  const made = names.map((name) => new Problem(name, { parameter: '<member>' }));
  return Object.fromEntries([
    ...made.map((problem) => [problem.problem, { value: problemBody(problem) }]),
    ...made.map((problem) => [`feedback-${problem.problem}`, { value: feedbackProblemBody(problem) }]),
  ]);
}

/** Schema of problems; the feedback endpoints use the second form. */
export const problemSchema: JsonSchema = {
  type: 'object',
  required: ['status', 'code', 'message'],
  properties: { status: { const: 'fail' }, code: { type: 'string' }, message: { type: 'string' } },
};
export const feedbackProblemSchema: JsonSchema = {
  type: 'object',
  required: ['code', 'message'],
  properties: { code: { type: 'string' }, message: { type: 'string' } },
};
