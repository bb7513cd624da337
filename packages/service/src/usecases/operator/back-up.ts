import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { ServiceContext } from '../../context.ts';
import { readVersion } from '../../runtime/version.ts';
import {
  BackupRejected,
  type WriteBackup,
  writeBackup,
  type WrittenBackup,
} from '../../storage/backup/write-backup.ts';
import { type BackupRow, recordBackup } from '../../storage/operator/backups.ts';

/** Longest cause that is recorded, in characters. */
const longestError = 1_000;

/**
 * Writes a backup of the installation into a new directory, and records the outcome. If recording fails, the backup is still valid and
 * `recorded` is `false`.
 * @throws BackupRejected, ToolFailed, or an error of the file system
 */
export const backUp =
  ({ config, database, log }: Pick<ServiceContext, 'config' | 'database' | 'log'>) =>
  async (
    target: string,
    onFiles?: WriteBackup['onFiles'],
  ): Promise<WrittenBackup & { recorded: boolean }> => {
    const id = randomUUID();
    const release = readVersion();
    const record = (ended: Pick<BackupRow, 'schema' | 'bytes' | 'error'>): Promise<boolean> =>
      recordBackup(database, { id, directory: target, release, ...ended }).then(
        () => true,
        (error: unknown) => {
          log.error({ error }, 'backup not recorded');
          return false;
        },
      );
    try {
      const written = await writeBackup({
        id,
        database,
        databaseUrl: config.databaseUrl,
        // As in compose.ts.
        blobs: path.join(config.dataDir, 'blobs'),
        target,
        release,
        ...(onFiles ? { onFiles } : {}),
      });
      const { schema, bytes } = written;
      return { ...written, recorded: await record({ schema, bytes, error: null }) };
    } catch (error) {
      if (!(error instanceof BackupRejected)) {
        const cause = error instanceof Error ? error.message : String(error);
        await record({ schema: null, bytes: null, error: cause.slice(0, longestError) });
      }
      throw error;
    }
  };
