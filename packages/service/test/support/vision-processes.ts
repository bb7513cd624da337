import { readFileSync } from 'node:fs';

/** Processes started by this one, and whatever they started. Linux only. */
export function descendants(pid: number = process.pid): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean);
  return children.flatMap((child) => [Number(child), ...descendants(Number(child))]);
}

/** Vision processes of this one. */
export const visionProcesses = () => descendants().filter(isVisionProcess);

function isVisionProcess(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('vision-process.mjs');
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
  ms = 5_000,
): Promise<void> {
  const end = performance.now() + ms;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`not within ${ms} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
