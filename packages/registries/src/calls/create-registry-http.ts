import { setTimeout as sleep } from 'node:timers/promises';
import type { CallContext, RegistryResult } from '@countersign/core';
import {
  type GuardedOptions,
  operatorAddresses,
  resolveBySystem,
  type ResolveName,
  shareLookUps,
} from '@countersign/outbound';
import type { ConnectorOptions } from '../registry-settings.ts';
import { createCallHealth } from './call-health.ts';
import { createCallQueue } from './call-queue.ts';
import { causeOf, comparedFields, loggableCode } from './call-record.ts';
import { createCircuitBreakers } from './circuit-breaker.ts';
import { createCredentials } from './credentials.ts';
import { createWire } from './http-exchange.ts';
import { reach } from './reachability.ts';
import { callUntilSettled, notCalled, type RegistryCall, type RegistryConnection } from './registry-call.ts';
import type { CallRecord, HttpAnswer, HttpQuestion, RegistryHttp } from './registry-http.ts';
import { instant } from './transport-failure.ts';

/** One of our parsers threw. Only the class of the error is reported, since its message may quote a body. */
export interface CallBug {
  connector: string;
  route: string;
  errorClass: string;
}

/** Dependencies of a registry connection. */
export interface RegistryHttpDeps {
  /** Name of the connector, for logs and metrics. */
  connector: string;
  /** Resolves `env:NAME` or `file:/path`. @throws Error when it does not exist */
  readSecret(reference: string): string;
  onCall(record: CallRecord): void;
  onBug?(bug: CallBug): void;
  /** PEM of further certificate authorities. */
  certificateAuthorities?: string;
  /** Milliseconds since 1970; the machine's clock by default. */
  now?(): number;
  /** 0 to below 1, for the jitter of retries. */
  random?(): number;
  /** Waits before a retry. Rejects when the signal is aborted. */
  wait?(ms: number, signal: AbortSignal): Promise<void>;
  /** All addresses of a name; by default through the machine's resolver. */
  resolve?: ResolveName;
}

/**
 * The connection to one registry. Secrets are read immediately, so that a missing one fails the start rather than a call.
 * @throws Error when a secret is missing or the base URL is invalid
 * @see spec/registries.md 9, 10
 */
export function createRegistryHttp(options: ConnectorOptions, deps: RegistryHttpDeps): RegistryHttp {
  const connect = connectOptions(options, deps);
  const connection = createConnection(options, { deps, connect });
  const health = createCallHealth(deps.connector, connection);
  const record = (ended: EndedCall) => {
    health.count(ended.question.route, ended.result);
    try {
      deps.onCall(recordOf(deps.connector, connection, ended));
    } catch (error) {
      // A failure to log must not discard an answer that was paid for.
      connection.onBug(ended.question.route, error);
    }
  };
  return {
    request: async <A>(
      question: HttpQuestion,
      context: CallContext,
      read: (answer: HttpAnswer) => RegistryResult<A>,
    ) => {
      const start = performance.now();
      const { result, call } = await callOnce(connection, { question, context, read });
      record({ question, context, result, call, ms: Math.round(performance.now() - start) });
      return result;
    },
    heldBack: async (route, context) => {
      const breaker = connection.breakers.of(route);
      await breaker.trialOver(context.signal);
      if (breaker.admits()) return null;
      const result = notCalled('circuit_open');
      record({ question: { route }, context, result, call: null, ms: 0 });
      return result;
    },
    limited: (context) => ({ ...context, deadline: instant(deadlineOf(connection, context)) }),
    reachable: () => reach(connection.baseUrl, connect),
    health: health.read,
    close: () => connection.wire.close(),
  };
}

interface EndedCall {
  question: Pick<HttpQuestion, 'route'>;
  context: CallContext;
  result: RegistryResult<unknown>;
  /** `null`: none was started. */
  call: Pick<RegistryCall<never>, 'status' | 'code' | 'attempts' | 'breaker'> | null;
  ms: number;
}

const recordOf = (
  connector: string,
  { breakers }: RegistryConnection,
  { question: { route }, context, result, call, ms }: EndedCall,
): CallRecord => ({
  connector,
  route,
  correlationId: context.correlationId,
  kind: result.kind,
  cause: causeOf(result),
  httpStatus: call?.status ?? null,
  code: loggableCode(result.kind === 'rejected' ? result.code : (call?.code ?? null)),
  attempts: call?.attempts ?? 0,
  ms,
  breaker: call?.breaker ?? breakers.of(route).state(),
  breakerAfter: breakers.of(route).state(),
  compared: comparedFields(result),
});

interface RegistryRequest<A> {
  question: HttpQuestion;
  context: CallContext;
  read(answer: HttpAnswer): RegistryResult<A>;
}

async function callOnce<A>(
  connection: RegistryConnection,
  request: RegistryRequest<A>,
): Promise<{ result: RegistryResult<A>; call: RegistryCall<A> | null }> {
  let opened: { call: RegistryCall<A>; end(): void } | null = null;
  try {
    opened = beginCall(connection, request);
    return { result: await callUntilSettled(connection, opened.call), call: opened.call };
  } catch (error) {
    connection.onBug(request.question.route, error);
    const attempts = opened?.call.attempts ?? 0;
    return { result: { kind: 'technical', cause: 'schema', attempts, at: null }, call: opened?.call ?? null };
  } finally {
    opened?.end();
  }
}

function beginCall<A>(
  connection: RegistryConnection,
  { question, context, read }: RegistryRequest<A>,
): { call: RegistryCall<A>; end(): void } {
  const url = /^https?:/.test(question.path)
    ? new URL(question.path)
    : new URL(connection.baseUrl.href.replace(/\/$/, '') + question.path);
  const deadline = deadlineOf(connection, context);
  const over = new AbortController();
  const abort = () => over.abort();
  // Even a zero timer would let a request out over a kept connection.
  if (context.signal.aborted || deadline <= connection.now()) abort();
  context.signal.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(abort, Math.max(0, deadline - connection.now()));
  const call: RegistryCall<A> = {
    question,
    url,
    read,
    signal: over.signal,
    callerSignal: context.signal,
    deadline,
    attempts: 0,
    sent: false,
    status: null,
    code: null,
    breaker: connection.breakers.of(question.route).state(),
  };
  const end = () => {
    clearTimeout(timer);
    context.signal.removeEventListener('abort', abort);
  };
  return { call, end };
}

/** Milliseconds since 1970: the caller's deadline, or the connector's own if that is earlier. */
const deadlineOf = ({ now, options }: RegistryConnection, { deadline }: CallContext): number =>
  Math.min(now() + options.resilience.overallMs, Date.parse(deadline));

function createConnection(
  options: ConnectorOptions,
  { deps, connect }: { deps: RegistryHttpDeps; connect: GuardedOptions },
): RegistryConnection {
  const { resilience, auth } = options;
  const now = deps.now ?? Date.now;
  const wire = createWire(connect, now);
  return {
    options,
    baseUrl: new URL(options.baseUrl),
    wire,
    credentials: createCredentials(auth, { readSecret: deps.readSecret, wire, resilience, now }),
    queue: createCallQueue(resilience.concurrency),
    breakers: createCircuitBreakers(resilience.breaker, now),
    now,
    random: deps.random ?? Math.random,
    wait: deps.wait ?? ((ms, signal) => sleep(ms, undefined, { signal })),
    onBug: (route, error) => {
      const errorClass = error instanceof Error ? error.constructor.name : typeof error;
      try {
        deps.onBug?.({ connector: deps.connector, route, errorClass });
      } catch {
        // Nor must a failure to log this one.
      }
    },
  };
}

function connectOptions({ auth, resilience }: ConnectorOptions, deps: RegistryHttpDeps): GuardedOptions {
  const own = auth.type === 'mtls' ? auth : null;
  const authorities = [deps.certificateAuthorities, own?.ca && deps.readSecret(own.ca)];
  return {
    limitMs: resilience.connectMs,
    resolve: shareLookUps(deps.resolve ?? resolveBySystem),
    policy: operatorAddresses,
    authorities: authorities.filter((pem): pem is string => Boolean(pem)),
    client: own && { cert: deps.readSecret(own.cert), key: deps.readSecret(own.key) },
  };
}
