import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Database } from '../storage/database.ts';
import { openDatabase } from '../storage/open-database.ts';

/** The database of an installation, without anything else of it. @throws DirectoryHeld while it is being served */
export function openInstallationDatabase(config: Config, log: Logger): Promise<Database> {
  return openDatabase({
    url: config.databaseUrl,
    // As in compose.ts.
    dataDir: path.join(config.dataDir, 'database'),
    relaxDurability: config.relaxDurability,
    log,
  });
}
