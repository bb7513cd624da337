import type { Logger } from 'pino';
import type { Database } from './database.ts';

export interface OpenDatabase {
  /** PostgreSQL address; absent means embedded. */
  url?: string | null;
  /** Directory of the installation, for the embedded database. */
  dataDir?: string;
  /** Embedded and in memory: tests only, nothing survives. */
  memory?: boolean;
  /** See `EmbeddedOptions`; only with `memory`. */
  image?: Blob;
  /** Connections of this process to PostgreSQL; default 16. */
  connections?: number;
  /** See `PostgresOptions`. */
  connectionWaitMs?: number;
  /** Tests only: accepts a PostgreSQL server that may lose acknowledged commits. */
  relaxDurability?: boolean;
  log: Logger;
}

/**
 * Opens the database without running anything; `migrate` comes next.
 * @throws DirectoryLocked, Unavailable, or Error when the server would lose acknowledged commits
 */
export async function openDatabase(options: OpenDatabase): Promise<Database> {
  const { url, dataDir, memory, image, connections, connectionWaitMs, relaxDurability, log } = options;
  // Loaded on demand: a process needs only one engine, and each takes long to load.
  if (url && !memory) {
    const { openPostgres } = await import('./postgres.ts');
    return openPostgres({
      url,
      log,
      ...(connections === undefined ? {} : { connections }),
      ...(connectionWaitMs === undefined ? {} : { connectionWaitMs }),
      ...(relaxDurability === undefined ? {} : { relaxDurability }),
    });
  }
  const { openEmbedded } = await import('./embedded.ts');
  if (memory) return openEmbedded({ dataDir: null, log, ...(image ? { image } : {}) });
  if (dataDir === undefined) throw new Error('openDatabase needs url, dataDir or memory');
  return openEmbedded({ dataDir, log });
}
