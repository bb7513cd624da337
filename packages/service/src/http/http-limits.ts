import type { DrainLimits } from './drain.ts';

/**
 * Time limits and minimum rates of the HTTP server. Tests shorten them; see
 * docs/decisions/0019-limit-connections-and-buffered-bytes-per-client.md.
 */
export interface HttpLimits {
  /** Milliseconds that a client may take to send its headers. */
  headersMs: number;
  /** Milliseconds from the first byte of a request to its last one. */
  requestMs: number;
  /** Milliseconds for which an idle connection is kept for the next request. */
  keepAliveMs: number;
  /** Milliseconds without a byte in either direction after which a connection is destroyed, whatever it is doing. */
  inactivityMs: number;
  /** Milliseconds between two checks of `headersMs` and `requestMs`, which may therefore take effect that much later. */
  checkMs: number;
  body: ArrivalLimits;
  answer: DeliveryLimits;
  linger: LingerLimits;
  refusals: RefusalLimits;
  drain: DrainLimits;
}

/** How fast a request body must arrive. Only time spent waiting for the client counts. */
export interface ArrivalLimits {
  /** Milliseconds over which the rate is measured; a client may pause for as long. */
  windowMs: number;
  leastBytesPerSecond: number;
  /** Total milliseconds spent waiting for the body. */
  totalMs: number;
}

/** How fast a client must read an answer that the kernel did not accept at once. */
export interface DeliveryLimits {
  /** Milliseconds over which the rate is measured. */
  windowMs: number;
  leastBytesPerSecond: number;
}

/**
 * How much is still read and dropped from a client whose request was answered before it was complete. A client that writes its whole body
 * before it reads would otherwise lose the answer to a connection reset.
 */
export interface LingerLimits {
  /** Longest pause, in milliseconds. */
  idleMs: number;
  /** Total time in milliseconds. */
  totalMs: number;
  bytes: number;
}

/**
 * How fast failed authentications are answered. A flood of them costs the service more than its sender. A delayed answer costs neither side
 * anything, and a sender that waits for it sends no more.
 */
export interface RefusalLimits {
  /** 401 answers that are sent at once, over all clients, and how many more each second. */
  atOnce: number;
  perSecond: number;
  /** Milliseconds that every further one waits. */
  pauseMs: number;
}

export const httpLimits: HttpLimits = {
  headersMs: 15_000,
  requestMs: 120_000,
  keepAliveMs: 65_000,
  inactivityMs: 70_000,
  checkMs: 1_000,
  body: { windowMs: 10_000, leastBytesPerSecond: 8 * 1024, totalMs: 110_000 },
  answer: { windowMs: 15_000, leastBytesPerSecond: 16 * 1024 },
  linger: { idleMs: 1_000, totalMs: 10_000, bytes: 32 * 1024 * 1024 },
  refusals: { atOnce: 200, perSecond: 100, pauseMs: 1_000 },
  drain: { quietMs: 1_000, listenMs: 4_000, keptMs: 8_000, inFlightMs: 25_000 },
};
