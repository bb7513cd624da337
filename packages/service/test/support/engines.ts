import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe } from 'vitest';
import { parseKeyEncryptionKeys } from '../../src/encryption/key-encryption-keys.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import { upkeep } from '../../src/storage/engine/embedded-upkeep.ts';
import { migrate } from '../../src/storage/engine/migrate.ts';
import { openDatabase } from '../../src/storage/engine/open-database.ts';
import { sqlState } from '../../src/runtime/sql-state.ts';
import { migratedImage } from '../../tools/migrated-image.ts';
import { clockSearchPath, installClock } from './clock.ts';
import { isOwnerGone, ownerMark } from './database-owner.ts';

export type Engine = 'pglite' | 'postgres';

/** Opens this test process's migrated database of one engine; tests keep apart by creating their own integrations. */
export type OpenTestDatabase = () => Promise<Database>;

/** A log that goes nowhere. */
export const silent = pino({ level: 'silent' });

/** The key-encryption key of every test database. */
export const testKekText = '1:5f0c8e1b9a3d4f72b6c4d0e8a1f3957c2b6d8e0f4a1c3b5d7e9f0a2c4e6b8d1f';
export const testKeys = parseKeyEncryptionKeys(testKekText);

const candidates = [process.env['TEST_DATABASE_URL'], 'postgres://postgres@127.0.0.1:5432/postgres'].filter(
  (url) => url !== undefined,
);

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

async function findServer(): Promise<string | null> {
  for (const url of candidates) if (await answers(url)) return url;
  if (process.env['CI'] === 'true')
    throw new Error('CI needs PostgreSQL: set TEST_DATABASE_URL or start one on 127.0.0.1:5432');
  console.warn(
    'SKIPPED: every test on PostgreSQL (set TEST_DATABASE_URL or start a server on 127.0.0.1:5432)',
  );
  return null;
}

const server = await findServer();

/** The engines available here: the embedded one always, PostgreSQL when a server answers. */
export function engines(): Engine[] {
  return server === null ? ['pglite'] : ['pglite', 'postgres'];
}

/** `npm run test:nightly`: everything, however long it takes. */
export const isNightly = process.env['NIGHTLY'] === '1';

/** Registers tests that only `npm run test:nightly` runs; by day they do not exist, and are not skipped. */
export const byNight = (tests: () => void): void => {
  if (isNightly) tests();
};

/** Rows of a table of tests: all by night, those that `daily` picks by day. */
export const rowsByDay = <Row>(rows: readonly Row[], daily: (row: Row) => boolean): Row[] =>
  rows.filter((row) => isNightly || daily(row));

/**
 * The engines of tests that repeat on the embedded engine what PostgreSQL has shown, where that takes long: whole installations, and
 * how people sign in to the portal. By day PostgreSQL alone (the embedded one where there is no server), at night both.
 * @param embedded `always`: the embedded engine by day as well
 */
export function systemEngines(embedded: 'always' | 'nightly' = 'nightly'): Engine[] {
  return server === null || isNightly || embedded === 'always' ? engines() : ['postgres'];
}

/**
 * Rows of a table of tests that send the same statements with other values: all of them on PostgreSQL and at night, by day those that
 * `daily` picks on the embedded engine.
 */
export const rowsOn = <Row>(engine: Engine, rows: readonly Row[], daily: (row: Row) => boolean): Row[] =>
  rows.filter((row) => systemEngines().includes(engine) || daily(row));

// With isolation off several test files share a process, and so these.
const shared = globalThis as { countersignTestDatabases?: Map<Engine, Promise<Database>> };
const opened = (shared.countersignTestDatabases ??= new Map());

/** The migrated database of this process; opened once, closed when the process ends. */
export function openTestDatabase(engine: Engine): Promise<Database> {
  let database = opened.get(engine);
  if (!database) {
    database = engine === 'pglite' ? openMemory() : openFreshPostgres();
    opened.set(engine, database);
  }
  return database;
}

async function openMemory(): Promise<Database> {
  return openDatabase({ memory: true, image: await migratedImage(), log: silent });
}

/** Address of the test server's database `name`. @throws Error when no server answers */
export function testServerUrl(name?: string): string {
  if (server === null) throw new Error('no PostgreSQL here');
  const url = new URL(server);
  if (name !== undefined) url.pathname = `/${name}`;
  return url.href;
}

/**
 * Creates a database on the test server that holds nothing but a clock to advance, or nothing at all. Databases of processes that
 * are gone are dropped on the way.
 * @param options.migrated with the tables of this release too, and the clock: a copy of what this run has migrated once
 */
export async function createTestDatabase({ clock = true, migrated = false } = {}): Promise<{
  url: string;
  drop: () => Promise<void>;
}> {
  const name = `countersign_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  const template = migrated ? await migratedTemplate() : null;
  await administer(async (client) => {
    await dropOrphans(client);
    await client.query(`create database ${name}${template === null ? '' : ` template ${template}`}`);
    await mark(client, name, process.pid);
    if (template === null) return;
    // A copy does not take over what was set for its template.
    await client.query(`alter database ${name} set search_path = ${clockSearchPath}`);
  });
  if (clock && template === null)
    await administer(async (client) => installClock((statement) => client.query(statement)), name);
  return {
    url: testServerUrl(name),
    drop: () => administer((client) => dropDatabase(client, name)),
  };
}

/** Milliseconds for which a database that cannot be dropped yet is tried again. */
const dropPatienceMs = 30_000;

/** A cleaner of the server may be at work in it, whom only a superuser may end. */
async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  const end = performance.now() + dropPatienceMs;
  for (;;) {
    try {
      await client.query(`drop database if exists ${name} with (force)`);
      return;
    } catch (error) {
      if (sqlState(error) !== '42501' || performance.now() > end) throw error;
      await sleep(100);
    }
  }
}

async function administer(work: (client: pg.Client) => Promise<unknown>, name?: string): Promise<void> {
  const client = new pg.Client({ connectionString: testServerUrl(name) });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Any fixed number: processes of one run wait here for the one that makes the template. */
const templateLock = 7_264_402;

/**
 * The name of a migrated database that nobody connects to, so that it can be copied. The first process of a run makes it; it belongs
 * to their parent, and goes when that is gone.
 */
async function migratedTemplate(): Promise<string> {
  const name = `countersign_test_${process.ppid}_template`;
  await administer(async (client) => {
    await client.query('select pg_advisory_lock($1)', [templateLock]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount !== 0) return;
    await client.query(`drop database if exists ${name}_unfinished with (force)`);
    await client.query(`create database ${name}_unfinished`);
    await mark(client, `${name}_unfinished`, process.ppid);
    await administer((own) => installClock((statement) => own.query(statement)), `${name}_unfinished`);
    const database = await openPostgres(testServerUrl(`${name}_unfinished`));
    await database.close();
    await client.query(`alter database ${name}_unfinished rename to ${name}`);
  });
  return name;
}

const mark = (client: pg.Client, name: string, pid: number): Promise<unknown> =>
  client.query(`comment on database ${name} is ${pg.escapeLiteral(ownerMark(pid))}`);

/**
 * A test process cannot wait for anything at its exit, so the next one clears up after it: databases that this tool made, and whose
 * process is gone. One without that mark is none of them, whatever its name.
 */
async function dropOrphans(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ datname: string; comment: string | null }>(
    `select datname, shobj_description(oid, 'pg_database') as comment from pg_database
     where datname ~ '^countersign_test_[0-9]+_([0-9a-f]{8}|template|template_unfinished)$'`,
  );
  for (const { datname, comment } of rows) {
    if (isOwnerGone(comment))
      await client.query(`drop database if exists ${datname} with (force)`).catch(() => {});
  }
}

const openFreshPostgres = async () => openPostgres((await createTestDatabase({ migrated: true })).url);

async function openPostgres(url: string): Promise<Database> {
  const database = await openDatabase({ url, log: silent, connections: 8, connectionWaitMs: 15_000 });
  await migrate(database);
  return database;
}

/** Another pool of connections to the database of `database`, as another process has. Only on PostgreSQL, whose databases several may open. */
export async function openBeside(database: Database): Promise<Database> {
  const [row] = await database.query<{ name: string }>('select current_database()::text as name');
  return openDatabase({
    url: testServerUrl(row?.name),
    log: silent,
    connections: 8,
    connectionWaitMs: 15_000,
  });
}

/** A migrated database that holds nothing else, for tests of what an installation holds as a whole. */
export async function openOwnDatabase(
  engine: Engine,
): Promise<{ database: Database; close: () => Promise<void> }> {
  if (engine === 'pglite') {
    const database = await openMemory();
    return { database, close: () => database.close() };
  }
  const { url, drop } = await createTestDatabase({ migrated: true });
  const database = await openPostgres(url);
  const close = async () => {
    await database.close();
    await drop();
  };
  return { database, close };
}

/**
 * Like `describeEngines`, each time on a database of the block's own.
 * @param on `systemEngines()`: by day on PostgreSQL alone
 */
export function describeAlone(
  name: string,
  tests: (open: OpenTestDatabase, engine: Engine) => void,
  on = engines(),
): void {
  for (const engine of on) {
    describe(`${name} [${engine}]`, () => {
      let own: Awaited<ReturnType<typeof openOwnDatabase>>;
      beforeAll(async () => {
        own = await openOwnDatabase(engine);
      });
      afterAll(() => own.close());
      tests(() => Promise.resolve(own.database), engine);
    });
  }
}

/** `describeAlone` for what is shown by day on PostgreSQL alone, and at night on both engines. */
export const describeAloneOnce: typeof describeAlone = (name, tests) =>
  describeAlone(name, tests, systemEngines());

/**
 * Runs the same tests once per engine; `open` gives the migrated database of this process, which tests must not close.
 * @param on `systemEngines()`: by day on PostgreSQL alone
 */
export function describeEngines(
  name: string,
  tests: (open: OpenTestDatabase, engine: Engine) => void,
  on = engines(),
): void {
  for (const engine of on) {
    describe(`${name} [${engine}]`, () => {
      // Opening may take longer than one test may: this is charged to the hook.
      beforeAll(async () => {
        const database = await openTestDatabase(engine);
        // As the service does every three minutes: earlier files have planned statements on tables of few rows.
        if (engine === 'pglite') await upkeep(database);
      });
      tests(() => openTestDatabase(engine), engine);
    });
  }
}

/** `describeEngines` for what is shown by day on PostgreSQL alone, and at night on both engines. */
export const describeEnginesOnce: typeof describeEngines = (name, tests) =>
  describeEngines(name, tests, systemEngines());
