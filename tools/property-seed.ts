import { configureGlobal } from 'fast-check';

/** One seed for all property tests of a run: the same in every run unless PROPERTY_SEED asks for another. */
configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 20_261_122) });
