import { readdirSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createIndexScreener,
  defaultOptions,
  engineVersion,
  EntityLinesWriter,
  type ListedEntity,
  readSnapshot,
  readSources,
} from '@countersign/screening';
import { buildLists, type Loaded, usualDeltaRules } from '../../src/watchlists/build-lists.ts';
import { compareSnapshots } from '../../src/watchlists/compare-snapshots.ts';
import { ListsDirectory } from '../../src/watchlists/lists-directory.ts';
import { ListsBusy } from '../../src/watchlists/lists-lock.ts';
import { statusOf } from '../../src/watchlists/lists-status.ts';
import { loadLists } from '../../src/watchlists/load-lists.ts';
import { readSourcesFile } from '../../src/watchlists/sources-file.ts';

const record = (number: number, more: Record<string, unknown> = {}) =>
  JSON.stringify({
    id: `entry-${number}`,
    names: [{ text: `Velmar Orsint${'abcdefghij'[number % 10]}o` }],
    listings: [{ list: 'SANCTIONS', source: 'example', sourceName: 'Example List' }],
    ...more,
  });
const records = (count: number) => `${Array.from({ length: count }, (_, at) => record(at)).join('\n')}\n`;

let root = '';
let directory: ListsDirectory;
const now = new Date('2026-11-22T10:00:00Z');
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);

beforeEach(async () => {
  root = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-lists-'));
  directory = new ListsDirectory(root);
});
afterEach(() => fs.rm(root, { recursive: true, force: true }));

const configure = (sources: unknown) => fs.writeFile(directory.sourcesFile, JSON.stringify(sources));
const put = (name: string, text: string) => fs.writeFile(path.join(root, name), text);
const load = (at = now): Promise<Loaded> => loadLists(root, { offline: false, now: at });
const house = { id: 'house', format: 'native', path: 'house.jsonl' };

const filesOf = ({ sources: [source] }: Loaded['current']): string => source?.files[0] ?? '';

async function entitiesOf(file: string): Promise<ListedEntity[]> {
  const entities: ListedEntity[] = [];
  for await (const entity of readSources([{ format: 'native', paths: [file] }], { asOf: '2026-11-22' }))
    entities.push(entity);
  return entities;
}

async function hitsOf(name: string): Promise<string[]> {
  const snapshot = (await directory.current())?.snapshot ?? '';
  const screener = createIndexScreener(readSnapshot(directory.snapshotFile(snapshot)));
  return screener.screen({ name }, defaultOptions).hits.map(({ entityId }) => entityId);
}

describe('loading lists', () => {
  it('publishes the entities of the sources, with details of each source', async () => {
    await configure([house]);
    await put('house.jsonl', records(10));
    const { outcome, current } = await load();
    expect(outcome).toBe('published');
    expect(await directory.current()).toEqual(current);
    expect(current).toMatchObject({
      engine: engineVersion(),
      entities: 10,
      names: 10,
      asOf: '2026-11-22',
      lastError: null,
      sources: [
        {
          id: 'house',
          entities: 10,
          names: 10,
          rejects: 0,
          lists: ['SANCTIONS'],
          loadedAt: '2026-11-22T10:00:00.000Z',
          lastError: null,
        },
      ],
    });
    expect(await hitsOf('Velmar Orsintao')).toContain('entry-0');
  });

  it.each([
    ['native', 'native', 1],
    ['native', 'senzing', 0],
    ['ftm', 'senzing', 1],
    ['senzing', 'targets-simple', 1],
  ])(
    'lists the records of a source that are left out beside %s in %s, until they have unique ids',
    async (one, other, leftOut) => {
      const names = { native: 'n.jsonl', ftm: 'f.json', senzing: 's.jsonl', 'targets-simple': 't.csv' };
      const lines: Record<string, (id: string, name: string) => string> = {
        native: (id, text) => record(0, { id, names: [{ text }] }),
        ftm: (id, name) =>
          JSON.stringify({ id, schema: 'Person', properties: { name: [name], topics: ['sanction'] } }),
        senzing: (id, name) =>
          JSON.stringify({ DATA_SOURCE: 'ONE', RECORD_ID: id, NAMES: [{ NAME_FULL: name }] }),
        'targets-simple': (id, name) => `id,schema,name\n${id},Person,${name}`,
      };
      const files = [names[one as 'native'], `other-${names[other as 'native']}`];
      const source = (id: string, format: string, at: number) => ({
        id,
        format,
        path: files[at],
        maxShrink: 1,
      });
      await configure([source('first', one, 0), source('second', other, 1)]);
      await put(files[0] ?? '', `${lines[one]?.('1', 'Velmar Orsintao')}\n`);
      const putSecond = (id: string) => put(files[1] ?? '', `${lines[other]?.(id, 'Tarvin Brenmark')}\n`);
      await putSecond('1');
      const rows = ({ current }: Loaded) =>
        statusOf(current, { now: now.getTime(), engine: engineVersion() }).sources.map(
          ({ source: id, state, error }) => [id, state, error],
        );
      const warning =
        '1 records are left out, because other sources have their ids; give its entries other ids';
      const expected = [
        ['first', 'ok', null],
        leftOut === 0 ? ['second', 'ok', null] : ['second', 'warning', warning],
      ];
      expect(rows(await load())).toEqual(expected);
      expect([await hitsOf('Velmar Orsintao'), await hitsOf('Tarvin Brenmark')]).toEqual([['1'], []]);
      expect(rows(await load())).toEqual(expected);
      await putSecond('2');
      expect(rows(await load())).toEqual([
        ['first', 'ok', null],
        ['second', 'ok', null],
      ]);
      expect([await hitsOf('Velmar Orsintao'), await hitsOf('Tarvin Brenmark')]).toEqual([['1'], ['2']]);
    },
  );

  it('confirms unchanged sources without building again', async () => {
    await configure([house]);
    await put('house.jsonl', records(10));
    const first = await load();
    const second = await load(later(3));
    expect(second.outcome).toBe('unchanged');
    expect(second.current.builtAt).toBe(first.current.builtAt);
    expect(second.current.sources[0]).toMatchObject({
      loadedAt: '2026-11-22T10:00:00.000Z',
      confirmedAt: '2026-11-22T13:00:00.000Z',
    });
  });

  it('rebuilds a snapshot that is damaged or of another format, even if no source has changed', async () => {
    await configure([house]);
    await put('house.jsonl', records(10));
    const { current } = await load();
    const file = directory.snapshotFile(current.snapshot ?? '');
    const whole = await fs.readFile(file);
    const formatAt = 12;
    for (const at of [formatAt, whole.length - 100]) {
      const damaged = Buffer.from(whole);
      damaged.writeUInt8(damaged.readUInt8(at) ^ 0xff, at);
      await fs.writeFile(file, damaged);
      expect(await load()).toMatchObject({ outcome: 'published', current: { snapshot: current.snapshot } });
      expect((await fs.readFile(file)).equals(whole)).toBe(true);
    }
  });

  it('takes over changes, keeps three snapshots and only the source files in force', async () => {
    await configure([house]);
    for (const count of [10, 11, 12, 13, 14]) {
      await put('house.jsonl', records(count));
      expect((await load()).outcome).toBe('published');
    }
    expect((await directory.snapshots()).length).toBe(3);
    expect((await fs.readdir(directory.file('house'))).length).toBe(1);
  });

  it('builds from the checked copy of a changed list, which exists until the load ends', async () => {
    await configure([house]);
    await put('house.jsonl', records(10));
    const beside: string[][] = [];
    const print = (): void => void beside.push(readdirSync(directory.file('house')));
    const { current } = await loadLists(root, { offline: false, now, print });
    expect(beside[0]).toContainEqual(expect.stringMatching(/^judged-[0-9a-f-]{36}\.jsonl$/));
    expect(await fs.readdir(directory.file('house'))).toEqual([
      path.basename(path.dirname(filesOf(current))),
    ]);

    // Other entities than the files hold, so that it shows which of the two is read.
    const lines = path.join(root, 'judged.jsonl');
    const writer = new EntityLinesWriter(lines);
    const entities = await entitiesOf(directory.file(filesOf(current)));
    for (const entity of entities.slice(0, 4)) writer.add(entity);
    writer.close();
    const config = await readSourcesFile(directory.sourcesFile);
    const judged = new Map([['house', lines]]);
    const about = { config, before: null, sources: current.sources, now, deltas: usualDeltaRules };
    const built = await buildLists(directory, { ...about, judged });
    expect(built).toMatchObject({ outcome: 'published', current: { entities: 4 } });
  });

  const refusals: [what: string, text: string, source: Record<string, unknown>, reason: RegExp][] = [
    ['an empty file', '', {}, /is empty/],
    ['a web page', '<!DOCTYPE html><html><body>Sorry</body></html>', {}, /web page/],
    ['nothing readable', 'not json\n', {}, /house/],
    ['too many bad records', `${records(10)}not json\n`, {}, /bad records/],
    ['a list that has shrunk', records(7), {}, /shrunk from 10 to 7/],
    ['a list without its pinned entity', records(9), { pinned: ['entry-9'] }, /lacks entry-9/],
  ];
  for (const [what, text, source, reason] of refusals) {
    it(`refuses ${what} and keeps the last good state, with the reason (F21, S13)`, async () => {
      await configure([{ ...house, ...source }]);
      await put('house.jsonl', records(10));
      const good = await load();
      await put('house.jsonl', text);
      const { current } = await load(later(1));
      expect(current.snapshot).toBe(good.current.snapshot);
      expect(current.sources[0]).toMatchObject({
        entities: 10,
        loadedAt: '2026-11-22T10:00:00.000Z',
        confirmedAt: '2026-11-22T10:00:00.000Z',
        lastError: { at: '2026-11-22T11:00:00.000Z', message: expect.stringMatching(reason) as unknown },
      });
      expect(await hitsOf('Velmar Orsintao')).toContain('entry-0');
      expect((await fs.readdir(directory.file('house'))).length).toBe(1);
      const { sources } = statusOf(current, { now: later(1).getTime(), engine: engineVersion() });
      expect(sources[0]?.state).toBe('alarm');
    });
  }

  it('rejects a list older than the one in force (F21)', async () => {
    const un = (day: string) =>
      `<?xml version="1.0"?><CONSOLIDATED_LIST dateGenerated="${day}"><INDIVIDUALS><INDIVIDUAL><DATAID>1</DATAID>` +
      `<REFERENCE_NUMBER>QDi.001</REFERENCE_NUMBER><FIRST_NAME>VELMAR</FIRST_NAME><SECOND_NAME>ORSINTAO</SECOND_NAME>` +
      `</INDIVIDUAL></INDIVIDUALS><ENTITIES></ENTITIES></CONSOLIDATED_LIST>`;
    await configure([{ id: 'un', format: 'un-xml', path: 'un.xml' }]);
    await put('un.xml', un('2026-11-20T00:00:00Z'));
    const good = await load();
    expect(good.outcome).toBe('published');
    await put('un.xml', un('2026-10-01T00:00:00Z'));
    const { current } = await load();
    expect(current.snapshot).toBe(good.current.snapshot);
    expect(current.sources[0]?.lastError?.message).toMatch(
      /^un is older than what is in force, which stays: published 2026-10-01T00:00:00Z, in force is 2026-11-20T00:00:00Z\. /,
    );
  });

  it('updates the other sources although one is bad (F21)', async () => {
    await configure([house, { id: 'names', format: 'names', list: 'WARNINGS', path: 'names.txt' }]);
    await put('house.jsonl', records(10));
    await put('names.txt', 'Torvin Ashkelund\n');
    const good = await load();
    await put('house.jsonl', '');
    await put('names.txt', 'Torvin Ashkelund\nMirelda Vossgaard\n');
    const { outcome, current } = await load(later(1));
    expect(outcome).toBe('published');
    expect(current.snapshot).not.toBe(good.current.snapshot);
    expect(await hitsOf('Mirelda Vossgaard')).toEqual(['names.txt:637f4895a73b01e0']);
    expect(await hitsOf('Velmar Orsintao')).toContain('entry-0');
    expect(current.sources.map(({ lastError }) => lastError === null)).toEqual([false, true]);
  });

  it('publishes nothing without a mandatory source', async () => {
    await configure([house, { id: 'un', format: 'un-xml', path: 'un.xml', mandatory: true }]);
    await put('house.jsonl', records(10));
    const { outcome, current } = await load();
    expect([outcome, current.snapshot]).toEqual(['kept', null]);
    expect(current.lastError?.message).toBe('mandatory but missing: un');
    expect(statusOf(current, { now: now.getTime(), engine: engineVersion() })).toMatchObject({
      alarm: true,
      reasons: [
        'no lists are loaded',
        'not loaded or too old: un',
        'the newest state is not in force: mandatory but missing: un',
      ],
    });
  });

  it('rejects a second load at the same time, and takes over the lock of a process that is gone', async () => {
    await configure([house]);
    await put('house.jsonl', records(10));
    const [first, second] = await Promise.allSettled([load(), load()]);
    expect([first, second].filter(({ status }) => status === 'fulfilled').length).toBe(1);
    expect([first, second].map((end) => (end.status === 'rejected' ? end.reason : null))).toContainEqual(
      expect.any(ListsBusy),
    );
    await put('load.lock', `${os.hostname()}:999999999`);
    expect((await load()).outcome).toBe('unchanged');
    // Killed before it wrote its name.
    await put('load.lock', '');
    const twoMinutesAgo = new Date(Date.now() - 120_000);
    await fs.utimes(path.join(root, 'load.lock'), twoMinutesAgo, twoMinutesAgo);
    expect((await load()).outcome).toBe('unchanged');
  });

  it('replaces a damaged current.json at the next load', async () => {
    await configure([house]);
    await put('house.jsonl', records(10));
    await put('current.json', '{');
    expect((await load()).outcome).toBe('published');
  });

  it('keeps downloaded files in an offline load, and reports missing ones', async () => {
    await configure([house, { id: 'far', format: 'un-xml', url: 'https://lists.example.org/un.xml' }]);
    await put('house.jsonl', records(10));
    const { outcome, current } = await loadLists(root, { offline: true, now });
    expect(outcome).toBe('published');
    expect(current.sources[1]?.lastError?.message).toBe(
      'far has never been downloaded, and this load is offline',
    );
  });
});

describe('status', () => {
  const cases: [hours: number, lists: string, more: object, state: string][] = [
    [23, 'SANCTIONS', {}, 'ok'],
    [25, 'SANCTIONS', {}, 'alarm'],
    [25, 'WARNINGS', {}, 'ok'],
    [7 * 24 + 1, 'WARNINGS', {}, 'alarm'],
    [25, 'SANCTIONS', { maxAgeHours: 48 }, 'ok'],
    [10_000, 'SANCTIONS', { maxAgeHours: 0 }, 'ok'],
  ];
  for (const [hours, list, more, state] of cases) {
    it(`${hours} hours after the last check a list of ${list} ${JSON.stringify(more)} is ${state}`, async () => {
      await configure([{ ...house, ...more }]);
      await put('house.jsonl', `${record(1, { listings: [{ list, source: 'example' }] })}\n`);
      const { current } = await load();
      const report = statusOf(current, { now: later(hours).getTime(), engine: engineVersion() });
      expect(report.sources[0]?.state).toBe(state);
      expect(report.alarm).toBe(state === 'alarm');
    });
  }

  it.each([
    [30, 'SANCTIONS', {}, 'ok'],
    [31, 'SANCTIONS', {}, 'alarm'],
    [92, 'WARNINGS', {}, 'ok'],
    [93, 'WARNINGS', {}, 'alarm'],
    [31, 'SANCTIONS', { maxPublishedDays: 40 }, 'ok'],
    [3_000, 'SANCTIONS', { maxPublishedDays: 0 }, 'ok'],
  ])(
    '%i days after its publication, checked just now, a list of %s %j is %s',
    async (days, list, more, state) => {
      await configure([{ ...house, ...more }]);
      await put('house.jsonl', `${record(1, { listings: [{ list, source: 'example' }] })}\n`);
      const { current } = await load();
      const publishedAt = later(-24 * days)
        .toISOString()
        .slice(0, 10);
      const sources = current.sources.map((source) => ({ ...source, publishedAt }));
      const at = Date.parse(publishedAt) + days * 86_400_000;
      const confirmedAt = new Date(at).toISOString();
      const report = statusOf(
        { ...current, sources: sources.map((source) => ({ ...source, confirmedAt })) },
        { now: at, engine: engineVersion() },
      );
      expect(report.sources[0]?.state).toBe(state);
      const bound = list === 'SANCTIONS' ? 30 : 92;
      expect(report.reasons).toEqual(
        state === 'ok'
          ? []
          : [`published too long ago: house, of ${publishedAt}, ${days} d ago; expected within ${bound} d`],
      );
    },
  );

  it('raises an alarm for lists of another release', async () => {
    await configure([house]);
    await put('house.jsonl', records(10));
    const { current } = await load();
    expect(statusOf(current, { now: now.getTime(), engine: 'other' }).reasons).toEqual([
      'the lists were built by another release: run "countersign lists load"',
    ]);
  });
});

describe('difference of two snapshots', () => {
  it('counts entities added, removed and changed for every list type they are on', async () => {
    const warnings = [{ list: 'WARNINGS', source: 'example' }];
    await configure([{ ...house, maxShrink: 1 }]);
    await put('house.jsonl', [record(1), record(2), record(3), record(4, { listings: warnings })].join('\n'));
    const before = await load();
    const moved = record(2, { listings: warnings });
    const merged = record(5, { formerIds: ['entry-3'] });
    await put('house.jsonl', [record(1), moved, merged, record(6)].join('\n'));
    const after = await load();
    const [old, young] = [before, after].map(({ current }) =>
      readSnapshot(directory.snapshotFile(current.snapshot ?? '')),
    );
    if (!old || !young) throw new Error('both snapshots are kept');
    const { lists, samples } = compareSnapshots(old, young);
    expect(lists.filter(({ added, removed, changed }) => added + removed + changed > 0)).toEqual([
      { list: 'SANCTIONS', added: 1, removed: 0, changed: 2 },
      { list: 'WARNINGS', added: 0, removed: 1, changed: 1 },
    ]);
    expect(samples).toEqual({ added: ['entry-6'], removed: ['entry-4'], changed: ['entry-2', 'entry-5'] });
  });
});
