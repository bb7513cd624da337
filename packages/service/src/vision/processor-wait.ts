import { readdirSync, readFileSync } from 'node:fs';
import { processTree } from './sandbox/process-account.ts';

const nanosecondsPerMs = 1_000_000;

/**
 * Milliseconds that the threads of a process, and of all it started, were ready to run and had no processor, all together since they
 * began. What a clock shows beyond it is what the work itself took, so that a busy machine is not held against a picture. 0 where the
 * system does not report it.
 */
export function processorWait(pid: number | undefined): number {
  if (pid === undefined) return 0;
  return processTree(pid)
    .flatMap(schedulesOf)
    .reduce((total, file) => total + waitOf(file), 0);
}

function schedulesOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}/schedstat`);
  } catch {
    return [];
  }
}

/** The second figure: nanoseconds on a run queue. */
function waitOf(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8').split(' ')[1] ?? 0) / nanosecondsPerMs;
  } catch {
    return 0; // the thread ended meanwhile
  }
}
