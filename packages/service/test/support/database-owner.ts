/** Which process a test database belongs to: written into the database's comment, so that nothing else is ever taken for one. */
import { readFileSync, readlinkSync } from 'node:fs';
import os from 'node:os';

/** Process identifiers mean something within one namespace of one boot of a machine. */
const machine = `${read('/proc/sys/kernel/random/boot_id') ?? os.hostname()} ${namespace()}`;

function namespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return 'pid:any';
  }
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}

/** When a process began, in the kernel's ticks; `unknown` where there is no `/proc`, `null` when there is no such process. */
function startOf(pid: number): string | null {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return null;
  }
  const stat = read(`/proc/${pid}/stat`);
  // Behind the name of the program, which may hold anything.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? 'unknown';
}

/** The comment of a database that belongs to this process, or to another one of this machine that runs. */
export const ownerMark = (pid: number): string =>
  JSON.stringify({ test: 'countersign', machine, pid, started: startOf(pid) });

/** Whether a comment is such a mark, and the process that it names, of this machine, is gone. */
export function isOwnerGone(comment: string | null): boolean {
  try {
    const mark = JSON.parse(comment ?? '') as Record<string, unknown> | null;
    if (mark?.['test'] !== 'countersign' || mark['machine'] !== machine) return false;
    return typeof mark['pid'] === 'number' && startOf(mark['pid']) !== mark['started'];
  } catch {
    return false;
  }
}
