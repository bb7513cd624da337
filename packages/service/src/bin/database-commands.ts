import { createProgress, exitCodes, type Progress } from '@countersign/command-line';
import path from 'node:path';
import { namesKey, readKeyEncryptionKeys } from '../encryption/read-key-encryption-keys.ts';
import { actAsOwner } from '../runtime/act-as-owner.ts';
import type { Config } from '../runtime/config.ts';
import { ConfigError } from '../runtime/config-error.ts';
import { sqlState } from '../runtime/sql-state.ts';
import { createLog } from '../runtime/log.ts';
import type { Database } from '../storage/engine/database.ts';
import { exportDatabase, ExportRejected } from '../storage/engine/export-database.ts';
import { migrate, readMigrationState } from '../storage/engine/migrate.ts';
import { requireDirectory } from '../storage/engine/require-installation.ts';
import { nameDatabase, nameUnavailable } from '../storage/engine/wait-for-database.ts';
import { openDatabase } from '../storage/engine/open-database.ts';
import { type CommandResult, done } from './command.ts';

/**
 * Migrates the installation's database to this release, or creates it. A configured key that no other command would accept is refused
 * before anything is created; in development a new installation gets its own key, which only a start would otherwise make.
 * @throws DirectoryLocked while it is being served; ConfigError
 */
export function migrateInstallation(config: Config): Promise<CommandResult> {
  const { text, file } = config.kek;
  // A migration by the owner of the tables may run where the key is not available.
  if (text !== null || file !== null) readKeyEncryptionKeys(config, { mayMake: false });
  return withDatabase(config, async (database) => {
    try {
      const before = await readMigrationState(database);
      if (before.kind === 'absent' && !namesKey(config)) readKeyEncryptionKeys(config, { mayMake: true });
      // Runs even if nothing is missing: the applied migrations must match this release.
      await migrate(database);
      if (before.kind === 'current') return done({ outcome: 'unchanged' });
      return done(
        before.kind === 'behind' ? { outcome: 'migrated', applied: before.missing } : { outcome: 'created' },
      );
    } catch (error) {
      throw sqlState(error) === '42501' ? mayNotMigrate(config.databaseUrl) : error;
    }
  });
}

const mayNotMigrate = (url: string | null): ConfigError =>
  new ConfigError(
    `${url === null ? 'database' : nameDatabase(url)}: its user must own the tables and be allowed to create tables; run "countersign migrate" as the owner, named by --database-url; nothing was changed`,
  );

/** Copies the installation's database into an empty one at `url`. @throws DirectoryLocked while it is being served */
export function exportInstallation(config: Config, url: string): Promise<CommandResult> {
  requireDirectory(config);
  return withDatabase(config, async (database) => {
    await migrate(database);
    try {
      const tables = new Map<string, Progress>();
      const onRows = (table: string, copied: number, total: number) => {
        const progress = tables.get(table) ?? createProgress(table);
        tables.set(table, progress);
        progress.at(copied, total);
      };
      const exported = await exportDatabase(database, { url, log: createLog('silent'), onRows });
      for (const progress of tables.values()) progress.end();
      return done(exported);
    } catch (error) {
      if (!(error instanceof ExportRejected)) throw error;
      return { exitCode: exitCodes.rejected, output: null, note: error.message };
    }
  });
}

async function withDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  actAsOwner(config.dataDir);
  const database = await openDatabase({
    url: config.databaseUrl,
    // As in compose.ts.
    dataDir: path.join(config.dataDir, 'database'),
    relaxDurability: config.relaxDurability,
    log: createLog('silent'),
  }).catch((error: unknown) => {
    throw nameUnavailable(error, config.databaseUrl);
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
