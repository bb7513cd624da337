// Vitest's set-up of every run. Everything temporary lies in one directory of the run, which goes with it.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

export async function setup() {
  if (process.env.TEST_RUN_DIRECTORY) return () => {};
  const directory = await mkdtemp(path.join(process.env.TEST_TMPDIR ?? os.tmpdir(), 'countersign-tests-'));
  // Some programs under test run as another user.
  await chmod(directory, 0o755);
  process.env.TMPDIR = directory;
  process.env.TEST_RUN_DIRECTORY = directory;
  return () => rm(directory, { recursive: true, force: true });
}
