import type { ServiceContext } from '../../context.ts';
import { Unavailable } from '../../runtime/unavailable.ts';
import { type ApiRequest, recordRequests } from '../../usecases/request/record-requests.ts';
import { addressGroup } from '../client-address.ts';
import { limitLog } from '../limited-log.ts';
import type { RequestLog } from '../request-log.ts';
import type { Exchange } from './exchange.ts';
import { createTokenBuckets } from './intake/token-buckets.ts';

/** Milliseconds that requests are collected before being written. */
const collectMs = 1_000;
/** Requests per statement, and maximum waiting requests; each takes about half a kilobyte of memory. */
const atOnce = 500;
const mostWaiting = 10_000;
/** Unverified rejected requests recorded per address and integration: strangers must not fill the database. */
const unverifiedRefusals = { size: 60, perSecond: 1 };

/** A request, and the end of its response on the monotonic clock. */
interface Waiting {
  request: Omit<ApiRequest, 'age'>;
  at: number;
}

/** Records the requests of integrations, after their responses. */
export interface RequestRecorder {
  note: RequestLog;
  /** Writes waiting requests, if the database accepts them immediately. */
  stop(): Promise<void>;
}

/**
 * Recording never delays or fails a request: requests are collected for a second and written together; while the database is unavailable
 * they wait, up to a bound. Those beyond it are counted as dropped.
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
    // Sequential: two writers would write the same requests, and remove twice as many from the queue.
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
      // An earlier failure may have scheduled a retry.
      if (timer !== null) clearTimeout(timer);
    },
  };
}

interface Writing {
  record: ReturnType<typeof recordRequests>;
  drop(count: number): void;
  warn: ReturnType<typeof limitLog>;
}

/** Writes until none are waiting; requests the database rejects are dropped. @throws Unavailable, and the rest stays in the queue */
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
    // A page in a browser sends the address of the person using it.
    address: exchange.request.headers.origin === undefined ? exchange.address : null,
    unverified,
    ignored,
  };
}
