/**
 * Measures the loading of FollowTheMoney exports: `node tools/run-ts.mjs packages/screening/bench/loading.ts [megabytes …]` loads an
 * invented export of each size in a separate process and prints megabytes per second of processor time and peak resident memory.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { exportLimits } from '../src/lists/limits.ts';
import { LoadLog } from '../src/lists/load-log.ts';
import { readBatches } from '../src/lists/read-sources.ts';
import { readLines } from '../src/lists/read-lines.ts';
import type { ListedEntity } from '../src/model/listed-entity.ts';
import type { Snapshot } from '../src/snapshot/snapshot.ts';
import { buildInThreads } from '../src/threads/build-in-threads.ts';
import { ThreadedMapper } from '../src/threads/map-in-threads.ts';
import { writeFtmFile } from './ftm-file.ts';
import { person, processorMs } from './screening.ts';

/** Measures the processor time of all threads, in seconds. */
async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = processorMs();
  await work();
  return (processorMs() - startedAt) / 1000;
}

/** Reads and parses all lines, which is the least that loading requires. */
async function parseLines(file: string): Promise<void> {
  for await (const lines of readLines({ file, limits: exportLimits, log: new LoadLog(), digest: false }))
    for (const { bytes } of lines) JSON.parse(bytes.toString('utf8'));
}

/** @param folder of the bundled threads; without it this thread alone loads the file. @returns the number of entities */
async function load(file: string, folder?: string): Promise<number> {
  const script = (): URL => pathToFileURL(path.join(folder ?? '', 'ftm-thread.mjs'));
  const mapper = folder === undefined ? null : new ThreadedMapper({ threads: 1, script });
  let entities = 0;
  try {
    const options = { asOf: '2026-11-01', ...(mapper && { mapper }) };
    for await (const batch of readBatches([{ format: 'ftm', paths: [file] }], options))
      for (const { id } of batch) entities += id === '' ? 0 : 1;
  } finally {
    await mapper?.end();
  }
  return entities;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;

/** Measures megabytes (10^6 bytes) per second of processor time: the floor, and loading on one and on two threads in turn. Returns medians. */
export async function measureFtm({
  megabytes,
  rounds,
  folder,
}: {
  megabytes: number;
  rounds: number;
  /** Folder of the bundled threads. */
  folder: string;
}): Promise<{ parsed: number; alone: number; threaded: number }> {
  const directory = mkdtempSync(path.join(tmpdir(), 'countersign-ftm-'));
  const file = path.join(directory, 'invented.json');
  try {
    writeFtmFile(file, megabytes);
    const size = statSync(file).size / 1e6;
    const seconds = { parsed: [] as number[], alone: [] as number[], threaded: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      seconds.parsed.push(await secondsOf(() => parseLines(file)));
      seconds.alone.push(await secondsOf(() => load(file)));
      seconds.threaded.push(await secondsOf(() => load(file, folder)));
    }
    const rate = (of: readonly number[]): number => size / median(of);
    return { parsed: rate(seconds.parsed), alone: rate(seconds.alone), threaded: rate(seconds.threaded) };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Builds a snapshot of people with one name each, with names indexed on a thread. Returns the processor time of both threads in seconds. */
export async function measureThreadedBuild(
  names: readonly string[],
  folder: string,
): Promise<{ snapshot: Snapshot; seconds: number }> {
  function* people(): Generator<[ListedEntity]> {
    for (const [index, text] of names.entries()) yield [person(`filler-${index}`, text)];
  }
  const script = (): URL => pathToFileURL(path.join(folder, 'names-thread.mjs'));
  const built: Snapshot[] = [];
  const seconds = await secondsOf(async () =>
    built.push(await buildInThreads(people(), { engine: 'bench', sources: [] }, { script })),
  );
  return { snapshot: built[0] as Snapshot, seconds };
}

/** Measures the floor for processing names: writes each as JSON, splits it at spaces and looks up its words. Returns seconds of processor time. */
export function measureWords(names: readonly string[]): number {
  const startedAt = processorMs();
  const words = new Map<string, number>();
  let bytes = 0;
  for (const [index, text] of names.entries()) {
    bytes += JSON.stringify(person(`filler-${index}`, text)).length;
    for (const word of text.toLowerCase().split(' ')) words.set(word, (words.get(word) ?? 0) + 1);
  }
  if (bytes < words.size) throw new Error('names: must have words');
  return (processorMs() - startedAt) / 1000;
}

async function print(file: string): Promise<void> {
  const seconds = await secondsOf(() => load(file));
  const megabytes = statSync(file).size / 1e6;
  const mostResident = Math.round(process.resourceUsage().maxRSS / 1024);
  const fields = { megabytes: Math.round(megabytes), perSecond: megabytes / seconds, mostResident };
  process.stdout.write(`${JSON.stringify(fields)}\n`);
}

// Runs only as a program; the benchmark imports the functions above.
if (path.basename(process.argv[1] ?? '') === 'loading.ts') {
  const given = process.env['MEASURE_FTM'];
  if (given === undefined) {
    const directory = mkdtempSync(path.join(tmpdir(), 'countersign-ftm-'));
    const sizes = process.argv.slice(2).map(Number);
    for (const megabytes of sizes.length > 0 ? sizes : [100, 200, 300]) {
      const file = path.join(directory, `${megabytes}.json`);
      writeFtmFile(file, megabytes);
      // A separate process, because peak resident memory is counted per process.
      const env = { ...process.env, MEASURE_FTM: file };
      // Runs the bundle that contains this file, under the name by which it recognizes that it runs as a program.
      const run = `process.argv[1] = 'loading.ts'; await import(${JSON.stringify(import.meta.url)});`;
      spawnSync(process.execPath, ['--input-type=module', '--eval', run], { env, stdio: 'inherit' });
      rmSync(file);
    }
    rmSync(directory, { recursive: true });
  } else await print(given);
}
