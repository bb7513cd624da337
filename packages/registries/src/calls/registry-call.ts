import type { NoAnswer, RegistryResult } from '@countersign/core';
import type { ConnectorOptions } from '../registry-settings.ts';
import type { CallQueue } from './call-queue.ts';
import {
  type BreakerSign,
  breakerSignOf,
  type BreakerState,
  type CircuitBreakers,
} from './circuit-breaker.ts';
import type { Credentials } from './credentials.ts';
import type { Wire } from './http-exchange.ts';
import type { HttpAnswer, HttpQuestion } from './registry-http.ts';
import { repeatAfterMs } from './repeat-rules.ts';
import { instant, transportFailureOf, settled, type TransportFailure } from './transport-failure.ts';

/** State of one connector that outlives a call. */
export interface RegistryConnection {
  options: ConnectorOptions;
  baseUrl: URL;
  wire: Wire;
  credentials: Credentials;
  queue: CallQueue;
  breakers: CircuitBreakers;
  /** Milliseconds since 1970. */
  now(): number;
  /** 0 to below 1. */
  random(): number;
  /** Rejects when the signal is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  onBug(route: string, error: unknown): void;
}

/** One call and its progress so far. */
export interface RegistryCall<A> {
  question: HttpQuestion;
  url: URL;
  read(answer: HttpAnswer): RegistryResult<A>;
  /** Aborted by the caller or at the deadline. */
  signal: AbortSignal;
  /** Aborted by the caller. */
  callerSignal: AbortSignal;
  /** Milliseconds since 1970. */
  deadline: number;
  attempts: number;
  /** Bytes of the question were sent in some attempt. */
  sent: boolean;
  /** Status of the last response; `null` if there was none. */
  status: number | null;
  /** The registry's own code; `null` if it sent none. */
  code: string | null;
  /** The breaker's state at the last attempt. */
  breaker: BreakerState;
}

/** Result of one attempt. `renewed`: its credentials were rejected and there are others to try. */
type Attempt<A> =
  | { kind: 'settled'; result: RegistryResult<A> }
  | { kind: 'failed'; failure: TransportFailure }
  | { kind: 'renewed' };

/** Calls, and retries where allowed, until there is a result, the deadline passes or the breaker opens. */
export async function callUntilSettled<A>(
  connection: RegistryConnection,
  call: RegistryCall<A>,
): Promise<RegistryResult<A>> {
  let last: NoAnswer | null = null;
  let retries = 0;
  let renewals = 0;
  for (;;) {
    const attempt = await callInQueue(connection, call, renewals === 0);
    if (attempt === 'not_admitted') return last ?? notCalled('timeout');
    if (attempt === 'breaker_open') return last ?? notCalled('circuit_open');
    if (attempt.kind === 'settled') return attempt.result;
    if (attempt.kind === 'renewed') {
      renewals += 1;
      continue;
    }
    last = resultOf(attempt.failure, call);
    const { event, retryAfter } = attempt.failure;
    const pauseMs = repeatAfterMs(
      call.question.repeat,
      { event, retryAfter, retriesMade: retries },
      { resilience: connection.options.resilience, chance: connection },
    );
    if (pauseMs === null || connection.now() + pauseMs >= call.deadline) return last;
    retries += 1;
    if (!(await pause(connection, { pauseMs, signal: call.signal }))) return last;
  }
}

/** The result of a call that was never made. */
export const notCalled = (cause: 'timeout' | 'circuit_open'): NoAnswer => ({
  kind: 'unavailable',
  cause,
  attempts: 0,
  delivered: 'no',
});

/** Once sent, it counts as sent, whatever happens to a later attempt. */
function resultOf(failure: TransportFailure, call: RegistryCall<unknown>): NoAnswer {
  const result = settled(failure, call.attempts);
  return result.kind === 'unavailable' && call.sent ? { ...result, delivered: 'maybe' } : result;
}

async function pause(
  connection: RegistryConnection,
  { pauseMs, signal }: { pauseMs: number; signal: AbortSignal },
): Promise<boolean> {
  try {
    await connection.wait(pauseMs, signal);
    return true;
  } catch {
    return false;
  }
}

async function callInQueue<A>(
  connection: RegistryConnection,
  call: RegistryCall<A>,
  mayRenew: boolean,
): Promise<Attempt<A> | 'not_admitted' | 'breaker_open'> {
  if (!(await connection.queue.enter(call.signal))) return 'not_admitted';
  let sign: BreakerSign = 'none';
  const breaker = connection.breakers.of(call.question.route);
  await breaker.trialOver(call.signal);
  const entered = breaker.enter();
  call.breaker = entered;
  try {
    if (entered === 'open') return 'breaker_open';
    call.attempts += 1;
    const attempt = await tryOnce(connection, call, mayRenew);
    if (!call.callerSignal.aborted) sign = signOf(attempt, call);
    return attempt;
  } finally {
    if (entered !== 'open') breaker.settle(entered, sign);
    connection.queue.leave();
  }
}

function signOf<A>(attempt: Attempt<A>, call: RegistryCall<A>): BreakerSign {
  if (attempt.kind === 'renewed') return 'neutral';
  return breakerSignOf(attempt.kind === 'settled' ? attempt.result : settled(attempt.failure, call.attempts));
}

async function tryOnce<A>(
  connection: RegistryConnection,
  call: RegistryCall<A>,
  mayRenew: boolean,
): Promise<Attempt<A>> {
  const credentials = await credentialsFor(connection, call);
  if ('failure' in credentials) return { kind: 'failed', failure: credentials.failure };
  const exchange = await connection.wire.exchange(
    {
      url: call.url,
      method: call.question.method,
      headers: headersOf(call.question, credentials.headers),
      body: call.question.body ?? null,
      fresh: call.question.repeat !== 'data',
    },
    {
      limitMs: attemptLimitMs(connection, call),
      responseBytes: connection.options.resilience.responseBytes,
      signal: call.signal,
    },
  );
  if (exchange.kind === 'response' || exchange.sent) call.sent = true;
  call.status = exchange.kind === 'response' ? exchange.status : (exchange.head?.status ?? null);
  if (call.status === 401 && mayRenew && connection.credentials.renew(credentials.headers))
    return { kind: 'renewed' };
  const failure = transportFailureOf(exchange);
  if (failure) return { kind: 'failed', failure };
  if (exchange.kind === 'failure') throw new Error('a failed exchange without a failure of transport');
  const { status, headers, body, at } = exchange;
  return readAnswer(connection, call, { status, headers, body, at: instant(at), attempts: call.attempts });
}

async function credentialsFor(
  { baseUrl, credentials }: RegistryConnection,
  call: RegistryCall<unknown>,
): ReturnType<Credentials['headers']> {
  return call.url.origin === baseUrl.origin ? credentials.headers(call.signal) : { headers: {} };
}

function attemptLimitMs(
  { options, now }: RegistryConnection,
  { question, deadline }: RegistryCall<unknown>,
): number {
  const { dataMs, biometricMs } = options.resilience;
  return Math.max(0, Math.min(question.kind === 'data' ? dataMs : biometricMs, deadline - now()));
}

function headersOf(question: HttpQuestion, credentials: Record<string, string>): Record<string, string> {
  const own = Object.entries(question.headers ?? {}).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  return {
    accept: 'application/json',
    // Received bytes are counted; a compressed body could exceed the cap when decompressed.
    'accept-encoding': 'identity',
    'user-agent': 'Countersign',
    ...(question.body !== undefined && { 'content-type': 'application/json' }),
    ...Object.fromEntries(own),
    ...credentials,
  };
}

function readAnswer<A>(
  connection: RegistryConnection,
  call: RegistryCall<A>,
  answer: HttpAnswer,
): Attempt<A> {
  try {
    call.code = call.question.codeOf?.(answer) ?? null;
    return { kind: 'settled', result: call.read(answer) };
  } catch (error) {
    connection.onBug(call.question.route, error);
    const { attempts, at, status } = answer;
    return {
      kind: 'settled',
      result: { kind: 'technical', cause: 'schema', attempts, at, httpStatus: status },
    };
  }
}
