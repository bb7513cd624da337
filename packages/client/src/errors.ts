/** Base class of all errors of this library. */
export class CountersignError extends Error {
  override name = 'CountersignError';
}

/** Details of an error response. */
export interface RefusalDetails {
  /** HTTP status. */
  status: number;
  /** Code of the catalogue, such as `1104`; `null` when the body has none. */
  code: string | null;
  /** Text of the body, for logs and people; `null` when the body has none. */
  text: string | null;
  /** Distinguishes errors that share a code, for programs; from `x-error-cause`; `null` when absent. */
  errorCause: string | null;
  /** What would have been accepted, from `x-error-detail`; `null` when absent. */
  detail: string | null;
  /** `x-request-id`, which identifies the request in the service's logs; `null` when another server answered. */
  requestId: string | null;
  /** True when the response had a correct signature. Responses to an unknown API key are not signed. */
  isVerified: boolean;
  /** Seconds to wait, from `Retry-After`; `null` when absent. */
  retryAfter: number | null;
}

/** The service rejected a request; the same request will be rejected again, except for 429 and 5xx. */
export class ApiError extends CountersignError implements RefusalDetails {
  override name = 'ApiError';
  readonly status: number;
  readonly code: string | null;
  readonly text: string | null;
  readonly errorCause: string | null;
  readonly detail: string | null;
  readonly requestId: string | null;
  readonly isVerified: boolean;
  readonly retryAfter: number | null;

  constructor(request: string, details: RefusalDetails) {
    const code = details.code === null ? '' : `/${details.code}`;
    const text = details.text ?? 'no answer of the service; baseUrl must be its address';
    const detail = details.detail === null ? '' : ` ${details.detail}`;
    const id = details.requestId === null ? '' : ` (request ${details.requestId})`;
    super(`${request}: ${details.status}${code} ${text}${detail}${id}`);
    this.status = details.status;
    this.code = details.code;
    this.text = details.text;
    this.errorCause = details.errorCause;
    this.detail = details.detail;
    this.requestId = details.requestId;
    this.isVerified = details.isVerified;
    this.retryAfter = details.retryAfter;
  }
}

/** No response arrived: the network failed or the request timed out. Whether a write took effect is unknown. */
export class ConnectionError extends CountersignError {
  override name = 'ConnectionError';

  constructor(request: string, cause: unknown) {
    super(`${request}: no answer (${textOf(cause)})`, { cause });
  }
}

/** The useful part of a `fetch` error is in its causes. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.message || ((error as { code?: string }).code ?? error.name);
  return error.cause === undefined ? own : `${own}: ${textOf(error.cause)}`;
}

/** A response whose signature is missing or matches none of the secrets: it is not from the service, or was altered in transit. */
export class AnswerSignatureError extends CountersignError {
  override name = 'AnswerSignatureError';

  constructor(request: string, problem: 'missing' | 'wrong') {
    const found =
      problem === 'missing'
        ? 'has no signature; baseUrl must be the address of the service, and nothing on the way may take x-hmac-signature off'
        : 'has a signature that fits none of the secrets; sharedSecret must contain the master key of the integration';
    super(`${request}: the answer ${found}`);
  }
}

/** Why a webhook was rejected. */
export type WebhookProblem =
  /** `x-hmac-signature` is missing. */
  | 'signature-missing'
  /** The signature matches none of the secrets: someone else sent it, the body was altered, or it is no longer the raw body. */
  | 'signature-wrong'
  /** `webhook-timestamp` is missing, not a number, or further from now than the tolerance. */
  | 'timestamp-outside-tolerance'
  /** The body is signed but is not a JSON object. */
  | 'body-not-json';

/** A webhook that must not be trusted; answer 400. */
export class WebhookError extends CountersignError {
  override name = 'WebhookError';
  readonly problem: WebhookProblem;

  constructor(problem: WebhookProblem, text: string) {
    super(text);
    this.problem = problem;
  }
}
