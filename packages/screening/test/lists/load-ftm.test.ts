import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SourceSpec } from '../../src/lists/read-sources.ts';
import { fixture, readAll } from './read-fixture.ts';

interface Expected {
  asOf: string;
  lists: Record<string, string[] | null>;
  deceased: string[];
  associates: Record<string, string[]>;
  afterDelta: {
    asOf: string;
    lists: Record<string, string[] | null>;
    materialChange: Record<string, boolean>;
    associates: Record<string, string[]>;
  };
}

const full: SourceSpec = { format: 'ftm', paths: [fixture('invented.entities.ftm.json')] };
const delta: SourceSpec = { format: 'ftm-delta', paths: [fixture('invented.entities.delta.json')] };
let expected: Expected;
let folder: string;

beforeAll(async () => {
  expected = JSON.parse(await readFile(fixture('invented.expected.json'), 'utf8')) as Expected;
  folder = await mkdtemp(path.join(tmpdir(), 'screening-ftm-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function written(name: string, lines: readonly object[]): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return file;
}

async function linesOf(name: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(fixture(name), 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('the mapping of FollowTheMoney entities', () => {
  it('puts every invented entity on its lists', async () => {
    const { byId } = await readAll([full], expected.asOf);
    const lists = [...byId].map(([id, { listings }]) => [
      id,
      [...new Set(listings.map(({ list }) => list))].sort(),
    ]);
    const wanted = Object.entries(expected.lists).map(([id, types]) => [id, [...(types ?? [])].sort()]);
    expect(Object.fromEntries(lists)).toEqual(Object.fromEntries(wanted));
  });

  it('marks deceased people, and has the linked ones', async () => {
    const { byId } = await readAll([full], expected.asOf);
    expect([...byId.values()].filter(({ deceased }) => deceased).map(({ id }) => id)).toEqual(
      expected.deceased,
    );
    for (const [id, names] of Object.entries(expected.associates))
      expect(byId.get(id)?.associates.map(({ name }) => name)).toEqual(names);
  });

  it('applies a delta', async () => {
    const before = await readAll([full], expected.asOf);
    const { byId } = await readAll([full, delta], expected.afterDelta.asOf);
    for (const [id, types] of Object.entries(expected.afterDelta.lists)) {
      const lists = byId.has(id) ? [...new Set(byId.get(id)?.listings.map(({ list }) => list))].sort() : null;
      expect([id, lists]).toEqual([id, types === null ? null : [...types].sort()]);
    }
    for (const [id, names] of Object.entries(expected.afterDelta.associates))
      expect(byId.get(id)?.associates.map(({ name }) => name)).toEqual(names);
    for (const [id, changed] of Object.entries(expected.afterDelta.materialChange))
      expect([id, byId.get(id)?.contentHash !== before.byId.get(id)?.contentHash]).toEqual([id, changed]);
    expect(byId.get('inv-p14')?.formerIds).toEqual(['inv-p13']);
  });

  it('gives the same with a delta as with the full file of the new state, in any order of lines', async () => {
    const state = new Map(
      (await linesOf('invented.entities.ftm.json')).map((entity) => [entity['id'], entity]),
    );
    for (const { op, entity } of (await linesOf('invented.entities.delta.json')) as {
      op: string;
      entity: Record<string, unknown>;
    }[]) {
      if (op === 'DEL') state.delete(entity['id']);
      else state.set(entity['id'], entity);
    }
    const reversed = await written('state.json', [...state.values()].reverse());
    const rebuilt = await readAll([{ format: 'ftm', paths: [reversed] }]);
    const patched = await readAll([full, delta]);
    expect([...patched.byId.keys()].sort()).toEqual([...rebuilt.byId.keys()].sort());
    for (const [id, entity] of rebuilt.byId) expect(patched.byId.get(id)).toEqual(entity);
  });

  it('follows links to merged ids', async () => {
    const file = await written('merged.json', [
      { id: 'link', schema: 'Associate', properties: { person: ['old'], associate: ['b'] } },
      { id: 'b', schema: 'Person', properties: { name: ['Ysolde Vale'] }, referents: [] },
      { id: 'new', schema: 'Person', properties: { name: ['Tarvin Brennmark'] }, referents: ['old'] },
    ]);
    const { byId } = await readAll([{ format: 'ftm', paths: [file] }]);
    expect(byId.get('new')?.associates).toEqual([{ name: 'Ysolde Vale', relation: null }]);
    expect(byId.get('b')?.associates).toEqual([{ name: 'Tarvin Brennmark', relation: null }]);
  });

  it('gives relatives the class of an office holder, also where their topic is escaped', async () => {
    const relative = (id: string, topic: string): string =>
      `{"id":"${id}","schema":"Person","properties":{"name":["Ysolde Vale"],"topics":["${topic}"]}}`;
    const link = (id: string): string =>
      JSON.stringify({ id: `l-${id}`, schema: 'Family', properties: { person: ['a'], relative: [id] } });
    const file = path.join(folder, 'escaped.json');
    const lines = [
      '{"id":"a","schema":"Person","properties":{"name":["Tarvin Brennmark"],"topics":["role.pep"]}}',
      relative('b', 'role.rca'),
      relative('c', 'role\\u002erca'),
      relative('d', 'role.pol'),
      ...['b', 'c', 'd'].map(link),
    ];
    await writeFile(file, `${lines.join('\n')}\n`);
    const { byId } = await readAll([{ format: 'ftm', paths: [file] }]);
    const lists = ['a', 'b', 'c', 'd'].map((id) => byId.get(id)?.listings.map(({ list }) => list));
    expect(lists).toEqual([['PEP_CLASS_1'], ['PEP_CLASS_1'], ['PEP_CLASS_1'], []]);
  });

  it('keeps each of many names, ids and numbers once, in the order in which they came', async () => {
    const texts = Array.from({ length: 30 }, (_, at) => `Brennmark ${at}`);
    const file = await written('many.json', [
      {
        id: 'a',
        schema: 'Person',
        properties: { name: texts, alias: [...texts, 'Lodvik'], idNumber: [...texts, ...texts] },
        referents: [...texts, 'a', ...texts],
      },
    ]);
    const { byId } = await readAll([{ format: 'ftm', paths: [file] }]);
    const { names, identifiers, formerIds } = byId.get('a') ?? {};
    expect(names?.map(({ text }) => text)).toEqual([...texts, 'Lodvik']);
    expect(names?.filter(({ kind }) => kind === 'alias')).toEqual([{ text: 'Lodvik', kind: 'alias' }]);
    expect(identifiers?.map(({ value }) => value)).toEqual(texts);
    expect(formerIds).toEqual(texts);
  });

  it('unites records of one entity from several files', async () => {
    const record = (topic: string, alias: string): object => ({
      id: 'a',
      schema: 'Person',
      properties: { name: ['Tarvin Brennmark'], alias: [alias], topics: [topic] },
    });
    const paths = [
      await written('one.json', [record('sanction', 'Tarvin B.')]),
      await written('two.json', [record('debarment', 'T. Brennmark')]),
    ];
    const { byId } = await readAll([{ format: 'ftm', paths }]);
    const { names, listings } = byId.get('a') ?? {};
    expect(names?.map(({ text }) => text)).toEqual(['Tarvin Brennmark', 'Tarvin B.', 'T. Brennmark']);
    expect(listings?.map(({ list }) => list)).toEqual(['FITNESS_PROBITY', 'SANCTIONS']);
  });

  it('keeps the text of a record as data', async () => {
    const file = path.join(folder, 'data.json');
    await writeFile(
      file,
      '{"id":"__proto__","schema":"Person","properties":{"name":["Ann Vale"],"__proto__":["x"],"passportNumber":["0012"],"topics":["__proto__","role.new"],"nationality":["zzz"]}}\n' +
        '{"id":"b","schema":"Person","properties":{"name":["Null"]}}\nnot json\n{"id":"c"}\n',
    );
    const { byId, reports } = await readAll([{ format: 'ftm', paths: [file] }]);
    expect(byId.get('__proto__')?.identifiers).toEqual([{ value: '0012', type: 'passport' }]);
    expect(byId.get('b')?.names).toEqual([{ text: 'Null', kind: 'primary' }]);
    expect(reports[0]).toMatchObject({
      entities: 2,
      rejected: 2,
      rejects: [
        { place: 'data.json:3', reason: 'the line is not JSON' },
        { place: 'data.json:4', reason: 'the entity has no schema' },
      ],
      unknown: { 'country:zzz': 1, 'topic:__proto__': 1, 'topic:role.new': 1 },
    });
  });

  it('refuses a delta with an invalid line', async () => {
    const file = await written('bad-delta.json', [{ op: 'GROW', entity: { id: 'a' } }]);
    await expect(readAll([full, { format: 'ftm-delta', paths: [file] }])).rejects.toThrow('bad-delta.json:1');
  });

  it('takes an empty delta file', async () => {
    const file = await written('empty.json', []);
    const { byId } = await readAll([full, { format: 'ftm-delta', paths: [file] }]);
    expect(byId.size).toBe(24);
  });
});
