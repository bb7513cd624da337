// Location of a test run's directory: in memory if it fits, because test databases are created, flushed and removed
// hundreds of times (decision 0143).
import { accessSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';

const memory = '/dev/shm';
const prefix = 'countersign-tests-';

/** Bytes that must be free, both in memory and in the file system there. */
const enough = 4 * 1024 ** 3;

/**
 * The parent directory of a run: TEST_TMPDIR, otherwise TMPDIR, otherwise memory, otherwise the system's temporary directory.
 * @param {NodeJS.ProcessEnv} [env]
 */
export function testPlace(env = process.env) {
  if (env.TEST_TMPDIR) return env.TEST_TMPDIR;
  return env.TMPDIR || !fitsInMemory() ? os.tmpdir() : memory;
}

/**
 * Creates the directory of a run, named after its process, and removes those in memory whose process is gone.
 * @returns {string} absolute path
 */
export function makeRunDirectory(place = testPlace()) {
  if (place === memory) removeLeft(place);
  return mkdtempSync(path.join(place, `${prefix}${process.pid}-`));
}

/** Removes leftovers of killed runs, which would occupy memory until the machine restarts. */
export function removeLeft(place) {
  for (const name of readdirSync(place)) {
    const pid = new RegExp(`^${prefix}(\\d+)-\\w{6}$`).exec(name)?.[1];
    if (pid !== undefined && !runs(Number(pid)))
      rmSync(path.join(place, name), { recursive: true, force: true });
  }
}

function runs(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}

/** Tests start programs that they write, which containers often forbid there. */
function fitsInMemory() {
  if (os.platform() !== 'linux' || os.freemem() < enough) return false;
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= enough && mayStartPrograms(memory);
  } catch {
    return false;
  }
}

function mayStartPrograms(place) {
  const own = mkdtempSync(path.join(place, 'countersign-try-'));
  try {
    const program = path.join(own, 'program');
    writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o700 });
    return spawnSync(program).status === 0;
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}
