import {
  clientLimits,
  connectGuarded,
  createConnector,
  type Ending,
  exchange as exchangeWithin,
  type GuardedOptions,
  type Outcome,
} from '@countersign/outbound';
import type { Agent, Client, Dispatcher } from 'undici';

/** One request as sent. */
export interface WireRequest {
  url: URL;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body: string | Uint8Array | null;
  /** Uses a new connection, so that the request cannot be lost on a kept one that the registry is just closing. */
  fresh: boolean;
}

/** Time and size limits, and the signal to abort. */
export interface WireLimits {
  limitMs: number;
  responseBytes: number;
  signal: AbortSignal;
}

/** A response, or why there is no usable one. */
export type Exchange = WireResponse | WireFailure;

export interface WireResponse {
  kind: 'response';
  status: number;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  /** Empty where the status alone determines the result. */
  body: Uint8Array;
  /** When the headers arrived, milliseconds since 1970. */
  at: number;
}

/**
 * `denied`: the address may not be called, or the request may not be sent as it is. `silence`: nothing arrived in time. `aborted`: the
 * caller gave up. `reset`: the connection ended before the headers. `broken_body`: it ended after them, or the length was wrong.
 * `not_http`: the response is not HTTP.
 */
export type WireFailureReason =
  | 'denied'
  | 'connect'
  | 'tls'
  | 'silence'
  | 'aborted'
  | 'reset'
  | 'broken_body'
  | 'too_large'
  | 'not_http';

export interface WireFailure {
  kind: 'failure';
  reason: WireFailureReason;
  /** Whether any bytes of the request were sent. */
  sent: boolean;
  /** The response head, if it arrived; otherwise `null`. */
  head: { status: number; at: number } | null;
}

/** The connections of one connector. */
export interface Wire {
  /** One request, one response or failure. Never rejects. */
  exchange(request: WireRequest, limits: WireLimits): Promise<Exchange>;
  close(): Promise<void>;
}

const exchangeOver = new Error('exchange over');

/** Opens connections with the options of `connect`. @param now milliseconds since 1970 */
export function createWire(connect: GuardedOptions, now: () => number): Wire {
  const options = {
    ...clientLimits,
    connect: createConnector((target) => connectGuarded(target, connect)),
  };
  let kept: Agent | null = null;
  const once = new Set<Client>();
  return {
    exchange: async (request, limits) => {
      // Loaded on the first request: it is a megabyte that most commands never need.
      const undici = await import('undici');
      if (!request.fresh) return exchange((kept ??= new undici.Agent(options)), { request, limits, now });
      const client = new undici.Client(request.url.origin, options);
      once.add(client);
      try {
        return await exchange(client, { request, limits, now });
      } finally {
        once.delete(client);
        // Uses a shared error: creating one per request would cost more than ending the connection.
        void client.destroy(exchangeOver);
      }
    },
    close: async () => {
      await Promise.all([kept?.destroy(), ...[...once].map((client) => client.destroy())]);
    },
  };
}

interface Task {
  request: WireRequest;
  limits: WireLimits;
  now: () => number;
}

async function exchange(dispatcher: Dispatcher, { request, limits, now }: Task): Promise<Exchange> {
  const { url, method, headers, body } = request;
  const { limitMs, responseBytes, signal } = limits;
  const { origin, pathname, search } = url;
  let at = 0;
  const outcome = await exchangeWithin(
    dispatcher,
    { origin, path: pathname + search, method, headers, body },
    {
      headMs: limitMs,
      bodyMs: null,
      bodyBytes: responseBytes,
      keptBytes: responseBytes,
      signal,
      judgeHead: (head) => {
        at = now();
        if (isSettledByStatus(head.status)) return 'complete';
        return Number(head.headers['content-length'] ?? 0) > responseBytes ? 'too_large' : null;
      },
    },
  );
  return exchangeOf(outcome, at);
}

function exchangeOf({ ended, sent, head, body }: Outcome, at: number): Exchange {
  if (ended === 'complete' && head) return { kind: 'response', ...head, body, at };
  const reason = reasonOf(ended, head !== null);
  return { kind: 'failure', reason, sent, head: head && { status: head.status, at } };
}

/** Their body is not read: it could not change the meaning of the status, and a broken one must not matter. */
function isSettledByStatus(status: number): boolean {
  return (status >= 300 && status < 400) || status >= 500 || [401, 403, 408, 413, 415, 429].includes(status);
}

const connectReasons = {
  denied: 'denied',
  wrong_peer: 'denied',
  look_up: 'connect',
  refused: 'connect',
  tls: 'tls',
  timeout: 'silence',
} as const;

function reasonOf(ended: Ending, headArrived: boolean): WireFailureReason {
  if (typeof ended === 'object') return connectReasons[ended.connect];
  if (ended === 'silence' || ended === 'aborted' || ended === 'too_large') return ended;
  if (headArrived) return 'broken_body';
  if (ended === 'headers_too_large') return 'too_large';
  if (ended === 'unsendable') return 'denied';
  return ended === 'not_http' ? 'not_http' : 'reset';
}
