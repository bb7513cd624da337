import { endpointBodies } from './endpoint-bodies.ts';
import type { EndpointName } from './endpoints.ts';
import { limits } from './limits.ts';
import { uploadContexts } from './media.ts';
import type { Problem, ProblemCause } from './problems.ts';
import { schemaAt } from './schema-walk.ts';
import type { JsonSchema } from './rules.ts';

const switchedOn = (setting: string): string =>
  `${setting} must be switched on for the integration; the operator can do that.`;

/** What is accepted, by the meaning of an error; no row where the message already covers it. */
const details: Readonly<Partial<Record<ProblemCause, string>>> = {
  'signature-missing':
    'The request must be signed: X-HMAC-SIGNATURE is missing or empty, on the feedback API VRF-HMAC-SIGNATURE. X-SIGNATURE is ignored.',
  'signature-malformed':
    'The signature must be an HMAC-SHA256 in 64 hexadecimal digits, not in base64; sha256= may stand before it.',
  'body-signature-mismatch':
    'The signature must be the HMAC-SHA256 of exactly the bytes of the body, on the feedback API of the path, a line feed and the body; its key must be a shared secret of the integration, as it was shown.',
  'identifier-signature-mismatch':
    'The signature must be the HMAC-SHA256 of the identifier as it stands in the path, on the feedback API of the whole path; its key must be a shared secret of the integration, as it was shown.',
  'api-key-missing': 'X-AUTH-CLIENT must hold the API key of the integration, a UUID.',
  'api-key-not-uuid':
    'X-AUTH-CLIENT must hold the API key of the integration, a UUID; it is not the shared secret.',
  'api-key-unknown': 'X-AUTH-CLIENT must hold the API key of an integration of this installation.',
  'not-found':
    'The path must be one of the API, without a slash at its end, and name what is there and belongs to the integration of the API key.',
  'method-not-allowed': 'The method must be one that the header Allow lists.',
  'session-takes-no-data':
    'Pictures and data must be sent before the session is submitted, or after it has asked for them again and before the time for that ends. The decision has its status; after a final one a new session must be created.',
  'feature-not-enabled': switchedOn('The option'),
  'watchlist-not-enabled': switchedOn('watchlistScreening'),
  'too-many-requests': 'The request must be repeated, after the seconds that Retry-After names.',
  'session-limit-reached':
    'The session must be created after the seconds that Retry-After names: the organisation has created as many as it may; the operator can raise the limit.',
  unavailable: 'The request must be repeated, after the seconds that Retry-After names.',
  'idempotency-key-reused': 'Idempotency-Key must be a new one for every other body, within 24 hours.',
  'idempotency-key-in-use':
    'The same request must be repeated with the same Idempotency-Key, after the seconds that Retry-After names.',
  'image-format-unsupported':
    'image.content must be, decoded once, the bytes of a JPEG, PNG or WebP file, from its first byte.',
  'image-not-base64':
    'image.content must be standard base64 with all of its padding or none, alone or after data:image/jpeg;base64, (or png, webp).',
  'signature-repeated': 'The signature header must be sent once.',
  'api-key-repeated': 'The header with the API key must be sent once.',
  'api-keys-differ': 'VRF-AUTH-CLIENT and X-AUTH-CLIENT must hold the same API key.',
  'integration-not-of-api-key':
    'vrf-integration-id must be sent once, with the UUID of an integration of the API key, or not at all.',
  'address-not-allowed': 'The request must come from an address that the integration allows.',
  'origin-not-allowed': 'The Origin of the page must be one that the integration allows.',
  'request-too-large': `The body must have at most ${limits.bodyBytes} bytes, on POST media ${limits.mediaBodyBytes}; an image at most ${limits.base64CharactersPerImage} base64 characters.`,
  'content-type-unsupported':
    'Content-Type must be sent once, as application/json with no other parameter than charset=utf-8; Content-Encoding must not be used.',
  'body-not-json': `The body must be one JSON object in UTF-8, without repeated keys, at most ${limits.jsonDepth} levels deep, with at most ${limits.jsonValues} brackets and commas.`,
  'status-invalid': 'verification.status must be submitted.',
  'date-invalid':
    'Dates must have the form YYYY-MM-DD and be days of the calendar, those of documents from 1900-01-01 to 2199-12-31.',
  'date-of-birth-invalid': 'verification.person.dateOfBirth must be a day from 1900-01-01 to today.',
  'callback-not-https':
    'verification.callback must begin with https://; test integrations also take http:// on loopback hosts.',
  'vendor-data-too-long': `verification.vendorData must have at most ${limits.vendorDataCharacters} characters.`,
  'image-context-unsupported': `image.context must be one of ${uploadContexts.join(', ')}.`,
  'document-country-unsupported':
    'verification.document.country must be an ISO 3166-1 alpha-2 code in capitals, and that of the registry where one alone decides.',
};

const noResult = 'The path must name a session of the integration';
const queryOf = (setting: string): string =>
  `${noResult}, which is final, and ${setting} must have been switched on for the integration; the operator can do that.`;

/** The same where it differs by endpoint. Applies to every cause there, so it does not reveal whether something exists. */
const detailsOfEndpoints: Readonly<Partial<Record<EndpointName, Partial<Record<ProblemCause, string>>>>> = {
  'submit-session': {
    'status-change-refused':
      'A session must be submitted before its lifetime ends, after a request to resubmit before the time for that ends, and never when it is in review or final. The decision has its status; after a final one a new session must be created.',
  },
  'get-watchlist-screening': {
    'not-found': `${noResult}; a final one of which no name is known, or that was never submitted, is not screened.`,
  },
  'update-watchlist-screening': {
    'not-found': `${noResult} that has been screened, and hit.id must be one of its hits.`,
    'feature-not-enabled':
      'watchlist.solution must be enhanced for the integration; the operator can do that.',
  },
  'validate-registry': { 'feature-not-enabled': switchedOn('validateRegistry') },
  'validate-registry-alias': { 'feature-not-enabled': switchedOn('validateRegistry') },
  'delete-session': {
    'feature-not-enabled': switchedOn('deletion'),
    'session-being-processed':
      'The session must have its decision, which a webhook announces; the request must be repeated then.',
    'session-not-completed':
      'The review of the session must have been decided by a person; the request must be repeated then.',
  },
  'get-fullauto-decision': {
    'not-found': `${noResult} that is decided, and fullAuto must be switched on for the integration; the operator can do that.`,
  },
  'get-ine-registry': { 'not-found': queryOf('mexico.ineQuery') },
  'get-curp-registry': { 'not-found': queryOf('mexico.curpQuery') },
  'get-combined-ine-curp-registry': { 'not-found': queryOf('mexico.combinedQuery') },
  'advance-clock': { 'not-found': 'The integration must be a test integration.' },
  'report-fraud': { 'feature-not-enabled': switchedOn('fraudReports') },
  'retrieve-fraud-reports': { 'feature-not-enabled': switchedOn('fraudReports') },
};

/**
 * What would have been accepted, as a fixed sentence that names the member, the allowed values and the limit; it contains nothing from the
 * request.
 * @param endpoint `null` where the request matched none
 * @returns `null` where the message is already complete
 * @see spec/contract.md A-245
 */
export function problemDetail(problem: Problem, endpoint: EndpointName | null): string | null {
  if (problem.detail !== null) return problem.detail;
  const ofEndpoint = endpoint === null ? undefined : detailsOfEndpoints[endpoint]?.[problem.meaning];
  const detail = ofEndpoint ?? details[problem.meaning];
  if (detail !== undefined) return detail;
  const request = endpoint === null ? null : endpointBodies[endpoint].request;
  if (problem.parameter === null || request === null) return null;
  const schema = schemaAt(request.schema, problem.parameter);
  return schema === null ? null : `${problem.parameter} must be ${requirement(schema)}.`;
}

const formats: Readonly<Record<string, string>> = {
  date: 'a date YYYY-MM-DD that the calendar has',
  'date-time': 'an ISO 8601 date-time with seconds and a time zone',
  uuid: 'a UUID',
  uri: 'an absolute https URL',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
};

/** The JSON Schema keywords that our schemas use. */
interface Keywords {
  enum?: readonly (string | null)[];
  const?: string | boolean;
  type?: string | readonly string[];
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
}

/** What a value must be, as the words after `must be`. */
function requirement(schema: JsonSchema): string {
  const { enum: values, const: only, type, format = '', pattern, ...bounds } = schema as Keywords;
  if (only !== undefined) return String(only);
  if (values !== undefined) return `one of ${values.filter((value) => value !== null).join(', ')}`;
  const kind = typeof type === 'string' ? type : type?.find((name) => name !== 'null');
  if (kind === 'boolean') return 'true or false';
  if (kind === 'integer') return `a whole number from ${bounds.minimum} to ${bounds.maximum}`;
  const items = bounds.uniqueItems === true ? 'items, each once' : 'items';
  if (kind === 'array') return `a list${counts(items, bounds.minItems, bounds.maxItems)}`;
  if (kind === 'object') return 'an object';
  const form = pattern === undefined ? '' : ` of the form ${pattern}`;
  return `${formats[format] ?? 'a text'}${counts('characters', bounds.minLength, bounds.maxLength)}${form}`;
}

function counts(unit: string, least?: number, most?: number): string {
  const bounds = [
    ...(least === undefined ? [] : [`at least ${least}`]),
    ...(most === undefined ? [] : [`at most ${most}`]),
  ];
  return bounds.length === 0 ? '' : ` of ${bounds.join(' and ')} ${unit}`;
}
