import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsByDay } from '../../service/test/support/engines.ts';
import { selectScenarios } from '../src/matrix/select-scenarios.ts';
import { type MatrixStage, runScenarios, startMatrix } from '../src/matrix/run-scenario.ts';
import { allScenarios } from '../src/matrix/scenarios/all.ts';

/** What by night only is in the core: beside each of them is another one by day. */
const nightly = new Set(['declared-number-spelling', 'digits-passport-test', 'selfie-as-document']);
/** One of each kind of outcome, on pictures that several rows share; `npm run matrix` runs them all. */
const whole = [
  'passport-typical',
  'declared-name',
  'declared-number-spelling',
  'digits-passport-test',
  'other-person',
  'selfie-document',
  'document-expired',
  'no-back-id-card',
  'missing-selfie',
  'selfie-as-document',
  'attempt-tenth',
  'forced-expire',
];
const core = rowsByDay(whole, (id) => !nightly.has(id));
const scenarios = core.flatMap((id) => selectScenarios(allScenarios, id));

/** Milliseconds for all of them. */
const patience = 600_000;

describe('the matrix of scenarios', () => {
  let stage: MatrixStage;
  beforeAll(async () => {
    stage = await startMatrix(null);
  });
  afterAll(() => stage.close());

  it('has one row for each id', () => {
    expect(scenarios.map(({ id }) => id)).toEqual(core);
    expect(new Set(allScenarios.map(({ id }) => id)).size).toBe(allScenarios.length);
  });

  it(
    'has the expected decisions in its core',
    async () => {
      const results = await runScenarios(stage, scenarios, { atOnce: 4 });
      expect(results.map(({ scenario: { id }, differences }) => [id, differences])).toEqual(
        core.map((id) => [id, []]),
      );
    },
    patience,
  );
});
