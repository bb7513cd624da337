import path from 'node:path';
import type { Logger } from 'pino';
import type { ServiceContext } from './context.ts';
import { namesKey, readKeyEncryptionKeys } from './encryption/read-key-encryption-keys.ts';
import { actAsOwner } from './runtime/act-as-owner.ts';
import type { Config } from './runtime/config.ts';
import { measuredDirectories } from './runtime/disk-metrics.ts';
import { createLog } from './runtime/log.ts';
import { createMetrics } from './runtime/metrics.ts';
import { readVersion } from './runtime/version.ts';
import { createWake } from './runtime/wake.ts';
import { createKeyRing } from './signing/key-ring.ts';
import { loadVault } from './signing/vault.ts';
import { openFileBlobs } from './storage/blobs/file-blobs.ts';
import { migrate } from './storage/engine/migrate.ts';
import { openDatabase } from './storage/engine/open-database.ts';
import { requireDirectory, requireMigrated } from './storage/engine/require-installation.ts';
import { nameUnavailable, waitForDatabase } from './storage/engine/wait-for-database.ts';

export interface ContextOptions {
  log?: Logger;
  /** Whether to wait for an unreachable database. Default: no. */
  waits?: boolean;
  /** Whether to migrate the database, or to require that it is migrated. By default production requires it and development migrates. */
  migrations?: 'apply' | 'require';
  /** Whether root acts as the owner of the data directory, as commands do. Default: no. */
  actsAsOwner?: boolean;
}

/**
 * Creates only the context: database, vault, keys, blobs; for the command line and for `startService`.
 * @throws ConfigError, DirectoryLocked, Unavailable, NoInstallation
 */
export async function createContext(config: Config, options: ContextOptions = {}): Promise<ServiceContext> {
  const log =
    options.log ?? createLog(config.logLevel, { base: { version: readVersion(), roles: config.roles } });
  const migrations = options.migrations ?? (config.environment === 'production' ? 'require' : 'apply');
  if (migrations === 'require') requireDirectory(config);
  const readKeys = () => readKeyEncryptionKeys(config, { mayMake: migrations === 'apply' });
  // A configured key is read before waiting for anything; a development key belongs to the installation.
  const configured = namesKey(config) ? readKeys() : null;
  if (options.actsAsOwner) actAsOwner(config.dataDir);
  const open = () =>
    openDatabase({
      url: config.databaseUrl,
      dataDir: path.join(config.dataDir, 'database'),
      connections: config.databaseConnections,
      relaxDurability: config.relaxDurability,
      log,
    });
  const database = await (
    options.waits ? waitForDatabase(open, { url: config.databaseUrl, log }) : open()
  ).catch((error: unknown) => {
    throw nameUnavailable(error, config.databaseUrl);
  });
  database.setReporter((line, words) => log.info(line, words));
  try {
    if (migrations === 'require') await requireMigrated(database, config);
    else await migrate(database);
    const readAgain =
      config.kek.text === null ? () => readKeyEncryptionKeys(config, { mayMake: false }) : null;
    const vault = await loadVault(database, configured ?? readKeys(), readAgain);
    const keyRing = createKeyRing({ database, vault, log });
    const blobs = await openFileBlobs(path.join(config.dataDir, 'blobs'));
    const metrics = createMetrics(measuredDirectories(config));
    return { config, database, vault, keyRing, blobs, log, metrics, wake: createWake() };
  } catch (error) {
    await database.close();
    throw error;
  }
}
