import { type ChildProcess, spawn } from 'node:child_process';
import os from 'node:os';
import type { Duplex, Readable, Writable } from 'node:stream';
import { filterDescriptor, type Launcher } from './sandbox/launchers.ts';
import { pipeDescriptor } from './vision-pipe.ts';

/** The error for a process that failed to start. @param reason as reported by the process or the system */
export const notReady = (reason: string) => new Error(`the vision process did not start: ${reason}`);

/**
 * Every thread has a core of its own: garbage collection helpers beside them would only take time from the others. Pixels count towards the
 * limit of a heap that is otherwise small: with the default limit it is collected three times per inspection, and currently unused code
 * is discarded and compiled again.
 * @see docs/decisions/0147-start-the-picture-process-with-a-larger-heap-and-decode-each-page-once.md
 */
const engineFlags = ['--single-threaded-gc', '--initial-old-space-size=256'];

/** Starts the sandboxed program. @param threads number of threads that inspect pictures */
export function spawnVision(entry: string, threads: number, { prefix, filter }: Launcher): ChildProcess {
  const command = [...prefix, process.execPath, ...engineFlags, entry];
  const child = spawn(command[0] ?? '', command.slice(1), {
    // Nothing of our own environment. One variable keeps the C library from hoarding memory, the other lets every thread read and decode in parallel.
    env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: String(threads + 2) },
    // Its own process group: terminal signals are for the service to handle, and one kill reaches all descendants.
    detached: true,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', ...(filter === null ? [] : ['pipe' as const])],
  });
  const filterPipe = child.stdio?.[filterDescriptor] as Writable | undefined;
  // A launcher that does not read it does not start either, which is what matters.
  filterPipe?.on('error', () => {}).end(filter);
  return child;
}

/** The pipe for tasks and answers. @throws Error when the system could not start a process at all */
export function pipeOf(child: ChildProcess): Duplex {
  const pipe = (child.stdio as ChildProcess['stdio'] | undefined)?.[pipeDescriptor];
  if (!pipe) throw notReady('the system cannot start another process');
  return pipe as Duplex;
}

/** Descendants may outlive the process, so the group is killed even when the process is gone. */
export function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of them were already gone.
  }
}

const longestComplaint = 2_000;

/** Collects standard error of a process until `stop`, which is before it receives any picture. */
export function firstWords(stream: Readable | null): { text: () => string; stop: () => void } {
  let text = '';
  let listening = true;
  stream?.on('data', (chunk: Buffer) => {
    if (listening) text = (text + chunk.toString('utf8')).slice(0, longestComplaint);
  });
  return {
    text: () => text.trim(),
    stop: () => (listening = false),
  };
}

/** A launcher reports the signal of the program it started through its exit code. @returns name of the signal, or the code itself */
export function signalOf(code: number | null): string | number | null {
  const [name] = Object.entries(os.constants.signals).find(([, number]) => number + 128 === code) ?? [];
  return name ?? code;
}
