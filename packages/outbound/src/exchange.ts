import type { Dispatcher } from 'undici';
import { ConnectFailure, isTlsRefusal } from './connect.ts';

/** How clients of undici are made whose requests `exchange` limits. */
export const clientLimits = {
  pipelining: 1,
  // The limits of an exchange end everything; undici's idle limits would only add timers.
  headersTimeout: 0,
  bodyTimeout: 0,
  maxHeaderSize: 16 * 1024,
} as const;

/** How long, how much, and who may call it off. */
export interface ExchangeLimits {
  /** Until the head is complete, connecting included; milliseconds. */
  headMs: number;
  /** For the body once the head has arrived; `null`: what `headMs` leaves of its time. */
  bodyMs: number | null;
  /** Most bytes of a body; more end the exchange. */
  bodyBytes: number;
  /** Bytes of the body that are kept. */
  keptBytes: number;
  signal: AbortSignal | null;
  /** What ends the exchange with its head, so that the body is not read; `null` reads it. */
  judgeHead(head: ResponseHead): 'complete' | 'too_large' | null;
}

/** Status and headers of a response; names in lower case. */
export interface ResponseHead {
  status: number;
  headers: Readonly<Record<string, string>>;
}

/**
 * Why an exchange ended. `silence`: too late. `aborted`: called off. `lost`: the connection ended. `unsendable`: the request
 * cannot be written as it is. The rest: the reason of a `ConnectFailure`, the result of `judgeHead`, or a response that was too
 * large or no HTTP.
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

/** What an exchange came to. */
export interface Outcome {
  ended: Ending;
  /** Whether bytes of the request went out, and may have been read. */
  sent: boolean;
  /** `null` when no complete head arrived. */
  head: ResponseHead | null;
  /** The kept bytes of what arrived. */
  body: Uint8Array;
}

const exchangeOver = new Error('exchange over');

/** One request and what came of it. Never rejects; redirects are answers like others. */
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
    // Where the handshake failed after all, nothing of what was written was read.
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
    // Only called on an open connection, right before the first bytes are written.
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
    /** @returns bytes so far */
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
  // A header that cannot be sent, such as a key with a line break.
  if (error.code === 'UND_ERR_INVALID_ARG') return 'unsendable';
  // Two lengths, or a length beside chunks: reported with the head, which is then not handed on.
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
