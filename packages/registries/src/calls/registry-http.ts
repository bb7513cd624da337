/** How a connector calls its registry. The registry may be slow, down, answer falsely or be impersonated; none of this may throw. */
import type { CallContext, Instant, NoAnswer, RegistryResult, UnavailableCause } from '@countersign/core';

/** One request as a connector wants it sent. */
export interface HttpQuestion {
  /** Stable name for logs, metrics and the simulator's counters: `br.validate`. Never a path: paths carry numbers. */
  route: string;
  method: 'GET' | 'POST';
  /**
   * Below the connector's base URL, or an absolute URL. The credentials go to the base URL's origin and nowhere else: a
   * consent manager has a `RegistryHttp` of its own.
   */
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** How long one attempt may take: 10 s and 20 s by default. */
  kind: 'data' | 'biometric';
  /**
   * When a request may be sent again. `data`: also after no answer. `biometric`: after 429, 502, 503, 504 and when nothing was sent.
   * `single_use`: only after 429 and when nothing was sent, because the request carries a token that works once.
   * @see spec/registries.md 10, second table
   */
  repeat: 'data' | 'biometric' | 'single_use';
  /**
   * The registry's own code in an answer, such as `DV041`, for the log; omitted unless it cannot be a number or a name of a person.
   */
  codeOf?(answer: HttpAnswer): string | null;
}

/** A complete response that the transport rules leave to the connector: 2xx, 400, 404, 422, 451 and other 4xx. */
export interface HttpAnswer {
  status: number;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  /** At most the cap. */
  body: Uint8Array;
  /** Our clock when the headers arrived. */
  at: Instant;
  attempts: number;
}

/** The way to one registry, with its own credentials, breaker, queue and connections. */
export interface RegistryHttp {
  /**
   * Sends a request, again where that is allowed, and has `read` interpret the answer. Transport failures, 3xx, 401 after one fresh
   * token, 403, 408, 413, 415, 429, 5xx and oversized bodies never reach `read`. The result of `read` is counted by breaker, log and
   * metrics. An exception of `read` is a bug of ours: it is logged, and the result is `technical` `schema`.
   * @see spec/registries.md 9, 10
   */
  request<A>(
    question: HttpQuestion,
    context: CallContext,
    read: (answer: HttpAnswer) => RegistryResult<A>,
  ): Promise<RegistryResult<A>>;
  /**
   * For a check of several requests, before the first one: the result that a request to this route would have now because its breaker
   * is open, counted and logged like a call; `null` if it would be sent. Waits for a trial call in progress. The requests before it
   * are billed, and would be in vain.
   * @see spec/registries.md 10
   */
  heldBack(route: string, context: CallContext): Promise<NoAnswer | null>;
  /**
   * The same context with the deadline of a check that begins now: a check of several requests has one limit for all of them.
   * @see spec/registries.md 10
   */
  limited(context: CallContext): CallContext;
  /**
   * Opens a connection and closes it; no request is sent and nothing is billed. For a connector's `probe` where the registry has no
   * route for its health. `unknown`: the address may not be called.
   */
  reachable(): Promise<'up' | 'down' | 'unknown'>;
  health(): RegistryHealth;
  close(): Promise<void>;
}

/** How one connector is doing in this process. */
export interface RegistryHealth {
  connector: string;
  breaker: CallRecord['breaker'];
  /** On the wire now. */
  inFlight: number;
  /** Waiting for a place. */
  waiting: number;
  /** How the last call ended; `null` before the first. */
  last: { kind: CallRecord['kind']; cause: string | null; at: Instant } | null;
  /** Routes whose calls are held back after failures, or on trial. */
  outages: RouteOutage[];
  /** Calls since the start by how they ended. */
  counts: Record<CallRecord['kind'], number>;
}

/** A route that gives no answers. */
export interface RouteOutage {
  route: string;
  /** Of its newest failure; `null`: not known. */
  cause: UnavailableCause | null;
  /** When calls were first held back. */
  since: Instant;
  /** When the newest call failed that was made. */
  failedAt: Instant;
}

/** One call as it may be logged: no number, no name, no body. @see spec/registries.md 11 */
export interface CallRecord {
  connector: string;
  route: string;
  correlationId: string;
  kind: RegistryResult<unknown>['kind'];
  /** Cause, refused input, or `null`. */
  cause: string | null;
  httpStatus: number | null;
  /** The registry's own code, `DV041`, where there is one. */
  code: string | null;
  attempts: number;
  ms: number;
  breaker: 'closed' | 'open' | 'trial';
  /** Names of compared fields by outcome. */
  compared: { equal: string[]; different: string[] } | null;
}

/** Turns an answer other than 200 without special meaning to the connector into a result. @see spec/registries.md 9 */
export type ClassifyStatus = (answer: HttpAnswer) => NoAnswer;
