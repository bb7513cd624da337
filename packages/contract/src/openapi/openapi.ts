import { endpointBodies, type EndpointBodies, mediaAnswerTypes } from '../endpoint-bodies.ts';
import { type Endpoint, endpoints } from '../endpoints.ts';
import { feedbackProblemBody, Problem, problemBody, type ProblemName, problems } from '../problems.ts';
import * as registry from '../registry-results.ts';
import { described } from './member-descriptions.ts';
import { components, json, plain } from './openapi-schemas.ts';
import type { JsonSchema } from '../rules.ts';
import { explanationHeaders, requestHeaders, responseHeaders, webhookHeaders } from '../signing.ts';
import { usedComponents } from './used-components.ts';
import { type WebhookType, webhookTypes } from '../webhook-types.ts';

/** What every endpoint can refuse. @see spec/contract.md A-08 */
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
export function problemsOf(endpoint: Endpoint, bodies: EndpointBodies): ProblemName[] {
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

/** Refusals that many endpoints share have a name; a 400 or 409 is different almost everywhere. */
const refusalName = (
  status: number,
  names: readonly ProblemName[],
  headers: Endpoint['headers'],
): string | null => (status === 400 || status === 409 ? null : `${headers}-${status}-${names.at(-1) ?? ''}`);

function refusals(endpoint: Endpoint, bodies: EndpointBodies): Record<string, unknown> {
  return Object.fromEntries(
    [...problemsByStatus(endpoint, bodies)].map(([status, names]) => {
      const shared = refusalName(status, names, endpoint.headers);
      const own = shared === null && refusal(status, names, endpoint.headers);
      return [String(status), own || { $ref: `#/components/responses/${shared}` }];
    }),
  );
}

function sharedRefusals(): Record<string, unknown> {
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
function problemExamples(): Record<string, unknown> {
  const names = Object.keys(problems) as ProblemName[];
  const made = names.map((name) => new Problem(name, { parameter: '<member>' }));
  return Object.fromEntries([
    ...made.map((problem) => [problem.problem, { value: problemBody(problem) }]),
    ...made.map((problem) => [`feedback-${problem.problem}`, { value: feedbackProblemBody(problem) }]),
  ]);
}

const answerHeaderNames = [
  ...responseHeaders.apiKey,
  ...responseHeaders.signature,
  responseHeaders.integrationId,
  'x-request-id',
  explanationHeaders.ignored,
];
const answerHeaders = (more: readonly string[] = []) =>
  Object.fromEntries(
    [...answerHeaderNames, ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );

function answers({ answers: found }: EndpointBodies): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(found).map(([status, answer]) => [
      status,
      {
        description: status === '202' ? 'Not finished yet.' : 'Done.',
        headers: answerHeaders(status === '202' ? ['retry-after'] : []),
        content:
          answer === null
            ? Object.fromEntries(mediaAnswerTypes.map((type) => [type, {}]))
            : json(answer.schema, answer.examples),
      },
    ]),
  );
}

const pathTexts: Readonly<Record<string, string>> = {
  sessionId: 'UUID of the session, in any letter case; a signature covers it as it is written here.',
  attemptId: 'UUID of the attempt, in any letter case; a signature covers it as it is written here.',
  mediaId: 'UUID of the file, in any letter case; a signature covers it as it is written here.',
};

function operationParameters(endpoint: Endpoint): unknown[] {
  const ids = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    description: pathTexts[name ?? ''],
    schema: { type: 'string', format: 'uuid' },
  }));
  const version = {
    name: 'version',
    in: 'query',
    required: true,
    description: 'Version of the shape of the answer.',
    schema: { const: registry.registryVersion },
  };
  const key = { $ref: '#/components/parameters/idempotency-key' };
  return [
    ...ids,
    ...(endpoint.query === 'version' ? [version] : []),
    { $ref: '#/components/parameters/vrf-integration-id' },
    ...(endpoint.method === 'POST' || endpoint.name === 'submit-session' ? [key] : []),
  ];
}

function security({ headers, signed }: Endpoint): Record<string, never[]>[] {
  const names = headers === 'feedback' ? ['feedbackApiKey', 'feedbackSignature'] : ['apiKey', 'signature'];
  const needed = signed === 'none' ? names.slice(0, 1) : names;
  return [Object.fromEntries(needed.map((name) => [name, []]))];
}

const signedText: Readonly<Record<Endpoint['signed'], string>> = {
  none: 'No signature is needed; an integration may require one over the body.',
  body: 'Signed over the raw request body.',
  'session-id': 'Signed over the session ID as it stands in the path.',
  'attempt-id': 'Signed over the attempt ID as it stands in the path, or the lower-case ID of its session.',
  'media-id': 'Signed over the media ID as it stands in the path, or the lower-case ID of its session.',
  path: 'Signed over the full request path.',
  'path-and-body': 'Signed over the full request path, one line feed, and the raw body.',
};

function operation(endpoint: Endpoint & { name: keyof typeof endpointBodies }): Record<string, unknown> {
  const bodies = endpointBodies[endpoint.name];
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    description: `${signedText[endpoint.signed]} See spec/contract.md ${endpoint.contract.join(', ')}.`,
    tags: [endpoint.headers === 'feedback' ? 'feedback' : (endpoint.path.split('/')[1] ?? '')],
    security: security(endpoint),
    parameters: operationParameters(endpoint),
    ...(bodies.request && {
      requestBody: {
        required: true,
        content: described(json(bodies.request.schema, [bodies.request.example]), [endpoint.name]),
      },
    }),
    responses: { ...answers(bodies), ...refusals(endpoint, bodies) },
  };
}

function paths(): Record<string, Record<string, unknown>> {
  const found: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    (found[path] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint);
  }
  return found;
}

const textHeader = (description: string) => ({ description, schema: { type: 'string' } });

const webhookHeaderNames = [
  ...webhookHeaders.apiKey,
  ...webhookHeaders.signature,
  webhookHeaders.integrationId,
  webhookHeaders.id,
  webhookHeaders.timestamp,
  webhookHeaders.signatures,
  webhookHeaders.attempt,
];

function webhook({ type, sentWhen, schema, example, contract }: WebhookType): Record<string, unknown> {
  return {
    post: {
      operationId: `webhook-${type}`,
      tags: ['webhooks'],
      // The service signs what it sends; the receiver asks for nothing.
      security: [],
      summary: `Sent when ${sentWhen}`,
      description: `See spec/contract.md A-86, A-87, ${contract.join(', ')}.`,
      parameters: webhookHeaderNames.map((name) => ({ $ref: `#/components/parameters/sent-${name}` })),
      requestBody: { required: true, content: json(schema, [example]) },
      responses: { '2XX': { description: 'Taken. Anything else, redirects included, is tried again.' } },
    },
  };
}

const webhookHeaderTexts: Readonly<Record<string, string>> = {
  ...Object.fromEntries(webhookHeaders.apiKey.map((name) => [name, 'The API key, lower case.'])),
  ...Object.fromEntries(
    webhookHeaders.signature.map((name) => [
      name,
      'HMAC-SHA256 of the body under the master key, lower-case hex.',
    ]),
  ),
  [webhookHeaders.integrationId]: 'UUID of the integration.',
  [webhookHeaders.id]: 'UUID of the event, the same on every attempt and replay.',
  [webhookHeaders.timestamp]: 'Seconds since 1970 of this attempt.',
  [webhookHeaders.signatures]:
    'One entry for each current key: v1, and the base64 of HMAC-SHA256 over webhook-id.webhook-timestamp.body.',
  [webhookHeaders.attempt]: 'Number of this attempt, from 1.',
};

const headerScheme = (name: string, description: string) => ({
  type: 'apiKey',
  in: 'header',
  name,
  description,
});
const hmac = 'HMAC-SHA256 keyed with a shared secret, 64 hexadecimal digits, optionally after "sha256=".';

const securitySchemes = {
  apiKey: headerScheme(requestHeaders.public.apiKey, 'The API key of the integration.'),
  signature: headerScheme(requestHeaders.public.signature, hmac),
  feedbackApiKey: headerScheme(
    requestHeaders.feedback.apiKey,
    `The API key of the integration; ${requestHeaders.public.apiKey} is accepted in its place.`,
  ),
  feedbackSignature: headerScheme(requestHeaders.feedback.signature, hmac),
};

const problemSchema: JsonSchema = {
  type: 'object',
  required: ['status', 'code', 'message'],
  properties: { status: { const: 'fail' }, code: { type: 'string' }, message: { type: 'string' } },
};
const feedbackProblemSchema: JsonSchema = {
  type: 'object',
  required: ['code', 'message'],
  properties: { code: { type: 'string' }, message: { type: 'string' } },
};

const headers = {
  ...Object.fromEntries(responseHeaders.apiKey.map((name) => [name, textHeader('The API key, lower case.')])),
  ...Object.fromEntries(
    responseHeaders.signature.map((name) => [
      name,
      textHeader('HMAC-SHA256 of the response body, lower-case hex.'),
    ]),
  ),
  [responseHeaders.integrationId]: textHeader('UUID of the integration.'),
  'x-request-id': textHeader('Identifies the request in the logs of the service.'),
  [explanationHeaders.cause]: textHeader(
    'What exactly the code means here, one name. See spec/contract.md A-245.',
  ),
  [explanationHeaders.detail]: textHeader('The member, the values allowed and the limit, as a sentence.'),
  [explanationHeaders.ignored]: textHeader(
    'Test integrations only: input of the request that had no effect, as a list of paths. See spec/contract.md A-246.',
  ),
  'retry-after': { description: 'Seconds to wait.', schema: { type: 'integer' } },
};

const parameters = {
  ...Object.fromEntries(
    webhookHeaderNames.map((name) => [
      `sent-${name}`,
      {
        name,
        in: 'header',
        required: true,
        description: webhookHeaderTexts[name],
        schema: { type: 'string' },
      },
    ]),
  ),
  [requestHeaders.integrationId]: {
    name: requestHeaders.integrationId,
    in: 'header',
    description: 'Selects an integration where several share the API key.',
    schema: { type: 'string', format: 'uuid' },
  },
  [requestHeaders.idempotencyKey]: {
    name: requestHeaders.idempotencyKey,
    in: 'header',
    description: 'Makes a repetition within 24 hours safe: the first answer is given again.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
};

const tags = {
  sessions: 'Creating, feeding, submitting and reading sessions.',
  'validate-registry': 'Validating a national ID number.',
  attempts: 'Attempts of a session.',
  media: 'Files of a session.',
  sandbox: 'What only test integrations have.',
  feedback: 'Reporting what turned out later; signed over the path.',
  webhooks: 'What the service sends.',
};

const schemas = (): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({ ...components, Problem: problemSchema, FeedbackProblem: feedbackProblemSchema }).map(
      ([name, schema]) => [name, described(plain(schema, true), [name])],
    ),
  );

/**
 * The OpenAPI 3.1 document of the public API and its webhooks, as plain data.
 * @param apiUrl `{base_url}/v1` of an installation; without one the document has a variable in its place
 * @see spec/interface.md, "Endpoints"
 */
export function openApiDocument(apiUrl?: string): Record<string, unknown> {
  return usedComponents({
    openapi: '3.1.0',
    info: {
      title: 'Countersign',
      version: '1.0.0',
      description:
        'Identity verification: create a session, upload media, submit, read one signed decision. ' +
        'Clients tolerate members, values and webhook types they do not know.',
      contact: { name: 'The operator of the installation' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      apiUrl === undefined
        ? { url: '{base_url}/v1', variables: { base_url: { default: 'https://id.example.com' } } }
        : { url: apiUrl },
    ],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: paths(),
    webhooks: Object.fromEntries(webhookTypes.map((type) => [type.type, webhook(type)])),
    components: {
      schemas: schemas(),
      responses: sharedRefusals(),
      examples: problemExamples(),
      headers,
      parameters,
      securitySchemes,
    },
  });
}
