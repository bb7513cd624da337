import { readFileSync } from 'node:fs';
import { processTree } from './sandbox/process-account.ts';

/** The kernel's unit: a hundred per second on every Linux supported by Node. */
const millisecondsPerTick = 10;

/**
 * Milliseconds of CPU time used by a process and all its descendants, including finished ones. Other load on the machine
 * changes the elapsed time of work, but hardly its CPU time.
 * @returns `null` where the system does not report it
 */
export function processorTime(pid: number | undefined): number | null {
  if (pid === undefined) return null;
  const ticks = processTree(pid).map(ticksOf);
  return ticks[0] === null
    ? null
    : millisecondsPerTick * ticks.reduce<number>((sum, one) => sum + (one ?? 0), 0);
}

/** In the kernel's unit; `null` when the process no longer exists: its time is then counted for its parent. */
function ticksOf(pid: number): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program name is in brackets and may contain anything. After it: user time, system time, and both for finished children.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  } catch {
    return null;
  }
}

/** Milliseconds of CPU time of the calling thread; 0 where the system does not report it. */
export function ownProcessorTime(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return 0;
  }
}
