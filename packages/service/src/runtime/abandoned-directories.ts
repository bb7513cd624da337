/**
 * Directories in which a command works until it has finished. A command that is killed cannot remove its own, so the next one of its kind
 * does. The name contains process and host: on a shared disk or in a container, the same process id may belong to another process.
 */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { errorCode } from './error-code.ts';

/** End of the name of a directory in which this process works. */
export const workedOnBy = (): string => `${process.pid}-${os.hostname()}`;

/** Directories in which this process works now: one of its process id may also be of an earlier process, in a container for example. */
const inUse = new Set<string>();

/** Works in a directory, which is not abandoned meanwhile. */
export async function workingIn<T>(directory: string, work: () => Promise<T>): Promise<T> {
  inUse.add(directory);
  try {
    return await work();
  } finally {
    inUse.delete(directory);
  }
}

/**
 * Removes directories of this user whose process on this host has ended.
 * @param parent directory in which they are; need not exist
 * @param form of their names, with process id and host in its groups `pid` and `host`
 */
export async function removeAbandoned(parent: string, form: RegExp): Promise<void> {
  for (const name of await fs.readdir(parent).catch((): string[] => [])) {
    const { pid, host } = form.exec(name)?.groups ?? {};
    const directory = path.join(parent, name);
    if (pid === undefined || host !== os.hostname() || isWorkedIn(directory, Number(pid))) continue;
    const found = await fs.lstat(directory).catch(() => null);
    // Anyone may create a directory of this name among the temporary files.
    if (found?.isDirectory() !== true || found.uid !== (process.getuid?.() ?? found.uid)) continue;
    await fs.rm(directory, { recursive: true, force: true });
  }
}

function isWorkedIn(directory: string, pid: number): boolean {
  if (pid === process.pid) return inUse.has(directory);
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
