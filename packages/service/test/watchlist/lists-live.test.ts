import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultOptions } from '@countersign/screening';
import { installationFile } from '../../src/runtime/installation-files.ts';
import { inventedList } from '../../src/watchlists/invented-list.ts';
import { ListsDirectory } from '../../src/watchlists/lists-directory.ts';
import { LiveLists, type LiveListsOptions } from '../../src/watchlists/live-lists.ts';
import { loadLists } from '../../src/watchlists/load-lists.ts';

const bundled = inventedList();
const listing = { list: 'SANCTIONS', source: 'example', sourceName: 'Example List' };

let root = '';
let lists: LiveLists;
let swaps: { from: string | null; to: string }[];
let said: string[];
let now: number;
let stale: number;

beforeEach(async () => {
  root = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-live-'));
  swaps = [];
  said = [];
  stale = 0;
  now = Date.parse('2026-11-22T10:00:00Z');
  await fs.writeFile(
    path.join(root, 'sources.json'),
    JSON.stringify([{ id: 'house', format: 'native', path: 'house.jsonl', maxShrink: 1 }]),
  );
});
afterEach(async () => {
  await lists.stop();
  await fs.rm(root, { recursive: true, force: true });
});

function open(more: Partial<LiveListsOptions> = {}): LiveLists {
  const say = (_: object, message: string) => void said.push(message);
  lists = new LiveLists({
    directory: root,
    reader: pathToFileURL(installationFile('dist/snapshot-thread.mjs')),
    bundled: null,
    log: { info: say, warn: say, error: say },
    pollMs: 20,
    onSwap: (swap) => swaps.push(swap),
    onStaleScreening: () => (stale += 1),
    now: () => now,
    ...more,
  });
  return lists;
}

/** Loads a list of the people named. @returns the snapshot's id */
async function publish(...names: string[]): Promise<string> {
  const lines = names.map((text, at) =>
    JSON.stringify({ id: `entry-${at}`, names: [{ text }], listings: [listing] }),
  );
  await fs.writeFile(path.join(root, 'house.jsonl'), `${lines.join('\n')}\n`);
  const { current } = await loadLists(root, { offline: false, now: new Date(now) });
  return current.snapshot ?? '';
}

const hits = (name: string) =>
  lists
    .screener()
    ?.screen({ name }, defaultOptions)
    .hits.map(({ matchedName }) => matchedName);

async function until(condition: () => boolean): Promise<void> {
  for (const end = performance.now() + 60_000; !condition(); await nextTurn()) {
    if (performance.now() > end) throw new Error('it did not come about');
  }
}

describe('lists in use', () => {
  it('never report no match without lists', async () => {
    await open().start();
    expect(lists.screener()).toBe(null);
    expect(hits('Perpetua Olusade')).toBe(undefined);
  });

  it('are the bundled invented list in a development start until lists are loaded', async () => {
    await open({ bundled }).start();
    expect(hits('Perpetua Nkemdi Olusade')).toEqual(['Perpetua Nkemdi Olusade']);
    expect(hits('Tarvin Brennmark')?.length).toBe(1);
    expect(hits('Erika Sandwell')).toEqual([]);
    const id = await publish('Velmar Orsintao');
    await until(() => lists.screener()?.snapshot === id);
    expect([hits('Velmar Orsintao'), hits('Perpetua Nkemdi Olusade')]).toEqual([['Velmar Orsintao'], []]);
    expect(swaps.map(({ to }) => to)).toEqual([swaps[1]?.from, id]);
  });

  it('are named with the version of each source, and when it was last confirmed', async () => {
    await publish('Velmar Orsintao');
    await open({ bundled }).start();
    const at = new Date(now).toISOString();
    const known = {
      source: 'house',
      publishedAt: null,
      loadedAt: at,
      confirmedAt: at,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      entities: 1,
      names: 1,
      rejects: 0,
    };
    expect(lists.screener()?.sources).toMatchObject([known]);
    const before = lists.screener()?.sources?.[0];
    expect(before?.version).not.toBe('');
    const id = await publish('Velmar Orsintao', 'Torvin Ashkelund');
    await until(() => lists.screener()?.snapshot === id);
    const after = lists.screener()?.sources?.[0];
    expect([after?.entities, after?.digest === before?.digest]).toEqual([2, false]);
  });

  it('answer every screening from one complete state, also during a swap', async () => {
    const first = await publish('Velmar Orsintao', 'Torvin Ashkelund');
    await open().start();
    const seen = new Set<string>();
    const second = await publish('Velmar Orsintao', 'Mirelda Vossgaard');
    await until(() => {
      const screener = lists.screener();
      const answer = screener?.screen({ name: 'Torvin Ashkelund' }, defaultOptions);
      seen.add(`${answer?.snapshot} ${answer?.hits.length}`);
      return answer?.snapshot === second;
    });
    expect([...seen]).toEqual([`${first} 1`, `${second} 0`]);
    expect(swaps).toEqual([
      { from: null, to: first },
      { from: first, to: second },
    ]);
  });

  it('stay in place for callers that hold the old screener', async () => {
    const first = await publish('Velmar Orsintao');
    await open().start();
    const held = lists.screener();
    const second = await publish('Mirelda Vossgaard');
    await until(() => lists.screener()?.snapshot === second);
    expect(held?.screen({ name: 'Velmar Orsintao' }, defaultOptions)).toMatchObject({
      snapshot: first,
      total: 1,
    });
  });

  const damages: [what: string, damage: (file: string) => Promise<void>][] = [
    ['cut short', async (file) => fs.truncate(file, (await fs.stat(file)).size - 100)],
    [
      'of wrong content',
      async (file) => {
        const handle = await fs.open(file, 'r+');
        await handle.write(Buffer.from('?'), 0, 1, 4096);
        await handle.close();
      },
    ],
    ['gone', (file) => fs.rm(file)],
    ['not one', (file) => fs.writeFile(file, 'nothing')],
  ];
  for (const [what, damage] of damages) {
    it(`a snapshot that is ${what} is not used; the lists in use stay`, async () => {
      const first = await publish('Velmar Orsintao');
      await open({ pollMs: 3_600_000 }).start();
      const second = await publish('Mirelda Vossgaard');
      await damage(new ListsDirectory(root).snapshotFile(second));
      await lists.look();
      expect(lists.screener()?.snapshot).toBe(first);
      expect(said).toContain('watchlists rejected; previous ones stay in use');
      await fs.rm(path.join(root, 'current.json'));
      await lists.look();
      expect(hits('Velmar Orsintao')).toEqual(['Velmar Orsintao']);
    });
  }

  it('of another release are not used, and the process that can reload them is notified', async () => {
    let told = 0;
    const id = await publish('Velmar Orsintao');
    const directory = new ListsDirectory(root);
    const file = directory.snapshotFile(id);
    const { readSnapshot, writeSnapshot } = await import('@countersign/screening');
    const snapshot = readSnapshot(file);
    writeSnapshot({ ...snapshot, manifest: { ...snapshot.manifest, engine: '0.other' } }, file);
    await open({ onUnreadable: () => (told += 1) }).start();
    expect([lists.screener(), told]).toEqual([null, 1]);
  });

  it('of another format are reported to the process that can reload them', async () => {
    let informed = 0;
    const file = new ListsDirectory(root).snapshotFile(await publish('Velmar Orsintao'));
    const bytes = await fs.readFile(file);
    // The version of the format, behind the name of the format and the order of bytes.
    bytes.writeUInt32LE(bytes.readUInt32LE(12) - 1, 12);
    await fs.writeFile(file, bytes);
    await open({ onUnreadable: () => (informed += 1) }).start();
    expect([lists.screener(), informed]).toEqual([null, 1]);
  });

  it('take over policies of sources.json although no entity changed', async () => {
    await publish('Velmar Orsintao');
    await open({ pollMs: 3_600_000 }).start();
    const before = lists.screener();
    const config = {
      sources: [{ id: 'house', format: 'native', path: 'house.jsonl' }],
      policies: { weakAliases: 'all' },
    };
    await fs.writeFile(path.join(root, 'sources.json'), JSON.stringify(config));
    await loadLists(root, { offline: false, now: new Date(now) });
    await lists.look();
    const subject = { name: 'Velmar Orsintao' };
    const configs = [before, lists.screener()].map((one) => one?.screen(subject, defaultOptions).config);
    expect(configs[0]).not.toBe(configs[1]);
    expect(swaps.length).toBe(1);
  });

  it('that are too old still answer screenings, which are marked and counted', async () => {
    await publish('Velmar Orsintao');
    await open().start();
    const subject = { name: 'Velmar Orsintao' };
    const traceNow = () => lists.screener()?.screen(subject, defaultOptions).hits[0]?.trace.staleSources;
    expect([traceNow(), stale]).toEqual([undefined, 0]);
    now += 25 * 3_600_000;
    expect([traceNow(), stale]).toEqual([['house'], 1]);
    await loadLists(root, { offline: false, now: new Date(now) });
    await lists.look();
    expect([traceNow(), stale]).toEqual([undefined, 1]);
  });
});
