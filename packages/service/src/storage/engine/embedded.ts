import fs from 'node:fs';
import path from 'node:path';
import { PGlite, types } from '@electric-sql/pglite';
import type { Logger } from 'pino';
import type { Database, Reporter, Row } from './database.ts';
import { type DirectoryLock, lockDirectory } from './directory-lock.ts';
import { DurableFiles } from './durable-files.ts';
import { EmbeddedStatements } from './embedded-statements.ts';
import { readEmptyDatabase } from './empty-database.ts';
import { microsecondClock } from './embedded-clock.ts';
import { startEmbeddedUpkeep } from './embedded-upkeep.ts';
import { closeToOthers, syncPath, syncTree } from './sync-files.ts';
import { createReports, createTransactionScope, withRetries } from './transaction-scope.ts';
import { createMutex } from './mutex.ts';
import { Unavailable } from '../../runtime/unavailable.ts';

export interface EmbeddedOptions {
  /** Directory of the installation; the database lives in its `db` folder. `null` keeps everything in memory. */
  dataDir: string | null;
  /** Initial content of a database in memory: another one's files, as tar. Default: an empty database. */
  image?: Blob;
  log: Logger;
  /** How long a statement may wait for the single connection. Default 5 s. */
  waitMs?: number;
}

/** Milliseconds for which a transaction may hold the single connection, from its turn to its end (R15). */
const transactionLimit = 6_500;

/** Names inside the data directory. The mark exists once the folder is complete. */
const databaseFolder = 'db';
const completeMark = 'db.complete';

const raw = (text: string) => text;
const parsers = { [types.INT8]: Number, [types.TIMESTAMPTZ]: raw, [types.TIMESTAMP]: raw, [types.DATE]: raw };

// Without `-F`, which would switch fsync off.
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['fsync=on', 'wal_sync_method=fsync', 'full_page_writes=on', 'synchronous_commit=on'].flatMap(asOption),
  ...['shared_buffers=16MB', 'timezone=UTC', 'datestyle=ISO', 'enable_seqscan=off'].flatMap(asOption),
];

const extensions = { microsecondClock };

function asOption(setting: string): string[] {
  return ['-c', setting];
}

/**
 * Opens the embedded database: one process, one connection, durable commits.
 * @throws DirectoryLocked when another process has the directory open
 */
export async function openEmbedded({ dataDir, image, log, waitMs }: EmbeddedOptions): Promise<Database> {
  if (dataDir === null) {
    const begins = image ? { loadDataDir: image } : unpacked();
    const pglite = await PGlite.create({ parsers, startParams, extensions, ...begins });
    return databaseOver(pglite, { waitMs, folder: null, onClose: async () => {} });
  }
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = await lockDirectory(dataDir);
  try {
    return await openLocked({ dataDir, log, waitMs, lock });
  } catch (error) {
    await lock.release();
    throw error;
  }
}

interface Locked {
  dataDir: string;
  log: Logger;
  waitMs: number | undefined;
  lock: DirectoryLock;
}

async function openLocked({ dataDir, log, waitMs, lock }: Locked): Promise<Database> {
  const folder = path.join(dataDir, databaseFolder);
  const complete = path.join(dataDir, completeMark);
  if (fs.existsSync(folder) && !fs.existsSync(complete)) setAside(folder, log);
  const isNew = !fs.existsSync(folder);
  const files = new DurableFiles(folder);
  files.isBeingMade = isNew;
  const pglite = await PGlite.create({
    fs: files,
    parsers,
    startParams,
    extensions,
    ...(isNew ? unpacked() : {}),
  });
  await closeToOthers(folder);
  if (isNew) {
    // From here on, writes are flushed as they happen, so none is missed between the two phases.
    files.isBeingMade = false;
    await markComplete(folder, complete);
  }
  await checkDurability(pglite, files, log);
  let upkeep: { stop(): void } | null = null;
  const database = databaseOver(pglite, {
    waitMs,
    folder,
    onClose: async () => {
      upkeep?.stop();
      await lock.release();
    },
  });
  upkeep = startEmbeddedUpkeep(database, log);
  return database;
}

function unpacked(): { loadDataDir?: Blob } {
  const loadDataDir = readEmptyDatabase();
  return loadDataDir ? { loadDataDir } : {};
}

interface Copying {
  mutex: ReturnType<typeof createMutex>;
  from: string;
  directory: string;
}

/** Flushing the copy to disk takes longer than copying; the caller does it. @returns seconds without statements */
async function copyFiles(pglite: PGlite, { mutex, from, directory }: Copying): Promise<number> {
  await fs.promises.mkdir(directory, { recursive: true, mode: 0o700 });
  const heldMs = await mutex.take(async () => {
    const beganAt = performance.now();
    // Otherwise everything written since the last checkpoint would be repeated at the first start.
    await pglite.exec('checkpoint');
    const mode = fs.constants.COPYFILE_FICLONE;
    await fs.promises.cp(from, path.join(directory, databaseFolder), { recursive: true, mode });
    return performance.now() - beganAt;
  });
  await fs.promises.writeFile(path.join(directory, completeMark), '', { mode: 0o600 });
  return Math.round(heldMs) / 1_000;
}

/**
 * The first start was interrupted before anything could be stored: the remains are kept for inspection, and a new database is
 * created.
 */
function setAside(folder: string, log: Logger): void {
  const aside = `${folder}.incomplete-${Date.now()}`;
  fs.renameSync(folder, aside);
  log.warn({ aside }, 'interrupted first start moved aside');
}

async function markComplete(folder: string, complete: string): Promise<void> {
  await syncTree(folder);
  fs.writeFileSync(complete, '', { mode: 0o600 });
  await syncPath(complete);
  await syncPath(path.dirname(folder));
}

/** Counts the fsyncs of one probe commit; without them a power failure loses acknowledged writes. */
async function checkDurability(pglite: PGlite, files: DurableFiles, log: Logger): Promise<void> {
  await pglite.exec('create table if not exists durability_probe (at timestamptz not null)');
  const before = files.syncs;
  await pglite.exec(
    'begin; delete from durability_probe; insert into durability_probe values (now()); commit',
  );
  const syncs = files.syncs - before;
  if (syncs === 0)
    log.error(
      { syncs },
      'THE EMBEDDED DATABASE DOES NOT FLUSH TO DISK: a power failure loses acknowledged writes',
    );
  else log.debug({ syncs }, 'embedded database: commits are flushed to disk');
}

function databaseOver(
  pglite: PGlite,
  options: { waitMs: number | undefined; folder: string | null; onClose: () => Promise<void> },
): Database {
  const { folder } = options;
  const scope = createTransactionScope();
  const reports = createReports();
  const mutex = createMutex(options.waitMs ?? 5_000);
  let closing: Promise<void> | null = null;
  const statements = new EmbeddedStatements(pglite);
  return {
    engine: 'pglite',
    async query<T extends Row>(text: string, values: unknown[] = []) {
      scope.assertOutside();
      return withRetries(() => mutex.take(() => statements.rows<T>(text, values)));
    },
    async transaction(work, { limitMs = transactionLimit } = {}) {
      scope.assertOutside();
      const once = (report: Reporter) =>
        mutex.take(() =>
          inTransaction(statements, (tx) => scope.run(() => within(work({ ...tx, report }), limitMs))),
        );
      return withRetries(() => reports.ofCommitted(once));
    },
    copyFiles: folder === null ? null : (directory) => copyFiles(pglite, { mutex, from: folder, directory }),
    setReporter: reports.setReporter,
    close() {
      closing ??= (async () => {
        await mutex.end();
        await pglite.close();
        await options.onClose();
      })();
      return closing;
    },
  };
}

/**
 * Statements block the process and end by themselves; this limits what a transaction waits for between its statements, and rolls it back.
 */
async function within<T>(work: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Unavailable('a transaction took too long')), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Commits the changes of `work`, or rolls them back if it fails; statements sent after its end are rejected. */
async function inTransaction<T>(
  statements: EmbeddedStatements,
  work: (tx: Pick<Database, 'query'>) => Promise<T>,
): Promise<T> {
  let open = true;
  await statements.run('begin');
  try {
    const result = await work({
      async query<R extends Row>(text: string, values: unknown[] = []) {
        if (!open) throw new Error('transaction: must be open; it has ended');
        return statements.rows<R>(text, values);
      },
    });
    open = false;
    await statements.run('commit');
    return result;
  } catch (error) {
    // From here on, statements of `work` have no transaction.
    const isOpen = open;
    open = false;
    if (isOpen) await statements.run('rollback');
    throw error;
  }
}
