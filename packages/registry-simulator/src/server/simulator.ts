import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RegistryImage } from '@countersign/core';
import { genericRoutes } from '../generic/simulator.ts';
import { answerCall } from './answer-call.ts';
import { answerControl } from './control-routes.ts';
import { openListener, openTlsListener, type RequestHandler } from './listeners.ts';
import type { OutgoingReply } from './outgoing-reply.ts';
import { readBody } from './request-body.ts';
import { createRouting } from './routing.ts';
import type { Population } from './simulated-directory.ts';
import { allRegistries, committedPopulation } from './simulated-registries.ts';
import type { SimulatedRegistry } from './simulated-route.ts';
import { createSimulation, type Simulation } from './simulation.ts';
import { createControl, type Listeners, type SimulatorControl } from './simulator-control.ts';
import { send } from './wire.ts';

/** Options of the simulator; all have defaults. */
export interface SimulatorOptions {
  /** Default `127.0.0.1`. */
  host?: string;
  /** 0, the default: any free port. */
  port?: number;
  /** Opens a second listener with a self-signed certificate; 0: any free port. */
  tlsPort?: number | null;
  /** Bearer token of `/__sim`; `null`, the default: every control route is 404. */
  controlToken?: string | null;
  /** For latencies and for fault rules with a probability; default 20261120. */
  seed?: number;
  /** Minimum and maximum latency in milliseconds; default none. */
  latencyMs?: readonly [number, number];
  /** Similarity of two faces, 0–100; `null` when there is none to compare. */
  compareFaces?(portrait: RegistryImage, selfie: RegistryImage): Promise<number | null>;
  /** Portraits on file for `compareFaces`, by the number in the registry. */
  portraits?: ReadonlyMap<string, RegistryImage>;
  /** Milliseconds since 1970; default: the machine's clock. */
  now?(): number;
  /** The simulated registries; default: all. */
  registries?: readonly SimulatedRegistry[];
  /** People in addition to those of the scenarios; default: the committed population. */
  population?: Population;
  /** Called with an error in the simulator itself, for which the caller gets a 500. */
  onBug?(error: unknown): void;
}

/** A running simulator. */
export interface Simulator {
  /** `http://127.0.0.1:4711` */
  url: string;
  /** The same registries with TLS; `null` if no TLS port is configured. */
  tlsUrl: string | null;
  /** PEM of the TLS listener's certificate. */
  certificate: string | null;
  /** The functions of `/__sim`, for tests in the same process. */
  control: SimulatorControl;
  /** Closes the listeners and every open connection. */
  close(): Promise<void>;
}

const controlPrefix = '/__sim';

const plainReply = (status: number, message: string): OutgoingReply => ({
  status,
  headers: {},
  body: { message },
  delayMs: 0,
  wire: { mode: 'plain' },
});

const delay = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    // A delayed response must not keep a process alive.
    setTimeout(resolve, ms).unref();
  });

const headersOf = ({ headers }: IncomingMessage): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );

/** The data for handling requests. */
interface Served {
  simulation: Simulation;
  control: SimulatorControl;
  controlToken: string | null;
  routing: ReturnType<typeof createRouting>;
}

async function replyTo(request: IncomingMessage, served: Served): Promise<OutgoingReply> {
  const [pathname = '/', search = ''] = (request.url ?? '/').split('?', 2);
  const query = new URLSearchParams(search);
  const method = request.method ?? 'GET';
  const body = await readBody(request);
  if (pathname.startsWith(`${controlPrefix}/`)) {
    const { authorization } = request.headers;
    const controlRequest = { method, path: pathname.slice(controlPrefix.length), query, body, authorization };
    const reply = await answerControl(controlRequest, served.control, served.controlToken);
    return { ...reply, delayMs: 0, wire: { mode: 'plain' } };
  }
  const destination = served.routing(method, pathname);
  if (destination === null) return plainReply(404, 'there is no such route');
  return answerCall({ destination, headers: headersOf(request), query, body }, served.simulation);
}

function handlerOf(served: Served, onBug: ((error: unknown) => void) | undefined): RequestHandler {
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const reply = await replyTo(request, served);
    if (reply.delayMs > 0) await delay(reply.delayMs);
    send(response, reply);
  };
  return {
    handle(request, response) {
      serve(request, response).catch((error: unknown) => {
        // A connection that the client aborted while sending is not an error of the simulator.
        if (request.destroyed && !request.complete) return;
        onBug?.(error);
        send(response, plainReply(500, 'the simulator has a bug'));
      });
    },
    // A client that closes the port through the control interface must get its response.
    spared: ({ url = '' }) => url.startsWith(`${controlPrefix}/`),
  };
}

async function simulationOf(options: SimulatorOptions): Promise<Simulation> {
  return createSimulation({
    registries: options.registries ?? allRegistries,
    population: options.population ?? (await committedPopulation()),
    seed: options.seed ?? 20_261_120,
    latencyMs: options.latencyMs ?? [0, 0],
    now: () => (options.now ?? Date.now)(),
    async compareFaces(number, selfie) {
      const portrait = options.portraits?.get(number);
      if (portrait === undefined || options.compareFaces === undefined) return null;
      return options.compareFaces(portrait, selfie);
    },
  });
}

/**
 * Starts a server that implements the registries' APIs with invented people. It makes no outgoing calls. Rejects when a port
 * cannot be opened.
 * @see spec/registries.md 15
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { host = '127.0.0.1', port = 0, tlsPort = null, controlToken = null } = options;
  const simulation = await simulationOf(options);
  const { registries } = simulation;
  const routes = [...registries.flatMap((registry) => registry.routes), ...genericRoutes(registries)];
  const listeners: Listeners = { plain: null, tls: null };
  const control = createControl(simulation, routes, listeners);
  const served = { simulation, control, controlToken, routing: createRouting(routes) };
  const handler = handlerOf(served, options.onBug?.bind(options));
  const plain = await openListener({ host, port }, handler);
  listeners.plain = plain;
  try {
    listeners.tls = tlsPort === null ? null : await openTlsListener({ host, port: tlsPort }, handler);
  } catch (error) {
    await plain.close();
    throw error;
  }
  return {
    url: plain.url,
    tlsUrl: listeners.tls?.url ?? null,
    certificate: listeners.tls?.certificate ?? null,
    control,
    async close() {
      await plain.close();
      await listeners.tls?.close();
    },
  };
}
