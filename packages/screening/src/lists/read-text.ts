import { TextDecoder } from 'node:util';
import path from 'node:path';
import { RefusedSource } from '../model/listed-entity.ts';
import { readBytes, type FileReading } from './read-bytes.ts';

const dropped = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/gu;

/**
 * Reads the text of a file in pieces; control characters other than tab and line endings are dropped and counted.
 * @param encoding UTF-8 unless the file reliably declares another one
 * @throws RefusedSource as `readBytes` does, and for bytes that are invalid in the encoding
 */
export async function* readText(
  reading: FileReading,
  encoding?: (start: Buffer) => string,
): AsyncGenerator<string> {
  const name = path.basename(reading.file);
  let decoder: TextDecoder | undefined;
  for await (const bytes of readBytes(reading)) {
    decoder ??= new TextDecoder(encoding?.(bytes) ?? 'utf-8', { fatal: true });
    yield plain(decode(decoder, name, bytes), reading);
  }
  if (decoder !== undefined) yield plain(decode(decoder, name), reading);
}

function decode(decoder: TextDecoder, name: string, bytes?: Buffer): string {
  try {
    return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
  } catch (error) {
    throw new RefusedSource(`${name} is not ${decoder.encoding} text`, { cause: error });
  }
}

function plain(text: string, { log }: FileReading): string {
  const clean = text.replace(dropped, '');
  // 0x1A ends files of an old system; it is not damage.
  const lost = text.length - clean.length - (text.endsWith('\u001a') ? 1 : 0);
  if (lost > 0) log.count('control characters', lost);
  return clean;
}
