// Vitest's global set-up. Tests that end the service at a failpoint start a program that has them, and it is never older than its
// source. Everything temporary lies in one directory of the run, which goes with it.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buildTestBundle } from './ensure.mjs';

export async function setup() {
  await buildTestBundle();
  const directory = await mkdtemp(path.join(process.env.TEST_TMPDIR ?? os.tmpdir(), 'countersign-tests-'));
  // Some programs under test run as another user.
  await chmod(directory, 0o755);
  process.env.TMPDIR = directory;
  return () => rm(directory, { recursive: true, force: true });
}
