/**
 * Measures unusually large lists: `node tools/run-ts.mjs packages/screening/bench/measure-large.ts [entities] [names of each]`.
 * Builds and writes a snapshot of invented people and reads it in a separate process. Prints the time until the first result and memory.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ListedEntity } from '../src/model/listed-entity.ts';
import { defaultOptions } from '../src/model/screener.ts';
import { SnapshotBuilder } from '../src/search/build/build-snapshot.ts';
import { createIndexScreener } from '../src/search/index-screener.ts';
import { readSnapshot, writeSnapshot } from '../src/snapshot/snapshot-file.ts';
import { snapshotBytes } from '../src/snapshot/snapshot.ts';
import { inventedWords, NameSource } from './filler-names.ts';

const [, , first = '3000000', second = '3'] = process.argv;

function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20);
const print = (fields: object): void => void process.stdout.write(`${JSON.stringify(fields)}\n`);

/** A typical person on lists: several names, a birth year, a country and one listing. */
function person(number: number, names: readonly string[]): ListedEntity {
  const year = `19${30 + (number % 60)}`;
  return {
    id: `filler-${number}`,
    formerIds: [],
    schema: 'Person',
    names: names.map((text, at) => ({ text, kind: at === 0 ? 'primary' : 'alias' })),
    birth: [{ text: year, from: `${year}-01-01`, to: `${year}-12-31`, approximate: false }],
    death: null,
    deceased: false,
    gender: null,
    countries: [{ code: 'DE', role: 'nationality' }],
    identifiers: [],
    listings: [
      {
        list: number % 10 === 0 ? 'SANCTIONS' : 'PEP_CLASS_1',
        source: 'filler',
        sourceName: 'Filler names',
        url: `https://lists.example.org/filler/${number}`,
        date: null,
        programme: null,
        title: null,
        snippet: null,
      },
    ],
    associates: [],
    positions: [],
    contentHash: number.toString(16).padStart(16, '0'),
  };
}

function build(file: string, entities: number, namesOfEach: number): void {
  const drawn = new NameSource(inventedWords(400_000), 1);
  const builder = new SnapshotBuilder();
  for (let number = 0; number < entities; number += 1)
    builder.add(
      person(
        number,
        Array.from({ length: namesOfEach }, () => drawn.listed()),
      ),
    );
  print({
    step: 'added',
    entities,
    processor: processorSeconds(),
    resident: megabytes(process.memoryUsage().rss),
  });
  const snapshot = builder.finish({ engine: 'bench', sources: [] });
  const { index, payload } = snapshotBytes(snapshot);
  const { names, tokens } = snapshot.manifest;
  print({
    step: 'built',
    names,
    tokens,
    processor: processorSeconds(),
    mostResident: megabytes(process.resourceUsage().maxRSS * 1024),
    indexBytesOfName: index / names,
    payloadBytesOfEntity: payload / entities,
  });
  writeSnapshot(snapshot, file);
  print({ step: 'written', processor: processorSeconds() });
}

function start(file: string): void {
  const startedAt = performance.now();
  const snapshot = readSnapshot(file);
  const readAt = performance.now();
  const screener = createIndexScreener(snapshot);
  const { total } = screener.screen({ name: 'Velmora Strubinko', birthDate: '1950' }, defaultOptions);
  print({
    step: 'started',
    elapsedRead: (readAt - startedAt) / 1000,
    elapsed: (performance.now() - startedAt) / 1000,
    processor: processorSeconds(),
    resident: megabytes(process.memoryUsage().rss),
    mostResident: megabytes(process.resourceUsage().maxRSS * 1024),
    hits: total,
  });
}

if (first === 'start') {
  start(second);
} else {
  const directory = mkdtempSync(path.join(tmpdir(), 'countersign-large-'));
  const file = path.join(directory, 'large.snapshot');
  // Each step runs in a separate process, so that the memory of one does not count for the other.
  if (process.env['MEASURE_LARGE'] === undefined) {
    const env = { ...process.env, MEASURE_LARGE: file };
    // The bundle that contains this file.
    const bundle = fileURLToPath(import.meta.url);
    spawnSync(process.execPath, [bundle, first, second], { env, stdio: 'inherit' });
    for (let round = 0; round < 2; round += 1)
      spawnSync(process.execPath, [bundle, 'start', file], { env, stdio: 'inherit' });
    rmSync(directory, { recursive: true });
  } else {
    rmSync(directory, { recursive: true });
    build(process.env['MEASURE_LARGE'], Number(first), Number(second));
  }
}
