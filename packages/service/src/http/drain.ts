import type { Server } from 'node:http';
import net from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/**
 * The end of a server whose clients keep connections.
 *
 * A request may be on its way on a kept connection while that one is closed: whoever sent it gets a reset, and cannot know
 * whether it was carried out; proxies answer 502 for it. So a server that ends refuses new connections, which proxies and clients
 * try elsewhere, but goes on answering on those that are there, each for the last time (`connection: close`). Once no request has
 * come for `quietMs`, or after `keptMs`, it closes those that are idle; requests in flight have `inFlightMs` in all.
 *
 * A connection that the kernel has made and the server has not taken yet is there as well: it is taken first.
 */
export interface DrainLimits {
  /** Milliseconds without a request after which idle connections are closed. */
  quietMs: number;
  /** Milliseconds after which they are closed however many requests come. */
  keptMs: number;
  /** Milliseconds that requests in flight get from the beginning. */
  inFlightMs: number;
}

/** Milliseconds between two looks. */
const lookMs = 20;
/** Turns of the event loop in which connections that wait are taken, should there be new ones in each. */
const mostTurns = 50;

/** Prepares the end of a server. @returns what ends it; resolves when its last connection is closed */
export function createDrain(server: Server, limits: DrainLimits): () => Promise<void> {
  let requestAt = Number.NEGATIVE_INFINITY;
  let taken = 0;
  let ending = false;
  server.on('connection', () => (taken += 1));
  // Before the one that answers.
  server.prependListener('request', (_request, response) => {
    requestAt = performance.now();
    if (ending) response.shouldKeepAlive = false;
  });
  return async () => {
    if (ending || !server.listening) return;
    ending = true;
    let isClosed = false;
    server.once('close', () => (isClosed = true));
    const stragglers = setTimeout(() => server.closeAllConnections(), limits.inFlightMs);
    const began = performance.now();
    // A turn takes all that wait, as far as it can, and goes on here right behind it.
    for (let turn = 0, before = -1; turn < mostTurns && before !== taken; turn += 1) {
      before = taken;
      await nextTurn();
    }
    // That of HTTP closes idle connections as well.
    net.Server.prototype.close.call(server);
    const isBusy = () => {
      const now = performance.now();
      return now - requestAt < limits.quietMs && now - began < limits.keptMs;
    };
    while (!isClosed) {
      if (!isBusy()) server.closeIdleConnections();
      await sleep(lookMs);
    }
    // Ends its checks of time-outs.
    server.close();
    clearTimeout(stragglers);
  };
}
