import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { FileOrder } from './tools/file-order.mjs';
import { transformedModules } from './tools/transformed-modules.mjs';

/** What takes long beside what it shows more than a shorter test: only `npm run test:nightly` runs it. */
const byNight = process.env['NIGHTLY'] === '1' ? [] : ['**/*.nightly.test.ts'];

/** A larger young generation: what a test makes is mostly gone before it would be moved to the old one (decision 0232). */
const youngGeneration = '--max-semi-space-size=64';

// unit: no database, no process of the service; engine: the service in the test's process, on both engines; system: whole
// installations. `npx vitest --project unit` runs one of them.
const projects = [
  {
    name: 'unit',
    include: [
      'packages/*/src/**/*.test.ts',
      'packages/*/test/**/*.test.ts',
      'apps/*/{src,test}/**/*.test.ts',
      'tools/**/*.test.ts',
    ],
    exclude: ['packages/{service,testkit}/test/**'],
    execArgv: [youngGeneration],
  },
  {
    name: 'engine',
    include: ['packages/service/test/**/*.test.ts'],
    globalSetup: 'tools/test-programs.mjs',
    // The embedded database is compiled once and quickly: better code costs each worker 2 s of a processor and saves less.
    execArgv: ['--liftoff-only', youngGeneration],
  },
  {
    name: 'system',
    include: ['packages/testkit/test/**/*.test.ts'],
    globalSetup: 'tools/test-programs.mjs',
    execArgv: [youngGeneration],
  },
];

export default defineConfig({
  // Pictures that several files ask for are drawn once in a run.
  resolve: {
    alias: [
      {
        find: /^@countersign\/specimens$/,
        replacement: fileURLToPath(new URL('packages/specimens/test/kept-specimens.ts', import.meta.url)),
      },
    ],
  },
  test: {
    projects: projects.map((test) => ({
      extends: true,
      test: { ...test, exclude: [...(test.exclude ?? []), ...byNight] },
    })),
    globalSetup: ['tools/test-setup.mjs'],
    setupFiles: ['tools/property-seed.ts'],
    isolate: false,
    experimental: { fsModuleCache: true, fsModuleCachePath: transformedModules() },
    sequence: { sequencer: FileOrder },
    pool: 'forks',
    // Projects keep to what is written here: Vitest's own --maxWorkers does not reach them.
    maxWorkers: Number(process.env['TEST_WORKERS'] ?? 4),
    // A wait that fails names what was missing; the limits of tests and hooks are several waits long, for what hangs without one.
    // Machines in use are four times slower than a quiet one, so none of these limits is what a test is about.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 240_000,
    hookTimeout: 300_000,
  },
});
