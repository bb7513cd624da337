import type { Database } from '../engine/database.ts';
import { readMigrationState } from '../engine/migrate.ts';
import { BackupRejected } from './write-backup.ts';

/** Requires that the database for a backup is empty and that its user may fill it. @throws BackupRejected */
export async function requireEmptyDatabase(database: Database, name: string): Promise<void> {
  const state = await readMigrationState(database);
  if (state.kind === 'absent' && !state.foreign) return requireCreator(database, name);
  throw new BackupRejected(
    `${name}: must be empty; it holds ${state.kind === 'absent' ? 'tables of another program' : 'an installation'}; name another one with --database-url`,
  );
}

async function requireCreator(database: Database, name: string): Promise<void> {
  const [found] = await database.query<{ user: string; may: boolean | null }>(
    `select current_user as user, has_schema_privilege(current_schema()::text, 'create') as may`,
  );
  if (found?.may === true) return;
  throw new BackupRejected(
    `${name}: its user ${found?.user} must be allowed to create tables; give the owner of the database with --database-url`,
  );
}

/** Drops everything in the schema of the connection. Only for a database that was empty before a failed or trial restore. */
export async function emptyAgain(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    const tables = await tx.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`,
    );
    if (tables.length > 0) await tx.query(`drop table ${listed(tables)} cascade`);
    const routines = await tx.query<{ name: string }>(
      `select oid::regprocedure::text as name from pg_proc where pronamespace = current_schema()::regnamespace
         and not exists (select 1 from pg_depend d where d.objid = pg_proc.oid and d.deptype = 'e')`,
    );
    if (routines.length > 0) await tx.query(`drop routine ${listed(routines)}`);
  });
}

/** As the catalogue writes them, quoted if needed. */
const listed = (rows: readonly { name: string }[]): string => rows.map(({ name }) => name).join(', ');
