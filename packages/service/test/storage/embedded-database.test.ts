import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../src/storage/engine/database.ts';
import { makeEmptyDatabase } from '../../src/storage/engine/empty-database.ts';
import { upkeep } from '../../src/storage/engine/embedded-upkeep.ts';
import { openDatabase } from '../../src/storage/engine/open-database.ts';
import { bundledProgram } from '../support/bundled-program.ts';
import { isNightly, silent } from '../support/engines.ts';
import { seededNumbers } from '../support/property-seed.ts';
import { shortLived } from '../support/short-lived.ts';

/** A run of its own may set more. */
const kills = Number(process.env['COUNTERSIGN_KILLS'] ?? (isNightly ? 40 : 2));

const directories: string[] = [];
const children: ChildProcess[] = [];
let writer = '';
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const directory of directories.splice(0)) fs.rmSync(directory, { recursive: true, force: true });
});

function newDirectory(): string {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-data-'));
  directories.push(directory);
  return directory;
}

afterAll(async () => {
  if (made) fs.rmSync(await made, { recursive: true, force: true });
});

let made: Promise<string> | null = null;

/** A copy of the directory of an installation that was started once: making one costs 3 s of a processor. */
async function startedDirectory(): Promise<string> {
  made ??= (async () => {
    const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-made-'));
    await (await openDatabase({ dataDir: directory, log: silent })).close();
    return directory;
  })();
  const directory = newDirectory();
  fs.cpSync(await made, directory, { recursive: true });
  return directory;
}

/** Starts a writer; `acknowledged` grows with each commit it reports. */
async function startWriter(
  directory: string,
): Promise<{ child: ChildProcess; acknowledged: number[]; gone: Promise<unknown> }> {
  const child = spawn(process.execPath, [...shortLived, writer, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const acknowledged: number[] = [];
  const gone = new Promise((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the writer ended with ${code}`)));
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      if (line === 'open') resolve();
      else acknowledged.push(Number(line));
    });
  });
  return { child, acknowledged, gone };
}

describe('the embedded database', () => {
  beforeAll(async () => {
    await makeEmptyDatabase();
    writer = await bundledProgram('writer-process');
  });

  it('flushes every commit to disk, and reads none', async () => {
    const database = await openDatabase({ dataDir: await startedDirectory(), log: silent });
    await database.query('create table note (i int)');
    const flush = vi.spyOn(fs, 'fsyncSync');
    try {
      await database.query('insert into note values (1)');
      const afterInsert = flush.mock.calls.length;
      await database.query('select * from note');
      const afterSelect = flush.mock.calls.length;
      await database.transaction(async (tx) => {
        await tx.query('insert into note values (2)');
        await tx.query('insert into note values (3)');
      });
      expect({ afterInsert, afterSelect, afterTransaction: flush.mock.calls.length }).toEqual({
        afterInsert: 1,
        afterSelect: 1,
        afterTransaction: 2,
      });
    } finally {
      flush.mockRestore();
      await database.close();
    }
  });

  it('flushes a new directory as a whole, before the mark that it is complete', async () => {
    const dataDir = newDirectory();
    const one = vi.spyOn(fs, 'fsyncSync');
    const flushed: [name: string, wasMarked: boolean][] = [];
    const mark = path.join(dataDir, 'db.complete');
    const { open } = fs.promises;
    const opened = vi.spyOn(fs.promises, 'open').mockImplementation(async (...args) => {
      flushed.push([String(args[0]), fs.existsSync(mark)]);
      return open(...args);
    });
    try {
      const database = await openDatabase({ dataDir, log: silent });
      const oneByOne = one.mock.calls.length;
      await database.close();
      expect(fs.existsSync(mark)).toBe(true);
      // The probe commit, no more: the files of the directory are flushed side by side.
      expect(oneByOne).toBeLessThan(10);
      const before = new Set(flushed.filter(([, wasMarked]) => !wasMarked).map(([name]) => name));
      expect(before.size).toBeGreaterThan(900);
      expect(
        ['global/pg_control', 'PG_VERSION', 'pg_wal', 'base'].filter(
          (name) => !before.has(path.join(dataDir, 'db', name)),
        ),
      ).toEqual([]);
    } finally {
      opened.mockRestore();
      one.mockRestore();
    }
  });

  it('keeps its rows over a close and a new start', async () => {
    const dataDir = await startedDirectory();
    const first = await openDatabase({ dataDir, log: silent });
    await first.query('create table note (i int)');
    await first.query('insert into note values (1), (2)');
    await first.close();
    const second = await openDatabase({ dataDir, log: silent });
    expect(await second.query('select i from note order by i')).toEqual([{ i: 1 }, { i: 2 }]);
    await second.close();
  });

  it('a second opener fails at once and names the holder; the directory is free after the close', async () => {
    const dataDir = await startedDirectory();
    const first = await openDatabase({ dataDir, log: silent });
    await expect(openDatabase({ dataDir, log: silent })).rejects.toMatchObject({
      name: 'DirectoryLocked',
      pid: process.pid,
    });
    await first.close();
    const second = await openDatabase({ dataDir, log: silent });
    await second.close();
  });

  it(
    `loses no acknowledged row and tears no transaction when its process is killed ${kills} times`,
    { timeout: 120_000 * kills },
    async () => {
      const dataDir = await startedDirectory();
      let lastAcknowledged = 0;
      const random = seededNumbers('kills');
      for (let round = 0; round < kills; round += 1) {
        const { child, acknowledged, gone } = await startWriter(dataDir);
        if (round === 0)
          await expect(openDatabase({ dataDir, log: silent })).rejects.toMatchObject({ pid: child.pid });
        // In one round at least somebody was told of a commit.
        if (round === 0) await expect.poll(() => acknowledged.length).toBeGreaterThan(0);
        await new Promise((resolve) => setTimeout(resolve, 40 + random() * 250));
        child.kill('SIGKILL');
        await gone;
        lastAcknowledged = acknowledged.at(-1) ?? lastAcknowledged;
        const database = await openDatabase({ dataDir, log: silent });
        const [row] = await database.query<{ lefts: number; rights: number; newest: number }>(
          `select count(*) filter (where half = 'left') as lefts, count(*) filter (where half = 'right') as rights,
                coalesce(max(i), 0)::int as newest from pair`,
        );
        await database.close();
        if (!row) throw new Error('no answer');
        expect(row.lefts).toBe(row.newest);
        expect(row.rights).toBe(row.newest);
        expect(row.newest).toBeGreaterThanOrEqual(lastAcknowledged);
      }
      expect(lastAcknowledged).toBeGreaterThan(0);
    },
  );

  it('sets an interrupted first start aside and begins anew', async () => {
    const dataDir = newDirectory();
    fs.mkdirSync(path.join(dataDir, 'db'));
    fs.writeFileSync(path.join(dataDir, 'db/PG_VERSION'), '18\n');
    const database = await openDatabase({ dataDir, log: silent });
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
    await database.close();
    expect(fs.readdirSync(dataDir).some((name) => name.startsWith('db.incomplete-'))).toBe(true);
  });

  it('keeps its files from other users, also those of an earlier release', async () => {
    const dataDir = newDirectory();
    const openToOthers = () =>
      fs
        .readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
        .filter((name) => (fs.statSync(path.join(dataDir, name)).mode & 0o077) !== 0);
    const grow = async () => {
      const database = await openDatabase({ dataDir, log: silent });
      await database.query('create table if not exists made_later (i int)');
      await database.query('insert into made_later select generate_series(1, 1000)');
      expect(openToOthers()).toEqual([]);
      await database.close();
      expect(openToOthers()).toEqual([]);
    };
    await grow();
    const folder = path.join(dataDir, 'db');
    fs.chmodSync(folder, 0o755);
    fs.chmodSync(path.join(folder, 'PG_VERSION'), 0o644);
    fs.chmodSync(path.join(folder, 'base'), 0o755);
    await grow();
  });

  it('refuses what waits too long for its single connection', async () => {
    const { openEmbedded } = await import('../../src/storage/engine/embedded.ts');
    const database = await openEmbedded({ dataDir: null, log: silent, waitMs: 50 });
    const long = database.transaction(() => new Promise((resolve) => setTimeout(resolve, 300)));
    await expect(database.query('select 1')).rejects.toMatchObject({ name: 'Unavailable', retryAfter: 1 });
    await long;
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
    await database.close();
    await expect(database.query('select 1')).rejects.toMatchObject({ name: 'Unavailable' });
  });
});

describe('the single connection of the embedded database', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase({ memory: true, log: silent });
  });
  afterAll(() => database.close());

  it('leaves the event loop its turns during a long series of statements', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    // Of a processor: on a busy machine a time by the clock holds few statements, and few turns.
    const begun = process.cpuUsage();
    while (process.cpuUsage(begun).user < 500_000) await database.query('select 1');
    clearInterval(timer);
    expect(turns).toBeGreaterThan(10);
  });

  it('rolls back a transaction that waits too long for something else, and serves the next (R15)', async () => {
    await database.query('create table held (i int)');
    const held = database.transaction(
      async (tx) => {
        await tx.query('insert into held values (1)');
        await new Promise(() => {});
      },
      { limitMs: 100 },
    );
    await expect(held).rejects.toMatchObject({ name: 'Unavailable' });
    expect(await database.query('select count(*)::int as count from held')).toEqual([{ count: 0 }]);
  });

  it('refuses the thousand and first that would wait for its single connection (R15)', async () => {
    let end = () => {};
    let first: Promise<void> = Promise.resolve();
    await new Promise<void>((begun) => {
      first = database.transaction(() => {
        begun();
        return new Promise<void>((resolve) => (end = resolve));
      });
    });
    const waiting = Array.from({ length: 1_000 }, () => database.query('select 1'));
    await expect(database.query('select 1')).rejects.toMatchObject({ name: 'Unavailable', retryAfter: 1 });
    end();
    await first;
    expect(await Promise.all(waiting)).toHaveLength(1_000);
  });

  it('vacuums tables with many dead rows', async () => {
    await database.query('create table churn (i int)');
    await database.query('insert into churn select generate_series(1, 500)');
    await database.query('update churn set i = i + 1');
    await database.query('select pg_stat_force_next_flush()');
    expect(await upkeep(database, 100)).toMatchObject({ vacuumed: ['churn'] });
    expect(await upkeep(database, 100)).toEqual({ vacuumed: [], analyzed: [] });
  });

  it('analyzes tables that have grown, so that statements of before are planned anew', async () => {
    await database.query('create table grown (i int primary key)');
    const look =
      'select count(*)::int as n from grown as a where exists (select 1 from grown b where b.i = a.i + $1)';
    // Planned on an empty table: for each row it would read all the others.
    for (let turn = 0; turn < 6; turn += 1) expect(await database.query(look, [1])).toEqual([{ n: 0 }]);
    await database.query('insert into grown select generate_series(1, 20000)');
    await database.query('select pg_stat_force_next_flush()');
    expect(await upkeep(database)).toEqual({ vacuumed: [], analyzed: ['grown'] });
    expect(await upkeep(database)).toEqual({ vacuumed: [], analyzed: [] });
    expect(await database.query(look, [1])).toEqual([{ n: 19_999 }]);
  });
});
