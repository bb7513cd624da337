import type { FlowEnterAnswer, FlowEnterRequest } from '@countersign/contract';
import { Refusal, refusalOf } from './refusal.ts';

/** One request. Every one is safe to repeat. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'HEAD' | 'DELETE';
  /** Below `/flow/v1`. */
  path: string;
  /** Sent as JSON. */
  body?: object;
  /** Sent as they are. */
  bytes?: Blob;
  headers?: Record<string, string>;
  /** Milliseconds until an attempt is given up and repeated; default 30,000. */
  limitMs?: number;
  /** Ends the call with an `AbortError`. */
  signal?: AbortSignal;
  /** Finished even when the page goes away; bodies are small then. */
  keepalive?: boolean;
  /** Called before each repetition; what it returns replaces the call. */
  again?: () => Promise<Call>;
}

/** The way to the service: adds the bearer, repeats what was lost, reports whether the network is there. */
export interface Connection {
  /** Exchanges the link for a bearer. @throws Refusal `link-unknown` */
  enter(): Promise<FlowEnterAnswer>;
  /** @throws Refusal when the service refuses; lost requests are repeated until they are answered */
  send(call: Call): Promise<Response>;
  sendJson<Answer>(call: Call): Promise<Answer>;
  /** The bearer for a beacon; `null` before entering. */
  bearer(): string | null;
  /** Enters with another token from now on, and in another language. */
  present(changes: Presented): void;
}

/** A link, and the language that was spoken where it comes from. */
export type Presented = Pick<FlowEnterRequest, 'token'> & Partial<Pick<FlowEnterRequest, 'language'>>;

/** How the connection is made. */
export interface ConnectionOptions {
  /** `/flow/v1` on the origin of the page. */
  base: string;
  enter: FlowEnterRequest;
  /** Called when requests begin and cease to be lost. */
  onLost(lost: boolean): void;
}

const defaultLimitMs = 30_000;
/** Waiting times between repetitions double up to this. */
const longestPauseMs = 8_000;
/** A failure of the service itself is repeated so often, and then reported. */
const failureTries = 4;
/** Milliseconds of lost requests that nobody needs to see. */
const quietMs = 1_200;

const isFailure = (status: number) => status === 429 || status >= 500;

/** Resolves after a random part of a growing time, or as soon as the network is back, the page is seen again, or the call is over. */
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

/** Seconds of `Retry-After`, as milliseconds of at most one minute. */
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
    // The body is read here, so that a connection that breaks in the middle is repeated too.
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

/** Reports losses only after a while, and their end at once. */
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

/** Repeats what gets no answer, or one of an overloaded service. */
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

/** Makes the connection; nothing is sent yet. */
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
  /** Several requests that find the bearer ended enter once. */
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
