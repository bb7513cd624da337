import { defineConfig } from 'vitest/config';
import { SlowFirst } from './tools/slow-first.mjs';

// unit: no database, no process of the service; engine: the service in the test's process, on both engines; system: whole
// installations. `npx vitest --project unit` runs one of them.
const projects = [
  {
    name: 'unit',
    include: ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'tools/**/*.test.ts'],
    exclude: ['packages/{service,testkit}/test/**'],
  },
  { name: 'engine', include: ['packages/service/test/**/*.test.ts'], globalSetup: 'tools/test-programs.mjs' },
  { name: 'system', include: ['packages/testkit/test/**/*.test.ts'], globalSetup: 'tools/test-programs.mjs' },
];

export default defineConfig({
  test: {
    projects: projects.map((test) => ({ extends: true, test })),
    globalSetup: ['tools/test-setup.mjs'],
    setupFiles: ['tools/property-seed.ts'],
    isolate: false,
    sequence: { sequencer: SlowFirst },
    pool: 'forks',
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
