import { configureGlobal } from 'fast-check';

/** Milliseconds one property may take by day; at night it runs to completion. The same seed runs the same cases, as many as fit. */
const byDay = { interruptAfterTimeLimit: 5_000, markInterruptAsFailure: false };

/** Cases of each property: PROPERTY_RUNS, or fast-check's 100. */
const runs = process.env['PROPERTY_RUNS'];

/** One seed for all property tests of a run: always the same unless PROPERTY_SEED sets another. */
configureGlobal({
  seed: Number(process.env['PROPERTY_SEED'] ?? 20_261_122),
  ...(runs === undefined ? {} : { numRuns: Number(runs) }),
  ...(process.env['NIGHTLY'] === '1' ? {} : byDay),
});
