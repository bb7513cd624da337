import path from 'node:path';
import type { Config } from '../config.ts';
import { createLog } from '../log.ts';
import type { Database } from '../storage/database.ts';
import { type Exported, exportDatabase } from '../storage/export-database.ts';
import { migrate } from '../storage/migrate.ts';
import { openDatabase } from '../storage/open-database.ts';

/** Brings the installation's database to this release's tables. @throws DirectoryHeld while it is being served */
export function migrateInstallation(config: Config): Promise<{ outcome: 'migrated' }> {
  return withDatabase(config, async (database) => {
    await migrate(database);
    return { outcome: 'migrated' };
  });
}

/** Copies the installation's database into an empty one at `url`. @throws DirectoryHeld while it is being served */
export function exportInstallation(config: Config, url: string): Promise<Exported> {
  return withDatabase(config, async (database) => {
    await migrate(database);
    return exportDatabase(database, { url, log: createLog('silent') });
  });
}

async function withDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({
    url: config.databaseUrl,
    // As in compose.ts.
    dataDir: path.join(config.dataDir, 'database'),
    relaxDurability: config.relaxDurability,
    log: createLog('silent'),
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
