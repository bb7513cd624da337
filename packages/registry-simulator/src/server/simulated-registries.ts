import { brazil } from '../br-cpf/simulator.ts';
import { colombia } from '../co-civil/simulator.ts';
import { mexicanCurp } from '../mx-curp/simulator.ts';
import { mexicanIne } from '../mx-ine/simulator.ts';
import { mexicanVoterList } from '../mx-voter-list/simulator.ts';
import { unitedStates } from '../us-ssn/simulator.ts';
import type { Population } from './simulated-directory.ts';
import type { SimulatedPerson, SimulatedRegistry } from './simulated-route.ts';
import { type ListedScenario, listedScenarios } from './simulator-control.ts';

/** All simulated registries. */
export const allRegistries: readonly SimulatedRegistry[] = [
  brazil,
  mexicanIne,
  mexicanCurp,
  mexicanVoterList,
  colombia,
  unitedStates,
];

/** The scenario tables of all registries. @see spec/registries.md 15.2, 15.3, 15.4 */
export const simulatorScenarios: readonly ListedScenario[] = allRegistries.flatMap(listedScenarios);

/**
 * The seeded population; Mexico's three registries contain the same people, by CIC and by CURP.
 * @see spec/registries.md 15.1
 */
export async function committedPopulation(): Promise<Population> {
  const { default: population } = await import('./population.json', { with: { type: 'json' } });
  const mexicans: Readonly<Record<string, SimulatedPerson & { curp: string }>> = population.mx;
  return {
    ...population,
    'mx-curp': Object.fromEntries(Object.values(mexicans).map((person) => [person.curp, person])),
    'mx-voter-list': mexicans,
  };
}
