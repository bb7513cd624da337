// One request: signed, sent, its answer verified, and sent again where that is safe.
//
// What may be sent again: the service carries out a POST or a submission with an `Idempotency-Key` once, and a repeated PATCH of a
// screening, GET or DELETE changes nothing more (spec/contract.md ). So every request of this library is repeated after a
// broken connection, 429, 502, 503 and 504, and after 409/1101, which says that the first one is still running. A repeated DELETE
// that finds nothing has succeeded before.
import { AnswerSignatureError, ApiError, ConnectionError, CountersignError } from './errors.ts';
import { hexSignatureFits, hmac, toHex } from './signature.ts';

/** Options of a client. */
export interface ClientOptions {
  /** Address of the service, `https://id.example.com`, with or without `/v1` at its end. */
  baseUrl: string;
  /** API key of the integration. */
  apiKey: string;
  /**
   * Shared secret of the integration, or several while keys are rotated. The first signs requests; answers and webhooks may be
   * signed with any of them. The master key must be among them.
   */
  sharedSecret: string | readonly string[];
  /** Selects an integration where several share the API key. */
  integrationId?: string;
  /** Milliseconds for one attempt, answer included; a body has one second more for every 256 KiB of it. 30 000 by default. */
  timeoutMs?: number;
  /** Attempts after the first one. 3 by default. */
  retries?: number;
  /** Replaces the `fetch` of the runtime. */
  fetch?: typeof globalThis.fetch;
}

/** Options of one call. */
export interface CallOptions {
  /** Ends the call, waits and repetitions included. */
  signal?: AbortSignal;
  /**
   * Names a POST or a submission, so that a repetition within 24 hours makes nothing new: 1 to 255 printable ASCII characters. By
   * default a new one for each call, which covers the repetitions of this library only. Pass one of your own, such as the number of
   * an application, and a restart of your program makes no second session either.
   */
  idempotencyKey?: string;
}

/** A request as the methods of the client describe it. */
export interface Call extends CallOptions {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `{base_url}/v1`; `{id}` stands for `id`. */
  path: string;
  /** What the path names; the signature covers it where there is no body. */
  id?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** The feedback API signs the path, and has headers of its own. @see spec/contract.md A-79 */
  api?: 'public' | 'feedback';
}

/** An answer whose signature has been verified. */
export interface Answer {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
}

/** Options with their defaults and forms. */
export interface Connection {
  url: URL;
  apiKey: string;
  secrets: readonly [string, ...string[]];
  integrationId: string | null;
  timeoutMs: number;
  retries: number;
  fetch: typeof globalThis.fetch;
}

/** Reads the options of a client. @throws CountersignError for one that cannot work */
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

/** A variable that is not set arrives as `undefined`, a file of a secret with the line feed at its end. */
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
/** Milliseconds of the first wait; each later one is twice as long, up to `longestWait`. */
const firstWait = 250;
const longestWait = 20_000;

/** Sends a call and verifies its answer. @throws ApiError, ConnectionError, AnswerSignatureError; the reason of an aborted signal */
export async function send(connection: Connection, call: Call): Promise<Answer> {
  const request = await prepare(connection, call);
  for (let attempt = 0; ; attempt += 1) {
    const failure = await attemptOnce(connection, request, call.signal).catch((error: unknown) => {
      // An answer that arrived meanwhile is not what the caller waits for any more.
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

/** Whether the same request may pass soon; one that must wait longer than a call should last is the caller's to repeat. */
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

/** Waits; an aborted signal ends it. @throws the reason of the signal */
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
  /** Milliseconds that sending the body adds to the limit. */
  sendingMs: number;
}

/** Bytes a second at which a body is sent at the least: a picture of 18 MiB has 96 s. */
const slowestSending = 262_144;

/** @throws CountersignError for an identifier that is missing, which the service would take for a wrong signature */
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

/** The JSON of some bytes; `null` when they are none. */
function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
