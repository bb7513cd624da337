import fs from 'node:fs/promises';
import path from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { failpoint } from '../../runtime/failpoint.ts';
import { syncPath, syncTree } from '../engine/sync-files.ts';
import { type ChecksumFaults, compareChecksums, type OnFiles, readPlainFile } from './checksums.ts';
import { loadDatabase } from './postgres-tools.ts';
import { type BackupFacts, backupFacts, backupNames, BackupRejected } from './write-backup.ts';

/** A backup whose files were compared with their checksums. */
export interface ComparedBackup {
  facts: BackupFacts;
  files: number;
  bytes: number;
  faults: ChecksumFaults;
}

/** Reads the manifest of a backup directory. @throws BackupRejected */
export async function readFacts(directory: string): Promise<BackupFacts> {
  const text = await readPlainFile(path.join(directory, backupNames.facts));
  if (text === null)
    throw new BackupRejected(`${directory}: must be a backup; there is no ${backupNames.facts} in it`);
  const facts = parsed(text);
  if (Value.Check(backupFacts, facts)) return facts;
  const ofAnyForm = Value.Check(formAlone, facts);
  throw new BackupRejected(
    ofAnyForm && facts.form !== 1
      ? `${directory}: must be of form 1, not ${facts.form}; use a newer release`
      : `${directory}: must be a whole backup; its ${backupNames.facts} is damaged`,
  );
}

const formAlone = Type.Object({ form: Type.Integer() });

/** @returns `null` for text that is not JSON */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Reads the manifest of a backup directory and compares its files with their checksums. @throws BackupRejected */
export async function compareBackup(directory: string, onFiles?: OnFiles): Promise<ComparedBackup> {
  const facts = await readFacts(directory);
  return { facts, ...(await compareChecksums(directory, onFiles)) };
}

/** Where a backup is restored. */
export interface RestoreTarget {
  /** Directory of the installation. */
  dataDir: string;
  /** An empty PostgreSQL database, for a backup of one. */
  databaseUrl: string | null;
  /** Whether pictures are copied as well. */
  withBlobs: boolean;
}

/**
 * Copies a backup into an empty place. Nothing is in its place before everything has been copied, so that a restore that was killed can
 * simply be run again. @throws BackupRejected, ToolFailed
 */
export async function copyBackup(
  directory: string,
  { engine }: BackupFacts,
  { dataDir, databaseUrl, withBlobs }: RestoreTarget,
): Promise<void> {
  if ((engine === 'pglite') !== (databaseUrl === null))
    throw new BackupRejected(
      engine === 'pglite'
        ? 'database: must not be given; this backup is of the embedded database'
        : 'database: must be given with --database-url; this backup is of PostgreSQL',
    );
  const blobs = path.join(dataDir, 'blobs');
  const files = path.join(dataDir, 'database');
  await fs.mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (withBlobs) await copyAside(path.join(directory, backupNames.blobs), blobs);
  await failpoint('restore-copied');
  if (databaseUrl === null) await copyAside(path.join(directory, backupNames.files), files);
  else await loadDatabase(databaseUrl, path.join(directory, backupNames.dump));
  if (withBlobs) await putInPlace(blobs);
  if (databaseUrl === null) await putInPlace(files);
}

/** @throws BackupRejected if the target directories are not empty */
export async function requireEmptyPlace({ dataDir, databaseUrl, withBlobs }: RestoreTarget): Promise<void> {
  if (databaseUrl === null) await requireEmpty(path.join(dataDir, 'database'));
  if (withBlobs) await requireEmpty(path.join(dataDir, 'blobs'));
}

async function requireEmpty(directory: string): Promise<void> {
  const found = await fs.readdir(directory).catch((): string[] => []);
  if (found.length > 0) throw new BackupRejected(`${directory}: must be empty or not exist`);
}

/** Next to the place of pictures, or of an embedded database: holds the part copied so far. */
export const unfinished = (directory: string): string => `${directory}.unfinished`;

/** Not where it is to be: an embedded database would start from a part of its files. */
async function copyAside(from: string, to: string): Promise<void> {
  const aside = unfinished(to);
  await fs.rm(aside, { recursive: true, force: true });
  await copyTree(from, aside);
}

async function putInPlace(to: string): Promise<void> {
  await fs.rename(unfinished(to), to);
  await syncPath(path.dirname(to));
}

/** A directory without files is not in a backup, because it has no checksum. */
async function copyTree(from: string, to: string): Promise<void> {
  if (!(await fs.stat(from).catch(() => null))) {
    await fs.mkdir(to, { recursive: true, mode: 0o700 });
    return;
  }
  await fs.cp(from, to, { recursive: true, mode: fs.constants.COPYFILE_FICLONE });
  await syncTree(to);
}
