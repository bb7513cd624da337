import type { Dispatcher } from 'undici';
import { ConnectFailure, isTlsRefusal } from './connect.ts';

/** Options for the undici clients whose requests are limited by `exchange`. */
export const clientLimits = {
  pipelining: 1,
  // `exchange` enforces its own limits; undici's idle limits would only add timers.
  headersTimeout: 0,
  bodyTimeout: 0,
  maxHeaderSize: 16 * 1024,
} as const;

/** Limits on time and size, and an optional cancellation. */
export interface ExchangeLimits {
  /** Time until the response head is complete, including connecting; milliseconds. */
  headMs: number;
  /** Time for the body after the head has arrived; `null`: the remainder of `headMs`. */
  bodyMs: number | null;
  /** Maximum bytes of a body; exceeding it ends the exchange. */
  bodyBytes: number;
  /** Number of body bytes to keep. */
  keptBytes: number;
  signal: AbortSignal | null;
  /** Decides from the head whether to end the exchange without reading the body; `null` reads the body. */
  judgeHead(head: ResponseHead): 'complete' | 'too_large' | null;
}

/** Status and headers of a response; header names are in lower case. */
export interface ResponseHead {
  status: number;
  headers: Readonly<Record<string, string>>;
}

/**
 * Why an exchange ended. `silence`: timed out. `aborted`: cancelled. `lost`: the connection was closed. `unsendable`: the request cannot
 * be serialised. The others are the reason of a `ConnectFailure`, the result of `judgeHead`, or a response that was too large or not
 * HTTP.
 */
export type Ending =
  | 'complete'
  | 'silence'
  | 'aborted'
  | 'lost'
  | 'too_large'
  | 'headers_too_large'
  | 'not_http'
  | 'unsendable'
  | { connect: ConnectFailure['reason'] };

/** The outcome of an exchange. */
export interface Outcome {
  ended: Ending;
  /** Whether bytes of the request were sent and may have been read. */
  sent: boolean;
  /** `null` if no complete head arrived. */
  head: ResponseHead | null;
  /** The part of the response body that was kept. */
  body: Uint8Array;
}

const exchangeOver = new Error('exchange over');

/** Sends one request and returns its outcome. Never rejects; redirects are treated like any other response. */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  limits: ExchangeLimits,
): Promise<Outcome> {
  return new Promise((resolve) => {
    if (limits.signal?.aborted)
      return resolve({ ended: 'aborted', sent: false, head: null, body: new Uint8Array() });
    dispatcher.dispatch(request, createReader(limits, resolve));
  });
}

function createReader(
  limits: ExchangeLimits,
  resolve: (outcome: Outcome) => void,
): Dispatcher.DispatchHandler {
  const body = collectBody(limits.keptBytes);
  let head: ResponseHead | null = null;
  let controller: Dispatcher.DispatchController | null = null;
  let over = false;

  const end = (ended: Ending) => {
    if (over) return;
    over = true;
    clearTimeout(timer);
    limits.signal?.removeEventListener('abort', abort);
    // If the handshake failed late, the peer read nothing of what was written.
    const sent = controller !== null && typeof ended === 'string';
    resolve({ ended, sent, head, body: body.bytes() });
  };
  const cut = (ended: Ending) => {
    end(ended);
    controller?.abort(exchangeOver);
  };
  const abort = () => cut('aborted');
  let timer = setTimeout(cut, limits.headMs, 'silence');
  limits.signal?.addEventListener('abort', abort, { once: true });

  return {
    // Called only on an open connection, right before the first bytes are written.
    onRequestStart: (started) => {
      if (over) return started.abort(exchangeOver);
      controller = started;
    },
    onResponseStart: (_, status, headers) => {
      if (status < 200) return;
      head = { status, headers: joined(headers) };
      if (limits.bodyMs !== null) {
        clearTimeout(timer);
        timer = setTimeout(cut, limits.bodyMs, 'silence');
      }
      const ended = limits.judgeHead(head);
      if (ended) cut(ended);
    },
    onResponseData: (_, chunk) => {
      if (body.add(chunk) > limits.bodyBytes) cut('too_large');
    },
    onResponseEnd: () => end('complete'),
    onResponseError: (_, error) => end(endingOf(error)),
  };
}

function collectBody(keptBytes: number) {
  const chunks: Buffer[] = [];
  let received = 0;
  return {
    /** @returns the number of bytes so far */
    add: (chunk: Buffer) => {
      if (received < keptBytes) chunks.push(chunk);
      return (received += chunk.length);
    },
    bytes: (): Uint8Array => Buffer.concat(chunks).subarray(0, keptBytes),
  };
}

function endingOf(error: Error & { code?: string }): Ending {
  if (error instanceof ConnectFailure) return { connect: error.reason };
  if (isTlsRefusal(error)) return { connect: 'tls' };
  if (error.code === 'UND_ERR_HEADERS_OVERFLOW') return 'headers_too_large';
  // A header that cannot be sent, such as a key that contains a line break.
  if (error.code === 'UND_ERR_INVALID_ARG') return 'unsendable';
  // Two lengths, or a length together with chunked encoding: reported along with the head, which is then discarded.
  if (error.code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return 'not_http';
  return error.name === 'HTTPParserError' ? 'not_http' : 'lost';
}

function joined(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(headers).filter(
    (entry): entry is [string, string | string[]] => entry[1] != null,
  );
  return Object.fromEntries(
    entries.map(([name, value]) => [name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]),
  );
}
