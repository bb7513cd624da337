/** Protects this process's secrets from other processes of the same user: in its environment, and in a core dump. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

/** Variables that are a secret, or contain one. Registry settings may name others. */
const secretVariables = ['COUNTERSIGN_KEK', 'DATABASE_URL', 'SMTP_URL'];

/**
 * Removes secrets from `process.env`, and wipes the memory block in which the kernel passed the environment: the C library never
 * touches it again, and `/proc/PID/environ` shows that memory, even after a variable was removed. All other variables remain
 * readable for this process.
 * @returns whether the block was wiped; `false` without `/proc`, or where memory cannot be written through it
 */
export function hideEnvironment(): boolean {
  for (const name of secretVariables) delete process.env[name];
  // Remaining variables are set again, which copies them out of the block.
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

/** @throws Error of the system if memory or its map is not accessible */
function wipeEnvironmentBlock(): void {
  const stat = fs.readFileSync('/proc/self/stat', 'latin1');
  // The program name may contain spaces and brackets; the third field follows it, and `env_start` is the 50th.
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
 * Removes the variables named in registry settings from `process.env`; call it after they have been read.
 * @param settings text of the file
 */
export function forgetNamedSecrets(settings: string): void {
  for (const [, name = ''] of settings.matchAll(/\benv:([A-Za-z_][A-Za-z0-9_]*)/g)) delete process.env[name];
}

/** A crash of this process leaves no copy of its memory. Where the required program is missing, the limit configured for the service applies. */
export function forbidCoreDumps(): void {
  spawnSync('/usr/bin/prlimit', ['--pid', String(process.pid), '--core=0:0'], { env: {}, stdio: 'ignore' });
}
