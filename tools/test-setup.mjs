// Vitest's setup for every run. All temporary files are in one directory per run, which is removed with it.
import { chmod, rm } from 'node:fs/promises';
import { makeRunDirectory } from './test-place.mjs';

export async function setup() {
  if (process.env.TEST_RUN_DIRECTORY) return () => {};
  const directory = makeRunDirectory();
  // Some tested programs run as another user.
  await chmod(directory, 0o755);
  process.env.TMPDIR = directory;
  process.env.TEST_RUN_DIRECTORY = directory;
  return () => rm(directory, { recursive: true, force: true });
}
