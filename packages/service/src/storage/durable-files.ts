import fs from 'node:fs';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type InitResult = Awaited<ReturnType<NodeFS['init']>>;
type InitOptions = Parameters<NodeFS['init']>[1];

/** The two places of Emscripten's Node file system that are changed. */
interface NodeStreamOperations {
  fsync?: (stream: { nfd: number }) => number;
}

/**
 * PGlite's directory file system with the one operation it lacks: without `fsync` every "durable" write stays in the
 * operating system's cache. Needs `wal_sync_method=fsync`, because its `fdatasync` never reaches the file system.
 */
export class DurableFiles extends NodeFS {
  /** Completed fsync calls; the start-up self-check reads it. */
  syncs = 0;

  override async init(pg: PGlite, options: InitOptions): Promise<InitResult> {
    const { emscriptenOpts } = await super.init(pg, options);
    const patch = (module: { FS: unknown }) => {
      const { NODEFS } = (module.FS as { filesystems: { NODEFS: { stream_ops: NodeStreamOperations } } })
        .filesystems;
      NODEFS.stream_ops.fsync = ({ nfd }) => {
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
const syncsAtOnce = 16;

/** Makes a finished tree durable: every file and every directory. */
export async function syncTree(directory: string): Promise<void> {
  const entries = await fs.promises.readdir(directory, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const waiting = [...names, directory];
  const syncNext = async () => {
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) await syncPath(name);
  };
  await Promise.all(Array.from({ length: syncsAtOnce }, syncNext));
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
