/** Headers of the API as components of the OpenAPI document, and references to them. */
import { explanationHeaders, requestHeaders, responseHeaders, webhookHeaders } from '../signing.ts';

const answerHeaderNames = [
  ...responseHeaders.apiKey,
  ...responseHeaders.signature,
  responseHeaders.integrationId,
  'x-request-id',
  explanationHeaders.ignored,
];
/** References to the headers of every answer, plus the given ones. */
export const answerHeaders = (more: readonly string[] = []) =>
  Object.fromEntries(
    [...answerHeaderNames, ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );

const textHeader = (description: string) => ({ description, schema: { type: 'string' } });

/** Headers that the service sends with a webhook. */
export const webhookHeaderNames = [
  ...webhookHeaders.apiKey,
  ...webhookHeaders.signature,
  webhookHeaders.integrationId,
  webhookHeaders.id,
  webhookHeaders.timestamp,
  webhookHeaders.signatures,
  webhookHeaders.attempt,
];

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

/** How requests are authenticated. */
export const securitySchemes = {
  apiKey: headerScheme(requestHeaders.public.apiKey, 'The API key of the integration.'),
  signature: headerScheme(requestHeaders.public.signature, hmac),
  feedbackApiKey: headerScheme(
    requestHeaders.feedback.apiKey,
    `The API key of the integration; ${requestHeaders.public.apiKey} is accepted in its place.`,
  ),
  feedbackSignature: headerScheme(requestHeaders.feedback.signature, hmac),
};

/** Headers of answers. */
export const headerComponents = {
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

/** Headers of requests, and of webhooks under `sent-NAME`. */
export const parameterComponents = {
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
