import { exitCodes, type CommandInput } from '@countersign/command-line';
import { existsSync } from 'node:fs';
import { engineVersion } from '../score/engine-version.ts';
import { createIndexScreener } from '../search/index-screener.ts';
import { snapshotBytes } from '../snapshot/snapshot.ts';
import type { BelowCount } from './below-the-line.ts';
import { Latencies } from './latencies.ts';
import { createOutput, readLines } from './line-stream.ts';
import type { Streams } from './score-pairs.ts';
import { screenArguments, type ScreenArguments } from './screen-arguments.ts';
import { answerHere, answerInThreads, threadScript } from './screen-lines.ts';
import { prepareSnapshot, type Prepared } from './screen-snapshot.ts';
import { serveScreening, type ListenAddress } from './serve-screening.ts';

const mostLineBytes = 1024 * 1024;
/** Buffered output is written at this many characters. */
const writeSize = 256 * 1024;

/**
 * `screen`: prints the hits of every query line against the lists, in input order; exit code 2 if any line was invalid.
 * @throws UsageError for an invalid value, RefusedSource for a list that cannot be read
 */
export async function screen(given: CommandInput, streams: Streams): Promise<number> {
  const options = screenArguments(given, new Date().toISOString().slice(0, 10));
  const prepared = await prepareSnapshot(options, streams.complain);
  if (options.listen !== null) {
    await listen(options, prepared, { address: options.listen, complain: streams.complain });
    return exitCodes.done;
  }
  const latencies = new Latencies();
  const start = performance.now();
  const bad = await answerLines(options, prepared, { ...streams, latencies });
  if (bad > 0) streams.complain(`${String(bad)} bad ${bad === 1 ? 'line' : 'lines'}`);
  if (options.stats)
    streams.complain(
      JSON.stringify(statistics(options, prepared, { latencies, elapsedMs: performance.now() - start })),
    );
  return bad > 0 ? exitCodes.usage : exitCodes.done;
}

async function listen(
  { options, explain }: ScreenArguments,
  { snapshot }: Prepared,
  { address, complain }: { address: ListenAddress; complain: Streams['complain'] },
): Promise<void> {
  const { entities, names, id } = snapshot.manifest;
  const about = { snapshot: id, engine: engineVersion(), entities, names };
  const screener = createIndexScreener(snapshot);
  await serveScreening({ screener, options, explain, about }, address, complain);
}

async function answerLines(
  options: ScreenArguments,
  prepared: Prepared,
  { input, output, latencies, complain }: Streams & { latencies: Latencies },
): Promise<number> {
  const out = createOutput(output);
  const counted = { bad: 0, waiting: '' };
  const below: BelowCount = { names: 0, namesWithHits: 0, hits: 0 };
  const lines = readLines(input, mostLineBytes);
  const answers =
    options.workers > 1 && existsSync(threadScript)
      ? answerInThreads(lines, options, prepared.snapshot)
      : answerHere(lines, options, { screener: createIndexScreener(prepared.snapshot), counted: below });
  if (options.workers > 1 && !existsSync(threadScript)) complain('no threads here; screening on one');
  for await (const batch of answers) {
    for (const { text, microseconds } of batch) {
      if (microseconds === null) counted.bad += 1;
      else latencies.add(microseconds);
      counted.waiting += `${text}\n`;
      if (counted.waiting.length < writeSize) continue;
      await out.write(counted.waiting);
      counted.waiting = '';
    }
    await out.write(counted.waiting);
    counted.waiting = '';
  }
  if (options.belowFrom !== null) complain(belowReport(options, below));
  return counted.bad;
}

function belowReport(
  { belowFrom, options }: ScreenArguments,
  { names, namesWithHits, hits }: BelowCount,
): string {
  const counts = `${String(hits)} hits of ${String(namesWithHits)} of ${String(names)} names`;
  return `below the threshold of ${String(options.matchThreshold)}, from ${String(belowFrom)}: ${counts}`;
}

function statistics(
  { workers }: ScreenArguments,
  { snapshot, loadMs, buildMs, rejected }: Prepared,
  { latencies, elapsedMs }: { latencies: Latencies; elapsedMs: number },
): object {
  const { entities, names, tokens, id } = snapshot.manifest;
  const { index, payload } = snapshotBytes(snapshot);
  return {
    entities,
    names,
    tokens,
    rejects: rejected,
    loadMs: Math.round(loadMs),
    buildMs: Math.round(buildMs),
    indexBytes: index,
    payloadBytes: payload,
    bytesPerName: names === 0 ? 0 : Math.round((index / names) * 10) / 10,
    queries: latencies.count,
    elapsedMs: Math.round(elapsedMs),
    queriesPerSecond: elapsedMs === 0 ? 0 : Math.round((latencies.count / elapsedMs) * 1000),
    latencyUs: latencies.summary(),
    rssBytes: process.memoryUsage().rss,
    workers,
    engine: engineVersion(),
    snapshot: id,
  };
}
