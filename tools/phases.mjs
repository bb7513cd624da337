// The steps of `npm test` and `npm run check`: each has a name and tells whether it passed.
import { existsSync, mkdirSync } from 'node:fs';
import os from 'node:os';
import { buildEmptyDatabase, buildModels, buildService, buildTestBundle } from './ensure.mjs';
import { at, bin, filesBelow, run, secondsSince } from './project.mjs';

const succeeds = async (command, args, options) => (await run(command, args, options)) === 0;

/** Packages and model files; without them nothing else can run. */
export const buildPhase = {
  name: 'build',
  async work() {
    await buildModels();
    await buildService();
    await buildTestBundle();
    await buildEmptyDatabase();
    return true;
  },
};

/** Everything that reads the code without running it. */
export const readingPhases = [
  { name: 'types (tsc)', work: () => succeeds(bin('tsc'), ['-b', '--pretty', 'false']) },
  { name: 'own checks', work: () => succeeds(process.execPath, [at('tools/checks/main.mjs')]) },
  { name: 'lint (oxlint)', work: () => succeeds(bin('oxlint'), ['--type-aware']) },
  {
    name: 'format (Prettier)',
    work: () => succeeds(bin('prettier'), ['--check', '--log-level', 'warn', '.']),
  },
  { name: 'unused (knip)', work: () => succeeds(bin('knip'), ['--no-progress', '--no-config-hints']) },
];

/** Where Vitest leaves its report. */
export const reportFile = at('.build', 'vitest.json');

/** Runs Vitest, all of it or the files whose path contains one of `filters`. */
export const testPhase = (filters = []) => ({
  name: filters.length > 0 ? `tests (${filters.join(', ')})` : 'tests (Vitest)',
  work: () => {
    // Vitest keeps what it has transformed in a temporary directory of its own: here, where nothing else clears up.
    const env = { TMPDIR: at('.build/vitest'), TEST_TMPDIR: os.tmpdir() };
    mkdirSync(env.TMPDIR, { recursive: true });
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
    return succeeds(bin('vitest'), ['run', ...reporters, ...filters], { env });
  },
});

/** True when there is a test to run: an empty suite must not look like a passing one. */
export const hasTests = () =>
  existsSync(at('packages')) && filesBelow('packages', (file) => file.endsWith('.test.ts')).length > 0;

/**
 * Runs phases one after the other, failed ones included, printing each one's time.
 * @returns {Promise<{ name: string, ok: boolean, seconds: string }[]>}
 */
export async function runPhases(phases) {
  const results = [];
  for (const { name, work } of phases) {
    console.log(`\n── ${name}`);
    const startedAt = performance.now();
    let ok = false;
    try {
      ok = await work();
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
    results.push({ name, ok, seconds: secondsSince(startedAt) });
    console.log(`${ok ? 'ok' : 'FAILED'}: ${name}, ${results.at(-1).seconds} s`);
  }
  return results;
}
