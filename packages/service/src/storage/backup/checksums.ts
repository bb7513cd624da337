import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Name of the list of checksums, in the format of `sha256sum --check`. */
const checksumsFile = 'SHA256SUMS';

interface Listed {
  /** Paths relative to the directory with `/`, sorted. */
  files: string[];
  /** The same for links, sockets and devices: they have no checksum, and a copied link points outside the directory. */
  others: string[];
}

async function listFiles(directory: string): Promise<Listed> {
  const entries = await fs.readdir(directory, { recursive: true, withFileTypes: true });
  const pathsOf = (those: typeof entries) =>
    those
      .map((entry) =>
        path.relative(directory, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'),
      )
      .sort();
  return {
    files: pathsOf(entries.filter((entry) => entry.isFile())),
    others: pathsOf(entries.filter((entry) => !entry.isFile() && !entry.isDirectory())),
  };
}

async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Reports progress: files done, and their total. */
export type OnFiles = (done: number, total: number) => void;

/** Writes the checksums of all files below a directory. @returns number and total size of these files */
export async function writeChecksums(
  directory: string,
  onFiles: OnFiles = () => undefined,
): Promise<{ files: number; bytes: number }> {
  const { files } = await listFiles(directory);
  const lines: string[] = [];
  let bytes = 0;
  for (const file of files) {
    onFiles(lines.length, files.length);
    const full = path.join(directory, file);
    bytes += (await fs.stat(full)).size;
    lines.push(`${await checksumOf(full)}  ${file}\n`);
  }
  await fs.writeFile(path.join(directory, checksumsFile), lines.join(''), { mode: 0o600 });
  return { files: files.length, bytes };
}

/** Reads a text; `null` if there is no such file, or it is a link, a pipe or a device: reading a pipe would never end. */
export async function readPlainFile(file: string): Promise<string | null> {
  const found = await fs.lstat(file).catch(() => null);
  return found?.isFile() === true ? fs.readFile(file, 'utf8') : null;
}

/** Differences between the files of a directory and its list of checksums. */
export interface ChecksumFaults {
  missing: string[];
  changed: string[];
  /** Not in the list; also links, which are never part of a backup. */
  added: string[];
}

/** Compares a directory with its list. @throws Error when there is none, or a line of it is malformed */
export async function compareChecksums(
  directory: string,
  onFiles: OnFiles = () => undefined,
): Promise<{ files: number; bytes: number; faults: ChecksumFaults }> {
  const text = await readPlainFile(path.join(directory, checksumsFile));
  if (text === null)
    throw new Error(`${directory}: must be a whole backup; there is no file ${checksumsFile} in it`);
  const listed = new Map(
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const [, checksum, file] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
        if (checksum === undefined || file === undefined || file.split('/').includes('..'))
          throw new Error(
            `${checksumsFile}: must have lines of a checksum and a path, not "${line.slice(0, 100)}"`,
          );
        return [file, checksum] as const;
      }),
  );
  const { files, others } = await listFiles(directory);
  const there = files.filter((file) => file !== checksumsFile);
  const present = new Set(there);
  const faults: ChecksumFaults = {
    missing: [...listed.keys()].filter((file) => !present.has(file)),
    changed: [],
    added: [...there.filter((file) => !listed.has(file)), ...others.filter((name) => !listed.has(name))],
  };
  let bytes = 0;
  for (const [done, file] of there.entries()) {
    onFiles(done, there.length);
    const full = path.join(directory, file);
    bytes += (await fs.stat(full)).size;
    const checksum = listed.get(file);
    if (checksum !== undefined && checksum !== (await checksumOf(full))) faults.changed.push(file);
  }
  return { files: there.length, bytes, faults };
}
