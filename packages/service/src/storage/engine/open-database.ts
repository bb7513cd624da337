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
  /** See `EmbeddedOptions`; with `memory` only. */
  image?: Blob;
  /** Connections of this process on PostgreSQL; default 16. */
  connections?: number;
  /** See `PostgresOptions`. */
  connectionWaitMs?: number;
  /** Tests only: accept a PostgreSQL server that may lose acknowledged commits. */
  relaxDurability?: boolean;
  log: Logger;
}

/**
 * Opens the database and runs nothing; `migrate` comes next.
 * @throws DirectoryLocked, Unavailable, or Error when the server would lose acknowledged commits
 */
export function openDatabase(options: OpenDatabase): Promise<Database> {
  const { url, dataDir, memory, image, connections, connectionWaitMs, relaxDurability, log } = options;
  if (memory) return openEmbedded({ dataDir: null, log, ...(image ? { image } : {}) });
  if (url) {
    return openPostgres({
      url,
      log,
      ...(connections === undefined ? {} : { connections }),
      ...(connectionWaitMs === undefined ? {} : { connectionWaitMs }),
      ...(relaxDurability === undefined ? {} : { relaxDurability }),
    });
  }
  if (dataDir === undefined) throw new Error('openDatabase needs url, dataDir or memory');
  return openEmbedded({ dataDir, log });
}
