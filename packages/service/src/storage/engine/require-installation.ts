import fs from 'node:fs';
import path from 'node:path';
import type { Config } from '../../runtime/config.ts';
import { ConfigError } from '../../runtime/config-error.ts';
import { NoInstallation } from '../../runtime/no-installation.ts';
import type { Database } from './database.ts';
import { listLackingPrivileges } from './lacking-privileges.ts';
import { readMigrationState } from './migrate.ts';
import { nameDatabase } from './wait-for-database.ts';

type Place = Pick<Config, 'dataDir' | 'databaseUrl' | 'environment'>;

/** Whether there is a database to open: a server is configured, or the embedded one has been created. */
export function hasDatabase({ dataDir, databaseUrl }: Pick<Place, 'dataDir' | 'databaseUrl'>): boolean {
  return databaseUrl !== null || fs.existsSync(path.join(dataDir, 'database'));
}

/** @throws NoInstallation if the embedded database has never been created */
export function requireDirectory(place: Pick<Place, 'dataDir' | 'databaseUrl'>): void {
  if (hasDatabase(place)) return;
  const { dataDir } = place;
  throw new NoInstallation(
    `no installation in ${dataDir}: name one with --data-dir or --database-url, or create one with "countersign migrate"`,
  );
}

/**
 * @throws NoInstallation naming what is missing or too new if the database is not of this release; ConfigError if its user may not use it
 */
export async function requireMigrated(database: Database, { dataDir, databaseUrl }: Place): Promise<void> {
  const name = databaseUrl === null ? dataDir : nameDatabase(databaseUrl);
  const lacking = database.engine === 'postgres' ? await listLackingPrivileges(database) : null;
  if (lacking !== null) throw new ConfigError(`${name}: ${lacking}`);
  const state = await readMigrationState(database);
  if (state.kind === 'current') return;
  if (state.kind === 'ahead')
    throw new NoInstallation(
      `${name}: must not be migrated by a newer release (${state.newer.join(', ')}), which this release cannot serve beside; start that release or a newer one`,
    );
  if (state.kind === 'behind')
    throw new NoInstallation(
      `${name}: must be migrated to this release; missing ${state.missing.join(', ')}; run "countersign migrate"`,
    );
  throw new NoInstallation(
    state.foreign
      ? `${name}: must be empty or hold an installation; it contains tables of another program; choose another database with --database-url`
      : `no installation in ${name}: create one with "countersign migrate", or name another with --database-url`,
  );
}
