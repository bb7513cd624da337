import { seededRandom } from '../../../specimens/src/random.ts';

/** The seed of everything random in a run: that of the property tests. Another run with the same `PROPERTY_SEED` draws the same. */
export const propertySeed = Number(process.env['PROPERTY_SEED'] ?? 20_261_122);

/** Numbers from 0 to below 1, the same ones for the same purpose. */
export const seededNumbers = (purpose: string): (() => number) => seededRandom(propertySeed, purpose).next;
