import { exitCodes, UsageError } from '@countersign/command-line';
import path from 'node:path';
import { ToolFailed } from '../../storage/backup/postgres-tools.ts';
import { readFacts } from '../../storage/backup/read-backup.ts';
import { BackupRejected } from '../../storage/backup/write-backup.ts';
import { listBackups, markVerified } from '../../storage/operator/backups.ts';
import { backUp } from '../../usecases/operator/back-up.ts';
import { explainFault, readBackupState } from '../../usecases/operator/backup-state.ts';
import { type Command, done } from '../command.ts';
import { limitOf, limitOption } from '../read-options.ts';

/** Verbs that write backups and list them. */
export const backupCommands: Command[] = [
  {
    name: 'backup',
    about:
      'backs up database and pictures into a new directory while the service runs; does not copy the key-encryption key',
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
        const written = await backUp(ctx)(path.resolve(directory), (step, copied, total) =>
          shown[step].at(copied, total),
        ).finally(shown.checksums.end);
        const unrecorded = written.recorded
          ? ''
          : ' The backup could not be recorded, so alerts ignore it; the log has the cause.';
        return done(
          written,
          `The backup does not contain the key-encryption key: keep a copy of the key elsewhere.${unrecorded}`,
        );
      } catch (error) {
        if (!(error instanceof BackupRejected) && !(error instanceof ToolFailed)) throw error;
        return { exitCode: exitCodes.rejected, output: null, note: error.message };
      }
    },
  },
  {
    name: 'backups list',
    about:
      'lists finished and failed backups, newest first; exits with status 1 if the newest failed, is overdue, or no restore was tried recently',
    arguments: [],
    options: { limit: limitOption },
    example: 'backups list --json',
    run: async (ctx, input) => {
      const output = await listBackups(ctx.database, limitOf(input));
      const state = await readBackupState(ctx)();
      if (state === null || state.faults.length === 0) return done(output);
      const note = state.faults.map((fault) => explainFault(fault, state)).join('; ');
      return { exitCode: exitCodes.finding, output, note };
    },
  },
  {
    name: 'backups verified',
    about: 'records that "restore --verify" accepted a backup',
    arguments: ['DIRECTORY'],
    options: {},
    example: 'backups verified /var/backups/countersign/2027-01-31',
    run: async (ctx, { positionals: [directory = ''] }) => {
      try {
        const { id } = await readFacts(path.resolve(directory));
        if (id !== undefined && (await markVerified(ctx.database, id))) return done({ outcome: 'verified' });
        return {
          exitCode: exitCodes.notFound,
          output: null,
          note: `${directory}: must be a backup that this installation recorded; see "backups list"`,
        };
      } catch (error) {
        if (!(error instanceof BackupRejected)) throw error;
        return { exitCode: exitCodes.rejected, output: null, note: error.message };
      }
    },
  },
];
