import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SourceFormat, SourceSpec } from '../../src/lists/read-sources.ts';
import type { ListedEntity } from '../../src/model/listed-entity.ts';
import { buildSnapshot } from '../../src/search/build/build-snapshot.ts';
import { DeltaBuilder } from '../../src/search/build/delta-builder.ts';
import { EntityCollector } from '../../src/search/build/entity-collector.ts';
import { EntityLinesWriter, readEntityLines } from '../../src/search/build/entity-lines.ts';
import { invented } from '../support/invented-entity.ts';
import { fixture, readAll } from './read-fixture.ts';

let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'screening-again-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function written(entities: Iterable<ListedEntity>): string {
  files += 1;
  const file = path.join(folder, `lines-${files}`);
  const writer = new EntityLinesWriter(file);
  for (const entity of entities) writer.add(entity);
  writer.close();
  return file;
}

async function readBack(file: string): Promise<ListedEntity[]> {
  const entities: ListedEntity[] = [];
  for await (const batch of readEntityLines(file)) entities.push(...batch.map(({ entity }) => entity));
  return entities;
}

const full: SourceSpec = { format: 'ftm', paths: [fixture('invented.entities.ftm.json')] };
const delta: SourceSpec = { format: 'ftm-delta', paths: [fixture('invented.entities.delta.json')] };
const samples: [SourceFormat, string][] = [
  ['ftm', 'invented.entities.ftm.json'],
  ['targets-simple', 'targets.simple.csv'],
  ['un-xml', 'un.xml'],
  ['eu-xml', 'eu.xml'],
  ['senzing', 'senzing.jsonl'],
  ['native', 'house.jsonl'],
  ['names', 'names.txt'],
];

describe('entities of a source that was read before', () => {
  it.each(samples)('%s: are those of the files, which are not opened', async (format, name) => {
    const { byId } = await readAll([{ format, paths: [fixture(name)] }]);
    const lines = written(byId.values());
    const again = await readAll([{ format, paths: ['/nowhere'], again: () => readEntityLines(lines) }]);
    expect([...again.byId.values()]).toEqual([...byId.values()]);
    expect(byId.size).toBeGreaterThan(0);
  });

  it('are not used where a delta is beside their export', async () => {
    const whole = await readAll([full, delta]);
    const never = (): never => {
      throw new Error('read again');
    };
    const { byId } = await readAll([{ ...full, again: never }, delta]);
    expect(byId).toEqual(whole.byId);
  });

  it('are united with the same of an official list as those of the files are', async () => {
    const un: SourceSpec = { format: 'un-xml', paths: [fixture('un.xml')] };
    const [id = ''] = (await readAll([un])).byId.keys();
    const exported = path.join(folder, 'export.json');
    const properties = { name: ['Velmora Strubinko'], topics: ['debarment'] };
    await writeFile(exported, `${JSON.stringify({ id, schema: 'Person', properties })}\n`);
    const ftm: SourceSpec = { format: 'ftm', paths: [exported] };
    const united = await readAll([ftm, un]);
    const lines = written((await readAll([ftm])).byId.values());
    const again = await readAll([{ ...ftm, again: () => readEntityLines(lines) }, un]);
    expect(again.byId).toEqual(united.byId);
    expect(again.byId.get(id)?.names[0]?.text).toBe('Velmora Strubinko');
  });
});

describe('a file of entities', () => {
  it('returns any entity, also of more than a megabyte, in the order in which they were written', async () => {
    const long = invented({ id: 'long', positions: ['x'.repeat(3_000_000)] });
    const some = Array.from({ length: 9000 }, (_, at) =>
      invented({ id: `e-${at}`, names: [{ text: 'Žofie "Z"\n王小明 😀 \ud800', kind: 'primary' }] }),
    );
    const entities = [...some.slice(0, 5000), long, ...some.slice(5000)];
    expect(await readBack(written(entities))).toEqual(entities);
  });

  it('is stored, written again and compared as the entities are', async () => {
    const entities = ['inv-1', 'inv "2"', 'inv-3', 'Žofie'].map((id) =>
      invented({ id, names: [{ text: `Dolvan "${id}" \ud800`, kind: 'primary' }] }),
    );
    const file = written(entities);
    const [collected, again] = [new EntityCollector(), new EntityCollector()];
    for (const entity of entities) collected.add(entity);
    const copy = path.join(folder, 'copy');
    const writer = new EntityLinesWriter(copy);
    for await (const batch of readEntityLines(file))
      for (const entity of batch) {
        again.add(entity);
        writer.add(entity);
      }
    writer.close();
    expect(again.freeze()).toEqual(collected.freeze());
    expect(await readFile(copy, 'utf8')).toBe(await readFile(file, 'utf8'));

    const base = buildSnapshot(entities, { engine: 'test', sources: [] });
    const deltaOf = async (some: readonly ListedEntity[]): Promise<unknown> => {
      const builder = new DeltaBuilder(base, { mostChanged: 4 });
      for await (const batch of readEntityLines(written(some)))
        for (const entity of batch) builder.add(entity);
      return builder.finish({ sources: [] });
    };
    expect(await deltaOf(entities)).toBe('unchanged');
    const [, second, ...others] = entities as [ListedEntity, ListedEntity, ...ListedEntity[]];
    const changed = [{ ...second, deceased: true }, ...others, invented({ id: 'new' })];
    const builder = new DeltaBuilder(base, { mostChanged: 4 });
    for (const entity of changed) builder.add(entity);
    expect(await deltaOf(changed)).toEqual(builder.finish({ sources: [] }));
    expect(await deltaOf(changed)).toMatchObject({ manifest: { entities: 2, delta: { gone: [0, 1] } } });
  });

  it('may be of none, and is readable by its owner only', async () => {
    const file = written([]);
    expect(await readBack(file)).toEqual([]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('is an error when it is cut short', async () => {
    const file = written([invented({ id: 'a' }), invented({ id: 'b' })]);
    await writeFile(file, (await readFile(file)).subarray(0, -1));
    await expect(readBack(file)).rejects.toThrow('must end with a line end');
  });
});
