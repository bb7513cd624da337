import { unitedStates } from '../us-ssn/simulator.ts';
import type { SimulatedRegistry } from './simulated-route.ts';
import type { Population } from './simulated-directory.ts';

/** Every registry the simulator plays. */
export const allRegistries: readonly SimulatedRegistry[] = [unitedStates];

/** The seeded population. @see spec/registries.md 15.1 */
export const committedPopulation: Population = {};
