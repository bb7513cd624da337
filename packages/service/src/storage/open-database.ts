import type { Logger } from 'pino';
import type { Database } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { openPostgres } from './postgres.ts';

export interface OpenDatabase {
  /** PostgreSQL address; absent means embedded. */
  url?: string | null;
  /** Directory of the installation, for the embedded database. */
  dataDir?: string;
  /** Embedded and in memory: tests only, nothing survives. */
  memory?: boolean;
  /** Connections of this process on PostgreSQL; default 16. */
  connections?: number;
  /** Tests only: accept a PostgreSQL server that may lose acknowledged commits. */
  relaxDurability?: boolean;
  log: Logger;
}

/**
 * Opens the database and runs nothing; `migrate` comes next.
 * @throws DirectoryHeld, Unavailable, or Error when the server would lose acknowledged commits
 */
export function openDatabase({
  url,
  dataDir,
  memory,
  connections,
  relaxDurability,
  log,
}: OpenDatabase): Promise<Database> {
  if (memory) return openEmbedded({ dataDir: null, log });
  if (url) {
    return openPostgres({
      url,
      log,
      connections: connections ?? 16,
      relaxDurability: relaxDurability ?? false,
    });
  }
  if (dataDir === undefined) throw new Error('openDatabase needs url, dataDir or memory');
  return openEmbedded({ dataDir, log });
}
