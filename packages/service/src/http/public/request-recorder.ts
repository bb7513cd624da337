import type { ServiceContext } from '../../context.ts';
import { Unavailable } from '../../runtime/unavailable.ts';
import { type ApiRequest, recordRequests } from '../../usecases/request/record-requests.ts';
import { addressGroup } from '../client-address.ts';
import { limitLog } from '../limited-log.ts';
import type { RequestLog } from '../request-log.ts';
import type { Exchange } from './exchange.ts';
import { createTokenBuckets } from './intake/token-buckets.ts';

/** Milliseconds that a request waits for others before it is stored. */
const collectMs = 1_000;
/** Maximum numbers of requests in one statement and of waiting ones; each takes about half a kilobyte of memory. */
const atOnce = 500;
const mostWaiting = 10_000;
/**
 * Rate at which refused requests are stored, per address and integration, if no key verified them: strangers must not fill the database.
 */
const unverifiedRefusals = { size: 60, perSecond: 1 };

/** A request, and the time at which its answer ended, by the monotonic clock. */
interface Waiting {
  request: Omit<ApiRequest, 'age'>;
  at: number;
}

/** Stores the requests of integrations after they have been answered. */
export interface RequestRecorder {
  note: RequestLog;
  /** Stores the waiting requests if the database accepts them at once. */
  stop(): Promise<void>;
}

/**
 * No request waits for it or fails because of it. Requests are collected for a second and written together; during a database outage they
 * wait, up to a maximum number. Requests beyond that are counted as dropped.
 */
export function createRequestRecorder(
  ctx: Pick<ServiceContext, 'database' | 'metrics' | 'log'>,
): RequestRecorder {
  const record = recordRequests(ctx);
  const warn = limitLog(ctx.log);
  const strangers = createTokenBuckets();
  const waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();
  const drop = (count: number) => ctx.metrics.requestLogDropped.inc(count);
  const write = () => writeAll(waiting, { record, drop, warn });
  const flush = () => {
    timer = null;
    // One write at a time: two would write the same requests, and take twice as many from those that wait.
    writing = writing.then(write).catch((error: unknown) => {
      warn('request log', { error }, 'request log not written; will be retried');
      plan();
    });
  };
  const plan = () => (timer ??= setTimeout(flush, collectMs).unref());
  return {
    note(exchange, answered) {
      const integrationId = exchange.signer?.integration.integrationId;
      if (integrationId === undefined) return;
      const isStranger = exchange.refused !== null && exchange.verifiedBy === null;
      const stranger = `${integrationId} ${addressGroup(exchange.address)}`;
      if (waiting.length >= mostWaiting || (isStranger && !strangers.take(stranger, unverifiedRefusals)))
        return drop(1);
      waiting.push({ request: requestOf(exchange, { integrationId, ...answered }), at: performance.now() });
      plan();
    },
    async stop() {
      if (timer !== null) clearTimeout(timer);
      writing = writing.then(write).catch(() => drop(waiting.length));
      await writing;
      // A failed write may have scheduled another attempt.
      if (timer !== null) clearTimeout(timer);
    },
  };
}

interface Writing {
  record: ReturnType<typeof recordRequests>;
  drop(count: number): void;
  warn: ReturnType<typeof limitLog>;
}

/**
 * Writes until none is waiting; requests that the database rejects are dropped.
 * @throws Unavailable, and the others then continue to wait
 */
async function writeAll(waiting: Waiting[], { record, drop, warn }: Writing): Promise<void> {
  while (waiting.length > 0) {
    const some = waiting.slice(0, atOnce);
    const now = performance.now();
    try {
      await record(some.map(({ request, at }) => ({ ...request, age: (now - at) / 1_000 })));
    } catch (error) {
      if (error instanceof Unavailable) throw error;
      warn('request log', { error }, 'requests dropped from the request log');
      drop(some.length);
    }
    waiting.splice(0, some.length);
  }
}

function requestOf(
  {
    requestId,
    endpoint,
    refused,
    verifiedBy,
    subject,
    bodyBytes,
    unverified,
    ignored,
    ...exchange
  }: Exchange,
  { integrationId, status, ms }: { integrationId: string; status: number; ms: number },
): Omit<ApiRequest, 'age'> {
  return {
    id: requestId,
    integrationId,
    route: endpoint ?? 'none',
    status,
    code: refused?.code ?? null,
    cause: refused?.cause ?? null,
    detail: refused?.detail ?? refused?.reason ?? null,
    keyId: verifiedBy,
    subject,
    ms,
    bytes: bodyBytes,
    // A browser page calls from the address of its user.
    address: exchange.request.headers.origin === undefined ? exchange.address : null,
    unverified,
    ignored,
  };
}
