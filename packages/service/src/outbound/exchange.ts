import type { Dispatcher, Pool } from 'undici';
import { ConnectFailure } from './connect.ts';

export interface OutboundRequest {
  path: string;
  headers: Record<string, string>;
  body: Uint8Array;
}

/** What came back. */
export interface Exchange {
  /** `null` when no complete response head arrived in time. */
  status: number | null;
  /** Why no head arrived; `null` otherwise, whatever the status. */
  errorClass: string | null;
  /** The `Retry-After` header as sent. */
  retryAfter: string | null;
  /** First 4 KiB of the answer's body, unchecked text. */
  response: string | null;
}

const readLimitBytes = 64 * 1024;
const keepLimitBytes = 4 * 1024;
/** How long an answer's body may take once its head has settled the outcome. */
const bodyLimitMs = 2_000;

const exchangeOver = new Error('exchange over');

/**
 * One request and its answer. The head settles the outcome; what the body does afterwards changes nothing but the log.
 * @param limitMs until the response head is complete
 */
export function exchange(
  pool: Pool,
  { path, headers, body }: OutboundRequest,
  limitMs: number,
): Promise<Exchange> {
  return new Promise((resolve) => {
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    pool.dispatch({ method: 'POST', path, headers, body: bytes }, createReader(limitMs, resolve));
  });
}

function createReader(limitMs: number, resolve: (exchange: Exchange) => void): Dispatcher.DispatchHandler {
  const chunks: Buffer[] = [];
  let received = 0;
  let head: (Pick<Exchange, 'retryAfter'> & { status: number }) | null = null;
  let controller: Dispatcher.DispatchController | null = null;
  let over = false;

  const end = (errorClass: string | null) => {
    if (over) return;
    over = true;
    clearTimeout(timer);
    resolve(head ? answered(head, chunks) : { status: null, errorClass, retryAfter: null, response: null });
  };
  const cut = (errorClass: string) => {
    end(errorClass);
    controller?.abort(exchangeOver);
  };
  let timer = setTimeout(cut, limitMs, 'timeout');

  return {
    onRequestStart: (started) => {
      controller = started;
      // The deadline passed while the connection was being made.
      if (over) started.abort(exchangeOver);
    },
    onResponseStart: (_, status, headers) => {
      if (status < 200) return;
      const retryAfter = headers['retry-after'];
      head = { status, retryAfter: typeof retryAfter === 'string' ? retryAfter : null };
      clearTimeout(timer);
      timer = setTimeout(cut, bodyLimitMs, 'body');
    },
    onResponseData: (_, chunk) => {
      if (received < keepLimitBytes) chunks.push(chunk);
      received += chunk.length;
      if (received > readLimitBytes) cut('body');
    },
    onResponseEnd: () => end(null),
    onResponseError: (_, error) => end(errorClassOf(error)),
  };
}

function answered(head: { status: number; retryAfter: string | null }, chunks: Buffer[]): Exchange {
  const response = Buffer.concat(chunks).subarray(0, keepLimitBytes).toString('utf8');
  return { ...head, errorClass: null, response };
}

const connectClasses = {
  timeout: 'connect_timeout',
  refused: 'connect_failed',
  tls: 'tls',
  wrong_peer: 'address_denied',
} as const;

/** Names the failure for the log, in a fixed vocabulary. */
function errorClassOf(error: Error & { code?: string }): string {
  if (error instanceof ConnectFailure) return connectClasses[error.reason];
  if (error.code === 'UND_ERR_HEADERS_OVERFLOW') return 'headers_too_large';
  if (error.name === 'HTTPParserError') return 'not_http';
  return 'connection_lost';
}
