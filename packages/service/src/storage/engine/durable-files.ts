import fs from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { othersRights } from './sync-files.ts';

type InitResult = Awaited<ReturnType<NodeFS['init']>>;
type InitOptions = Parameters<NodeFS['init']>[1];

type CreatedNode = [parent: unknown, name: string, mode: number, device: number];

/** The two functions of Emscripten's Node file system that are replaced. */
interface NodeFileSystem {
  stream_ops: { fsync?: (stream: { nfd: number }) => number };
  node_ops: { mknod: (...created: CreatedNode) => unknown };
}

/**
 * PGlite's directory file system plus the one operation it lacks: without `fsync`, every "durable" write stays in the
 * operating system's cache. Requires `wal_sync_method=fsync`, because its `fdatasync` never reaches the file system.
 */
export class DurableFiles extends NodeFS {
  /** Number of completed fsync calls, for the start-up self-check. */
  syncs = 0;
  /**
   * True until the tree of a new directory has been made durable as a whole: nothing is acknowledged before. The engine, which
   * takes an unpacked database for one that crashed, would flush its files one by one.
   */
  isBeingMade = false;

  override async init(pg: PGlite, options: InitOptions): Promise<InitResult> {
    const { emscriptenOpts } = await super.init(pg, options);
    const patch = (module: { FS: unknown }) => {
      const { NODEFS } = (module.FS as { filesystems: { NODEFS: NodeFileSystem } }).filesystems;
      const { mknod } = NODEFS.node_ops;
      // The engine requests 0644 and 0755 for a directory unpacked from an archive.
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
