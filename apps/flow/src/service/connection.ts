import type { FlowEnterAnswer, FlowEnterRequest } from '@countersign/contract';
import { Refusal, refusalOf } from './refusal.ts';

/** A request. Every request is safe to repeat. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'HEAD' | 'DELETE';
  /** Path below `/flow/v1`. */
  path: string;
  /** Sent as JSON. */
  body?: object;
  /** Sent unchanged. */
  bytes?: Blob;
  headers?: Record<string, string>;
  /** Milliseconds until an attempt times out and is repeated; default 30,000. */
  limitMs?: number;
  /** Cancels the call with an `AbortError`. */
  signal?: AbortSignal;
  /** Completes even when the page is unloaded; the body must be small. */
  keepalive?: boolean;
  /** Called before each repetition; its result replaces the call. */
  again?: () => Promise<Call>;
}

/** The connection to the service: adds the bearer token, repeats lost requests, reports whether the network is available. */
export interface Connection {
  /** Exchanges the link for a bearer token. @throws Refusal `link-unknown` */
  enter(): Promise<FlowEnterAnswer>;
  /** @throws Refusal when the service rejects the request; lost requests are repeated until there is a response */
  send(call: Call): Promise<Response>;
  sendJson<Answer>(call: Call): Promise<Answer>;
  /** The bearer token for a beacon; `null` before entering. */
  bearer(): string | null;
  /** Uses another token and language from now on. */
  present(changes: Presented): void;
}

/** A link, and the language of the page that it came from. */
export type Presented = Pick<FlowEnterRequest, 'token'> & Partial<Pick<FlowEnterRequest, 'language'>>;

/** Options of a connection. */
export interface ConnectionOptions {
  /** `/flow/v1` on the origin of the page. */
  base: string;
  enter: FlowEnterRequest;
  /** Called when requests start being lost, and when they no longer are. */
  onLost(lost: boolean): void;
}

const defaultLimitMs = 30_000;
/** Maximum pause between repetitions, which doubles each time. */
const longestPauseMs = 8_000;
/** Number of attempts at a request that the service fails, before the failure is reported. */
const failureTries = 4;
/** Milliseconds for which lost requests are not reported. */
const quietMs = 1_200;

const isFailure = (status: number) => status === 429 || status >= 500;

/**
 * Resolves after a random part of a growing delay, or as soon as the network is back, the page becomes visible, or the call is
 * cancelled.
 */
const pause = (turn: number, leastMs: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve) => {
    const most = Math.min(longestPauseMs, 400 * 2 ** turn);
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      document.removeEventListener('visibilitychange', seen);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const seen = () => {
      if (!document.hidden) done();
    };
    const timer = setTimeout(done, Math.max(leastMs, most / 2 + (Math.random() * most) / 2));
    signal?.addEventListener('abort', done);
    if (leastMs > 0) return;
    addEventListener('online', done);
    document.addEventListener('visibilitychange', seen);
  });

/** Converts `Retry-After` to milliseconds, at most one minute. */
const retryAfterMs = (answer: Response) =>
  Math.min(60, Number(answer.headers.get('retry-after')) || 0) * 1_000;

async function fetchOnce(base: string, call: Call, bearer: string | null): Promise<Response> {
  const abort = new AbortController();
  const stop = () => abort.abort();
  const timer = setTimeout(stop, call.limitMs ?? defaultLimitMs);
  if (call.signal?.aborted) stop();
  call.signal?.addEventListener('abort', stop);
  try {
    const type = call.bytes ? 'application/octet-stream' : 'application/json';
    const content = call.bytes ?? (call.body === undefined ? null : JSON.stringify(call.body));
    const answer = await fetch(base + call.path, {
      method: call.method,
      headers: {
        accept: 'application/json',
        ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
        ...(content === null ? {} : { 'content-type': type }),
        ...call.headers,
      },
      body: content,
      signal: abort.signal,
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      keepalive: call.keepalive === true,
    });
    // Reads the body here, so that a connection that breaks halfway is retried too.
    const body = answer.status === 204 || call.method === 'HEAD' ? null : await answer.blob();
    return new Response(body, {
      status: answer.status === 304 ? 204 : answer.status,
      headers: answer.headers,
    });
  } finally {
    clearTimeout(timer);
    call.signal?.removeEventListener('abort', stop);
  }
}

/** Reports losses only after a delay, and their end at once. */
function createLossReport(onLost: (lost: boolean) => void) {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let reported = false;
  return (lost: boolean) => {
    if (lost && timer === null && !reported)
      timer = setTimeout(() => {
        reported = true;
        onLost(true);
      }, quietMs);
    if (lost) return;
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (reported) onLost(false);
    reported = false;
  };
}

/** Repeats requests without a response, or with one of an overloaded service. */
async function repeat(
  first: Call,
  { base, bearer, report }: { base: string; bearer: () => string | null; report: (lost: boolean) => void },
): Promise<Response> {
  let call = first;
  let failures = 0;
  for (let turn = 0; ; turn += 1) {
    let leastMs = 0;
    try {
      const answer = await fetchOnce(base, call, bearer());
      report(false);
      if (!isFailure(answer.status)) return answer;
      failures += 1;
      if (failures >= failureTries) throw await refusalOf(answer);
      leastMs = retryAfterMs(answer);
    } catch (error) {
      if (error instanceof Refusal || call.signal?.aborted) throw error;
      report(true);
    }
    await pause(turn, leastMs, call.signal);
    if (call.signal?.aborted) throw new DOMException('call: aborted', 'AbortError');
    if (first.again) call = await first.again();
  }
}

/** Creates the connection; sends nothing yet. */
export function createConnection({ base, enter: first, onLost }: ConnectionOptions): Connection {
  let enter = first;
  let bearer: string | null = null;
  let entering: Promise<FlowEnterAnswer> | null = null;
  const report = createLossReport(onLost);
  const known = { base, bearer: () => bearer, report };

  const enterOnce = async (): Promise<FlowEnterAnswer> => {
    const answer = await repeat(
      { method: 'POST', path: '/enter', body: enter },
      { ...known, bearer: () => null },
    );
    if (!answer.ok) throw await refusalOf(answer);
    const entered = (await answer.json()) as FlowEnterAnswer;
    ({ bearer } = entered);
    return entered;
  };
  /** Several requests with an expired bearer token enter only once. */
  const enterShared = () => {
    entering ??= enterOnce().finally(() => {
      entering = null;
    });
    return entering;
  };
  const send = async (call: Call): Promise<Response> => {
    const used = bearer;
    let answer = await repeat(call, known);
    if (answer.status === 401) {
      if (bearer === used) await enterShared();
      answer = await repeat(call, known);
    }
    if (!answer.ok) throw await refusalOf(answer);
    return answer;
  };
  return {
    enter: enterShared,
    send,
    sendJson: async <Answer>(call: Call) => (await (await send(call)).json()) as Answer,
    bearer: () => bearer,
    present: (changes) => {
      enter = { ...enter, ...changes };
    },
  };
}
