/** A load of the lists is killed on either side of the moment at which its state comes into force. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultOptions } from '@countersign/screening';
import { installationFile } from '../../../service/src/runtime/installation-files.ts';
import { ListsDirectory } from '../../../service/src/watchlists/lists-directory.ts';
import { LiveLists } from '../../../service/src/watchlists/live-lists.ts';
import { rowsByDay } from '../../../service/test/support/engines.ts';
import { testBundle } from '../support/fault-stage.ts';

const listing = { list: 'SANCTIONS', source: 'example', sourceName: 'Example List' };
/** As many as lists must have for a change to become a delta. */
const people = 10_000;
const parts = ['vel', 'dor', 'ka', 'stru', 'mi', 'or', 'quin', 'tas', 'ulm', 'brex'];
const nameOf = (at: number): string =>
  [at % 100, Math.floor(at / 100)]
    .map((number) => `${parts[number % 10]}${parts[Math.floor(number / 10)]}en`)
    .join(' ');

let root = '';
let directory: ListsDirectory;
beforeAll(async () => {
  root = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-kill-lists-'));
  directory = new ListsDirectory(root);
  await fs.writeFile(
    directory.sourcesFile,
    JSON.stringify([{ id: 'house', format: 'native', path: 'house.jsonl' }]),
  );
});
afterAll(() => fs.rm(root, { recursive: true, force: true }));

function load(failpoints = ''): { signal: string | null; status: number | null } {
  const { signal, status } = spawnSync(process.execPath, [testBundle, 'lists', 'load', '--json'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      SCREENING_DIR: root,
      ...(failpoints && { COUNTERSIGN_ENV: 'development', COUNTERSIGN_FAILPOINTS: failpoints }),
    },
    encoding: 'utf8',
  });
  return { signal, status };
}

/** @param names other names, by number */
async function write(names: Record<number, string>): Promise<void> {
  const lines = Array.from({ length: people }, (_, at) =>
    JSON.stringify({ id: `entry-${at}`, names: [{ text: names[at] ?? nameOf(at) }], listings: [listing] }),
  );
  await fs.writeFile(path.join(root, 'house.jsonl'), `${lines.join('\n')}\n`);
}

async function withLists<T>(use: (lists: LiveLists) => Promise<T>): Promise<T> {
  const lists = new LiveLists({
    directory: root,
    reader: pathToFileURL(installationFile('dist/snapshot-thread.mjs')),
    bundled: null,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  try {
    await lists.look();
    return await use(lists);
  } finally {
    await lists.stop();
  }
}

const finds = (lists: LiveLists, name: string): number =>
  lists.screener()?.screen({ name }, defaultOptions).total ?? -1;

// The directory of the lists is no part of the database, so these tests have no engine.
describe('loading the lists when the process is killed', () => {
  const points: [string, string, boolean][] = [
    ['lists-staged', 'before', false],
    ['lists-written', 'before', false],
    ['lists-published', 'after', true],
    ['lists-tidied', 'after', true],
  ];
  it.each(rowsByDay(points, ([point]) => point === 'lists-published'))(
    'at %s leaves the state %s the change, in full or as a delta, and the next load continues',
    async (failpoint, _, isIn) => {
      const names = { first: `Perpetua ${failpoint}`, second: `Olusade ${failpoint}` };
      await fs.rm(directory.currentFile, { force: true });
      // The very first load, of a whole snapshot: without any state there is nothing to screen with.
      await write({});
      expect(load(`${failpoint}=kill`).signal).toBe('SIGKILL');
      expect(await withLists((lists) => Promise.resolve(lists.screener() !== null))).toBe(isIn);
      expect(load().status).toBe(0);
      await withLists(async (running) => {
        const total = async (name: string): Promise<number[]> => {
          await running.look();
          // A service that runs, and one that starts now.
          return [finds(running, name), await withLists((lists) => Promise.resolve(finds(lists, name)))];
        };
        await write({ 3: names.first });
        expect(load(`${failpoint}=kill`).signal).toBe('SIGKILL');
        expect(await total(names.first)).toEqual(isIn ? [1, 1] : [0, 0]);
        expect(load().status).toBe(0);
        expect(await total(names.first)).toEqual([1, 1]);
        expect((await directory.current())?.base).toMatchObject({ deltas: 1, changed: 2 });
        // Far more changes than a delta has: the delta in force gives way to a whole snapshot.
        await write(Object.fromEntries(Array.from({ length: 900 }, (_each, at) => [at * 11, names.second])));
        expect(load(`${failpoint}=kill`).signal).toBe('SIGKILL');
        expect(await total(names.second)).toEqual(isIn ? [900, 900] : [0, 0]);
        expect(load().status).toBe(0);
        expect(await total(names.second)).toEqual([900, 900]);
        expect((await directory.current())?.base).toBe(undefined);
      });
      // What a killed load had prepared is gone with the next one.
      const files = await fs.readdir(root, { recursive: true });
      expect(files.filter((name) => /judged-|unfinished|\.tmp/.test(name))).toEqual([]);
    },
  );
});
