import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Name of the list of checksums, in the form that `sha256sum --check` reads. */
const checksumsFile = 'SHA256SUMS';

/** Paths of all files below a directory, relative to it with `/`, sorted. */
async function listFiles(directory: string): Promise<string[]> {
  const entries = await fs.readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      path.relative(directory, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'),
    )
    .sort();
}

async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Hears how many files of how many are done. */
export type OnFiles = (done: number, total: number) => void;

/** Writes the checksums of all files below a directory. @returns number and bytes of these files */
export async function writeChecksums(
  directory: string,
  onFiles: OnFiles = () => undefined,
): Promise<{ files: number; bytes: number }> {
  const files = await listFiles(directory);
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

/** How the files of a directory differ from its list of checksums. */
export interface ChecksumFaults {
  missing: string[];
  changed: string[];
  /** Not in the list. */
  added: string[];
}

/** Compares a directory with its list. @throws Error when there is none, or a line of it is malformed */
export async function compareChecksums(
  directory: string,
  onFiles: OnFiles = () => undefined,
): Promise<{ files: number; bytes: number; faults: ChecksumFaults }> {
  const text = await fs.readFile(path.join(directory, checksumsFile), 'utf8');
  const listed = new Map(
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const [, checksum, file] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
        if (checksum === undefined || file === undefined || file.split('/').includes('..'))
          throw new Error(`${checksumsFile}: must have lines of a checksum and a path, not "${line}"`);
        return [file, checksum] as const;
      }),
  );
  const there = (await listFiles(directory)).filter((file) => file !== checksumsFile);
  const present = new Set(there);
  const faults: ChecksumFaults = {
    missing: [...listed.keys()].filter((file) => !present.has(file)),
    changed: [],
    added: there.filter((file) => !listed.has(file)),
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
