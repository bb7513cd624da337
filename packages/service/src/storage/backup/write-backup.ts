/**
 * A backup is a directory: `backup.json` (its description), the database (`database/` with the files of the embedded engine, or
 * `database.dump`), `blobs/` with the stored ciphertext, and `SHA256SUMS`. It gets its final name only once it is complete.
 *
 * Pictures are copied before the database and again after it: everything the database snapshot refers to is copied in the first or the
 * second pass, whatever is stored or erased in the meantime. The key-encryption key is not included.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { type Static, Type } from 'typebox';
import { removeAbandoned, workedOnBy, workingIn } from '../../runtime/abandoned-directories.ts';
import { diskReason } from '../../runtime/disk-reason.ts';
import { failpoint } from '../../runtime/failpoint.ts';
import { Unavailable } from '../../runtime/unavailable.ts';
import type { Database } from '../engine/database.ts';
import { readMigrationState } from '../engine/migrate.ts';
import { syncPath, syncTree } from '../engine/sync-files.ts';
import { writeChecksums } from './checksums.ts';
import { dumpDatabase } from './postgres-tools.ts';

/** Schema of `backup.json`. */
export const backupFacts = Type.Object({
  /** Version of the format. */
  form: Type.Literal(1),
  /** UUID under which it is recorded; absent in backups of earlier releases. */
  id: Type.Optional(Type.String()),
  /** Name of its newest migration; likewise. */
  schema: Type.Optional(Type.String()),
  /** Release that wrote it. */
  release: Type.String(),
  engine: Type.Enum(['pglite', 'postgres']),
  /** ISO 8601, UTC: the time of the database snapshot. */
  at: Type.String(),
});
export type BackupFacts = Static<typeof backupFacts>;

/** Names inside a backup. */
export const backupNames = {
  facts: 'backup.json',
  files: 'database',
  dump: 'database.dump',
  blobs: 'blobs',
} as const;

/** Source and destination of a backup. */
export interface WriteBackup {
  id: string;
  database: Database;
  /** Address of PostgreSQL; `null` for the embedded engine. */
  databaseUrl: string | null;
  /** Directory of the blob store. */
  blobs: string;
  /** Absolute; must not exist. */
  target: string;
  release: string;
  /** Reports how many files are done; without a total until they have been counted. */
  onFiles?: (step: 'copy' | 'checksums', done: number, total?: number) => void;
}

/** The destination cannot hold a backup. */
export class BackupRejected extends Error {
  override name = 'BackupRejected';
}

/** A finished backup. */
export interface WrittenBackup {
  directory: string;
  files: number;
  /** Total size of these files. */
  bytes: number;
  /** Name of its newest migration. */
  schema: string;
  /** Seconds during which the embedded engine accepted no statement; 0 on PostgreSQL. */
  heldSeconds: number;
}

/** What backups are written to until they are complete. */
const abandoned = /\.unfinished-(?<pid>\d+)-(?<host>.+)$/;

/**
 * Writes a backup of an installation, even while it is serving. Removes what killed backups left in the same place.
 * @throws BackupRejected, ToolFailed, Unavailable if the disk takes nothing more, Error of the file system
 */
export async function writeBackup(given: WriteBackup): Promise<WrittenBackup> {
  const { database, target } = given;
  if (await exists(target)) throw new BackupRejected(`${target}: must not exist yet`);
  const state = await readMigrationState(database);
  if (state.kind !== 'current')
    throw new BackupRejected('database: must be of this release; run "countersign migrate"');
  await removeAbandoned(path.dirname(target), abandoned);
  const unfinished = `${target}.unfinished-${workedOnBy()}`;
  return workingIn(unfinished, () => writeWhole(given, unfinished, state.newest));
}

/** @param unfinished holds the backup until it is complete @param schema name of the newest migration */
async function writeWhole(given: WriteBackup, unfinished: string, schema: string): Promise<WrittenBackup> {
  const { id, database, target, release, onFiles = () => undefined } = given;
  try {
    await fs.mkdir(unfinished, { recursive: true, mode: 0o700 });
    const copiedBlobs = path.join(unfinished, backupNames.blobs);
    await copyBlobs(given.blobs, copiedBlobs, (done) => onFiles('copy', done));
    const at = new Date().toISOString();
    const heldSeconds = await copyDatabase(given, unfinished);
    await copyBlobs(given.blobs, copiedBlobs);
    await failpoint('backup-copied');
    const facts: BackupFacts = { form: 1, id, release, schema, engine: database.engine, at };
    await fs.writeFile(path.join(unfinished, backupNames.facts), `${JSON.stringify(facts, null, 2)}\n`, {
      mode: 0o600,
    });
    const { files, bytes } = await writeChecksums(unfinished, (done, total) =>
      onFiles('checksums', done, total),
    );
    await syncTree(unfinished);
    await fs.rename(unfinished, target);
    await syncPath(path.dirname(target));
    await failpoint('backup-written');
    return { directory: target, files, bytes, schema, heldSeconds };
  } catch (error) {
    await fs.rm(unfinished, { recursive: true, force: true }).catch(() => {});
    const reason = diskReason(error, 'back up again');
    throw reason === null ? error : new Unavailable(`${target}: ${reason}`);
  }
}

/** @returns seconds during which no statement was accepted */
async function copyDatabase({ database, databaseUrl }: WriteBackup, directory: string): Promise<number> {
  if (database.copyFiles !== null) return database.copyFiles(path.join(directory, backupNames.files));
  if (databaseUrl === null) throw new BackupRejected('database: must be stored; this one is in memory');
  const dump = path.join(directory, backupNames.dump);
  // A file created by pg_dump would be readable by others.
  await fs.writeFile(dump, '', { mode: 0o600 });
  await dumpDatabase(databaseUrl, dump);
  return 0;
}

/** Copies blobs not copied yet, skipping those erased in the meantime. */
async function copyBlobs(
  from: string,
  to: string,
  onCopied: (done: number) => void = () => undefined,
): Promise<void> {
  let done = 0;
  for (const folder of (await fs.readdir(from)).filter((name) => /^[0-9a-f]{2}$/.test(name))) {
    await fs.mkdir(path.join(to, folder), { recursive: true, mode: 0o700 });
    const there = new Set(await fs.readdir(path.join(to, folder)));
    for (const name of await fs.readdir(path.join(from, folder))) {
      onCopied((done += 1));
      if (there.has(name)) continue;
      await fs
        .copyFile(path.join(from, folder, name), path.join(to, folder, name), fs.constants.COPYFILE_FICLONE)
        .catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOENT') throw error;
        });
    }
  }
}

const exists = (name: string): Promise<boolean> =>
  fs.stat(name).then(
    () => true,
    () => false,
  );
