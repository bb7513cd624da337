/** Commands that are killed: what they had begun is not visible, nothing is left that nobody removes, and run again they finish. */
import { execFile, spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../service/src/storage/engine/open-database.ts';
import type { Database } from '../../../service/src/storage/engine/database.ts';
import { describeSchema } from '../../../service/test/support/describe-schema.ts';
import {
  byNight,
  createTestDatabase,
  type Engine,
  engines,
  isNightly,
  rowsByDay,
  silent,
  systemEngines,
} from '../../../service/test/support/engines.ts';
import { testBundle } from '../support/fault-stage.ts';

const run = promisify(execFile);
/** Failpoints that are passed again and again. */
const points = { statement: 'migration-statement', table: 'export-table' };
const release = path.resolve(import.meta.dirname, '../../fixtures/releases/0.1.0-schema-11');

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function newDirectory(): Promise<string> {
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-killed-'));
  cleanups.push(() => fs.rm(directory, { recursive: true, force: true }));
  return directory;
}

async function newServerDatabase(): Promise<string> {
  const { url, drop } = await createTestDatabase({ clock: false });
  cleanups.push(drop);
  return url;
}

/** An installation that an earlier release left, and how commands find it. */
interface Left {
  engine: Engine;
  dataDir: string;
  url: string | null;
  env: Record<string, string>;
}

async function leftBy(engine: Engine): Promise<Left> {
  const directory = await newDirectory();
  const dataDir = path.join(directory, 'data');
  const name = engine === 'pglite' ? 'embedded' : 'postgres';
  const tar = path.join(directory, 'left.tar');
  await fs.mkdir(dataDir);
  await fs.writeFile(tar, brotliDecompressSync(await fs.readFile(path.join(release, `${name}.tar.br`))));
  await run('tar', ['-xf', tar, '-C', dataDir]);
  const temporary = path.join(directory, 'temporary');
  await fs.mkdir(temporary);
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, TMPDIR: temporary };
  if (engine === 'pglite') return { engine, dataDir, url: null, env };
  const url = await newServerDatabase();
  await run('pg_restore', [
    '--no-owner',
    '--exit-on-error',
    `--dbname=${url}`,
    path.join(release, 'postgres.dump'),
  ]);
  return { engine, dataDir, url, env: { ...env, DATABASE_URL: url } };
}

interface Ended {
  /** Signal, or exit code. */
  by: string | number | null;
  passed: number;
  output: string;
  notes: string;
}

function countersign({ env }: Pick<Left, 'env'>, args: readonly string[], failpoints = ''): Ended {
  const armed =
    failpoints === '' ? {} : { COUNTERSIGN_ENV: 'development', COUNTERSIGN_FAILPOINTS: failpoints };
  const { signal, status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--liftoff-only', testBundle, ...args],
    { env: { ...env, ...armed }, encoding: 'utf8' },
  );
  const passed = stdout.split('\n').filter((line) => line.startsWith('failpoint ')).length;
  return { by: signal ?? status, passed, output: stdout, notes: stderr };
}

async function within<T>({ dataDir, url }: Left, work: (database: Database) => Promise<T>): Promise<T> {
  const place = url === null ? { dataDir: path.join(dataDir, 'database') } : { url };
  const database = await openDatabase({ ...place, log: silent, connections: 1 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Tables, and rows of some that migrations change. */
const stateOf = (left: Left) =>
  within(left, async (database) => ({
    schema: (await describeSchema((text) => database.query(text))).filter(
      (line) => !line.includes('durability_probe'),
    ),
    rows: await database.query(
      `select (select count(*)::int from migration) as migrations, (select count(*)::int from session) as sessions,
         (select count(*)::int from media) as media, (select count(*)::int from audit) as audit`,
    ),
  }));

const patience = 900_000;

describe.each(systemEngines())('commands that are killed [%s]', { timeout: patience }, (engine) => {
  it('a migration changes nothing, at whatever statement, and the next one finishes', async () => {
    const left = await leftBy(engine);
    const before = await stateOf(left);
    const step = !isNightly ? 1_000 : engine === 'pglite' ? 12 : 3;
    let kills = 0;
    // By day one in the middle.
    for (let at = isNightly ? 1 : 60; ; at += step) {
      const { by, notes } = countersign(left, ['migrate', '--json'], `${points.statement}=kill@${at}`);
      if (by === 0) break;
      expect([at, by, notes]).toEqual([at, 'SIGKILL', '']);
      expect(await stateOf(left)).toEqual(before);
      kills += 1;
    }
    expect(kills).toBeGreaterThan(0);
    expect(countersign(left, ['migrate', '--json'])).toMatchObject({
      by: 0,
      output: expect.stringContaining('unchanged') as string,
    });
    const { rows } = await stateOf(left);
    expect(rows).toEqual([{ ...before.rows[0], migrations: expect.any(Number) as number }]);
  });

  it.each(
    rowsByDay(
      [
        ['backup-copied', false],
        ['backup-written', true],
      ] as const,
      ([point]) => point === 'backup-copied',
    ),
  )(
    'a backup at %s is there in full or not at all, and the next one removes what is left',
    async (point, isThere) => {
      const left = await leftBy(engine);
      countersign(left, ['migrate']);
      const place = path.join(path.dirname(left.dataDir), 'backups');
      const first = path.join(place, 'first');
      expect(countersign(left, ['backup', first], `${point}=kill`).by).toBe('SIGKILL');
      const found = await fs.readdir(place);
      expect(found).toEqual([
        isThere ? 'first' : (expect.stringMatching(/^first\.unfinished-\d+-/) as string),
      ]);
      const second = path.join(place, 'second');
      // One whose process still works, and one of another machine.
      const others = [
        `third.unfinished-${process.pid}-${os.hostname()}`,
        'third.unfinished-1-elsewhere.example',
      ];
      for (const name of others) await fs.mkdir(path.join(place, name));
      // A slash at the end names the same directory.
      expect(countersign(left, ['backup', `${second}/`])).toMatchObject({ by: 0 });
      expect((await fs.readdir(place)).toSorted()).toEqual(
        [...(isThere ? ['first'] : []), 'second', ...others].toSorted(),
      );
      const target = engine === 'pglite' ? [] : ['--database-url', await newServerDatabase()];
      for (const directory of isThere ? [first, second] : [second])
        expect(countersign(left, ['restore', directory, '--verify', ...target])).toMatchObject({ by: 0 });
    },
  );

  byNight(() => {
    it('a trial of a backup leaves no copy of it, once the next one has run', async () => {
      const left = await leftBy(engine);
      countersign(left, ['migrate']);
      const backup = path.join(path.dirname(left.dataDir), 'backup');
      countersign(left, ['backup', backup]);
      const target = engine === 'pglite' ? [] : ['--database-url', await newServerDatabase()];
      const trial = ['restore', backup, '--verify', ...target];
      expect(countersign(left, trial, 'restore-copied=kill').by).toBe('SIGKILL');
      const copies = async () =>
        (await fs.readdir(left.env['TMPDIR'] ?? '')).filter((name) => name.startsWith('countersign-verify-'));
      expect(await copies()).toHaveLength(1);
      expect(countersign(left, trial)).toMatchObject({ by: 0 });
      expect(await copies()).toEqual([]);
    });

    it('a restore leaves nothing in its place before all is copied, and is simply run again', async () => {
      const left = await leftBy(engine);
      countersign(left, ['migrate']);
      const backup = path.join(path.dirname(left.dataDir), 'backup');
      countersign(left, ['backup', backup]);
      const dataDir = path.join(path.dirname(left.dataDir), 'restored');
      await fs.mkdir(dataDir);
      await fs.copyFile(path.join(left.dataDir, 'kek'), path.join(dataDir, 'kek'));
      const url = engine === 'pglite' ? null : await newServerDatabase();
      const env = { ...left.env, DATA_DIR: dataDir, ...(url === null ? {} : { DATABASE_URL: url }) };
      expect(countersign({ env }, ['restore', backup], 'restore-copied=kill').by).toBe('SIGKILL');
      expect(await fs.readdir(dataDir)).toEqual(['blobs.unfinished', 'kek']);
      expect(countersign({ env }, ['restore', backup])).toMatchObject({ by: 0 });
      expect((await fs.readdir(dataDir)).filter((name) => name.includes('unfinished'))).toEqual([]);
      expect(await stateOf({ ...left, dataDir, url, env })).toEqual(await stateOf(left));
    });
  });
});

byNight(() => {
  describe.runIf(engines().includes('postgres'))('an export that is killed', { timeout: patience }, () => {
    it.each([1, 2, 20, 40])('at table %i leaves the target empty, and is simply run again', async (table) => {
      const left = await leftBy('pglite');
      countersign(left, ['migrate']);
      const url = await newServerDatabase();
      const target = { ...left, url };
      expect(countersign(left, ['export', '--to', url], `${points.table}=kill@${table}`).by).toBe('SIGKILL');
      expect((await stateOf(target)).rows).toMatchObject([{ sessions: 0, media: 0, audit: 0 }]);
      expect(countersign(left, ['export', '--to', url])).toMatchObject({ by: 0 });
      expect(await stateOf(target)).toEqual(await stateOf(left));
      expect(countersign(left, ['export', '--to', url])).toMatchObject({
        by: 3,
        notes: expect.stringMatching(/refusing to export: the target already has rows in/) as string,
      });
    });
  });
});
