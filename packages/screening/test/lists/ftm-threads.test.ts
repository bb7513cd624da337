import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeFtmFile } from '../../bench/ftm-file.ts';
import { readBatches, readSources, type SourceSpec } from '../../src/lists/read-sources.ts';
import type { ListedEntity, LoadReport } from '../../src/model/listed-entity.ts';
import { EntityLinesWriter } from '../../src/search/build/entity-lines.ts';
import { ThreadedMapper } from '../../src/threads/map-in-threads.ts';
import { fixture } from './read-fixture.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const directory = path.join(root, '.build/ftm-thread');
const script = (): URL => pathToFileURL(path.join(directory, 'ftm-thread.mjs'));
const asOf = '2026-11-01';
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'screening-ftm-threads-'));
  const { bundle } = (await import(pathToFileURL(path.join(root, 'tools/bundle.mjs')).href)) as {
    bundle(entries: Record<string, string>, outDir: string): Promise<void>;
  };
  await bundle({ 'ftm-thread': path.join(root, 'packages/screening/src/threads/ftm-thread.ts') }, directory);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Read {
  entities: ListedEntity[];
  reports: LoadReport[];
}

async function read(specs: SourceSpec[], threads?: { threads: number; least: number }): Promise<Read> {
  const mapper = threads && new ThreadedMapper({ script, ...threads });
  const found: Read = { entities: [], reports: [] };
  const onReport = (_: SourceSpec, report: LoadReport): void => void found.reports.push(report);
  try {
    for await (const entity of readSources(specs, { asOf, onReport, ...(mapper && { mapper }) }))
      found.entities.push(entity);
  } finally {
    await mapper?.end();
  }
  return found;
}

/** The lines that judging writes of what threads map, unparsed. */
async function writtenLines(specs: SourceSpec[], threads: number): Promise<string[]> {
  const file = path.join(folder, 'judged.jsonl');
  const mapper = new ThreadedMapper({ script, threads, least: 1 });
  const writer = new EntityLinesWriter(file);
  try {
    for await (const batch of readBatches(specs, { asOf, mapper }))
      for (const entity of batch) writer.add(entity);
  } finally {
    await mapper.end();
    writer.close();
  }
  return (await readFile(file, 'utf8')).split('\n').slice(0, -1);
}

const full: SourceSpec = { format: 'ftm', paths: [fixture('invented.entities.ftm.json')] };
const delta: SourceSpec = { format: 'ftm-delta', paths: [fixture('invented.entities.delta.json')] };

/** Lines of a large export in which every ninth is damaged, with a reason of its own. */
async function damaged(): Promise<string> {
  const file = path.join(folder, 'large.json');
  writeFtmFile(file, 6);
  const faults = [
    'not json',
    '{"id":"inv-x","schema":"Person"}',
    '{"id":"inv-y","schema":"Person","properties":{"name":["\\u0001"]}}',
    '{"id":"inv-z","schema":"Sanction"}',
    '{"id":"inv-p1","schema":"Person","properties":{"name":["Once More"],"topics":["role.new"]}}',
    `{"id":"inv-w","schema":"Person","properties":{"name":["${'x'.repeat(600)}"]}}`,
  ];
  const lines = (await readFile(file, 'utf8')).split('\n');
  const mixed = lines.map((line, at) =>
    at % 9 === 8 ? (faults[((at / 9) % faults.length) | 0] ?? '') : line,
  );
  await writeFile(file, mixed.join('\n'));
  return file;
}

describe('an export that is mapped on threads', () => {
  it('gives the entities and the report of one that is not, in their order', async () => {
    const file = await damaged();
    const specs: SourceSpec[] = [{ format: 'ftm', paths: [file] }];
    const here = await read(specs);
    expect(here.entities.length).toBeGreaterThan(5000);
    expect(here.reports[0]?.rejected).toBeGreaterThan(500);
    for (const threads of [1, 3]) expect(await read(specs, { threads, least: 1 })).toEqual(here);
    expect(await writtenLines(specs, 2)).toEqual(here.entities.map((entity) => JSON.stringify(entity)));
  });

  it('is the same with a delta', async () => {
    expect(await read([full, delta], { threads: 2, least: 0 })).toEqual(await read([full, delta]));
  });

  it('starts no thread for few lines', async () => {
    const none = new ThreadedMapper({ threads: 1, script: () => pathToFileURL('/nowhere/ftm-thread.mjs') });
    const entities: ListedEntity[] = [];
    for await (const entity of readSources([full], { asOf, mapper: none })) entities.push(entity);
    expect(entities.length).toBe(24);
  });

  it('fails when its threads do, and when its caller stops waiting', async () => {
    const file = path.join(folder, 'sound.json');
    writeFtmFile(file, 6);
    const specs: SourceSpec[] = [{ format: 'ftm', paths: [file] }];
    const missing = (): URL => pathToFileURL(path.join(directory, 'missing.mjs'));
    const mapper = new ThreadedMapper({ threads: 2, script: missing, least: 1 });
    await expect(async () => {
      for await (const entity of readSources(specs, { asOf, mapper })) if (entity.id === '') return;
    }).rejects.toThrow('missing.mjs');
    const other = new ThreadedMapper({ threads: 2, script, least: 0 });
    for await (const entity of readSources(specs, { asOf, mapper: other })) if (entity.id !== '') break;
    await other.end();
  });
});
