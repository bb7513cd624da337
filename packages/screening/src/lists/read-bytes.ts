import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { isAscii, isUtf8 } from 'node:buffer';
import path from 'node:path';
import { createGunzip } from 'node:zlib';
import { RefusedSource } from '../model/listed-entity.ts';
import type { Limits } from './limits.ts';
import type { LoadLog } from './load-log.ts';

/** A file of a source and how to read it. */
export interface FileReading {
  file: string;
  limits: Limits;
  log: LoadLog;
  /** False if an earlier pass has digested the bytes. Default true. */
  digest?: boolean;
  /** Unless set, an empty file counts as a failed download. */
  mayBeEmpty?: boolean;
}

/** Number of unpacked bytes up to which no ratio is checked: small files of repetitive text compress well. */
const ratioFree = 4 * 1024 * 1024;
/** The data derived from a chunk lives until it is used up: with larger chunks, garbage collection has to copy more. */
const chunkBytes = 256 * 1024;

/**
 * Reads the bytes of a file, unpacked if it is packed with gzip, whatever its name, without the byte-order mark.
 * @throws RefusedSource for a file that is unreadable, damaged, empty or too large, for a decompression bomb, a nested archive or a web
 *   page
 */
export async function* readBytes(reading: FileReading): AsyncGenerator<Buffer> {
  const name = path.basename(reading.file);
  let total = 0;
  let started = false;
  try {
    for await (const chunk of (await isPacked(reading.file)) ? unpacked(reading) : packed(reading)) {
      total += chunk.length;
      if (total > reading.limits.file)
        throw new RefusedSource(`${name} is larger than ${reading.limits.file} bytes`);
      if (started) yield chunk;
      else {
        started = true;
        checkStart(chunk, name);
        yield chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? chunk.subarray(3) : chunk;
      }
    }
  } catch (error) {
    if (error instanceof RefusedSource) throw error;
    throw new RefusedSource(`${name} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  if (!started && reading.mayBeEmpty !== true) throw new RefusedSource(`${name} is empty`);
}

async function isPacked(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    return isGzip((await handle.read({ buffer: Buffer.alloc(2) })).buffer);
  } finally {
    await handle.close();
  }
}

const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

async function* packed(reading: FileReading): AsyncGenerator<Buffer> {
  for await (const chunk of readChunks(reading.file)) {
    if (reading.digest !== false) reading.log.digest(chunk);
    yield chunk;
  }
}

/**
 * Reads a file in pieces, each in memory of its own, reading one piece ahead: a stream would deliver smaller pieces with more overhead.
 * @throws what the file system throws
 */
export async function* readChunks(file: string): AsyncGenerator<Buffer> {
  const handle = await open(file);
  const next = () => handle.read({ buffer: Buffer.allocUnsafeSlow(chunkBytes) });
  let reading = next();
  try {
    for (;;) {
      const { buffer, bytesRead } = await reading;
      if (bytesRead === 0) return;
      reading = next();
      // A failure is thrown where the piece is awaited, and not if it is no longer needed.
      reading.catch(() => undefined);
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await reading.catch(() => undefined);
    await handle.close();
  }
}

async function* unpacked(reading: FileReading): AsyncGenerator<Buffer> {
  const file = createReadStream(reading.file, { highWaterMark: chunkBytes });
  const gunzip = createGunzip({ chunkSize: chunkBytes });
  // `pipe` does not forward errors.
  file.on('error', (error) => gunzip.destroy(error));
  file.pipe(gunzip);
  let total = 0;
  try {
    for await (const chunk of gunzip) {
      const bytes = chunk as Buffer;
      total += bytes.length;
      // Checked while unpacking, so that a bomb is rejected long before its end.
      if (total > ratioFree && total > reading.limits.ratio * gunzip.bytesWritten)
        throw new RefusedSource(`${path.basename(reading.file)} unpacks to too many times its size`);
      // Digests cover the unpacked bytes: repacking the same list does not make a new version.
      if (reading.digest !== false) reading.log.digest(bytes);
      yield bytes;
    }
  } finally {
    file.destroy();
    gunzip.destroy();
  }
}

function checkStart(chunk: Buffer, name: string): void {
  if (isGzip(chunk) || chunk.subarray(0, 4).toString('latin1') === 'PK\x03\x04')
    throw new RefusedSource(`${name} holds an archive`);
  if (/^(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html[\s>])/iu.test(chunk.subarray(0, 256).toString('latin1')))
    throw new RefusedSource(`${name} is a web page, not a list`);
}

/** Decodes UTF-8; null if the bytes are invalid. */
export function textOf(bytes: Buffer): string | null {
  // ASCII is copied, whereas decoding examines every byte.
  if (isAscii(bytes)) return bytes.toString('latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : null;
}
