import type { Server } from 'node:http';
import net from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/**
 * The end of a server behind proxies.
 *
 * A connection that is closed while a request is on its way on it, or that is refused, costs that request its answer unless the
 * proxy can send it elsewhere, and with a body not every proxy can. So a server that ends
 *
 * 1. fails its readiness at once and goes on answering, each connection for the last time (`connection: close`), until no request
 *    has come for `quietMs`, or for `listenMs`: proxies that look at the readiness have gone elsewhere by then;
 * 2. takes the connections that the kernel has made for it, and refuses new ones from then on;
 * 3. closes connections without a request once none has come for `quietMs`, or `keptMs` after the beginning;
 * 4. closes the rest `inFlightMs` after the beginning.
 */
export interface DrainLimits {
  quietMs: number;
  listenMs: number;
  keptMs: number;
  inFlightMs: number;
}

/** How a server ends. */
export interface Drain {
  /** Readiness fails, and no connection is kept. */
  isEnding(): boolean;
  /** Ends the server; resolves when its last connection is closed. */
  end(): Promise<void>;
}

/** Milliseconds between two looks. */
const lookMs = 20;
/** Milliseconds of a turn of the event loop in which hardly any connection can have come behind its look for new ones. */
const shortTurnMs = 2;
/** Milliseconds after which no shorter turn is waited for. */
const takingMs = 1_000;
/** Looks of proxies and monitors: they go on all the time. */
const probe = /^\/(?:readyz|healthz|metrics)\b/;

/**
 * Prepares the end of a server.
 * @param limits milliseconds
 * @param refuses is called once new connections are refused: whoever only waits for something may be answered, and goes elsewhere
 */
export function createDrain(server: Server, limits: DrainLimits, refuses: () => void = () => {}): Drain {
  let requestAt = Number.NEGATIVE_INFINITY;
  let taken = 0;
  let ending = false;
  server.on('connection', () => (taken += 1));
  // Before the one that answers.
  server.prependListener('request', ({ url }, response) => {
    if (!probe.test(url ?? '')) requestAt = performance.now();
    if (ending) response.shouldKeepAlive = false;
  });
  const end = async () => {
    if (ending || !server.listening) return;
    ending = true;
    let isClosed = false;
    server.once('close', () => (isClosed = true));
    const stragglers = setTimeout(() => server.closeAllConnections(), limits.inFlightMs);
    const began = performance.now();
    const isBusy = (mostMs: number) => {
      const now = performance.now();
      return now - requestAt < limits.quietMs && now - began < mostMs;
    };
    while (isBusy(limits.listenMs)) await sleep(lookMs);
    await takeWaiting(() => taken);
    // That of HTTP closes idle connections as well.
    net.Server.prototype.close.call(server);
    refuses();
    while (!isClosed) {
      if (!isBusy(limits.keptMs)) server.closeIdleConnections();
      await sleep(lookMs);
    }
    // Ends its checks of time-outs.
    server.close();
    clearTimeout(stragglers);
  };
  return { isEnding: () => ending, end };
}

/** Resolves right behind a short turn of the event loop in which no connection waited. @param taken how many were taken so far */
async function takeWaiting(taken: () => number): Promise<void> {
  const end = performance.now() + takingMs;
  for (let began = performance.now(); began < end; began = performance.now()) {
    const before = taken();
    await nextTurn();
    if (taken() === before && performance.now() - began < shortTurnMs) return;
  }
}
