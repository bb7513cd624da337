import type { Scenario, SimulatedPerson, SimulatedRegistry } from './simulated-route.ts';

export type RegistryName = SimulatedRegistry['registry'];

/** "The next calls get this scenario." */
export interface Override {
  registry: RegistryName;
  /** `null`: any number. */
  number: string | null;
  /** Number of calls for which it still applies. */
  times: number;
  /** Id of a row of the registry's scenario table. */
  scenario: string;
}

/** The population by registry and number. */
export type Population = Partial<Record<RegistryName, Readonly<Record<string, SimulatedPerson>>>>;

/** Finds the person for a number. */
export interface SimulatedDirectory {
  /** The first match of: override (which is then decremented), scenario table, control API, population, pattern, no person. */
  find(registry: SimulatedRegistry, number: string | null, sandbox: boolean): Scenario;
  /** People added by control and of the population, by number. */
  people(registry: RegistryName): ReadonlyMap<string, SimulatedPerson>;
  override(override: Override): void;
  put(registry: RegistryName, number: string, person: SimulatedPerson): void;
  /** False when control had not added a person with that number. */
  remove(registry: RegistryName, number: string): boolean;
  /** Discards overrides and people added by control. */
  clear(): void;
}

/** No person has the number. */
const unknownPerson = (registry: RegistryName, number: string | null): Scenario => ({
  id: `${registry}.nobody`,
  number,
  person: null,
  twist: {},
  outcome: 'not found',
});

/** @see spec/registries.md 15.1 "Who is answered about" */
export function createSimulatedDirectory(population: Population): SimulatedDirectory {
  let overrides: Override[] = [];
  const people = new Map<RegistryName, Map<string, SimulatedPerson>>();
  const added = new Map<RegistryName, Set<string>>();
  const peopleOf = (registry: RegistryName): Map<string, SimulatedPerson> => {
    const known = people.get(registry) ?? new Map(Object.entries(population[registry] ?? {}));
    people.set(registry, known);
    return known;
  };

  const overriding = (registry: SimulatedRegistry, number: string | null): Scenario | undefined => {
    const found = overrides.find(
      (override) =>
        override.registry === registry.registry && (override.number === null || override.number === number),
    );
    if (found === undefined) return undefined;
    found.times -= 1;
    if (found.times <= 0) overrides = overrides.filter((override) => override !== found);
    return registry.scenarios.find((scenario) => scenario.id === found.scenario);
  };

  return {
    find(registry, number, sandbox) {
      const overridden = overriding(registry, number);
      if (overridden !== undefined) return overridden;
      if (number === null) return unknownPerson(registry.registry, number);
      const scenario = registry.scenarios.find((row) => row.number === number);
      if (scenario !== undefined) return scenario;
      const person = peopleOf(registry.registry).get(number);
      if (person !== undefined) return registry.plain(number, person);
      return (sandbox ? registry.pattern(number) : null) ?? unknownPerson(registry.registry, number);
    },
    people: peopleOf,
    override: (override) => void overrides.push({ ...override }),
    put(registry, number, person) {
      peopleOf(registry).set(number, person);
      added.set(registry, (added.get(registry) ?? new Set()).add(number));
    },
    remove(registry, number) {
      if (added.get(registry)?.delete(number) !== true) return false;
      const original = population[registry]?.[number];
      if (original === undefined) peopleOf(registry).delete(number);
      else peopleOf(registry).set(number, original);
      return true;
    },
    clear() {
      overrides = [];
      people.clear();
      added.clear();
    },
  };
}
