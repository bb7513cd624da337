import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RegistryImage } from '@countersign/core';
import { answerControl, type ControlRequest } from './control-routes.ts';
import { createControl, type Listeners, type SimulatorControl } from './simulator-control.ts';
import { genericRoutes } from '../generic/simulator.ts';
import { openListener, openTlsListener } from './listeners.ts';
import { readBody } from './request-body.ts';
import type { OutgoingReply } from './outgoing-reply.ts';
import { createRouting } from './routing.ts';
import type { SimulatedRegistry } from './simulated-route.ts';
import { createSimulation } from './simulation.ts';
import { allRegistries, committedPopulation } from './simulated-registries.ts';
import type { Population } from './simulated-directory.ts';
import { send } from './wire.ts';

/** How the simulator is to run; everything has a default. */
export interface SimulatorOptions {
  /** `127.0.0.1`. */
  host?: string;
  /** 0, the default: any free one. */
  port?: number;
  /** Opens a second listener with a self-signed certificate; 0: any free port. */
  tlsPort?: number | null;
  /** Bearer token of `/__sim`; `null`, the default: every control route is 404. */
  controlToken?: string | null;
  /** For latencies and for fault rules with a probability; 20261120 by default. */
  seed?: number;
  /** Shortest and longest latency in milliseconds; none by default. */
  latencyMs?: readonly [number, number];
  /** Similarity 0–100 of two faces, `null` when there is none to compare. */
  compareFaces?(portrait: RegistryImage, selfie: RegistryImage): Promise<number | null>;
  /** Portraits on file for `compareFaces`, by the registry's number. */
  portraits?: ReadonlyMap<string, RegistryImage>;
  /** Milliseconds since 1970; the machine's clock by default. */
  now?(): number;
  /** The registries it plays; all by default. */
  registries?: readonly SimulatedRegistry[];
  /** Who lives there beside the people of the scenarios; the committed population by default. */
  population?: Population;
  /** Hears of a fault in the simulator itself, which its caller sees as a 500. */
  onBug?(error: unknown): void;
}

/** A running simulator. */
export interface Simulator {
  /** `http://127.0.0.1:4711` */
  url: string;
  /** The same registries behind TLS; `null` without a port for it. */
  tlsUrl: string | null;
  /** PEM of the TLS listener's certificate. */
  certificate: string | null;
  /** What `/__sim` does, for tests in the same process. */
  control: SimulatorControl;
  /** Ends the listeners and every open connection. */
  close(): Promise<void>;
}

const noSuchRoute: OutgoingReply = {
  status: 404,
  headers: {},
  body: { message: 'there is no such route' },
  delayMs: 0,
  wire: { way: 'plain' },
};

const delay = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    // A process that only waits to answer nobody may end.
    setTimeout(resolve, ms).unref();
  });

const controlPrefix = '/__sim';

/**
 * Starts a server that speaks the registries' formats about invented people. It never calls anybody.
 * Rejects when a port cannot be opened.
 * @see spec/registries.md 15
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { host = '127.0.0.1', port = 0, tlsPort = null, controlToken = null } = options;
  const registries = options.registries ?? allRegistries;
  const simulation = createSimulation({
    registries,
    population: options.population ?? committedPopulation,
    seed: options.seed ?? 20_261_120,
    latencyMs: options.latencyMs ?? [0, 0],
    now: () => (options.now ?? Date.now)(),
    async compareFaces(number, selfie) {
      const portrait = options.portraits?.get(number);
      if (portrait === undefined || options.compareFaces === undefined) return null;
      return options.compareFaces(portrait, selfie);
    },
  });
  const routes = [...registries.flatMap((registry) => registry.routes), ...genericRoutes(registries)];
  const routing = createRouting(routes);
  const listeners: Listeners = { plain: null, tls: null };
  const control = createControl(simulation, routes, listeners);

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://simulator');
    const method = request.method ?? 'GET';
    const body = await readBody(request);
    const { authorization } = request.headers;
    if (pathname.startsWith(`${controlPrefix}/`)) {
      const asked: ControlRequest = {
        method,
        path: pathname.slice(controlPrefix.length),
        query,
        body,
        authorization,
      };
      send(response, {
        ...(await answerControl(asked, control, controlToken)),
        delayMs: 0,
        wire: { way: 'plain' },
      });
      return;
    }
    const destination = routing(method, pathname);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(', ') : value,
      ]),
    );
    const reply =
      destination === null ? noSuchRoute : await simulation.answer({ destination, headers, query, body });
    if (reply.delayMs > 0) await delay(reply.delayMs);
    send(response, reply);
  }

  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    serve(request, response).catch((error: unknown) => {
      // A connection that its own client broke off while sending is no fault of ours.
      if (request.destroyed && !request.complete) return;
      options.onBug?.(error);
      send(response, { ...noSuchRoute, status: 500, body: { message: 'the simulator has a bug' } });
    });
  };
  const plain = await openListener({ host, port }, handle);
  const tls = tlsPort === null ? null : await openTlsListener({ host, port: tlsPort }, handle);
  Object.assign(listeners, { plain, tls });
  return {
    url: plain.url,
    tlsUrl: tls?.url ?? null,
    certificate: tls?.certificate ?? null,
    control,
    async close() {
      await plain.close();
      await tls?.close();
    },
  };
}
