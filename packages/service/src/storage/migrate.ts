import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database, Tx } from './database.ts';

/** Any fixed number: two starters wait for each other here. */
const advisoryLock = 7_264_401;

interface Migration {
  name: string;
  sha256: string;
  statements: string[];
}

/**
 * Brings the database to this release's tables, in one transaction under an advisory lock: any number of starters at once is
 * fine, and a failure leaves the database as it was.
 * @throws Error when the database was migrated by a newer release or an applied migration was edited
 */
export async function migrate(database: Database): Promise<void> {
  const migrations = readMigrations(findMigrationsFolder());
  await database.transaction(async (tx) => {
    // The wait for another starter may be longer than a request's patience.
    await tx.query(`set local lock_timeout = '120s'`);
    await tx.query(`set local statement_timeout = '600s'`);
    await tx.query('select pg_advisory_xact_lock($1)', [advisoryLock]);
    await tx.query(
      `create table if not exists migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())`,
    );
    await applyMissing(tx, migrations);
  });
}

async function applyMissing(tx: Tx, migrations: Migration[]): Promise<void> {
  const applied = await tx.query<{ name: string; sha256: string }>(
    'select name, sha256 from migration order by name',
  );
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, sha256 } of applied) {
    const migration = known.get(name);
    if (!migration)
      throw new Error(`the database knows migration ${name}, this release does not: it is too old for it`);
    if (migration.sha256 !== sha256)
      throw new Error(`migration ${name} was changed after it had been applied`);
  }
  const done = new Set(applied.map(({ name }) => name));
  for (const { name, sha256, statements } of migrations) {
    if (done.has(name)) continue;
    for (const statement of statements) await tx.query(statement);
    await tx.query('insert into migration (name, sha256) values ($1, $2)', [name, sha256]);
  }
}

/** Found from the sources as well as from the bundled program, which both lie inside the repository or its installed copy. */
function findMigrationsFolder(): string {
  for (let at = path.dirname(fileURLToPath(import.meta.url)); ; at = path.dirname(at)) {
    for (const candidate of [path.join(at, 'migrations'), path.join(at, 'packages/service/migrations')]) {
      if (fs.existsSync(path.join(candidate, 'meta/_journal.json'))) return candidate;
    }
    if (at === path.dirname(at)) throw new Error('the migrations folder is missing from this installation');
  }
}

function readMigrations(folder: string): Migration[] {
  const journal = JSON.parse(fs.readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string }[];
  };
  return journal.entries.map(({ tag }) => {
    const text = fs.readFileSync(path.join(folder, `${tag}.sql`), 'utf8');
    const statements = text.split('--> statement-breakpoint').filter((statement) => statement.trim() !== '');
    return { name: tag, sha256: createHash('sha256').update(text).digest('hex'), statements };
  });
}
