/** How a connector calls its registry. The registry may be slow, down, answer incorrectly or be impersonated; none of this may throw. */
import type { CallContext, Instant, NoAnswer, RegistryResult, UnavailableCause } from '@countersign/core';

/** One request from a connector. */
export interface HttpQuestion {
  /** Stable name for logs, metrics and the simulator's counters: `br.validate`. Never a path, because paths contain numbers of people. */
  route: string;
  method: 'GET' | 'POST';
  /**
   * Below the connector's base URL, or an absolute URL. The credentials go only to the base URL's origin; a consent manager has its own
   * `RegistryHttp`.
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
  /** The registry's own code in an answer, such as `DV041`, for the log; omitted if it could be a person's number or name. */
  codeOf?(answer: HttpAnswer): string | null;
}

/** A complete response that the connector interprets itself: 2xx, 400, 404, 422, 451 and other 4xx. */
export interface HttpAnswer {
  status: number;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  /** At most the size limit. */
  body: Uint8Array;
  /** Our clock when the headers arrived. */
  at: Instant;
  attempts: number;
}

/** The HTTP client of one registry, with its own credentials, breaker, queue and connections. */
export interface RegistryHttp {
  /**
   * Sends a request, retries it where allowed, and has `read` interpret the answer. Transport failures, 3xx, 401 after one fresh token,
   * 403, 408, 413, 415, 429, 5xx and oversized bodies never reach `read`. Breaker, log and metrics record the result of `read`. An
   * exception from `read` is a bug in this project: it is logged, and the result is `technical` `schema`.
   * @see spec/registries.md 9, 10
   */
  request<A>(
    question: HttpQuestion,
    context: CallContext,
    read: (answer: HttpAnswer) => RegistryResult<A>,
  ): Promise<RegistryResult<A>>;
  /**
   * For a check of several requests, called before the first one. Returns the result that a request to this route would have now because
   * its breaker is open, counted and logged like a call; `null` if the request would be sent. Waits for a trial call in progress. Without
   * this, the earlier requests would be billed for nothing.
   * @see spec/registries.md 10
   */
  heldBack(route: string, context: CallContext): Promise<NoAnswer | null>;
  /**
   * The same context with the deadline of a check that begins now. All requests of a check share one time limit.
   * @see spec/registries.md 10
   */
  limited(context: CallContext): CallContext;
  /**
   * Opens and closes a connection; no request is sent and nothing is billed. For a connector's `probe` if the registry has no health route.
   * `unknown`: the address may not be called.
   */
  reachable(): Promise<'up' | 'down' | 'unknown'>;
  health(): RegistryHealth;
  close(): Promise<void>;
}

/** State of one connector in this process. */
export interface RegistryHealth {
  connector: string;
  breaker: CallRecord['breaker'];
  /** Requests in progress. */
  inFlight: number;
  /** Requests waiting for a free slot. */
  waiting: number;
  /** Result of the last call; `null` before the first. */
  last: { kind: CallRecord['kind']; cause: string | null; at: Instant } | null;
  /** Routes whose calls are held back after failures, or are on trial. */
  outages: RouteOutage[];
  /** Calls since start-up, by result. */
  counts: Record<CallRecord['kind'], number>;
}

/** A route that does not answer. */
export interface RouteOutage {
  route: string;
  /** Cause of its latest failure; `null`: unknown. */
  cause: UnavailableCause | null;
  /** When calls were first held back. */
  since: Instant;
  /** When the latest attempted call failed. */
  failedAt: Instant;
}

/** One call in loggable form: no number, no name, no body. @see spec/registries.md 11 */
export interface CallRecord {
  connector: string;
  route: string;
  correlationId: string;
  kind: RegistryResult<unknown>['kind'];
  /** Cause, rejected input, or `null`. */
  cause: string | null;
  httpStatus: number | null;
  /** The registry's own code, such as `DV041`, if there is one. */
  code: string | null;
  attempts: number;
  ms: number;
  /** The state in which the last attempt found the breaker: `trial` for a trial call, `open` for one that was not made. */
  breaker: 'closed' | 'open' | 'trial';
  /** The state that the call left behind: what applies to the next one. */
  breakerAfter: 'closed' | 'open' | 'trial';
  /** Names of the compared fields, by result. */
  compared: { equal: string[]; different: string[] } | null;
}

/** Converts an answer other than 200 that has no special meaning to the connector into a result. @see spec/registries.md 9 */
export type ClassifyStatus = (answer: HttpAnswer) => NoAnswer;
