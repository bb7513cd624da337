// Vitest's set-up of every run. Everything temporary lies in one directory of the run, which goes with it.
import { chmod, rm } from 'node:fs/promises';
import { makeRunDirectory } from './test-place.mjs';

export async function setup() {
  if (process.env.TEST_RUN_DIRECTORY) return () => {};
  const directory = makeRunDirectory();
  // Some programs under test run as another user.
  await chmod(directory, 0o755);
  process.env.TMPDIR = directory;
  process.env.TEST_RUN_DIRECTORY = directory;
  return () => rm(directory, { recursive: true, force: true });
}
