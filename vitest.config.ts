import { defineConfig } from 'vitest/config';
import { SlowFirst } from './tools/slow-first.mjs';

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'tools/**/*.test.ts'],
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
