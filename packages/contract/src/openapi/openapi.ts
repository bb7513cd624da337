import { endpointBodies, type EndpointBodies, mediaAnswerTypes } from '../endpoint-bodies.ts';
import { type Endpoint, endpoints } from '../endpoints.ts';
import * as registry from '../registry-results.ts';
import { described } from './member-descriptions.ts';
import { components, json, plain } from './openapi-schemas.ts';
import {
  answerHeaders,
  headerComponents,
  parameterComponents,
  securitySchemes,
  webhookHeaderNames,
} from './headers.ts';
import {
  feedbackProblemSchema,
  problemExamples,
  problemSchema,
  refusals,
  sharedRefusals,
} from './refusals.ts';
import { usedComponents } from './used-components.ts';
import { type WebhookType, webhookTypes } from '../webhooks/webhook-types.ts';

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

function webhook({ type, sentWhen, schema, example, contract }: WebhookType): Record<string, unknown> {
  return {
    post: {
      operationId: `webhook-${type}`,
      tags: ['webhooks'],
      // The service signs what it sends; the receiver requires no authentication.
      security: [],
      summary: `Sent when ${sentWhen}`,
      description: `See spec/contract.md A-86, A-87, ${contract.join(', ')}.`,
      parameters: webhookHeaderNames.map((name) => ({ $ref: `#/components/parameters/sent-${name}` })),
      requestBody: { required: true, content: json(schema, [example]) },
      responses: { '2XX': { description: 'Taken. Anything else, redirects included, is tried again.' } },
    },
  };
}

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
 * @param apiUrl `{base_url}/v1` of an installation; without it the document contains a server variable instead
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
      headers: headerComponents,
      parameters: parameterComponents,
      securitySchemes,
    },
  });
}
