import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A separate file system that can be filled without harm. */
export interface SmallVolume {
  directory: string;
  /** Writes until the file system is full. */
  fill(): Promise<void>;
  /** Deletes what `fill` wrote. */
  empty(): Promise<void>;
  /** Mounts it again, read-only as after an error of the disk, or writable. */
  setWritable(isWritable: boolean): Promise<void>;
  /** Unmounts and removes it. */
  remove(): Promise<void>;
}

/**
 * Mounts a file system in memory. Requires root; in a container, also the capability SYS_ADMIN.
 * @param megabytes its size
 * @returns `null` if mounting is not permitted
 */
export async function mountSmallVolume(megabytes: number): Promise<SmallVolume | null> {
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-volume-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', directory]);
  } catch {
    await fs.rmdir(directory);
    return null;
  }
  const ballast = path.join(directory, 'ballast');
  return {
    directory,
    async fill() {
      const file = await fs.open(ballast, 'a');
      try {
        for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 2))
          await writeWhileItFits(file, size);
      } finally {
        await file.close();
      }
    },
    empty: () => fs.rm(ballast, { force: true }),
    async setWritable(isWritable) {
      await run('mount', ['-o', `remount,${isWritable ? 'rw' : 'ro'}`, directory]);
    },
    async remove() {
      await run('umount', ['-l', directory]);
      await fs.rmdir(directory);
    },
  };
}

async function writeWhileItFits(file: fs.FileHandle, size: number): Promise<void> {
  const piece = Buffer.alloc(size, 0xaa);
  try {
    for (;;) {
      const { bytesWritten } = await file.write(piece);
      if (bytesWritten < size) return;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
