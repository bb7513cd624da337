/** One row of the error catalogue; `<m>` in `message` is a placeholder for the member path. */
export interface ProblemRow {
  http: number;
  /** String of digits, as sent. */
  code: string;
  message: string;
}

const row = (http: number, code: string, message: string): ProblemRow => ({ http, code, message });

/**
 * Every error the public API answers with, in the order of the catalogue. The key is the name used in code; it is never sent.
 * @see spec/contract.md A-23
 */
export const problems = {
  'path-id-length': row(400, '1001', 'The identifier in the path must be 20 to 40 characters long.'),
  'path-id-not-uuid': row(400, '1002', 'The identifier in the path must be a version 4 UUID.'),
  'body-not-json': row(400, '1101', 'The request body could not be read as JSON.'),
  'not-found': row(404, '1101', 'The requested resource does not exist.'),
  'method-not-allowed': row(405, '1101', 'This method is not available here.'),
  'request-timeout': row(408, '1101', 'The request arrived too slowly.'),
  'too-many-requests': row(429, '1101', 'Too many requests. Try again later.'),
  'unexpected-failure': row(500, '1101', 'The service failed to handle the request.'),
  unavailable: row(503, '1101', 'The service is temporarily unavailable.'),
  'parameter-missing': row(400, '1102', 'A mandatory parameter is missing: <m>.'),
  'parameter-invalid': row(400, '1104', 'A parameter is not valid: <m>.'),
  'image-format-unsupported': row(400, '1104', 'The image format is not supported. Send JPEG, PNG or WebP.'),
  'image-format-not-enabled': row(
    400,
    '1104',
    'This image format is not enabled on this installation. Send JPEG, PNG or WebP.',
  ),
  'request-too-large': row(413, '1104', 'The request is too large.'),
  'content-type-unsupported': row(
    415,
    '1104',
    'The content type or encoding is not supported. Send application/json, not compressed.',
  ),
  'timestamp-invalid': row(400, '1202', 'The timestamp must be an ISO 8601 date-time with a time zone: <m>.'),
  'date-invalid': row(400, '1203', 'The date must have the form YYYY-MM-DD: <m>.'),
  'feature-not-enabled': row(400, '1301', 'This feature is not enabled for the integration.'),
  'watchlist-not-enabled': row(402, '1301', 'Watchlist screening is not enabled for the integration.'),
  'callback-not-https': row(400, '1302', 'The callback must be an https address.'),
  'status-invalid': row(400, '1303', 'The status is not valid.'),
  'session-takes-no-data': row(409, '1303', 'The session does not accept data in its present status.'),
  'idempotency-key-reused': row(409, '1104', 'The idempotency key was used for another request.'),
  'idempotency-key-in-use': row(
    409,
    '1101',
    'The first request with this idempotency key is still being processed.',
  ),
  'status-change-refused': row(400, '1304', 'The session cannot change to the requested status.'),
  'monitoring-already-disabled': row(400, '1304', 'Watchlist screening is already disabled'),
  'session-not-completed': row(400, '1305', 'The session is not in a completed status.'),
  'session-being-processed': row(400, '1306', 'The session is being processed.'),
  'id-number-missing': row(400, '1308', 'The ID number is missing.'),
  'names-missing': row(400, '1309', 'The first and last name, or the full name, are required.'),
  'birth-date-or-address-missing': row(400, '1310', 'The date of birth or an address is required.'),
  'image-data-missing': row(400, '1400', 'No image data was found.'),
  'image-not-base64': row(400, '1401', 'The image is not valid base64.'),
  'image-context-unsupported': row(400, '1402', 'The image context is not supported.'),
  'image-property-missing': row(400, '1403', 'An image property is missing: <m>.'),
  'vendor-data-too-long': row(400, '1500', 'vendorData must not be longer than 1000 characters.'),
  'vendor-data-not-string': row(400, '1501', 'vendorData must be a string.'),
  'api-key-missing': row(401, '1801', 'The X-AUTH-CLIENT header with the API key is missing.'),
  'api-key-not-uuid': row(401, '1802', 'The API key must be a UUID.'),
  'api-key-unknown': row(401, '1803', 'No integration was found for the API key.'),
  'integration-not-active': row(401, '1804', 'The integration is not active.'),
  'signature-malformed': row(401, '1812', 'The signature must be 64 hexadecimal digits.'),
  'not-authenticated': row(401, '1815', 'The request could not be authenticated.'),
  'identifier-signature-mismatch': row(401, '1818', 'The signature does not match the identifier.'),
  'body-signature-mismatch': row(401, '1819', 'The signature does not match the request body.'),
  'date-of-birth-invalid': row(400, '2003', 'The date of birth is not valid.'),
  'document-number-too-long': row(400, '2101', 'The document number is too long.'),
  'document-number-characters': row(400, '2102', 'The document number may contain only letters and digits.'),
  'document-type-unsupported': row(400, '2103', 'The document type is not supported.'),
  'document-country-unsupported': row(400, '2104', 'The document country is not supported.'),
} as const satisfies Record<string, ProblemRow>;

/** Name of a row of the error catalogue. */
export type ProblemName = keyof typeof problems;

/** Codes that are never sent and never given another meaning. @see spec/contract.md A-23 */
export const reservedProblemCodes = ['1003', '1201', '1813', '1814'] as const;

/** What 1815, `not-authenticated`, can mean. @see spec/contract.md A-245 */
export const authenticationCauses = [
  'signature-missing',
  'signature-repeated',
  'api-key-repeated',
  'api-keys-differ',
  'integration-not-of-api-key',
  'address-not-allowed',
  'origin-not-allowed',
] as const;

/** Meanings beyond a problem's name: of 1815, and of 429/1101. @see spec/contract.md */
export const namedCauses = [...authenticationCauses, 'session-limit-reached'] as const;

/** The exact meaning of an error, where several meanings share a code. @see spec/contract.md A-245 */
export type ProblemCause = ProblemName | (typeof namedCauses)[number];

/** What a problem carries besides its name. */
export interface ProblemOptions {
  /** The exact meaning; by default its name. */
  meaning?: (typeof namedCauses)[number];
  /** What would be accepted instead, as a fixed sentence; by default that of `problemDetail`. */
  detail?: string;
  /** Member path as written in the contract, `verification.consents[0].type`; never a name or value from the request. */
  parameter?: string;
  /** Whole seconds for the `Retry-After` header. */
  retryAfter?: number;
}

/**
 * A caller's mistake, or an error the contract names; one handler turns it into a response.
 * @see spec/contract.md A-22
 */
export class Problem extends Error {
  /** Row of the catalogue. */
  readonly problem: ProblemName;
  readonly http: number;
  readonly code: string;
  /** Member path, or `null` when the message names none. */
  readonly parameter: string | null;
  /** Whole seconds, or `null` when no `Retry-After` is sent. */
  readonly retryAfter: number | null;
  readonly meaning: ProblemCause;
  /** Detail given by the code that threw it, or `null`. */
  readonly detail: string | null;

  constructor(name: ProblemName, options: ProblemOptions = {}) {
    const { http, code, message } = problems[name];
    super(message.replace('<m>', options.parameter ?? 'body'));
    this.name = 'Problem';
    this.problem = name;
    this.http = http;
    this.code = code;
    this.parameter = options.parameter ?? null;
    this.retryAfter = options.retryAfter ?? null;
    this.meaning = options.meaning ?? name;
    this.detail = options.detail ?? null;
  }
}

/** Error body outside the feedback API. @see spec/contract.md A-22 */
export interface ProblemBody {
  status: 'fail';
  code: string;
  message: string;
}

/** The body sent for a problem outside the feedback API. @see spec/contract.md A-22 */
export function problemBody(problem: Problem): ProblemBody {
  return { status: 'fail', code: problem.code, message: problem.message };
}

/** Error body of the feedback API: no `status`. @see spec/contract.md A-83 */
export interface FeedbackProblemBody {
  code: string;
  message: string;
}

/** Codes of the feedback API that are words instead of digits, by problem. @see spec/contract.md A-83 */
export const feedbackCodes = {
  'too-many-requests': 'RATE_LIMIT_EXCEEDED',
  'unexpected-failure': 'INTERNAL_SERVER_ERROR',
} as const satisfies Partial<Record<ProblemName, string>>;

/** The body sent for a problem of the feedback API. @see spec/contract.md A-83 */
export function feedbackProblemBody(problem: Problem): FeedbackProblemBody {
  const words: Partial<Record<ProblemName, string>> = feedbackCodes;
  return { code: words[problem.problem] ?? problem.code, message: problem.message };
}
