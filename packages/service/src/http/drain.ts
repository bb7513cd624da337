import type { Server } from 'node:http';
import net from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/**
 * Graceful shutdown of a server behind proxies.
 *
 * A request is lost when its connection is closed or refused while the request is on its way, unless the proxy can send it elsewhere;
 * with a body not every proxy can. So a server that shuts down
 *
 * 1. reports not ready at once and keeps answering, closing each connection after its answer (`connection: close`), until no request
 *    has come for `quietMs`, or for at most `listenMs`: by then, proxies that check readiness have moved on;
 * 2. accepts the connections that the kernel has already established, and refuses new ones;
 * 3. closes connections without a request once none has come for `quietMs`, or `keptMs` after the beginning;
 * 4. closes all others `inFlightMs` after the beginning.
 */
export interface DrainLimits {
  quietMs: number;
  listenMs: number;
  keptMs: number;
  inFlightMs: number;
}

/** The shutdown of a server. */
export interface Drain {
  /** True from the start of the shutdown: readiness fails, and no connection is kept alive. */
  isEnding(): boolean;
  /** Shuts the server down; resolves when its last connection is closed. */
  end(): Promise<void>;
}

/** Milliseconds between two checks. */
const lookMs = 20;
/**
 * Longest duration, in milliseconds, of a turn of the event loop that leaves hardly any time for a new connection after the check for new
 * ones.
 */
const shortTurnMs = 2;
/** Milliseconds after which it stops waiting for a shorter turn. */
const takingMs = 1_000;
/** Probes of proxies and monitors, which never stop and do not count as requests. */
const probe = /^\/(?:readyz|healthz|metrics)\b/;

/**
 * Prepares the graceful shutdown of a server.
 * @param limits milliseconds
 * @param refuses called once new connections are refused; long polls can be answered then, so that their clients go elsewhere
 */
export function createDrain(server: Server, limits: DrainLimits, refuses: () => void = () => {}): Drain {
  let requestAt = Number.NEGATIVE_INFINITY;
  let taken = 0;
  let ending = false;
  server.on('connection', () => (taken += 1));
  // This listener must run before the one that answers.
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
    // `close` of `http.Server` would close idle connections as well.
    net.Server.prototype.close.call(server);
    refuses();
    while (!isClosed) {
      if (!isBusy(limits.keptMs)) server.closeIdleConnections();
      await sleep(lookMs);
    }
    // Stops the timer that checks for time-outs.
    server.close();
    clearTimeout(stragglers);
  };
  return { isEnding: () => ending, end };
}

/**
 * Resolves right after a short turn of the event loop in which no connection was waiting.
 * @param taken how many connections were accepted so far
 */
async function takeWaiting(taken: () => number): Promise<void> {
  const end = performance.now() + takingMs;
  for (let began = performance.now(); began < end; began = performance.now()) {
    const before = taken();
    await nextTurn();
    if (taken() === before && performance.now() - began < shortTurnMs) return;
  }
}
