import { crc32 } from 'node:zlib';

/** A file of an archive. */
export interface ZipEntry {
  /** ASCII path with `/` as separator. */
  name: string;
  bytes: Uint8Array;
}

/** 1980-01-01, the earliest date in the format. It is fixed so that the same files make the same archive. */
const day = (1 << 5) | 1;
const version = 20;
const localMark = 0x04034b50;
const centralMark = 0x02014b50;
const endMark = 0x06054b50;

/**
 * Builds an archive of uncompressed files, because pictures are compressed already. The limits are 4 GB and 65,536 files.
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT sections 4.3.7, 4.3.12 and 4.3.16
 */
export function writeZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const listed: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const file = [header(name, bytes), Buffer.from(name), Buffer.from(bytes)];
    listed.push(listing(header(name, bytes), offset), Buffer.from(name));
    parts.push(...file);
    offset += Buffer.concat(file).length;
  }
  const directory = Buffer.concat(listed);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(endMark, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}

/** Returns the local header of a file, without its name. */
function header(name: string, bytes: Uint8Array): Buffer {
  const local = Buffer.alloc(30);
  local.writeUInt32LE(localMark, 0);
  local.writeUInt16LE(version, 4);
  local.writeUInt16LE(day, 12);
  local.writeUInt32LE(crc32(bytes), 14);
  local.writeUInt32LE(bytes.length, 18);
  local.writeUInt32LE(bytes.length, 22);
  local.writeUInt16LE(name.length, 26);
  return local;
}

/** Returns an entry of the central directory: the members of the local header from the version on, then the file's offset. */
function listing(local: Buffer, offset: number): Buffer {
  const central = Buffer.alloc(46);
  central.writeUInt32LE(centralMark, 0);
  central.writeUInt16LE(version, 4);
  local.copy(central, 6, 4, 30);
  central.writeUInt32LE(offset, 42);
  return central;
}
