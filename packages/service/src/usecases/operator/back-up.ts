import path from 'node:path';
import type { ServiceContext } from '../../context.ts';
import { type WriteBackup, writeBackup, type WrittenBackup } from '../../storage/backup/write-backup.ts';
import { readVersion } from '../../runtime/version.ts';

/** Writes a backup of the installation into a new directory. @throws BackupRejected, ToolFailed, Error of the file system */
export const backUp =
  ({ config, database }: Pick<ServiceContext, 'config' | 'database'>) =>
  (target: string, onFiles?: WriteBackup['onFiles']): Promise<WrittenBackup> =>
    writeBackup({
      database,
      databaseUrl: config.databaseUrl,
      // As in compose.ts.
      blobs: path.join(config.dataDir, 'blobs'),
      target,
      release: readVersion(),
      ...(onFiles ? { onFiles } : {}),
    });
