import { readFileSync } from 'node:fs';
import { processTree } from './sandbox/process-account.ts';

/** The kernel's unit of these figures: a hundred a second on every Linux that Node runs on. */
const millisecondsPerTick = 10;

/**
 * Milliseconds of processor that a process used, and all that it started, what has ended included. Whatever else runs on the machine
 * changes how long work takes by the clock, and hardly how much of a processor it needs.
 * @returns `null` where the system does not report it
 */
export function processorTime(pid: number | undefined): number | null {
  if (pid === undefined) return null;
  const ticks = processTree(pid).map(ticksOf);
  return ticks[0] === null
    ? null
    : millisecondsPerTick * ticks.reduce<number>((sum, one) => sum + (one ?? 0), 0);
}

/** In the kernel's unit; `null` when there is no such process any more: what it used is then its parent's. */
function ticksOf(pid: number): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program is in brackets and may hold anything. Behind it: own time, of the system, and both of ended children.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  } catch {
    return null;
  }
}

/**
 * Milliseconds of processor of the thread that calls it; 0 where the system does not report it.
 */
export function ownProcessorTime(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return 0;
  }
}
