import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { defaultOptions } from '../src/model/screener.ts';
import { createIndexScreener } from '../src/search/index-screener.ts';
import { readSnapshot } from '../src/snapshot/snapshot-file.ts';
import type { Snapshot } from '../src/snapshot/snapshot.ts';
import { screenInThreads } from '../src/threads/screen-in-threads.ts';

/**
 * Rescreens all customers on threads with empty caches, as after a change of the engine or the rules.
 * @param folder of the bundled threads
 * @returns elapsed seconds and processor seconds of all threads, including their start, and the number of hits
 */
export async function measureRescreening(
  snapshot: Snapshot,
  names: readonly string[],
  { threads, folder }: { threads: number; folder: string },
): Promise<{ elapsed: number; processor: number; hits: number }> {
  const script = pathToFileURL(path.join(folder, 'screening-thread.mjs'));
  const questions = names.map((name) => ({ subject: { name }, options: defaultOptions }));
  const startedAt = performance.now();
  const before = process.cpuUsage();
  let hits = 0;
  for await (const answer of screenInThreads(snapshot, questions, { threads, script })) {
    if ('inputError' in answer) throw new Error(answer.inputError);
    hits += answer.result.total;
  }
  const { user, system } = process.cpuUsage(before);
  return { elapsed: (performance.now() - startedAt) / 1000, processor: (user + system) / 1e6, hits };
}

/** Resident memory of a process with a snapshot file, in bytes: after reading it, and after screening all names. */
export interface MemoryOfScreening {
  read: number;
  screened: number;
}

/** Measures in a separate process, so that the memory of this one does not count. */
export function measureMemory(file: string, names: readonly string[]): MemoryOfScreening {
  // The bundle that contains this file.
  const run = `const bench = await import(${JSON.stringify(import.meta.url)}); bench.printMemory(${JSON.stringify(file)});`;
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--input-type=module', '--expose-gc', '--eval', run],
    { input: JSON.stringify(names), encoding: 'utf8' },
  );
  if (status !== 0)
    throw new Error(`a process that screens: must end with 0, but ended with ${status}: ${stderr}`);
  return JSON.parse(stdout) as MemoryOfScreening;
}

/** Prints `MemoryOfScreening` for the names on standard input. */
export function printMemory(file: string): void {
  const names = JSON.parse(readFileSync(0, 'utf8')) as string[];
  const before = resident();
  const snapshot = readSnapshot(file);
  const read = resident() - before;
  const screener = createIndexScreener(snapshot);
  for (const name of names) screener.screen({ name }, defaultOptions);
  process.stdout.write(JSON.stringify({ read, screened: resident() - before }));
}

function resident(): number {
  globalThis.gc?.();
  return process.memoryUsage().rss;
}
