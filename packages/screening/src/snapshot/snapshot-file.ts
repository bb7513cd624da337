import { createHash } from 'node:crypto';
import { closeSync, fstatSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { elementBytes, sectionElements, sectionNames, sharedArray, viewOf } from './sections.ts';
import type { Element, SectionName, Sections } from './sections.ts';
import type { Snapshot, SnapshotManifest } from './snapshot.ts';

/*
 * A snapshot file, all numbers in the byte order of the machine that wrote it, marked in the header:
 *
 *   header    64 bytes   magic (8), byte order mark (4), format version (4), number of sections (4), table offset (8, at 24)
 *   sections             the manifest as JSON, then every section of `sectionElements`, each at a multiple of 64 bytes
 *   table     128 bytes a section: name (48), element (8), offset (8), bytes (8), SHA-256 (32, at 96)
 *   checksum  32 bytes   SHA-256 of the table
 *
 * Invariants: the checksum of the table is the end of the file, so a file cut short or longer is refused; nothing of a section
 * is used before its own checksum is compared; the same snapshot gives the same bytes, and no time is written.
 *
 * Cost: one pass over the bytes and their SHA-256 each way, in pieces of 64 MiB. Reading fills shared buffers, so that threads
 * get them without a copy; it blocks the thread it runs on (`readSnapshotInThread`).
 */

const magic = 'CSSCREEN';
/** Increased with every change of the sections' content: files in another format are rejected. */
export const snapshotFormat = 2;
/** In this machine's byte order. */
const byteOrderMark = Buffer.from(new Uint32Array([0x01020304]).buffer);
const alignment = 64;
const headerBytes = 64;
const rowBytes = 128;
const checksumBytes = 32;
/** Size of one read or write; Node allows at most 2 GiB at once. */
const chunkBytes = 64 * 1024 * 1024;

/** A snapshot file that is damaged, in another format, or not a snapshot. None of it is used. */
export class RefusedSnapshot extends Error {
  override name = 'RefusedSnapshot';
}

interface Row {
  name: string;
  element: string;
  offset: number;
  bytes: number;
  checksum: Buffer;
}

/**
 * Writes the snapshot to a temporary file beside `path` and renames it, so that readers see either the old file or the complete new one.
 * The same snapshot gives the same bytes.
 * @throws what the file system throws
 */
export function writeSnapshot(snapshot: Snapshot, path: string): void {
  const temporary = `${path}.${process.pid}.part`;
  try {
    writeDurably(snapshot, temporary);
    renameSync(temporary, path);
  } catch (error) {
    // On a full disk it would occupy the space that the next attempt needs.
    rmSync(temporary, { force: true });
    throw error;
  }
}

function writeDurably(snapshot: Snapshot, path: string): void {
  const file = openSync(path, 'w');
  try {
    const manifest = Buffer.from(JSON.stringify(snapshot.manifest));
    const parts: { name: string; element: Element; bytes: Uint8Array }[] = [
      { name: 'manifest', element: 'u8', bytes: manifest },
      ...sectionNames.map((name) => ({
        name,
        element: sectionElements[name],
        bytes: bytesOf(snapshot.sections[name]),
      })),
    ];
    let offset = headerBytes;
    const rows: Row[] = [];
    for (const { name, element, bytes } of parts) {
      writeAll(file, bytes, offset);
      rows.push({ name, element, offset, bytes: bytes.length, checksum: digest(bytes) });
      offset = aligned(offset + bytes.length);
    }
    const table = encodeTable(rows);
    writeAll(file, table, offset);
    writeAll(file, digest(table), offset + table.length);
    // Last, when the table's position is known; until then the file has no magic and is not a snapshot.
    writeAll(file, header(rows.length, offset), 0);
    // Before the rename, so that the name never refers to bytes that are not on disk.
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Reads a file written by `writeSnapshot` into shared buffers and verifies every checksum.
 * @throws RefusedSnapshot with a message that describes the fault
 */
export function readSnapshot(path: string): Snapshot {
  const file = openSync(path, 'r');
  try {
    const size = fstatSync(file).size;
    const rows = readTable(file, size);
    const manifest = readManifest(file, rows.get('manifest'));
    const sections: Record<string, unknown> = {};
    for (const name of sectionNames) sections[name] = readSection(file, name, rows.get(name));
    if (rows.size !== sectionNames.length + 1)
      throw new RefusedSnapshot('The snapshot has unknown sections.');
    return { manifest, sections: sections as Sections };
  } finally {
    closeSync(file);
  }
}

function readTable(file: number, size: number): Map<string, Row> {
  if (size < headerBytes) throw new RefusedSnapshot('The file is too short to be a snapshot.');
  // Magic and version before the size: a file of another version must be reported as such, not as damaged.
  const start = readAll(file, 0, headerBytes);
  if (start.toString('latin1', 0, 8) !== magic) throw new RefusedSnapshot('The file is not a snapshot.');
  if (!start.subarray(8, 12).equals(byteOrderMark))
    throw new RefusedSnapshot('The snapshot has another byte order.');
  const version = start.readUInt32LE(12);
  if (version !== snapshotFormat) {
    throw new RefusedSnapshot(`The snapshot has format ${version}; this engine reads ${snapshotFormat}.`);
  }
  const count = start.readUInt32LE(16);
  const offset = start.readDoubleLE(24);
  const end = offset + count * rowBytes;
  if (!Number.isSafeInteger(offset) || offset < headerBytes || end + checksumBytes !== size) {
    throw new RefusedSnapshot('The snapshot is cut short or has something behind its end.');
  }
  const table = readAll(file, offset, count * rowBytes);
  if (!digest(table).equals(readAll(file, end, checksumBytes))) {
    throw new RefusedSnapshot('The table of sections has a wrong checksum.');
  }
  const rows = new Map<string, Row>();
  for (let at = 0; at < table.length; at += rowBytes) {
    const row = decodeRow(table.subarray(at, at + rowBytes));
    // As placed by `writeSnapshot`: aligned, and before the table.
    if (row.offset % alignment !== 0 || row.offset + row.bytes > offset) {
      throw new RefusedSnapshot(`Section ${row.name} lies outside the file.`);
    }
    rows.set(row.name, row);
  }
  return rows;
}

function readManifest(file: number, row: Row | undefined): SnapshotManifest {
  const bytes = readBytes(file, 'manifest', row);
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as SnapshotManifest;
}

function readSection(file: number, name: SectionName, row: Row | undefined): Sections[SectionName] {
  const element = sectionElements[name];
  if (row && (row.element !== element || row.bytes % elementBytes[element] !== 0)) {
    throw new RefusedSnapshot(`Section ${name} has another layout.`);
  }
  return viewOf(element, readBytes(file, name, row).buffer as SharedArrayBuffer);
}

function readBytes(file: number, name: string, row: Row | undefined): Uint8Array {
  if (!row) throw new RefusedSnapshot(`Section ${name} is missing.`);
  const bytes = sharedArray('u8', row.bytes);
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length;) {
    const read = readSync(file, bytes, at, Math.min(chunkBytes, bytes.length - at), row.offset + at);
    if (read === 0) throw new RefusedSnapshot(`Section ${name} is cut short.`);
    hash.update(bytes.subarray(at, at + read));
    at += read;
  }
  if (!hash.digest().equals(row.checksum)) throw new RefusedSnapshot(`Section ${name} has a wrong checksum.`);
  return bytes;
}

function header(sections: number, tableOffset: number): Buffer {
  const bytes = Buffer.alloc(headerBytes);
  bytes.write(magic, 0, 'latin1');
  byteOrderMark.copy(bytes, 8);
  bytes.writeUInt32LE(snapshotFormat, 12);
  bytes.writeUInt32LE(sections, 16);
  bytes.writeDoubleLE(tableOffset, 24);
  return bytes;
}

function encodeTable(rows: readonly Row[]): Buffer {
  const table = Buffer.alloc(rows.length * rowBytes);
  for (const [index, row] of rows.entries()) {
    const at = index * rowBytes;
    table.write(row.name, at, 48, 'latin1');
    table.write(row.element, at + 48, 8, 'latin1');
    table.writeDoubleLE(row.offset, at + 56);
    table.writeDoubleLE(row.bytes, at + 64);
    row.checksum.copy(table, at + 96);
  }
  return table;
}

function decodeRow(row: Buffer): Row {
  return {
    name: row.toString('latin1', 0, 48).replace(/\0+$/, ''),
    element: row.toString('latin1', 48, 56).replace(/\0+$/, ''),
    offset: row.readDoubleLE(56),
    bytes: row.readDoubleLE(64),
    checksum: row.subarray(96, 128),
  };
}

/** SHA-256 of all sections in order, which identifies a snapshot. */
export function digestOfSections(sections: Sections): string {
  const hash = createHash('sha256');
  for (const name of sectionNames) {
    const bytes = bytesOf(sections[name]);
    // Includes lengths and names, so that moving bytes between sections changes the id.
    hash.update(`${name}:${bytes.length};`);
    updateAll(hash, bytes);
  }
  return hash.digest('hex');
}

function digest(bytes: Uint8Array): Buffer {
  const hash = createHash('sha256');
  updateAll(hash, bytes);
  return hash.digest();
}

function updateAll(hash: ReturnType<typeof createHash>, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; at += chunkBytes) hash.update(bytes.subarray(at, at + chunkBytes));
}

function bytesOf(section: Sections[SectionName]): Uint8Array {
  return new Uint8Array(section.buffer, section.byteOffset, section.byteLength);
}

function aligned(offset: number): number {
  return Math.ceil(offset / alignment) * alignment;
}

function writeAll(file: number, bytes: Uint8Array, offset: number): void {
  for (let at = 0; at < bytes.length;) {
    at += writeSync(file, bytes, at, Math.min(chunkBytes, bytes.length - at), offset + at);
  }
}

function readAll(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length;) {
    const read = readSync(file, bytes, at, length - at, offset + at);
    if (read === 0) throw new RefusedSnapshot('The snapshot is cut short.');
    at += read;
  }
  return bytes;
}
