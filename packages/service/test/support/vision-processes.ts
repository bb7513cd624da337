import { readFileSync } from 'node:fs';
import { processTree } from '../../src/vision/sandbox/process-account.ts';

/** Processes started by this one, and whatever they started. Linux only. */
export function descendants(pid: number = process.pid): number[] {
  return processTree(pid).slice(1);
}

/** Descendants that are none of these, which tests of other files may keep; programs that put up walls included. */
export const startedSince = (before: readonly number[]): number[] =>
  descendants().filter((pid) => !before.includes(pid));

/** Vision processes of this one, without the programs that put up walls around them. */
export const visionProcesses = () => descendants().filter(isVisionProcess);

const isNode = (pid: number) =>
  readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith(`${process.execPath}\0`);

function isVisionProcess(pid: number): boolean {
  try {
    return isNode(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('vision-process.mjs');
  } catch {
    return false;
  }
}

/** Whether a process is there and not merely waiting to be buried. */
export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** @throws Error when it does not come true */
export async function until(
  what: string,
  isTrue: () => boolean | Promise<boolean>,
  ms = 60_000,
): Promise<void> {
  const end = performance.now() + ms;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`not within ${ms} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
