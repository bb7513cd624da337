import { afterEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/storage/engine/database.ts';
import { migrate } from '../../src/storage/engine/migrate.ts';
import { openDatabase } from '../../src/storage/engine/open-database.ts';
import { describeSchema } from '../support/describe-schema.ts';
import { createTestDatabase, engines, openTestDatabase, rowsOn, silent } from '../support/engines.ts';
import { nextMigrations } from '../support/next-migrations.ts';
import { leaveAsEarlierRelease, recordedMigrations } from '../support/recorded-migrations.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** @param connectionWaitMs how long a statement waits for a connection; the usual second is short where machines are busy */
async function openFresh(count: number, connectionWaitMs = 15_000): Promise<Database[]> {
  const { url, drop } = await createTestDatabase();
  closing.push(drop);
  const opened = await Promise.all(
    Array.from({ length: count }, () => openDatabase({ url, log: silent, connections: 2, connectionWaitMs })),
  );
  for (const database of opened) closing.push(() => database.close());
  return opened;
}

/** This release's migrations with further ones behind them. */
async function copyMigrations(further: Record<string, string>): Promise<string> {
  const { folder, remove } = await nextMigrations(further);
  closing.push(remove);
  return folder;
}

async function openMemory(): Promise<Database> {
  const database = await openDatabase({ memory: true, log: silent });
  closing.push(() => database.close());
  return database;
}

const applied = (database: Database) =>
  database.query<{ name: string }>('select name from migration order by name');

describe('migrations on the embedded database', () => {
  it('run once and change nothing the second time', async () => {
    const database = await openMemory();
    await migrate(database);
    const first = await applied(database);
    await migrate(database);
    expect(await applied(database)).toEqual(first);
    expect(first.length).toBeGreaterThan(0);
  });

  it('refuse a database of a newer release', async () => {
    const database = await openMemory();
    await migrate(database);
    await database.query(`insert into migration (name, sha256) values ('9999_later', 'x')`);
    await expect(migrate(database)).rejects.toThrow('migrated by a newer release (9999_later)');
  });

  it('serve beside a newer release whose migration only expands (R18)', async () => {
    const database = await openMemory();
    await migrate(database);
    await database.query(`insert into migration (name, sha256, expands) values ('9999_later', 'x', true)`);
    await migrate(database);
  });

  it('mark a migration as expanding by its first line, and add the mark to a database from before it', async () => {
    const database = await openMemory();
    await migrate(database);
    await database.query('alter table migration drop column expands');
    const folder = await copyMigrations({
      '9998_adds': '-- expand\nalter table session add column later text',
      '9999_drops': 'alter table session drop column later',
    });
    await migrate(database, folder);
    expect(
      await database.query(`select name, expands from migration where name > '9' order by name`),
    ).toEqual([
      { name: '9998_adds', expands: true },
      { name: '9999_drops', expands: false },
    ]);
  });
});

describe('the files of the migrations', () => {
  it('are those that databases in use have recorded, in the same order', async () => {
    const database = await openMemory();
    await migrate(database);
    const rows = await database.query<{ name: string; sha256: string }>(
      'select name, sha256 from migration order by name',
    );
    expect(rows.map(({ name, sha256 }) => [name, sha256])).toEqual(recordedMigrations);
  });

  it('are refused as a whole when a name gives no place in the order', async () => {
    const database = await openMemory();
    await expect(migrate(database, await copyMigrations({ '99_later': 'select 1' }))).rejects.toThrow(
      'migration 99_later.sql: must be named by four digits and words, such as 0042_job_lanes.sql',
    );
    await expect(migrate(database, await copyMigrations({ '0010_later': 'select 1' }))).rejects.toThrow(
      'migration 0010_later.sql: must have a number of its own',
    );
    expect(await database.query(`select to_regclass('migration')::text as name`)).toEqual([{ name: null }]);
  });

  it('are applied in the order of their numbers', async () => {
    const database = await openMemory();
    const folder = await copyMigrations({
      '9999_second': 'alter table later add column two text',
      '9998_first': 'create table later (id text primary key)',
    });
    await migrate(database, folder);
    expect((await applied(database)).slice(-2)).toEqual([{ name: '9998_first' }, { name: '9999_second' }]);
  });
});

describe.each(engines())('a database of an earlier release [%s]', (engine) => {
  const openEmpty = async () => (engine === 'pglite' ? openMemory() : ((await openFresh(1))[0] as Database));

  const last = ['0000_initial', '0008_registry_row', '0010_job_lanes'];
  it.each(rowsOn(engine, last, (name) => name === '0000_initial'))(
    'that ended with %s gets what it lacks, and nothing twice',
    async (newest) => {
      const database = await openEmpty();
      await leaveAsEarlierRelease(database, newest);
      await database.query(`insert into installation (name, value) values ('kept', 'as it was')`);
      const before = await database.query('select name, sha256, applied_at from migration order by name');
      await migrate(database);
      const rows = await database.query('select name, sha256, applied_at from migration order by name');
      expect(rows.slice(0, before.length)).toEqual(before);
      expect(rows.map((row) => row['name'])).toEqual(recordedMigrations.map(([name]) => name));
      const current = await openTestDatabase(engine);
      expect(await describeSchema((text) => database.query(text))).toEqual(
        await describeSchema((text) => current.query(text)),
      );
      expect(await database.query(`select value from installation where name = 'kept'`)).toEqual([
        { value: 'as it was' },
      ]);
    },
  );
});

describe.skipIf(!engines().includes('postgres'))('on PostgreSQL', () => {
  it('a migration that waits for a table lock yields to requests and is tried again (F32)', async () => {
    const [holder, requests] = (await openFresh(2)) as [Database, Database];
    await migrate(holder);
    const folder = await copyMigrations({
      '9999_adds': '-- expand\nalter table session add column later text',
    });
    let migrated: Promise<void> | undefined;
    const count = () => requests.query<{ n: number }>('select count(*)::int as n from session');
    await holder.transaction(
      async (tx) => {
        await tx.query('select count(*) from session');
        migrated = migrate(requests, folder);
        const end = performance.now() + 7_000;
        let slowest = 0;
        while (performance.now() < end) {
          const startedAt = performance.now();
          await count();
          slowest = Math.max(slowest, performance.now() - startedAt);
          // A transaction that does nothing is ended.
          await tx.query('select 1');
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
        expect(slowest).toBeGreaterThan(500);
        expect(slowest).toBeLessThan(5_000);
      },
      { limitMs: 20_000 },
    );
    await migrated;
    expect(
      await requests.query('select name, expands from migration where name = $1', ['9999_adds']),
    ).toEqual([{ name: '9999_adds', expands: true }]);
  });

  it('any number of starters may migrate at once', async () => {
    const databases = await openFresh(4);
    await Promise.all(databases.map((database) => migrate(database)));
    const [first] = databases;
    const names = first ? (await applied(first)).map(({ name }) => name) : [];
    expect(names.length).toBeGreaterThan(0);
    expect(new Set(names).size).toBe(names.length);
  });

  it('a database that acknowledges before it flushes is refused', async () => {
    const { url, drop } = await createTestDatabase();
    closing.push(drop);
    const database = await openDatabase({ url, log: silent });
    await database.query(
      `do $$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $$`,
    );
    await database.close();
    await expect(openDatabase({ url, log: silent })).rejects.toThrow('synchronous_commit = off');
    const relaxed = await openDatabase({ url, log: silent, relaxDurability: true });
    await relaxed.close();
  });

  it('a lock that does not come is tried again and then reported as unavailable (F15)', async () => {
    const [first, second] = (await openFresh(2)) as [Database, Database];
    await first.query('create table contended (i int primary key, n int)');
    await first.query('insert into contended values (1, 0), (2, 0)');
    let attempts = 0;
    let meet = () => {};
    const bothHoldOne = new Promise<void>((resolve) => (meet = resolve));
    const crossed = (order: [number, number], database: Database) =>
      database.transaction(async (tx) => {
        attempts += 1;
        await tx.query('update contended set n = n + 1 where i = $1', [order[0]]);
        if (attempts === 2) meet();
        await bothHoldOne;
        await tx.query('update contended set n = n + 1 where i = $1', [order[1]]);
      });
    await Promise.all([crossed([1, 2], first), crossed([2, 1], second)]);
    expect(await first.query('select n from contended')).toEqual([{ n: 2 }, { n: 2 }]);
    expect(attempts).toBeGreaterThan(2);
    const held = first.transaction(async (tx) => {
      await tx.query('update contended set n = 0');
      await expect(
        second.transaction(async (other) => {
          attempts += 1;
          await other.query(`set local lock_timeout = '50ms'`);
          await other.query('update contended set n = 0');
        }),
      ).rejects.toMatchObject({ name: 'Unavailable' });
    });
    const before = attempts;
    await held;
    expect(attempts - before).toBe(4);
  });

  it('a connection that does not come within a second is unavailable', async () => {
    const [database] = (await openFresh(1, 1_000)) as [Database];
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    const busy = [1, 2].map(() => database.transaction(() => ended));
    await expect(database.query('select 1')).rejects.toMatchObject({ name: 'Unavailable' });
    end();
    await Promise.all(busy);
  });

  it('a connection cut in the middle of a transaction is unavailable, and the next statement works (F13)', async () => {
    const [database, killer] = (await openFresh(2)) as [Database, Database];
    await database.query('create table half (i int)');
    const cut = database.transaction(async (tx) => {
      await tx.query('insert into half values (1)');
      const [own] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      await killer.query('select pg_terminate_backend($1)', [own?.pid]);
      await tx.query('insert into half values (2)');
    });
    await expect(cut).rejects.toMatchObject({ name: 'Unavailable' });
    expect(await database.query('select count(*)::int as count from half')).toEqual([{ count: 0 }]);
  });

  it('no session turns off what makes a commit durable, and every wait is bounded', async () => {
    const [database] = (await openFresh(1)) as [Database];
    const [settings] = await database.query(
      `select current_setting('synchronous_commit') as commit, current_setting('statement_timeout') as statement,
              current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle`,
    );
    expect(settings).toEqual({ commit: 'on', statement: '5500ms', lock: '5s', idle: '7s' });
  });
});
