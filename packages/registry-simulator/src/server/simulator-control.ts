import { checkedRules, type FaultRule, SimulatorInputError } from './fault-rules.ts';
import { faultTable } from './fault-table.ts';
import type { LoggedCall, RouteCounter } from './call-log.ts';
import type { Listener, TlsListener } from './listeners.ts';
import type { SimulatedPerson, SimulatedRegistry, SimulatedRoute } from './simulated-route.ts';
import type { Override, RegistryName } from './simulated-directory.ts';
import type { Simulation } from './simulation.ts';

/** The ports that rules can close; `null` while there is none. */
export interface Listeners {
  plain: Listener | null;
  tls: TlsListener | null;
}

/** A row of the scenario tables in the control interface. */
export interface ListedScenario {
  registry: RegistryName;
  id: string;
  number: string | null;
  outcome: string;
  person: SimulatedPerson | null;
  twist: Readonly<Record<string, unknown>>;
}

/** Controls a running simulator. Members throw `SimulatorInputError` for invalid input. */
export interface SimulatorControl {
  health(): { status: 'ok'; clock: string; seed: number };
  /** Logged calls, optionally of one route and from a given time on. */
  calls(filter?: { route?: string; since?: string }): LoggedCall[];
  counters(): Readonly<Record<string, RouteCounter>>;
  /** How often a route was called since the last reset. */
  count(route: string): number;
  faults(): readonly FaultRule[];
  /** Whether this interface is still reachable when the plain listener is closed. */
  hasSecondListener(): boolean;
  /** Replaces the rules in force, and closes or opens listeners accordingly. */
  setFaults(rules: readonly FaultRule[]): Promise<void>;
  override(override: { registry: string; number?: string; times: number; scenario: string }): void;
  /** Milliseconds since 1970. */
  setClock(now: number): void;
  /** Milliseconds ahead of real time; 0 restores real time. */
  shiftClock(offsetMs: number): void;
  putPerson(registry: string, number: string, person: SimulatedPerson): void;
  /** False when control had not added a person with that number. */
  removePerson(registry: string, number: string): boolean;
  scenarios(): ListedScenario[];
  reset(): Promise<void>;
}

/** The scenario table of a registry in the control interface. */
export const listedScenarios = (registry: SimulatedRegistry): ListedScenario[] =>
  registry.scenarios.map(({ id, number, outcome, person, twist }) => ({
    registry: registry.registry,
    id,
    number,
    outcome,
    person,
    twist,
  }));

/** Applies the rules to the listeners. */
async function settleListeners(rules: readonly FaultRule[], { plain, tls }: Listeners): Promise<void> {
  const hasFault = (what: string): boolean => rules.some((rule) => faultTable[rule.fault]?.listener === what);
  if (hasFault('untrusted') && tls === null)
    throw new SimulatorInputError('rules: net.tls_untrusted needs the TLS listener');
  tls?.distrust(hasFault('untrusted'));
  await plain?.refuse(hasFault('refuse'));
}

/** Controls the people and overrides. */
function createPeopleControl({
  registries,
  directory,
}: Simulation): Pick<SimulatorControl, 'override' | 'putPerson' | 'removePerson'> {
  const registryOf = (name: string): SimulatedRegistry => {
    const found = registries.find(({ registry }) => registry === name);
    if (found === undefined) throw new SimulatorInputError('registry: unknown registry');
    return found;
  };
  return {
    override({ registry: name, number, times, scenario }) {
      const registry = registryOf(name);
      if (!registry.scenarios.some(({ id }) => id === scenario))
        throw new SimulatorInputError('scenario: the registry has no scenario of this name');
      const override: Override = { registry: registry.registry, number: number ?? null, times, scenario };
      directory.override(override);
    },
    putPerson(name, number, person) {
      const registry = registryOf(name);
      const objection = registry.objection?.(person) ?? null;
      if (objection !== null) throw new SimulatorInputError(`person: ${objection}`);
      directory.put(registry.registry, number, person);
    },
    removePerson: (name, number) => directory.remove(registryOf(name).registry, number),
  };
}

/** @param listeners read at each use, because they are opened after their handler is created */
export function createControl(
  simulation: Simulation,
  routes: readonly SimulatedRoute[],
  listeners: Listeners,
): SimulatorControl {
  const { clock, log, faults } = simulation;
  const routeNames = [...new Set(routes.map(({ name }) => name))];
  const knownRoute = (route: string): string => {
    if (!routeNames.includes(route)) throw new SimulatorInputError('route: unknown route');
    return route;
  };
  return {
    ...createPeopleControl(simulation),
    health: () => ({ status: 'ok', clock: new Date(clock.now()).toISOString(), seed: simulation.seed }),
    calls({ route, since } = {}) {
      const wanted = route === undefined ? null : knownRoute(route);
      const from = since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(since);
      return log
        .calls()
        .filter((call) => (wanted === null || call.route === wanted) && Date.parse(call.time) >= from);
    },
    counters: () => log.counters(),
    count: (route) => log.count(knownRoute(route)),
    faults: () => faults.rules(),
    hasSecondListener: () => listeners.tls !== null,
    async setFaults(values) {
      const rules = checkedRules(values, routeNames);
      await settleListeners(rules, listeners);
      faults.replace(rules);
    },
    setClock: (now) => clock.set(now),
    shiftClock: (offsetMs) => clock.shift(offsetMs),
    scenarios: () => simulation.registries.flatMap(listedScenarios),
    async reset() {
      simulation.reset();
      await settleListeners([], listeners);
    },
  };
}
