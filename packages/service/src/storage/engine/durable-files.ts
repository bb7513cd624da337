import fs from 'node:fs';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type InitResult = Awaited<ReturnType<NodeFS['init']>>;
type InitOptions = Parameters<NodeFS['init']>[1];

type CreatedNode = [parent: unknown, name: string, mode: number, device: number];

/** The two places of Emscripten's Node file system that are changed. */
interface NodeFileSystem {
  stream_ops: { fsync?: (stream: { nfd: number }) => number };
  node_ops: { mknod: (...created: CreatedNode) => unknown };
}

/** Rights of all users but the owner. */
const othersRights = 0o077;

/**
 * PGlite's directory file system with the one operation it lacks: without `fsync` every "durable" write stays in the
 * operating system's cache. Needs `wal_sync_method=fsync`, because its `fdatasync` never reaches the file system.
 */
export class DurableFiles extends NodeFS {
  /** Completed fsync calls; the start-up self-check reads it. */
  syncs = 0;
  /**
   * True until the tree of a new directory has been made durable as a whole: nothing is acknowledged before. The engine, which
   * takes an unpacked database for one that was cut off, would flush its files one after the other.
   */
  isBeingMade = false;

  override async init(pg: PGlite, options: InitOptions): Promise<InitResult> {
    const { emscriptenOpts } = await super.init(pg, options);
    const patch = (module: { FS: unknown }) => {
      const { NODEFS } = (module.FS as { filesystems: { NODEFS: NodeFileSystem } }).filesystems;
      const { mknod } = NODEFS.node_ops;
      // The engine requests 0644 and 0755 where its directory came from an archive.
      NODEFS.node_ops.mknod = (...[parent, name, mode, device]) =>
        mknod(parent, name, mode & ~othersRights, device);
      NODEFS.stream_ops.fsync = ({ nfd }) => {
        if (this.isBeingMade) return 0;
        fs.fsyncSync(nfd);
        this.syncs += 1;
        return 0;
      };
    };
    const preRun = [...(emscriptenOpts.preRun ?? []), patch] as NonNullable<typeof emscriptenOpts.preRun>;
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}

/** At once: one after the other, 1,000 new files take 3 s instead of 0.1 s, because each waits for a journal commit of its own. */
const atOnce = 16;

/** Makes a finished tree durable: every file and every directory. */
export function syncTree(directory: string): Promise<void> {
  return forTree(directory, syncPath);
}

/**
 * Takes the rights of all users but the owner from a tree that others may enter: an archive's modes, or an earlier release's.
 * Where its top is closed nothing is looked at.
 */
export async function closeToOthers(directory: string): Promise<void> {
  if (((await fs.promises.stat(directory)).mode & othersRights) === 0) return;
  await forTree(directory, async (name) => {
    const { mode } = await fs.promises.stat(name);
    // The top last: as long as it is open, the work is not done.
    if (name !== directory) await fs.promises.chmod(name, mode & 0o7777 & ~othersRights);
  });
  await fs.promises.chmod(directory, 0o700);
}

async function forTree(directory: string, work: (name: string) => Promise<void>): Promise<void> {
  const entries = await fs.promises.readdir(directory, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const waiting = [...names, directory];
  const next = async () => {
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) await work(name);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}

/** fsync of one file or directory. */
export async function syncPath(name: string): Promise<void> {
  const handle = await fs.promises.open(name, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
