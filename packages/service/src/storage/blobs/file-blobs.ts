import { randomBytes } from 'node:crypto';
import { createReadStream, type Dirent } from 'node:fs';
import fs, { type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { Unavailable } from '../../runtime/unavailable.ts';
import { BlobMissing, type BlobStore, type BlobWriter, type StoredBlob } from './blob-store.ts';
import { errorCode } from '../../runtime/error-code.ts';

const nameForm = /^[0-9a-f]{48}$/;
/** Spread over 256 folders: in a directory with millions of entries, every fsync is slow. */
const folderOf = (name: string) => name.slice(0, 2);

/** Blobs as files under `directory`. @throws Error when the directory cannot be created */
export async function openFileBlobs(directory: string): Promise<BlobStore> {
  const unfinished = path.join(directory, 'unfinished');
  await fs.mkdir(unfinished, { recursive: true, mode: 0o700 });
  const pathOf = (name: string) => {
    if (!nameForm.test(name)) throw new BlobMissing('with a malformed name');
    return path.join(directory, folderOf(name), name);
  };
  return {
    create: () => orUnavailable(() => createWriter(directory, unfinished)),
    read: (name) => openBlob(pathOf(name), name),
    delete: (name) => fs.rm(pathOf(name), { force: true }),
    list: () => listBlobs(directory),
    sweepUnfinished: (ageMs) => sweep(unfinished, ageMs),
  };
}

/** Encryption emits frame and tag separately: buffered, 4 MiB take 8 system calls instead of 128. */
const bufferedBytes = 512 * 1024;

async function createWriter(directory: string, unfinished: string): Promise<BlobWriter> {
  const name = randomBytes(24).toString('hex');
  const temporary = path.join(unfinished, name);
  const handle = await fs.open(temporary, 'wx', 0o600);
  let buffered: Uint8Array[] = [];
  let size = 0;
  const flush = async () => {
    const pieces = buffered;
    buffered = [];
    size = 0;
    await writeWhole(handle, pieces);
  };
  return {
    async write(chunk) {
      buffered.push(chunk);
      size += chunk.length;
      if (size >= bufferedBytes) await orUnavailable(flush);
    },
    commit: () =>
      orUnavailable(async () => {
        await flush();
        await handle.sync();
        await handle.close();
        const folder = path.join(directory, folderOf(name));
        await makeFolder(folder, directory);
        await fs.rename(temporary, path.join(folder, name));
        await syncDirectory(folder);
        return name;
      }),
    async abort() {
      // Already closed if `commit` failed after closing.
      await handle.close().catch(() => {});
      // What cannot be removed now is swept later.
      await fs.rm(temporary, { force: true }).catch(() => {});
    },
  };
}

async function writeWhole(handle: FileHandle, pieces: Uint8Array[]): Promise<void> {
  if (pieces.length === 0) return;
  const total = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const { bytesWritten } = await handle.writev(pieces);
  // A nearly full disk accepts a part and rejects the rest on the next call.
  if (bytesWritten < total) await writeWhole(handle, [Buffer.concat(pieces).subarray(bytesWritten)]);
}

async function makeFolder(folder: string, parent: string): Promise<void> {
  if (await fs.mkdir(folder, { recursive: true, mode: 0o700 })) await syncDirectory(parent);
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await fs.open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function openBlob(file: string, name: string): Promise<Readable> {
  try {
    const handle = await orUnavailable(() => fs.open(file, 'r'));
    return createReadStream(file, { fd: handle, highWaterMark: 256 * 1024 });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') throw new BlobMissing(name);
    throw error;
  }
}

async function* listBlobs(directory: string): AsyncGenerator<StoredBlob> {
  for (const folder of await entries(directory)) {
    if (!folder.isDirectory() || !/^[0-9a-f]{2}$/.test(folder.name)) continue;
    for (const { name } of await entries(path.join(directory, folder.name))) {
      const found = await statOrGone(path.join(directory, folder.name, name));
      if (found && nameForm.test(name)) yield { name, size: found.size, storedAt: found.mtimeMs };
    }
  }
}

async function sweep(unfinished: string, ageMs: number): Promise<number> {
  let swept = 0;
  for (const { name } of await entries(unfinished)) {
    const file = path.join(unfinished, name);
    const found = await statOrGone(file);
    if (!found || Date.now() - found.mtimeMs < ageMs) continue;
    await fs.rm(file, { force: true });
    swept += 1;
  }
  return swept;
}

async function entries(directory: string): Promise<Dirent[]> {
  return fs.readdir(directory, { withFileTypes: true });
}

async function statOrGone(file: string): Promise<{ size: number; mtimeMs: number } | null> {
  try {
    return await fs.stat(file);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** A disk that takes nothing more is a reason to reject this upload, not a fault of the service. */
async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EMFILE' || code === 'ENFILE') {
      const message = 'no file descriptor left: raise the limit of open files (ulimit -n, LimitNOFILE)';
      throw new Unavailable(message, { cause: error, retryAfter: 1 });
    }
    if (code === 'ENOSPC' || code === 'EDQUOT') {
      throw new Unavailable('blob store full', { cause: error, retryAfter: 30 });
    }
    // As the system mounts a disk again that has reported errors.
    if (code === 'EROFS') {
      const message =
        'blob store read-only: see what the system reports about the disk, and mount it writable';
      throw new Unavailable(message, { cause: error, retryAfter: 30 });
    }
    throw error;
  }
}
