// One request: signs and sends it, verifies the response, and repeats it where that is safe.
//
// What may be repeated: the service executes a POST or a submission with an `Idempotency-Key` only once, and repeating a PATCH of a
// screening, GET or DELETE changes nothing (spec/contract.md ). So every request of this library is repeated after a
// broken connection, 429, 502, 503 and 504, and after 409/1101, which means that the first one is still running. If a repeated DELETE
// finds nothing, the first one succeeded.
import { AnswerSignatureError, ApiError, ConnectionError, CountersignError } from './errors.ts';
import { hexSignatureFits, hmac, toHex } from './signature.ts';

/** Options of a client. */
export interface ClientOptions {
  /** Address of the service, `https://id.example.com`, with or without a trailing `/v1`. */
  baseUrl: string;
  /** API key of the integration. */
  apiKey: string;
  /**
   * Shared secret of the integration, or several while keys are rotated. The first one signs requests; responses and webhooks may be
   * signed with any of them. The master key must be included.
   */
  sharedSecret: string | readonly string[];
  /** Selects an integration when several share the API key. */
  integrationId?: string;
  /** Milliseconds per attempt, including the response; a body adds one second per 256 KiB. 30 000 by default. */
  timeoutMs?: number;
  /** Retries after the first attempt. 3 by default. */
  retries?: number;
  /** Replaces the `fetch` of the runtime. */
  fetch?: typeof globalThis.fetch;
}

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call, including waits and retries. */
  signal?: AbortSignal;
  /**
   * Identifies a POST or a submission, so that repeating it within 24 hours creates nothing new: 1 to 255 printable ASCII characters. By
   * default each call has a new one, which covers only retries by this library. Pass your own, such as the number of
   * an application, so that a restart of your program does not create a second session either.
   */
  idempotencyKey?: string;
}

/** A request as the methods of the client describe it. */
export interface Call extends CallOptions {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `{base_url}/v1`; `{id}` stands for `id`. */
  path: string;
  /** Identifier in the path; the signature covers it if there is no body. */
  id?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** The feedback API signs the path and uses different headers. @see spec/contract.md A-79 */
  api?: 'public' | 'feedback';
}

/** A response whose signature has been verified. */
export interface Answer {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
}

/** Validated options with defaults filled in. */
export interface Connection {
  url: URL;
  apiKey: string;
  secrets: readonly [string, ...string[]];
  integrationId: string | null;
  timeoutMs: number;
  retries: number;
  fetch: typeof globalThis.fetch;
}

/** Validates the options of a client. @throws CountersignError for an unusable one */
export function readOptions(options: ClientOptions): Connection {
  const { apiKey, integrationId, timeoutMs = 30_000, retries = 3 } = options;
  const url = readBaseUrl(options.baseUrl);
  if (!apiKey) throw new CountersignError('apiKey: must be the API key of the integration, not empty');
  if (!(timeoutMs > 0)) throw new CountersignError(`timeoutMs: must be more than 0, not ${timeoutMs}`);
  if (!Number.isInteger(retries) || retries < 0)
    throw new CountersignError(`retries: must be a whole number from 0, not ${retries}`);
  return {
    url,
    apiKey,
    secrets: readSecrets(options.sharedSecret),
    integrationId: integrationId ?? null,
    timeoutMs,
    retries,
    fetch: options.fetch ?? ((...args) => globalThis.fetch(...args)),
  };
}

function readBaseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new CountersignError(
      `baseUrl: must be an absolute http or https address such as https://id.example.com, not ${JSON.stringify(text)}`,
    );
  if (url.username || url.password)
    throw new CountersignError('baseUrl: must have no user name and no password');
  url.pathname = `${url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1`;
  return url;
}

/** An unset variable arrives as `undefined`, and a secret read from a file ends with a line feed. */
function readSecrets(given: string | readonly string[] | undefined): Connection['secrets'] {
  const [first, ...others] = typeof given === 'string' ? [given] : (given ?? []);
  if (!first || others.some((secret) => !secret))
    throw new CountersignError('sharedSecret: must be one shared secret or several, none of them empty');
  if ([first, ...others].some((secret) => secret !== secret.trim()))
    throw new CountersignError(
      'sharedSecret: must have no white space around it; cut off the line feed at the end of a file',
    );
  return [first, ...others];
}

const passing = new Set([429, 502, 503, 504]);
/** Milliseconds of the first wait; each further wait is twice as long, up to `longestWait`. */
const firstWait = 250;
const longestWait = 20_000;

/** Sends a call and verifies the response. @throws ApiError, ConnectionError, AnswerSignatureError; the reason of an aborted signal */
export async function send(connection: Connection, call: Call): Promise<Answer> {
  const request = await prepare(connection, call);
  for (let attempt = 0; ; attempt += 1) {
    const failure = await attemptOnce(connection, request, call.signal).catch((error: unknown) => {
      // The caller no longer wants a response that arrived in the meantime.
      if (call.signal?.aborted) throw call.signal.reason;
      if (!(error instanceof CountersignError)) throw error;
      return error;
    });
    if (!(failure instanceof CountersignError)) return failure;
    if (attempt > 0 && call.method === 'DELETE' && failure instanceof ApiError && failure.status === 404)
      return { status: 200, headers: new Headers(), bytes: new TextEncoder().encode('{"status":"success"}') };
    if (attempt >= connection.retries || !isPassing(failure)) throw failure;
    await wait(waitMs(failure, attempt), call.signal);
  }
}

/** Whether the same request may soon succeed; if the required wait is too long for a call, retrying is up to the caller. */
const isPassing = (error: CountersignError): boolean =>
  error instanceof ConnectionError ||
  (error instanceof ApiError &&
    (error.retryAfter ?? 0) * 1000 <= longestWait &&
    (passing.has(error.status) || (error.status === 409 && error.code === '1101')));

function waitMs(error: CountersignError, attempt: number): number {
  const own = firstWait * 2 ** attempt * (0.75 + Math.random() / 2);
  const requested = error instanceof ApiError && error.retryAfter !== null ? error.retryAfter * 1000 : 0;
  return Math.min(longestWait, Math.max(own, requested));
}

/** Waits, or rejects when the signal is aborted. @throws the reason of the signal */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}

interface Prepared {
  /** `GET /sessions/{id}/decision`, for errors. */
  name: string;
  url: string;
  init: RequestInit;
  /** Milliseconds that sending the body adds to the time limit. */
  sendingMs: number;
}

/** Minimum rate, in bytes a second, at which a body is sent: a picture of 18 MiB has 96 s. */
const slowestSending = 262_144;

/** @throws CountersignError for a missing identifier, which the service would report as a wrong signature */
function pathOf({ path, id }: Call): string {
  if (!path.includes('{id}')) return path;
  if (typeof id === 'string' && id !== '') return path.replace('{id}', encodeURIComponent(id));
  throw new CountersignError(
    `${path}: the identifier must be a text such as verification.id, not ${JSON.stringify(id)}`,
  );
}

function readIdempotencyKey(given: string = crypto.randomUUID()): string {
  if (/^[\x20-\x7e]{1,255}$/.test(given)) return given;
  throw new CountersignError(
    `idempotencyKey: must be 1 to 255 printable ASCII characters, not ${JSON.stringify(given)}`,
  );
}

async function prepare(connection: Connection, call: Call): Promise<Prepared> {
  const { method, body, id, api = 'public' } = call;
  const path = pathOf(call);
  const url = new URL(connection.url);
  const [below = '', query = ''] = path.split('?');
  url.pathname += below;
  url.search = query;
  const text = body === undefined ? '' : JSON.stringify(body);
  const message =
    api === 'feedback'
      ? url.pathname + (method === 'POST' ? `\n${text}` : '')
      : body === undefined
        ? (id ?? '')
        : text;
  const prefix = api === 'feedback' ? 'vrf' : 'x';
  const headers: Record<string, string> = {
    [`${prefix}-auth-client`]: connection.apiKey,
    [`${prefix}-hmac-signature`]: toHex(await hmac(connection.secrets[0], message)),
  };
  if (connection.integrationId !== null) headers['vrf-integration-id'] = connection.integrationId;
  if (method === 'POST' || method === 'PATCH')
    headers['idempotency-key'] = readIdempotencyKey(call.idempotencyKey);
  if (body !== undefined) headers['content-type'] = 'application/json';
  return {
    name: `${method} ${path}`,
    url: url.href,
    init: { method, headers, redirect: 'error', ...(body === undefined ? {} : { body: text }) },
    sendingMs: Math.floor(text.length / slowestSending) * 1000,
  };
}

async function attemptOnce(
  { fetch, timeoutMs, secrets }: Connection,
  { name, url, init, sendingMs }: Prepared,
  signal?: AbortSignal,
): Promise<Answer> {
  const limitMs = timeoutMs + sendingMs;
  const limit = AbortSignal.timeout(limitMs);
  const both = signal ? AbortSignal.any([signal, limit]) : limit;
  let answer: Answer;
  try {
    const response = await fetch(url, { ...init, signal: both });
    const bytes = new Uint8Array(await response.arrayBuffer());
    answer = { status: response.status, headers: response.headers, bytes };
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw new ConnectionError(name, limit.aborted ? new Error(`not within ${limitMs} ms`) : error);
  }
  const signature = answer.headers.get('x-hmac-signature');
  const isVerified = signature !== null && (await hexSignatureFits(signature, answer.bytes, secrets));
  if (answer.status >= 400) throw new ApiError(name, readRefusal(answer, isVerified));
  if (!isVerified) throw new AnswerSignatureError(name, signature === null ? 'missing' : 'wrong');
  return answer;
}

function readRefusal({ status, headers, bytes }: Answer, isVerified: boolean) {
  const body = parse(bytes) as { code?: unknown; message?: unknown } | null;
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const code = body?.code;
  return {
    status,
    code: typeof code === 'string' || typeof code === 'number' ? String(code) : null,
    text: typeof body?.message === 'string' ? body.message : null,
    errorCause: headers.get('x-error-cause'),
    detail: headers.get('x-error-detail'),
    requestId: headers.get('x-request-id'),
    isVerified,
    retryAfter: Number.isFinite(seconds) ? seconds : null,
  };
}

/** Parses bytes as JSON; `null` if they are not JSON. */
function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
