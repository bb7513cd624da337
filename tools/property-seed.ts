import { configureGlobal } from 'fast-check';

/** Milliseconds one property may take by day; at night it runs to its end. The same seed runs the same cases, as far as it comes. */
const byDay = { interruptAfterTimeLimit: 5_000, markInterruptAsFailure: false };

/** One seed for all property tests of a run: the same in every run unless PROPERTY_SEED asks for another. */
configureGlobal({
  seed: Number(process.env['PROPERTY_SEED'] ?? 20_261_122),
  ...(process.env['NIGHTLY'] === '1' ? {} : byDay),
});
