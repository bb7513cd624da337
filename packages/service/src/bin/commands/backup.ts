import { exitCodes, UsageError } from '@countersign/command-line';
import path from 'node:path';
import { BackupRejected } from '../../storage/backup/write-backup.ts';
import { ToolFailed } from '../../storage/backup/postgres-tools.ts';
import { backUp } from '../../usecases/operator/back-up.ts';
import { type Command, done } from '../command.ts';

/** The verb that writes backups. */
export const backupCommands: Command[] = [
  {
    name: 'backup',
    about:
      'writes database and pictures into a new directory while the service runs; without the key-encryption key',
    arguments: ['DIRECTORY'],
    options: {},
    example: 'backup /var/backups/countersign/2027-01-31',
    run: async (ctx, { positionals: [directory = ''] }, showProgress) => {
      if (!path.isAbsolute(directory))
        throw new UsageError(
          `DIRECTORY: must be an absolute path such as /var/backups/today, not ${directory}`,
        );
      try {
        const shown = { copy: showProgress('Copying files'), checksums: showProgress('Checksums') };
        const written = await backUp(ctx)(path.normalize(directory), (step, copied, total) =>
          shown[step].at(copied, total),
        ).finally(shown.checksums.end);
        return done(written, 'The key-encryption key is not part of it: keep a copy of it elsewhere.');
      } catch (error) {
        if (!(error instanceof BackupRejected) && !(error instanceof ToolFailed)) throw error;
        return { exitCode: exitCodes.rejected, output: null, note: error.message };
      }
    },
  },
];
