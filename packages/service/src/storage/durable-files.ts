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

/** Makes a finished tree durable: every file, then every directory. */
export function syncTree(directory: string): void {
  for (const entry of fs.readdirSync(directory, { withFileTypes: true })) {
    const name = path.join(directory, entry.name);
    if (entry.isDirectory()) syncTree(name);
    else if (entry.isFile()) syncPath(name);
  }
  syncPath(directory);
}

/** fsync of one file or directory. */
export function syncPath(name: string): void {
  const handle = fs.openSync(name, 'r');
  try {
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}
