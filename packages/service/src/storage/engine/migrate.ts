import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database, Tx } from './database.ts';
import { failpoint } from '../../runtime/failpoint.ts';
import { isRetryable } from './sql-errors.ts';

/** An arbitrary fixed number: concurrent starts wait for each other here. */
const advisoryLock = 7_264_401;

/** Milliseconds: covers waiting for another start, and statements that rewrite whole tables. */
const migrationLimit = 3_600_000;

/** Milliseconds between attempts while the running release holds a lock that a statement needs. */
const lockRetryMs = 1_000;
const lockAttempts = 60;

const firstMigration = '0000_initial.sql';
/** Files are applied in the order of their numbers. */
const migrationFile = /^(\d{4})_[a-z0-9_]+\.sql$/;

interface Migration {
  name: string;
  sha256: string;
  statements: string[];
  /** Only adds: the previous release keeps running beside it. Declared in the file's first line. */
  expands: boolean;
}

/**
 * Migrates the database to this release, in one transaction under an advisory lock: any number of concurrent starts is fine, and
 * a failure leaves the database unchanged. A statement waits at most 3 s for a table lock, because every request of the running
 * release would queue behind it; then everything is rolled back and retried.
 * @param folder contains the `.sql` files, applied in the order of their names; this release's own by default
 * @throws Error when a newer release applied a migration that is not marked `-- expand`, or an applied migration was edited
 * @see docs/decisions/0028-run-two-releases-on-one-database-with-expand-only-migrations.md
 */
export async function migrate(database: Database, folder = findMigrationsFolder()): Promise<void> {
  const migrations = readMigrations(folder);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await migrateOnce(database, migrations);
      return;
    } catch (error) {
      if (!isRetryable(error) || attempt === lockAttempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, lockRetryMs));
    }
  }
}

/** State of a database compared with this release's migrations. */
export type MigrationState =
  /** It has no tables of this service. `foreign`: it has others. */
  | { kind: 'absent'; foreign: boolean }
  | { kind: 'behind'; missing: string[] }
  /** A newer release applied migrations that are incompatible with this one. */
  | { kind: 'ahead'; newer: string[] }
  | { kind: 'current'; /** Name of the last migration applied. */ newest: string };

/** Compares without changing anything. */
export async function readMigrationState(
  database: Database,
  folder = findMigrationsFolder(),
): Promise<MigrationState> {
  const [found] = await database.query<{ migrated: boolean; foreign: boolean }>(
    `select to_regclass('migration') is not null as migrated,
       exists (select 1 from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace
               and relname <> 'durability_probe') as foreign`,
  );
  if (found?.migrated !== true) return { kind: 'absent', foreign: found?.foreign === true };
  // Databases of early releases lack the column, and therefore contain nothing newer.
  const applied = await database.query<{ name: string; expands: boolean }>(
    `select name, coalesce((to_jsonb(m) ->> 'expands')::boolean, false) as expands from migration m order by name`,
  );
  const own = readMigrations(folder).map(({ name }) => name);
  const newer = applied.flatMap(({ name, expands }) => (expands || own.includes(name) ? [] : [name]));
  if (newer.length > 0) return { kind: 'ahead', newer };
  const done = new Set(applied.map(({ name }) => name));
  const missing = own.filter((name) => !done.has(name));
  if (missing.length > 0) return { kind: 'behind', missing };
  return { kind: 'current', newest: applied.at(-1)?.name ?? '' };
}

async function migrateOnce(database: Database, migrations: Migration[]): Promise<void> {
  await database.transaction(
    async (tx) => {
      // Waiting for another start may take longer than a request may.
      await tx.query(`set local lock_timeout = '120s'`);
      await tx.query(`set local statement_timeout = '600s'`);
      await tx.query(`set local idle_in_transaction_session_timeout = '60s'`);
      await tx.query('select pg_advisory_xact_lock($1)', [advisoryLock]);
      await tx.query(
        `create table if not exists migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())`,
      );
      await tx.query(`set local lock_timeout = '3s'`);
      await addExpands(tx);
      await applyMissing(tx, migrations);
    },
    { limitMs: migrationLimit },
  );
}

/** Adds the column to older databases; checked first, because a role that may only serve may not alter the table. */
async function addExpands(tx: Tx): Promise<void> {
  const columns = await tx.query(
    `select 1 from pg_attribute where attrelid = 'migration'::regclass and attname = 'expands' and not attisdropped`,
  );
  if (columns.length === 0)
    await tx.query('alter table migration add column expands boolean not null default false');
}

async function applyMissing(tx: Tx, migrations: Migration[]): Promise<void> {
  const applied = await tx.query<{ name: string; sha256: string; expands: boolean }>(
    'select name, sha256, expands from migration order by name',
  );
  const own = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, sha256, expands } of applied) {
    const migration = own.get(name);
    if (migration && migration.sha256 !== sha256)
      throw new Error(`migration ${name}: must not be changed once it has been applied`);
    if (!migration && !expands)
      throw new Error(
        `database: migrated by a newer release (${name}), which this release cannot serve beside; start that release or a newer one`,
      );
  }
  const done = new Set(applied.map(({ name }) => name));
  for (const { name, sha256, statements, expands } of migrations) {
    if (done.has(name)) continue;
    for (const statement of statements) {
      await failpoint('migration-statement');
      await tx.query(statement);
    }
    await tx.query('insert into migration (name, sha256, expands) values ($1, $2, $3)', [
      name,
      sha256,
      expands,
    ]);
  }
}

/** Works both from source and from the bundled program, which are inside the repository or its installed copy. */
function findMigrationsFolder(): string {
  for (let at = path.dirname(fileURLToPath(import.meta.url)); ; at = path.dirname(at)) {
    for (const candidate of [path.join(at, 'migrations'), path.join(at, 'packages/service/migrations')]) {
      if (fs.existsSync(path.join(candidate, firstMigration))) return candidate;
    }
    if (at === path.dirname(at)) throw new Error('the migrations folder is missing from this installation');
  }
}

/** @throws Error when a file's name does not give it a unique place in the order */
function readMigrations(folder: string): Migration[] {
  const files = fs.readdirSync(folder).filter((file) => file.endsWith('.sql'));
  const numbers = new Set<string>();
  return files.toSorted().map((file) => {
    const number = migrationFile.exec(file)?.[1];
    if (number === undefined)
      throw new Error(
        `migration ${file}: must be named by four digits and words, such as 0042_job_lanes.sql`,
      );
    if (numbers.has(number)) throw new Error(`migration ${file}: must have a number of its own`);
    numbers.add(number);
    const text = fs.readFileSync(path.join(folder, file), 'utf8');
    // Drivers accept one statement at a time if there may be parameters.
    const statements = text.split('--> statement-breakpoint').filter((statement) => statement.trim() !== '');
    const sha256 = createHash('sha256').update(text).digest('hex');
    return { name: path.basename(file, '.sql'), sha256, statements, expands: /^-- expand\b/.test(text) };
  });
}
