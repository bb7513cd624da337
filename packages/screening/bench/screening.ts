import type { ListedEntity } from '../src/model/listed-entity.ts';
import { defaultOptions } from '../src/model/screener.ts';
import { SnapshotBuilder } from '../src/search/build/build-snapshot.ts';
import { createIndexScreener } from '../src/search/index-screener.ts';
import { readSnapshot, writeSnapshot } from '../src/snapshot/snapshot-file.ts';
import { snapshotBytes, type Snapshot } from '../src/snapshot/snapshot.ts';
import type { Subject } from '../src/model/screening-types.ts';
import { inventedWords, NameSource, type CountedWord } from './filler-names.ts';

export { nativeNames, nativeScripts } from './native-names.ts';
export { measureMemory, measureRescreening, printMemory } from './rescreening.ts';

const distinctWords = 80_000;

/** Draws listed names and customers from one distribution of words, which are invented unless counted words are given. */
export function fillerNames(
  { listed, customers }: { listed: number; customers: number },
  words: readonly CountedWord[] = inventedWords(distinctWords),
): { listed: string[]; customers: string[] } {
  const lists = new NameSource(words, 1);
  const asking = new NameSource(words, 77);
  return {
    listed: Array.from({ length: listed }, () => lists.listed()),
    customers: Array.from({ length: customers }, () => asking.customer()),
  };
}

/** Returns the processor time of this process in milliseconds, which other load affects less than elapsed time. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Builds a snapshot of people with one name each. Returns the processor time of reading the names and in total, and the bytes of index and payload. */
export function measureBuild(names: readonly string[]): {
  snapshot: Snapshot;
  cpuMs: { add: number; build: number };
  bytesPerName: number;
  payloadPerName: number;
} {
  const startedAt = processorMs();
  const builder = new SnapshotBuilder();
  for (const [index, text] of names.entries()) builder.add(person(`filler-${index}`, text));
  const add = processorMs() - startedAt;
  const snapshot = builder.finish({ engine: 'bench', sources: [] });
  const build = processorMs() - startedAt;
  const { index, payload } = snapshotBytes(snapshot);
  const count = names.length;
  return { snapshot, cpuMs: { add, build }, bytesPerName: index / count, payloadPerName: payload / count };
}

/** Measures the processor time of writing the snapshot to `path` and of reading it back with verification. */
export function measureLoad(snapshot: Snapshot, path: string): { writeMs: number; loadMs: number } {
  const startedAt = processorMs();
  writeSnapshot(snapshot, path);
  const writtenAt = processorMs();
  readSnapshot(path);
  return { writeMs: writtenAt - startedAt, loadMs: processorMs() - writtenAt };
}

export interface SpeedOfRound {
  perSecondOfProcessor: number;
  /** Processor time of a screening in microseconds, including threads that compile and collect garbage meanwhile. */
  p50: number;
  p90: number;
  p99: number;
  /** Elapsed time in microseconds, which other load on the machine affects. */
  elapsedP50: number;
  elapsedP99: number;
  hits: number;
  /** Median processor time in microseconds, by number of words. */
  byWords: Record<number, number>;
}

/** Screens the same customers in several rounds: the first with cold caches, the others with cached words. */
export function measureScreening(
  snapshot: Snapshot,
  customers: readonly string[],
  { rounds = 3, evidence = false } = {},
): SpeedOfRound[] {
  const screener = createIndexScreener(snapshot);
  return Array.from({ length: rounds }, () => {
    const times: { words: number; us: number; elapsed: number }[] = [];
    let hits = 0;
    const startedAt = processorMs();
    for (const name of customers) {
      const subject: Subject = evidence ? { name, birthDate: '1970-05-01', countries: ['DE'] } : { name };
      const askedAt = performance.now();
      const usedBefore = process.cpuUsage();
      hits += screener.screen(subject, defaultOptions).total;
      const { user, system } = process.cpuUsage(usedBefore);
      const elapsed = (performance.now() - askedAt) * 1000;
      times.push({ words: name.split(' ').length, us: user + system, elapsed });
    }
    const seconds = (processorMs() - startedAt) / 1000;
    const all = times.map(({ us }) => us);
    const elapsed = times.map((time) => time.elapsed);
    const sizes = [...new Set(times.map(({ words }) => words))].sort((a, b) => a - b);
    return {
      perSecondOfProcessor: customers.length / seconds,
      p50: quantile(all, 0.5),
      p90: quantile(all, 0.9),
      p99: quantile(all, 0.99),
      elapsedP50: quantile(elapsed, 0.5),
      elapsedP99: quantile(elapsed, 0.99),
      hits: hits / customers.length,
      byWords: Object.fromEntries(
        sizes.map((size) => [
          size,
          quantile(
            times.filter(({ words }) => words === size).map(({ us }) => us),
            0.5,
          ),
        ]),
      ),
    };
  });
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}

export function person(id: string, text: string): ListedEntity {
  return {
    id,
    formerIds: [],
    schema: 'Person',
    names: [{ text, kind: 'primary' }],
    birth: [],
    death: null,
    deceased: false,
    gender: null,
    countries: [],
    identifiers: [],
    listings: [
      {
        list: 'SANCTIONS',
        source: 'filler',
        sourceName: 'Filler names',
        url: null,
        date: null,
        programme: null,
        title: null,
        snippet: null,
      },
    ],
    associates: [],
    positions: [],
    contentHash: id,
  };
}
