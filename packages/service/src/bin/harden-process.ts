/** Keeps this process's secrets from other processes of the same user: its environment, and its memory in a core dump. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

/** Variables that are a secret, or hold one. Settings of registries may name others. */
const secretVariables = ['COUNTERSIGN_KEK', 'DATABASE_URL', 'SMTP_URL'];

/**
 * Removes secrets from `process.env`, and wipes the block in which the kernel handed the environment over: the C library never
 * touches it again, and `/proc/PID/environ` shows it as it is in memory, whatever was removed since. Everything else stays
 * readable for this process.
 * @returns whether the block is wiped; `false` where there is no `/proc`, or memory may not be written through it
 */
export function hideEnvironment(): boolean {
  for (const name of secretVariables) delete process.env[name];
  // What remains is set anew, which copies it: until then it is in the block.
  for (const [name, value] of Object.entries(process.env)) {
    delete process.env[name];
    process.env[name] = value;
  }
  try {
    wipeEnvironmentBlock();
    return fs.readFileSync('/proc/self/environ').every((byte) => byte === 0);
  } catch {
    return false;
  }
}

/** @throws Error of the system where memory or its map cannot be had */
function wipeEnvironmentBlock(): void {
  const stat = fs.readFileSync('/proc/self/stat', 'latin1');
  // Behind the program's name, which may hold spaces and brackets, the third field comes first; `env_start` is the 50th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [start = 0, end = 0] = fields.slice(47, 49).map(Number);
  const memory = fs.openSync('/proc/self/mem', 'r+');
  try {
    fs.writeSync(memory, Buffer.alloc(end - start), 0, end - start, start);
  } finally {
    fs.closeSync(memory);
  }
}

/**
 * Removes the variables that a file of registries names from `process.env`; to be called once they were read.
 * @param settings text of the file
 */
export function forgetNamedSecrets(settings: string): void {
  for (const [, name = ''] of settings.matchAll(/\benv:([A-Za-z_][A-Za-z0-9_]*)/g)) delete process.env[name];
}

/** A crash of this process leaves no copy of its memory. Where the program for it is missing, the limit given to the service counts. */
export function forbidCoreDumps(): void {
  spawnSync('/usr/bin/prlimit', ['--pid', String(process.pid), '--core=0:0'], { env: {}, stdio: 'ignore' });
}
