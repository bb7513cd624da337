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
import { instant, setbackOf, settled, type Setback } from './setback.ts';

/** Everything of one connector that outlives a call. */
export interface RegistryLine {
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
  /** Rejects when the signal is raised. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  onBug(route: string, error: unknown): void;
}

/** One call and what has happened in it so far. */
export interface RegistryCall<A> {
  question: HttpQuestion;
  url: URL;
  read(answer: HttpAnswer): RegistryResult<A>;
  /** Raised by the caller or at the deadline. */
  signal: AbortSignal;
  /** Raised by the caller. */
  callerSignal: AbortSignal;
  /** Milliseconds since 1970. */
  deadline: number;
  attempts: number;
  /** Bytes of the question went out in some attempt. */
  sent: boolean;
  /** Of the last response; `null` without one. */
  status: number | null;
  /** The registry's own; `null` where it gave none. */
  code: string | null;
  /** As the last attempt found it. */
  breaker: BreakerState;
}

/** What one attempt came to. `renewed`: its credentials were refused and there are others to try. */
type Attempt<A> =
  | { kind: 'settled'; result: RegistryResult<A> }
  | { kind: 'setback'; setback: Setback }
  | { kind: 'renewed' };

/** Asks, and asks again where that is allowed, until there is a result, the deadline has come or the breaker is open. */
export async function askUntilSettled<A>(
  line: RegistryLine,
  call: RegistryCall<A>,
): Promise<RegistryResult<A>> {
  let last: NoAnswer | null = null;
  let retries = 0;
  let renewals = 0;
  for (;;) {
    const attempt = await takeTurn(line, call, renewals === 0);
    if (attempt === 'no_turn') return last ?? unasked('timeout');
    if (attempt === 'breaker_open') return last ?? unasked('circuit_open');
    if (attempt.kind === 'settled') return attempt.result;
    if (attempt.kind === 'renewed') {
      renewals += 1;
      continue;
    }
    last = resultOf(attempt.setback, call);
    const { event, retryAfter } = attempt.setback;
    const pauseMs = repeatAfterMs(
      call.question.repeat,
      { event, retryAfter, retriesMade: retries },
      { resilience: line.options.resilience, chance: line },
    );
    if (pauseMs === null || line.now() + pauseMs >= call.deadline) return last;
    retries += 1;
    if (!(await pause(line, { pauseMs, signal: call.signal }))) return last;
  }
}

const unasked = (cause: 'timeout' | 'circuit_open'): NoAnswer => ({
  kind: 'unavailable',
  cause,
  attempts: 0,
  delivered: 'no',
});

/** What was sent once stays sent, whatever a later attempt ran into. */
function resultOf(setback: Setback, call: RegistryCall<unknown>): NoAnswer {
  const result = settled(setback, call.attempts);
  return result.kind === 'unavailable' && call.sent ? { ...result, delivered: 'maybe' } : result;
}

async function pause(
  line: RegistryLine,
  { pauseMs, signal }: { pauseMs: number; signal: AbortSignal },
): Promise<boolean> {
  try {
    await line.wait(pauseMs, signal);
    return true;
  } catch {
    return false;
  }
}

async function takeTurn<A>(
  line: RegistryLine,
  call: RegistryCall<A>,
  mayRenew: boolean,
): Promise<Attempt<A> | 'no_turn' | 'breaker_open'> {
  if (!(await line.queue.enter(call.signal))) return 'no_turn';
  let sign: BreakerSign = 'none';
  const breaker = line.breakers.of(call.question.route);
  const entered = breaker.enter();
  call.breaker = entered;
  try {
    if (entered === 'open') return 'breaker_open';
    call.attempts += 1;
    const attempt = await tryOnce(line, call, mayRenew);
    if (!call.callerSignal.aborted) sign = signOf(attempt, call);
    return attempt;
  } finally {
    if (entered !== 'open') breaker.settle(entered, sign);
    line.queue.leave();
  }
}

function signOf<A>(attempt: Attempt<A>, call: RegistryCall<A>): BreakerSign {
  if (attempt.kind === 'renewed') return 'neutral';
  return breakerSignOf(attempt.kind === 'settled' ? attempt.result : settled(attempt.setback, call.attempts));
}

async function tryOnce<A>(line: RegistryLine, call: RegistryCall<A>, mayRenew: boolean): Promise<Attempt<A>> {
  const credentials = await credentialsFor(line, call);
  if ('setback' in credentials) return { kind: 'setback', setback: credentials.setback };
  const exchange = await line.wire.exchange(
    {
      url: call.url,
      method: call.question.method,
      headers: headersOf(call.question, credentials.headers),
      body: call.question.body ?? null,
      fresh: call.question.repeat !== 'data',
    },
    {
      limitMs: attemptLimitMs(line, call),
      responseBytes: line.options.resilience.responseBytes,
      signal: call.signal,
    },
  );
  if (exchange.kind === 'response' || exchange.sent) call.sent = true;
  call.status = exchange.kind === 'response' ? exchange.status : (exchange.head?.status ?? null);
  if (call.status === 401 && mayRenew && line.credentials.renew(credentials.headers))
    return { kind: 'renewed' };
  const setback = setbackOf(exchange);
  if (setback) return { kind: 'setback', setback };
  if (exchange.kind === 'failure') throw new Error('a failure without a setback');
  const { status, headers, body, at } = exchange;
  return readAnswer(line, call, { status, headers, body, at: instant(at), attempts: call.attempts });
}

async function credentialsFor(
  { baseUrl, credentials }: RegistryLine,
  call: RegistryCall<unknown>,
): ReturnType<Credentials['headers']> {
  return call.url.origin === baseUrl.origin ? credentials.headers(call.signal) : { headers: {} };
}

function attemptLimitMs(
  { options, now }: RegistryLine,
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
    // What comes is counted as it comes; a body that unfolds would get past the cap.
    'accept-encoding': 'identity',
    'user-agent': 'Countersign',
    ...(question.body !== undefined && { 'content-type': 'application/json' }),
    ...Object.fromEntries(own),
    ...credentials,
  };
}

function readAnswer<A>(line: RegistryLine, call: RegistryCall<A>, answer: HttpAnswer): Attempt<A> {
  try {
    call.code = call.question.codeOf?.(answer) ?? null;
    return { kind: 'settled', result: call.read(answer) };
  } catch (error) {
    line.onBug(call.question.route, error);
    const { attempts, at, status } = answer;
    return {
      kind: 'settled',
      result: { kind: 'technical', cause: 'schema', attempts, at, httpStatus: status },
    };
  }
}
