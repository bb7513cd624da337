import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {
  engineVersion,
  readSnapshot,
  readSources,
  RefusedSnapshot,
  type Snapshot,
  SnapshotBuilder,
  writeSnapshot,
} from '@countersign/screening';
import { installationFile } from '../runtime/installation-files.ts';
import { errorCode } from '../runtime/error-code.ts';

/** The invented list, and the directory of its stored snapshot. Absolute paths. */
export interface InventedList {
  list: string;
  /** Folder of the code that builds the snapshot. */
  code: string;
  /** Directory of the stored snapshot; it need not exist. */
  stored: string;
}

/** The paths in this installation. @throws Error when the list is missing */
export function inventedList(): InventedList {
  const list = installationFile('packages/screening/examples/invented-list.jsonl');
  const root = path.resolve(list, '../../../..');
  return {
    list,
    code: path.join(root, 'packages/screening/src'),
    stored: path.join(root, 'dist'),
  };
}

/** How the list is read. */
const reading = { format: 'native', asOf: '2026-01-01' } as const;

const storedFile = /^invented-list-[0-9a-f]{32}\.snapshot$/;

/**
 * The stored snapshot if there is one for this engine, this code and this list, otherwise one built now: reading takes 2 ms of
 * CPU time, building 350. Either way, the same list results in the same snapshot.
 */
export async function openInventedList(files: InventedList): Promise<Snapshot> {
  return readStored(fileOf(files)) ?? (await build(files));
}

/** Stores the snapshot, unless it exists, and deletes those for other versions of the code. */
export async function storeInventedList(files: InventedList): Promise<void> {
  const file = fileOf(files);
  if (readStored(file) !== null) return;
  fs.mkdirSync(files.stored, { recursive: true });
  writeSnapshot(await build(files), file);
  for (const name of fs.readdirSync(files.stored))
    if (storedFile.test(name) && name !== path.basename(file)) fs.rmSync(path.join(files.stored, name));
}

/** On this thread: reading 16 KB is faster than starting another thread. */
function readStored(file: string): Snapshot | null {
  try {
    const snapshot = readSnapshot(file);
    return snapshot.manifest.engine === engineVersion() ? snapshot : null;
  } catch (error) {
    if (error instanceof RefusedSnapshot || errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

async function build({ list }: InventedList): Promise<Snapshot> {
  const builder = new SnapshotBuilder();
  const { format, asOf } = reading;
  for await (const entity of readSources([{ format, paths: [list] }], { asOf })) builder.add(entity);
  return builder.finish({ engine: engineVersion(), sources: [] });
}

/**
 * The name contains a digest of everything the snapshot depends on: contents of list and code, engine, and Node, whose Unicode
 * tables fold names.
 */
function fileOf({ list, code, stored }: InventedList): string {
  const about = { reading, engine: engineVersion(), node: process.version };
  const hash = createHash('sha256').update(JSON.stringify(about));
  for (const file of [list, ...sourcesBelow(code)]) {
    const bytes = fs.readFileSync(file);
    hash.update(`${path.basename(file)} ${bytes.length}\n`).update(bytes);
  }
  return path.join(stored, `invented-list-${hash.digest('hex').slice(0, 32)}.snapshot`);
}

/** Source files of a folder in a fixed order, without tests. */
function sourcesBelow(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .toSorted()
    .map((file) => path.join(folder, file));
}
