import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { isAscii, isUtf8 } from 'node:buffer';
import path from 'node:path';
import { createGunzip } from 'node:zlib';
import { RefusedSource } from '../model/listed-entity.ts';
import type { Limits } from './limits.ts';
import type { LoadLog } from './load-log.ts';

/** A file of a source and how it is read. */
export interface FileReading {
  file: string;
  limits: Limits;
  log: LoadLog;
  /** False when the bytes were digested by an earlier pass. Default true. */
  digest?: boolean;
  /** An empty file is a failed download unless this is set. */
  mayBeEmpty?: boolean;
}

/** Unpacked bytes up to which no ratio is checked: small files of repeated text pack well. */
const ratioFree = 4 * 1024 * 1024;
/** What is made of a chunk lives until it is used up: of larger ones, garbage collection copies more. */
const chunkBytes = 256 * 1024;

/**
 * Bytes of a file, unpacked when it is packed with gzip, whatever its name, without byte-order mark.
 * @throws RefusedSource for an unreadable, damaged, empty or too large file, a bomb, an archive in an archive, a web page
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
 * Bytes of a file in pieces, each in memory of its own. The next one is read meanwhile: a stream would hand on
 * smaller ones, each with some work of its own. @throws what the file system throws
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
      // A failure is thrown where it is waited for, and not when nobody wants more.
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
  // `pipe` does not hand errors on.
  file.on('error', (error) => gunzip.destroy(error));
  file.pipe(gunzip);
  let total = 0;
  try {
    for await (const chunk of gunzip) {
      const bytes = chunk as Buffer;
      total += bytes.length;
      // Compared while it unpacks: a bomb is refused long before its end.
      if (total > ratioFree && total > reading.limits.ratio * gunzip.bytesWritten)
        throw new RefusedSource(`${path.basename(reading.file)} unpacks to too many times its size`);
      // Digests are of the unpacked bytes: packing the same list anew is no new version.
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

/** Text of UTF-8 bytes; null when they are not valid UTF-8. */
export function textOf(bytes: Buffer): string | null {
  // ASCII is copied; decoding looks at every byte.
  if (isAscii(bytes)) return bytes.toString('latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : null;
}
