import { type ChildProcess, spawn } from 'node:child_process';
import os from 'node:os';
import type { Duplex, Readable, Writable } from 'node:stream';
import { filterDescriptor, type Launcher } from './sandbox/launchers.ts';
import { pipeDescriptor } from './vision-pipe.ts';

/** Error of a process that did not get ready. @param reason as the process or the system gives it */
export const notReady = (reason: string) => new Error(`the vision process did not start: ${reason}`);

/**
 * Every thread has a core of its own: helpers that collect garbage beside them only take time from the others. Pixels count towards the
 * limit of a heap that is small without them: with the usual limit it is searched three times a look, and code that no function uses just
 * then is thrown away and compiled again.
 * @see docs/decisions/0147-what-a-look-at-pictures-spends.md
 */
const engineFlags = ['--single-threaded-gc', '--initial-old-space-size=256'];

/** Starts the program behind its walls. @param threads that look at pictures */
export function spawnVision(entry: string, threads: number, { prefix, filter }: Launcher): ChildProcess {
  const command = [...prefix, process.execPath, ...engineFlags, entry];
  const child = spawn(command[0] ?? '', command.slice(1), {
    // Nothing of ours. One keeps the C library from hoarding memory, the other lets every thread read and decode at once.
    env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: String(threads + 2) },
    // A group of its own: signals of the terminal are the service's to handle, and one kill reaches all it started.
    detached: true,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', ...(filter === null ? [] : ['pipe' as const])],
  });
  const filterPipe = child.stdio?.[filterDescriptor] as Writable | undefined;
  // Whoever does not read it does not start either, and that is what counts.
  filterPipe?.on('error', () => {}).end(filter);
  return child;
}

/** The pipe that tasks and answers pass. @throws Error when the system could not start a process at all */
export function pipeOf(child: ChildProcess): Duplex {
  const pipe = (child.stdio as ChildProcess['stdio'] | undefined)?.[pipeDescriptor];
  if (!pipe) throw notReady('the system cannot start another process');
  return pipe as Duplex;
}

/** What it started may outlive it, so the group is ended even when the process is gone. */
export function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it was gone already.
  }
}

const longestComplaint = 2_000;

/** Output of a process on standard error until `stop`; nothing after it has had pictures. */
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

/** A program that starts another one reports its signal by its exit code. @returns name of the signal, or the code itself */
export function signalOf(code: number | null): string | number | null {
  const [name] = Object.entries(os.constants.signals).find(([, number]) => number + 128 === code) ?? [];
  return name ?? code;
}
