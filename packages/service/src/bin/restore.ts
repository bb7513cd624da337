import { createProgress, exitCodes, isGiven, type CommandInput } from '@countersign/command-line';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readKeyEncryptionKeys } from '../encryption/read-key-encryption-keys.ts';
import { removeAbandoned, workedOnBy } from '../runtime/abandoned-directories.ts';
import { giveToOwner } from '../runtime/act-as-owner.ts';
import type { Config } from '../runtime/config.ts';
import { createLog } from '../runtime/log.ts';
import { loadVault } from '../signing/vault.ts';
import { ToolFailed } from '../storage/backup/postgres-tools.ts';
import { compareBackup, copyBackup, requireEmptyPlace, unfinished } from '../storage/backup/read-backup.ts';
import { type BackupFacts, backupNames, BackupRejected } from '../storage/backup/write-backup.ts';
import { emptyAgain, requireEmptyDatabase } from '../storage/backup/restore-place.ts';
import type { Database } from '../storage/engine/database.ts';
import { openDatabase } from '../storage/engine/open-database.ts';
import { nameDatabase } from '../storage/engine/wait-for-database.ts';
import { checkRestored } from '../usecases/operator/check-restored.ts';
import { type CommandResult, done } from './command.ts';

/**
 * Restores a backup into an empty place or, with `--verify`, into one that is removed afterwards. In both cases all its contents are
 * compared with their checksums, opened and counted.
 */
export async function restore(config: Config, input: CommandInput): Promise<CommandResult> {
  const directory = path.resolve(input.positionals[0] ?? '');
  try {
    const progress = createProgress('Comparing files');
    const { facts, files, bytes, faults } = await compareBackup(directory, progress.at).finally(progress.end);
    const damaged = Object.values(faults).flat();
    if (damaged.length > 0)
      return {
        exitCode: exitCodes.finding,
        output: { outcome: 'damaged', ...faults },
        note: `${directory}: must be unchanged since it was written; ${damaged.length === 1 ? '1 file differs' : `${damaged.length} files differ`} from SHA256SUMS. Nothing was restored.`,
      };
    const restored = isGiven(input, 'verify')
      ? await verify(config, directory, facts)
      : await restoreInto(config, directory, { facts, dataDir: config.dataDir, withBlobs: true });
    if (!isGiven(input, 'verify')) giveToOwner(config.dataDir);
    const isWhole = restored.missingPictures.length + restored.unreadableSessions.length === 0;
    const outcome = isGiven(input, 'verify') ? 'verified' : 'restored';
    const output = { outcome, at: facts.at, release: facts.release, files, bytes, ...restored };
    if (isWhole) return done(output);
    return { exitCode: exitCodes.finding, output, note: 'the backup is not complete' };
  } catch (error) {
    if (!(error instanceof BackupRejected) && !(error instanceof ToolFailed)) throw error;
    return { exitCode: exitCodes.rejected, output: null, note: error.message };
  }
}

/** Temporary places of trials. */
const abandoned = /^countersign-verify-(?<pid>\d+)-(?<host>.+)-\w{6}$/;

/**
 * The pictures are not copied: their checksums were compared, and only their names are looked up. A database that was filled is emptied
 * again: its sessions may be erased in the meantime, and the next backup is to be verified in it.
 */
async function verify(config: Config, directory: string, facts: BackupFacts) {
  await removeAbandoned(os.tmpdir(), abandoned);
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), `countersign-verify-${workedOnBy()}-`));
  try {
    const restored = await restoreInto(config, directory, { facts, dataDir, withBlobs: false });
    if (facts.engine === 'postgres') await within(() => openPlace(config, dataDir), emptyAgain);
    return restored;
  } finally {
    await fs.rm(dataDir, { recursive: true, force: true });
  }
}

interface Restoring {
  facts: BackupFacts;
  dataDir: string;
  withBlobs: boolean;
}

async function restoreInto(config: Config, directory: string, { facts, dataDir, withBlobs }: Restoring) {
  // Before anything is copied: without the key nothing could be read.
  const keys = readKeyEncryptionKeys(config, { mayMake: false });
  const { databaseUrl } = config;
  const open = () => openPlace(config, dataDir);
  if (databaseUrl !== null && facts.engine === 'postgres')
    await within(open, (database) => requireEmptyDatabase(database, nameDatabase(databaseUrl)));
  await requireEmptyPlace({ dataDir, databaseUrl, withBlobs });
  const blobs = withBlobs ? path.join(dataDir, 'blobs') : path.join(directory, backupNames.blobs);
  try {
    await copyBackup(directory, facts, { dataDir, databaseUrl, withBlobs });
    return await within(open, async (database) =>
      checkRestored({ database, vault: await loadVault(database, keys) }, blobs),
    );
  } catch (error) {
    // It was empty before, so another try with the right key finds it empty again.
    const made = [
      ...(databaseUrl === null ? ['database', unfinished('database')] : []),
      ...(withBlobs ? ['blobs', unfinished('blobs')] : []),
    ];
    for (const name of made) await fs.rm(path.join(dataDir, name), { recursive: true, force: true });
    if (databaseUrl !== null && facts.engine === 'postgres') await within(open, emptyAgain);
    throw error;
  }
}

/** The database into which a backup is restored. */
const openPlace = ({ databaseUrl, relaxDurability }: Config, dataDir: string): Promise<Database> =>
  openDatabase({
    url: databaseUrl,
    // As in compose.ts.
    dataDir: path.join(dataDir, 'database'),
    relaxDurability,
    log: createLog('silent'),
  });

async function within<T>(
  open: () => Promise<Database>,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await open();
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
