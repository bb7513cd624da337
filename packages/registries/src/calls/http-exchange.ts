import { Agent, Client, type Dispatcher } from 'undici';
import { ConnectFailure, type ConnectOptions, createConnector } from './connect.ts';

/** One request as it goes onto the wire. */
export interface WireRequest {
  url: URL;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body: string | Uint8Array | null;
  /** A connection of its own, so that a kept one that the far end is just closing cannot swallow the request. */
  fresh: boolean;
}

/** How long, how much, and who may call it off. */
export interface WireLimits {
  limitMs: number;
  responseBytes: number;
  signal: AbortSignal;
}

/** A response, or why there is none to use. */
export type Exchange = WireResponse | WireFailure;

export interface WireResponse {
  kind: 'response';
  status: number;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  /** Empty where the status alone settles the call. */
  body: Uint8Array;
  /** When the headers arrived, milliseconds since 1970. */
  at: number;
}

/**
 * `denied`: the address may not be called, or the request not be sent as it is. `silence`: nothing in time. `aborted`: the caller gave up. `reset`: the connection
 * ended before the headers. `broken_body`: it ended, or lied about its length, after them. `not_http`: no HTTP at all.
 */
export type WireFailureReason =
  'denied' | 'connect' | 'tls' | 'silence' | 'aborted' | 'reset' | 'broken_body' | 'too_large' | 'not_http';

export interface WireFailure {
  kind: 'failure';
  reason: WireFailureReason;
  /** Whether bytes of the request went out. */
  sent: boolean;
  /** The head that had arrived; `null` without one. */
  head: { status: number; at: number } | null;
}

/** The connections of one connector. */
export interface Wire {
  /** One request, one answer or failure. Never rejects. */
  exchange(request: WireRequest, limits: WireLimits): Promise<Exchange>;
  close(): Promise<void>;
}

const maxResponseHeaderBytes = 16 * 1024;
const exchangeOver = new Error('exchange over');

/** Opens connections as `connect` says. @param now milliseconds since 1970 */
export function createWire(connect: ConnectOptions, now: () => number): Wire {
  const options = {
    connect: createConnector(connect),
    pipelining: 1,
    // The limits of an exchange end everything; undici's idle limits would only add timers.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: maxResponseHeaderBytes,
  };
  const kept = new Agent(options);
  const once = new Set<Client>();
  return {
    exchange: async (request, limits) => {
      if (!request.fresh) return exchange(kept, { request, limits, now });
      const client = new Client(request.url.origin, options);
      once.add(client);
      try {
        return await exchange(client, { request, limits, now });
      } finally {
        once.delete(client);
        // With an error of ours: one made here for each request would cost more than ending the connection.
        void client.destroy(exchangeOver);
      }
    },
    close: async () => {
      await Promise.all([kept.destroy(), ...[...once].map((client) => client.destroy())]);
    },
  };
}

interface Task {
  request: WireRequest;
  limits: WireLimits;
  now: () => number;
}

function exchange(dispatcher: Dispatcher, task: Task): Promise<Exchange> {
  const { url, method, headers, body } = task.request;
  return new Promise((resolve) => {
    if (task.limits.signal.aborted)
      return resolve({ kind: 'failure', reason: 'aborted', sent: false, head: null });
    const { origin, pathname, search } = url;
    dispatcher.dispatch(
      { origin, path: pathname + search, method, headers, body },
      createReader(task, resolve),
    );
  });
}

function createReader(task: Task, resolve: (exchange: Exchange) => void): Dispatcher.DispatchHandler {
  const { limitMs, responseBytes, signal } = task.limits;
  const body = collectBody();
  let head: Omit<WireResponse, 'kind' | 'body'> | null = null;
  let controller: Dispatcher.DispatchController | null = null;
  let over = false;

  const end = (outcome: Exchange) => {
    if (over) return;
    over = true;
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    resolve(outcome);
  };
  const fail = (reason: WireFailureReason) =>
    end({ kind: 'failure', reason, sent: controller !== null, head });
  const cut = (reason: WireFailureReason) => {
    fail(reason);
    controller?.abort(exchangeOver);
  };
  const abort = () => cut('aborted');
  const timer = setTimeout(cut, limitMs, 'silence');
  signal.addEventListener('abort', abort, { once: true });

  return {
    // Only called on an open connection, right before the first bytes are written.
    onRequestStart: (started) => {
      if (over) return started.abort(exchangeOver);
      controller = started;
    },
    onResponseStart: (_, status, raw) => {
      if (status < 200) return;
      const headers = joined(raw);
      head = { status, headers, at: task.now() };
      if (isSettledByStatus(status)) {
        end({ kind: 'response', ...head, body: new Uint8Array() });
        controller?.abort(exchangeOver);
      } else if (Number(headers['content-length'] ?? 0) > responseBytes) cut('too_large');
    },
    onResponseData: (_, chunk) => {
      if (body.add(chunk) > responseBytes) cut('too_large');
    },
    onResponseEnd: () => {
      if (head) end({ kind: 'response', ...head, body: body.bytes() });
    },
    onResponseError: (_, error) => fail(reasonOf(error, head !== null)),
  };
}

function collectBody() {
  const chunks: Buffer[] = [];
  let received = 0;
  return {
    /** @returns bytes so far */
    add: (chunk: Buffer) => {
      chunks.push(chunk);
      return (received += chunk.length);
    },
    bytes: (): Uint8Array => Buffer.concat(chunks),
  };
}

/** Their body is not read: nothing in it could change what the status says, and a broken one must not. */
function isSettledByStatus(status: number): boolean {
  return (status >= 300 && status < 400) || status >= 500 || [401, 403, 408, 413, 415, 429].includes(status);
}

function reasonOf(error: Error & { code?: string }, headArrived: boolean): WireFailureReason {
  if (error instanceof ConnectFailure) return error.reason === 'timeout' ? 'silence' : error.reason;
  if (headArrived) return 'broken_body';
  if (error.code === 'UND_ERR_HEADERS_OVERFLOW') return 'too_large';
  // A header that cannot be sent, such as a key with a line break.
  if (error.code === 'UND_ERR_INVALID_ARG') return 'denied';
  return error.name === 'HTTPParserError' ? 'not_http' : 'reset';
}

function joined(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(headers).filter(
    (entry): entry is [string, string | string[]] => entry[1] != null,
  );
  return Object.fromEntries(
    entries.map(([name, value]) => [name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]),
  );
}
