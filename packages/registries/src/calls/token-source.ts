import type { Wire } from './http-exchange.ts';
import { readJson } from './read-json.ts';
import { instant, type TransportFailure, transportFailureOf } from './transport-failure.ts';

/** Supplies the token of one OAuth 2 client; held in memory only. @see spec/registries.md 8.2 */
export interface TokenSource {
  /** The current token, or a new one; concurrent callers wait for the same fetch. Rejects only on `signal`. */
  take(signal: AbortSignal): Promise<TokenResult>;
  /** The registry rejected this token; a token fetched since then is kept. */
  drop(token: string): void;
}

export type TokenResult = { token: string } | { failure: TransportFailure };

export interface TokenOptions {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  /** Time limit of one fetch, in milliseconds. */
  limitMs: number;
  responseBytes: number;
}

const renewEarlyMs = 60_000;
const assumedLifetimeS = 300;

/** Client credentials by HTTP Basic. @param now milliseconds since 1970 */
export function createTokenSource(options: TokenOptions, wire: Wire, now: () => number): TokenSource {
  let held: { token: string; renewAt: number } | null = null;
  let fetching: Promise<TokenResult> | null = null;

  const fetchToken = async (): Promise<TokenResult> => {
    const fetched = await requestToken(options, wire);
    if ('failure' in fetched) return fetched;
    const lifetimeMs = fetched.expiresInS * 1000;
    // A token valid for less than two minutes is renewed at half time, otherwise it would never be used.
    held = { token: fetched.token, renewAt: now() + lifetimeMs - Math.min(renewEarlyMs, lifetimeMs / 2) };
    return { token: fetched.token };
  };
  return {
    take: (signal) => {
      if (held && now() < held.renewAt) return Promise.resolve({ token: held.token });
      fetching ??= fetchToken().finally(() => (fetching = null));
      return orAborted(fetching, signal);
    },
    drop: (token) => {
      if (held?.token === token) held = null;
    },
  };
}

type Fetched = { token: string; expiresInS: number } | { failure: TransportFailure };

async function requestToken(options: TokenOptions, wire: Wire): Promise<Fetched> {
  const basic = Buffer.from(`${options.clientId}:${options.clientSecret}`).toString('base64');
  const exchange = await wire.exchange(
    {
      url: new URL(options.tokenUrl),
      method: 'POST',
      headers: {
        authorization: `Basic ${basic}`,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
        'accept-encoding': 'identity',
      },
      body: 'grant_type=client_credentials',
      fresh: false,
    },
    // Shared by all waiting callers, so it ignores their signals.
    {
      limitMs: options.limitMs,
      responseBytes: options.responseBytes,
      signal: new AbortController().signal,
    },
  );
  const failure = transportFailureOf(exchange);
  if (failure) return { failure: beforeTheQuestion(failure) };
  if (exchange.kind === 'failure') throw new Error('a failed exchange without a failure of transport');
  const { status, at, headers, body } = exchange;
  const refused = (cause: 'auth' | 'unexpected_status'): Fetched => ({
    failure: {
      fault: { kind: 'technical', cause, at: instant(at), httpStatus: status },
      event: 'other',
      retryAfter: null,
    },
  });
  if (status === 400) return refused('auth');
  if (status !== 200) return refused('unexpected_status');
  const { json } = readJson({ status, headers, body, at: instant(at), attempts: 1 });
  const token = json?.['access_token'];
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) return refused('auth');
  return { token, expiresInS: lifetime(json?.['expires_in']) };
}

function lifetime(expiresIn: unknown): number {
  const seconds = typeof expiresIn === 'string' && expiresIn !== '' ? Number(expiresIn) : expiresIn;
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0 ? seconds : assumedLifetimeS;
}

/** If fetching the token fails, nothing of the question itself has been sent. */
function beforeTheQuestion({ fault, event, retryAfter }: TransportFailure): TransportFailure {
  return {
    fault: fault.kind === 'unavailable' ? { ...fault, delivered: 'no' } : fault,
    event: event === 'other' ? 'other' : 'nothing_sent',
    retryAfter,
  };
}

function orAborted(fetching: Promise<TokenResult>, signal: AbortSignal): Promise<TokenResult> {
  const aborted = transportFailureOf({ kind: 'failure', reason: 'aborted', sent: false, head: null });
  return new Promise((resolve, reject) => {
    const abort = () => aborted && resolve({ failure: aborted });
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    void fetching.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
