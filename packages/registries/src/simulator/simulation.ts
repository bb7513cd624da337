import type { CallFacts, FaultRules } from './fault-rules.ts';
import { createFaultRules } from './fault-rules.ts';
import type { LoggedCall } from './call-log.ts';
import { type CallLog, createCallLog, keyNames } from './call-log.ts';
import { unauthorised } from './fault-table.ts';
import { memberAt } from './json-paths.ts';
import { hasStatus, outgoing, type OutgoingReply } from './outgoing-reply.ts';
import type { RequestBody } from './request-body.ts';
import type { Destination } from './routing.ts';
import { seededRandom } from './seeded-random.ts';
import type {
  FaultTargets,
  Scenario,
  SimulatedCall,
  SimulatedRegistry,
  SimulatedReply,
} from './simulated-route.ts';
import { createSimulatedDirectory, type Population, type SimulatedDirectory } from './simulated-directory.ts';
import { createSimulatorClock, type SimulatorClock } from './simulator-clock.ts';
import { createTokenOffice, type TokenOffice } from './simulator-tokens.ts';

/** What the simulation starts from. */
export interface SimulationOptions {
  registries: readonly SimulatedRegistry[];
  population: Population;
  seed: number;
  /** Shortest and longest latency of a data route in milliseconds. */
  latencyMs: readonly [number, number];
  /** Milliseconds since 1970. */
  now(): number;
  compareFaces: SimulatedCall['compareFaces'];
}

/** One request to a data route. */
export interface ArrivedCall {
  destination: Destination;
  headers: Readonly<Record<string, string | undefined>>;
  query: URLSearchParams;
  body: RequestBody;
}

/** Everything the simulated registries know and remember; no network. */
export interface Simulation {
  registries: readonly SimulatedRegistry[];
  seed: number;
  clock: SimulatorClock;
  tokens: TokenOffice;
  directory: SimulatedDirectory;
  faults: FaultRules;
  log: CallLog;
  /** What goes back to the caller, faults applied; the call is in the log then. */
  answer(call: ArrivedCall): Promise<OutgoingReply>;
  /** Forgets everything that came since the start, the rules included. */
  reset(): void;
}

const noTargets: FaultTargets = {
  boolean: null,
  similarity: null,
  block: null,
  vocabulary: null,
  person: null,
  businessError: null,
};

/** Requests remembered in order to know a repetition. */
const keptRequests = 10_000;

const bearerOf = (headers: ArrivedCall['headers']): string =>
  /^Bearer (.+)$/i.exec(headers['authorization'] ?? '')?.[1] ?? '';

/** The registry's own name for a request: Datavalid's `tag`, INE's `solicitudId`. */
function requestName(body: unknown): string | null {
  const name = memberAt(body, 'tag') ?? memberAt(body, 'encabezado.solicitudId');
  return typeof name === 'string' && name !== '' ? name : null;
}

/** Scenarios of requests that were answered: the same request gets the same answer. */
function createRememberedAnswers() {
  const remembered = new Map<string, Scenario>();
  return {
    find: (key: string | null) => (key === null ? undefined : remembered.get(key)),
    keep(key: string | null, scenario: Scenario | null) {
      if (key === null || scenario === null) return;
      remembered.set(key, scenario);
      const [oldest] = remembered.keys();
      if (remembered.size > keptRequests && oldest !== undefined) remembered.delete(oldest);
    },
    clear: () => remembered.clear(),
  };
}

const refusal = (call: ArrivedCall, tokens: TokenOffice): SimulatedReply | null => {
  if (call.body.kind === 'too_large') return { status: 413, body: 'Request Entity Too Large' };
  if (call.destination.route.bearer && !tokens.isLive(bearerOf(call.headers)))
    return { status: 401, body: unauthorised, headers: { 'www-authenticate': 'Bearer' } };
  if (call.body.kind === 'unreadable') return { status: 400, body: { message: 'JSON inválido' } };
  return null;
};

export function createSimulation(options: SimulationOptions): Simulation {
  const { registries, seed } = options;
  const clock = createSimulatorClock(() => options.now());
  const tokens = createTokenOffice(clock.now);
  const directory = createSimulatedDirectory(options.population);
  const faults = createFaultRules(seed);
  const log = createCallLog();
  const answered = createRememberedAnswers();
  let random = seededRandom(seed);
  const registryOf = new Map(registries.map((registry) => [registry.registry, registry]));

  const latency = (): number => {
    const [min, max] = options.latencyMs;
    return min + Math.floor(random() * (max - min + 1));
  };

  async function answer(arrived: ArrivedCall): Promise<OutgoingReply> {
    const { route, params, sandbox } = arrived.destination;
    const body = arrived.body.kind === 'read' ? arrived.body.value : null;
    const registry = route.registry === null ? undefined : registryOf.get(route.registry);
    const latencyMs = latency();
    const held = tokens.forCall();
    const call: SimulatedCall = {
      params,
      headers: arrived.headers,
      body,
      sandbox,
      now: new Date(clock.now()),
      latencyMs,
      tokens: held,
      people: route.registry === null ? new Map() : directory.people(route.registry),
      compareFaces: (number, selfie) => options.compareFaces(number, selfie),
    };
    const time = call.now.toISOString();
    const refused = refusal(arrived, tokens);
    const number = refused === null ? route.numberOf(call) : null;
    const name = requestName(body);
    const key = name === null ? null : `${route.name} ${number ?? ''} ${name}`;
    const before = refused === null ? answered.find(key) : undefined;
    const scenario = refused === null ? (before ?? scenarioOf(registry, number, sandbox)) : null;
    const reply = refused ?? (await route.answer(call, scenario ?? nameless));
    const facts: CallFacts = {
      route: route.name,
      number,
      now: clock.now(),
      targets: { ...(registry?.faults ?? noTargets), ...route.faults },
      revokeToken: () => tokens.revoke(bearerOf(arrived.headers)),
    };
    const twisted = faults.twist(outgoing(reply, latencyMs), facts);
    const status = hasStatus(twisted.reply) ? twisted.reply.status : null;
    if (status === 401 || status === 429) held.giveBack();
    if (status === 200) answered.keep(key, scenario);
    const logged: LoggedCall = {
      route: route.name,
      time,
      status,
      scenario: scenario?.id ?? null,
      fault: twisted.fault,
      keys: [...keyNames(body), ...new Set(arrived.query.keys())],
      duplicate: before !== undefined,
    };
    log.add(logged);
    return twisted.reply;
  }

  const scenarioOf = (
    registry: SimulatedRegistry | undefined,
    number: string | null,
    sandbox: boolean,
  ): Scenario | null => (registry === undefined ? null : directory.find(registry, number, sandbox));

  return {
    registries,
    seed,
    clock,
    tokens,
    directory,
    faults,
    log,
    answer,
    reset() {
      faults.replace([]);
      directory.clear();
      log.clear();
      tokens.clear();
      answered.clear();
      clock.shift(0);
      random = seededRandom(seed);
    },
  };
}

/** For routes about nobody. */
const nameless: Scenario = { id: 'none', number: null, person: null, twist: {}, outcome: '' };
