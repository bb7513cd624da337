import { exitCodes } from '@countersign/command-line';
import path from 'node:path';
import type { Config } from '../runtime/config.ts';
import { createLog } from '../runtime/log.ts';
import type { Database } from '../storage/engine/database.ts';
import { exportDatabase, TargetNotEmpty } from '../storage/engine/export-database.ts';
import { migrate } from '../storage/engine/migrate.ts';
import { openDatabase } from '../storage/engine/open-database.ts';
import { type CommandResult, done } from './command.ts';

/** Migrates the installation's database to this release. @throws DirectoryHeld while it is being served */
export function migrateInstallation(config: Config): Promise<CommandResult> {
  return withDatabase(config, async (database) => {
    await migrate(database);
    return done({ outcome: 'migrated' });
  });
}

/** Copies the installation's database into an empty one at `url`. @throws DirectoryHeld while it is being served */
export function exportInstallation(config: Config, url: string): Promise<CommandResult> {
  return withDatabase(config, async (database) => {
    await migrate(database);
    try {
      return done(await exportDatabase(database, { url, log: createLog('silent') }));
    } catch (error) {
      if (!(error instanceof TargetNotEmpty)) throw error;
      return { exitCode: exitCodes.rejected, output: null, note: error.message };
    }
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
