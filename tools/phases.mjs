// The steps of `npm test` and `npm run check`: each has a name and returns whether it passed.
import { existsSync, mkdirSync } from 'node:fs';
import os from 'node:os';
import { buildEmptyDatabase, buildModels, buildService, buildTestBundle } from './ensure.mjs';
import { at, bin, filesBelow, run, secondsSince } from './project.mjs';
import { testPlace } from './test-place.mjs';
import { removeOldModules } from './transformed-modules.mjs';

const succeeds = async (command, args, options) => (await run(command, args, options)) === 0;

/** Packages and model files, without which nothing else can run. */
export const buildPhase = {
  name: 'build',
  async work() {
    await buildModels();
    await buildService();
    await buildTestBundle();
    await buildEmptyDatabase();
    removeOldModules();
    return true;
  },
};

/**
 * The type checkers are Go programs and short-lived: collecting garbage when memory has grown fivefold instead of twofold
 * saves a tenth of their CPU time (decision 0146).
 */
const readerOfTypes = { GOGC: '400' };

/** Everything that reads the code without running it. */
export const readingPhases = [
  {
    name: 'format (oxfmt)',
    work: (into) => succeeds(bin('oxfmt'), ['--check'], { into }),
  },
  {
    name: 'types (tsc)',
    // Each additional checker of a project reads its libraries once more (decision 0162).
    work: (into) =>
      succeeds(bin('tsc'), ['-b', '--checkers', '1', '--pretty', 'false'], { env: readerOfTypes, into }),
  },
  { name: 'own checks', work: (into) => succeeds(process.execPath, [at('tools/checks/main.mjs')], { into }) },
  {
    name: 'lint (oxlint)',
    work: (into) => succeeds(bin('oxlint'), ['--type-aware'], { env: readerOfTypes, into }),
  },
  {
    name: 'unused (knip)',
    work: (into) => succeeds(bin('knip'), ['--no-progress', '--no-config-hints'], { into }),
  },
];

/** Where Vitest writes the report when only some files run. */
const reportFile = at('.build', 'vitest.json');

/**
 * The runs of the whole suite, in parallel. Tests of whole installations mostly wait, for processes to start and for time to pass;
 * meanwhile the others keep the processors busy (decision 0123).
 */
const lanes = [
  { name: 'tests (system)', report: at('.build', 'vitest-system.json'), projects: ['system'] },
  { name: 'tests (engine, unit)', report: at('.build', 'vitest-others.json'), projects: ['engine', 'unit'] },
];

/** Worker processes of each lane. */
const laneWorkers = 3;

/** Where the report of a second run is written. */
export const secondReportFile = at('.build', 'vitest-second.json');

/** @param {{ report: string, workers?: number, into?: string[] }} options `workers`: processes; by default those of vitest.config.ts */
function runVitest(args, { report, workers, into }) {
  // Vitest keeps transformed modules in a temporary directory of its own; here, because nothing else cleans it up.
  const env = {
    TMPDIR: at('.build/vitest'),
    TEST_TMPDIR: testPlace(),
    ...(workers === undefined ? {} : { TEST_WORKERS: String(workers) }),
  };
  mkdirSync(env.TMPDIR, { recursive: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return succeeds(bin('vitest'), ['run', ...reporters, ...args], { env, into });
}

/** Runs the files whose path contains one of `filters`. */
export const testPhase = (filters) => ({
  name: `tests (${filters.join(', ')})`,
  report: reportFile,
  work: () => runVitest(filters, { report: reportFile }),
});

/** Runs all files, in parallel lanes. */
export const lanePhases = lanes.map(({ name, report, projects }) => ({
  name,
  report,
  work: (into) =>
    runVitest(
      projects.map((project) => `--project=${project}`),
      { report, workers: laneWorkers, into },
    ),
}));

/** Reruns some files, one after the other with nothing else running. */
export const secondRunPhase = (files) => ({
  name: 'failed files again',
  work: () => runVitest(files, { report: secondReportFile, workers: 1 }),
});

/** True when there is a test to run: an empty suite must not look like a passing one. */
export const hasTests = () =>
  existsSync(at('packages')) && filesBelow('packages', (file) => file.endsWith('.test.ts')).length > 0;

/**
 * Runs phases one after the other, continuing after failures, and prints the time of each.
 * @returns {Promise<{ name: string, ok: boolean, seconds: string }[]>}
 */
export async function runPhases(phases) {
  const results = [];
  for (const phase of phases) {
    console.log(`\n── ${phase.name}`);
    results.push(await runPhase(phase));
  }
  return results;
}

/**
 * Runs phases in parallel; prints the output of each when it has ended.
 * @param {number} [atOnce] how many at a time; by default as many as the machine has processors
 */
export async function runTogether(phases, atOnce = os.availableParallelism()) {
  const results = [];
  const waiting = [...phases.entries()];
  const runNext = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [place, phase] = next;
      const into = [];
      results[place] = await runPhase(phase, into);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runNext));
  return results;
}

/**
 * Builds, then runs the tests and the code checks in parallel: tests leave processors idle while they wait, and the code checks
 * never wait (decision 0143). One processor is reserved for the tests.
 * @param {{ reading: object[], tests: () => Promise<object[]> }} parts
 * @returns {Promise<{ steps: object[], testSteps: object[] }>} building and reading; the tests
 */
export async function runBeside({ reading, tests }) {
  const read = runTogether(reading, Math.max(1, os.availableParallelism() - 1));
  const built = await runTogether([buildPhase]);
  const testSteps = await tests();
  return { steps: [...built, ...(await read)], testSteps };
}

async function runPhase({ name, work }, into) {
  const startedAt = performance.now();
  let ok = false;
  try {
    ok = await work(into);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  const seconds = secondsSince(startedAt);
  if (into) process.stdout.write(`\n── ${name}\n${into.join('')}`);
  console.log(`${ok ? 'ok' : 'FAILED'}: ${name}, ${seconds} s`);
  return { name, ok, seconds };
}
