import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installationFile } from '../../src/runtime/installation-files.ts';
import { ListsDirectory } from '../../src/watchlists/lists-directory.ts';
import { ListsRefresher } from '../../src/watchlists/refresh-lists.ts';
import { runCommand } from '../support/run-commands.ts';

const program = installationFile('dist/countersign.mjs');
let root = '';

beforeAll(async () => {
  root = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-lists-'));
});
afterAll(() => fs.rm(root, { recursive: true, force: true }));

async function lists(...args: string[]) {
  const { PATH = '' } = process.env;
  const env = { PATH, SCREENING_DIR: path.join(root, 'screening') };
  const { code, stdout, stderr } = await runCommand({ program, args: ['lists', ...args], env, cwd: root });
  return { code, output: stdout, notes: stderr };
}

const house = (...names: string[]) =>
  fs.writeFile(
    path.join(root, 'house.jsonl'),
    names
      .map((name, at) =>
        JSON.stringify({
          id: `entry-${at}`,
          names: [{ text: name }],
          listings: [{ list: 'SANCTIONS', source: 'example' }],
        }),
      )
      .join('\n'),
  );

describe('countersign lists', () => {
  it('adds a source, loads it, shows it, and compares two states', async () => {
    expect(await lists('status')).toMatchObject({ code: 1, notes: 'no lists are loaded\n' });
    expect(await lists('screen', 'Velmar Orsintao')).toEqual({
      code: 3,
      output: '',
      notes: 'countersign: no lists are loaded: run "countersign lists load"\n',
    });
    expect(await lists('remove', 'house')).toMatchObject({
      code: 4,
      notes: 'countersign: SOURCE: must be one of "lists status" or sources.json\n',
    });
    expect(await lists('load')).toMatchObject({
      code: 6,
      notes: expect.stringMatching(/sources.json does not exist/) as unknown,
    });
    expect(await lists('add', 'house', '--format', 'native', '--path', 'house.jsonl')).toEqual({
      code: 6,
      output: '',
      notes: expect.stringMatching(
        /^countersign: house: "path" must name a file that can be read, not .*house\.jsonl\n$/,
      ) as unknown,
    });
    await house('Velmar Orsintao');
    expect((await lists('add', 'house', '--format', 'native', '--path', 'house.jsonl')).code).toBe(0);
    expect(await lists('add', 'other', '--format', 'pdf', '--path', 'x')).toMatchObject({
      code: 6,
      notes: expect.stringMatching(/other: "format" is one of ftm/) as unknown,
    });
    await house('Velmar Orsintao', 'Torvin Ashkelund');
    const first = JSON.parse((await lists('load', '--json')).output) as { outcome: string; snapshot: string };
    expect(first).toMatchObject({ outcome: 'published', entities: 2, names: 2 });
    const status = await lists('status');
    expect([status.code, status.output]).toEqual([0, expect.stringMatching(/^house +ok /m)]);
    await house('Velmar Orsintao', 'Torvin Ashkelund', 'Mirelda Vossgaard');
    const second = JSON.parse((await lists('load', '--json')).output) as { snapshot: string };
    const diff = await lists('diff', first.snapshot, second.snapshot, '--json');
    expect(diff.code).toBe(1);
    expect(JSON.parse(diff.output)).toMatchObject({
      samples: { added: ['entry-2'], removed: [], changed: [] },
    });
    expect((await lists('diff', second.snapshot, second.snapshot)).code).toBe(0);
    expect((await lists('diff', first.snapshot, '0'.repeat(32))).code).toBe(4);
    const screened = await lists('screen', 'Velmar Orsintao', '--country', 'EE', '--format', 'csv');
    expect(screened).toEqual({
      code: 0,
      output: expect.stringMatching(
        /^score,name,lists,countries,born,entity\r\n100,Velmar Orsintao,"\[""SANCTIONS""\]",\[\],,\S+\r\n$/,
      ) as unknown,
      notes: `1 hit; snapshot ${second.snapshot}\n`,
    });
    const explained = await lists('screen', 'Velmar Orsintau', '--explain', '--json');
    expect(JSON.parse(explained.output)).toMatchObject({
      hits: [
        {
          entityId: 'entry-0',
          explanation: {
            summary:
              'The names agree except for one letter (“Orsintau”, “Orsintao”); the birth date is unknown; the country is unknown. The list has nothing more that would settle it.',
          },
        },
      ],
    });
    const shown = await lists('show', 'entry-0', '--json');
    expect(JSON.parse(shown.output)).toMatchObject({ id: 'entry-0', names: [{ text: 'Velmar Orsintao' }] });
    expect(await lists('show', 'entry-99')).toEqual({
      code: 4,
      output: '',
      notes: 'countersign: entity: must be an id of the lists in force; "lists screen" prints ids\n',
    });
    expect(await lists('screen', 'Berta Quillfeather')).toMatchObject({ code: 0, output: 'none\n' });
    await house();
    expect(await lists('load')).toMatchObject({
      code: 3,
      notes: expect.stringMatching(/house.jsonl is empty/) as unknown,
    });
    await house('Velmar Orsintao');
    expect(await lists('load')).toMatchObject({
      code: 3,
      notes: expect.stringContaining(
        'house has shrunk from 3 to 1 entities; if that is right: "countersign lists load --may-shrink house"',
      ) as unknown,
    });
    expect(await lists('load', '--may-shrink', 'hous')).toMatchObject({
      code: 2,
      notes: expect.stringContaining('--may-shrink: must be a source of sources.json, not hous') as unknown,
    });
    const shrunk = await lists('load', '--may-shrink', 'house', '--json');
    expect(JSON.parse(shrunk.output)).toMatchObject({ outcome: 'published', entities: 1 });
    await house();
    expect((await lists('remove', 'nobody')).code).toBe(4);
    expect((await lists('remove', 'house')).code).toBe(0);
  });
});

describe('countersign lists screen', () => {
  it.each([
    [['Ada', '--born', '28.02.1990'], '--born: must be YYYY, YYYY-MM or YYYY-MM-DD, not 28.02.1990'],
    [['Ada', '--country', 'EST'], '--country: must be a code of two letters such as EE, not EST'],
    [['Ada', '--threshold', '101'], '--threshold: must be a whole number from 0 to 100'],
  ])('rejects %j', async (args, message) => {
    expect(await lists('screen', ...args)).toEqual({
      code: 2,
      output: '',
      notes: `countersign: ${message}\n`,
    });
  });
});

describe('refreshing lists', () => {
  it('loads in a separate process when due, and not before', async () => {
    const directory = path.join(root, 'refreshed');
    await fs.mkdir(directory);
    await house('Velmar Orsintao');
    const sources = [{ id: 'house', format: 'native', path: path.join(root, 'house.jsonl') }];
    await fs.writeFile(path.join(directory, 'sources.json'), JSON.stringify(sources));
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    let now = Date.now();
    const refresherWith = (minutes: number | null) =>
      new ListsRefresher({ directory, minutes, program, log, now: () => now });
    const current = () => new ListsDirectory(directory).current();
    // Files of this machine alone are nobody's to refresh unless the operator says so.
    await refresherWith(null).refreshWhenDue();
    await refresherWith(0).refreshWhenDue();
    expect(await current()).toBe(null);
    const refresher = refresherWith(10);
    await refresher.refreshWhenDue();
    const loaded = await current();
    expect(loaded?.entities).toBe(1);
    await house('Velmar Orsintao', 'Torvin Ashkelund');
    now += 5 * 60_000;
    await refresher.refreshWhenDue();
    expect((await current())?.snapshot).toBe(loaded?.snapshot);
    now += 6 * 60_000;
    await refresher.refreshWhenDue();
    expect((await current())?.entities).toBe(2);
    await refresher.stop();
  });
});
