import { isSpace, isStartOfSpace } from './white-space.ts';
import type { PictureFormat } from './picture-format.ts';

/** Why the characters of `image.content` are rejected, in the contract's order of checks. */
export type ContentFault = 'not-base64' | 'empty' | 'too-large';

export interface ContentVerdict {
  /** `null` when every character is acceptable. */
  fault: ContentFault | null;
  /** Format named in the data URI (`jpg` and `heif` under their usual names), or `null` for bare base64. */
  named: PictureFormat | 'pdf' | 'other' | null;
}

export interface ContentReader {
  /** Takes UTF-8 characters, cut anywhere. @returns true when all are base64; false is inconclusive */
  take(bytes: Buffer): boolean;
  end(): ContentVerdict;
}

interface Reader {
  phase: 'head' | 'prefix' | 'base64' | 'trailing' | 'refused';
  /** ASCII at the start that may still turn out to be a data URI. */
  head: string;
  /** Bytes of an incomplete white space character, as one number; 0: none. */
  space: number;
  /** Base64 characters seen, and `=` after them. */
  digits: number;
  padding: number;
  /** Bits of the last one to three digits, not yet whole bytes; `digits % 4` is their number. */
  group: number;
  named: ContentVerdict['named'];
  limit: number;
  emit: (bytes: Buffer) => void;
  /** Decoded bytes of the current call. One buffer for the whole body: garbage collection would cost more than decoding. */
  room: Buffer;
}

const values = new Int8Array(256).fill(-1);
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
for (let value = 0; value < alphabet.length; value += 1) values[alphabet.charCodeAt(value)] = value;

const equals = 0x3d;
const comma = 0x2c;
const [carriageReturn, lineFeed] = [0x0d, 0x0a];
const scheme = 'data:';
const longestPrefix = 100;
const dataUri = /^data:(?:image\/([a-z0-9.+-]+)|application\/pdf);base64,$/i;
const formats: Record<string, PictureFormat | 'pdf'> = {
  jpeg: 'jpeg',
  jpg: 'jpeg',
  png: 'png',
  webp: 'webp',
  heic: 'heic',
  heif: 'heic',
  pdf: 'pdf',
};

/**
 * Decodes `image.content` as it streams: a data URI or bare base64 in, decoded bytes out. Nothing is retained but an incomplete
 * group of four characters.
 * @param limit maximum base64 characters; nothing beyond them is decoded
 * @param emit receives the decoded bytes in order; they are valid only during the call
 * @see spec/contract.md
 */
export function createContentReader(limit: number, emit: (bytes: Buffer) => void): ContentReader {
  const reader: Reader = {
    phase: 'head',
    head: '',
    space: 0,
    digits: 0,
    padding: 0,
    group: 0,
    named: null,
    limit,
    emit,
    room: Buffer.alloc(0),
  };
  return { take: (bytes) => take(reader, bytes), end: () => verdictOf(reader) };
}

function take(reader: Reader, bytes: Buffer): boolean {
  let at = 0;
  if (reader.phase === 'head' && reader.head === '' && reader.space === 0) at = spacesFrom(bytes, 0);
  while (at < bytes.length && (reader.phase === 'head' || reader.phase === 'prefix'))
    readOpening(reader, bytes[at++] as number);
  if (reader.phase === 'refused' || at === bytes.length) return false;
  const rest = bytes.subarray(at);
  if (readFast(reader, rest)) return at === 0;
  readSlowly(reader, rest);
  return false;
}

/**
 * Node's decoder tolerates what the contract rejects; whatever it may have skipped shows in the length it returns, or is one
 * of the two characters of the other base64 alphabet.
 * @returns false when a character is not base64: then nothing was taken
 */
function readFast(reader: Reader, padded: Buffer): boolean {
  if (reader.phase !== 'base64' || reader.padding > 0) return false;
  const padding = padded.at(-1) !== equals ? 0 : padded.at(-2) !== equals ? 1 : 2;
  const bytes = padding === 0 ? padded : padded.subarray(0, -padding);
  if (bytes.includes(0x2d) || bytes.includes(0x5f)) return false;
  const lead = (4 - (reader.digits % 4)) % 4;
  const tail = bytes.length < lead ? 0 : (bytes.length - lead) % 4;
  if (bytes.length < lead + 4 || !areDigits(bytes, 0, lead)) return false;
  if (!areDigits(bytes, bytes.length - tail, bytes.length)) return false;
  const first = lead === 0 ? 0 : 3;
  const length = ((bytes.length - lead - tail) / 4) * 3;
  const out = roomFor(reader, first + length);
  if (out.write(bytes.toString('latin1', lead, bytes.length - tail), first, 'base64') !== length)
    return false;
  for (let at = 0; at < lead; at += 1) takeDigit(reader, values[bytes[at] as number] as number);
  if (first > 0) out.writeUIntBE(reader.group & 0xffffff, 0, 3);
  reader.digits += (length / 3) * 4;
  for (let at = bytes.length - tail; at < bytes.length; at += 1)
    takeDigit(reader, values[bytes[at] as number] as number);
  reader.padding = padding;
  if (reader.digits <= reader.limit) reader.emit(out);
  return true;
}

function roomFor(reader: Reader, length: number): Buffer {
  if (reader.room.length < length) reader.room = Buffer.allocUnsafeSlow(length);
  return reader.room.subarray(0, length);
}

function areDigits(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if ((values[bytes[at] as number] as number) < 0) return false;
  return true;
}

/** After four digits, `group` holds the 24 bits of three bytes. */
function takeDigit(reader: Reader, value: number): void {
  reader.group = ((reader.group << 6) | value) & 0xffffff;
  reader.digits += 1;
}

/** End of the single-byte white space that begins at `from`. */
function spacesFrom(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && (bytes[at] === 0x20 || (bytes[at]! >= 0x09 && bytes[at]! <= 0x0d))) at += 1;
  return at;
}

/** Byte by byte: line ends within, padding, trailing white space, and anything to be rejected. */
function readSlowly(reader: Reader, bytes: Buffer): void {
  const out = roomFor(reader, Math.ceil((bytes.length + 3) / 4) * 3);
  let length = 0;
  for (let at = 0; at < bytes.length && reader.phase !== 'refused';) {
    if (reader.phase === 'base64' && reader.padding === 0 && reader.space === 0) {
      const run = readDigits(reader, bytes.subarray(at), out.subarray(length));
      length += run.written;
      at += run.read;
    } else if (reader.phase === 'trailing' && reader.space === 0) at = spacesFrom(bytes, at);
    if (at < bytes.length) readOther(reader, bytes[at++] as number);
  }
  if (length > 0 && reader.digits <= reader.limit) reader.emit(out.subarray(0, length));
}

/** Digits and the line ends between them, up to any other byte. */
function readDigits(reader: Reader, bytes: Buffer, out: Buffer): { read: number; written: number } {
  let { group, digits } = reader;
  let read = 0;
  let written = 0;
  for (; read < bytes.length; read += 1) {
    const byte = bytes[read] as number;
    const value = values[byte] as number;
    if (value < 0) {
      if (byte === carriageReturn || byte === lineFeed) continue;
      break;
    }
    group = ((group << 6) | value) & 0xffffff;
    digits += 1;
    if (digits % 4 !== 0) continue;
    out[written++] = group >> 16;
    out[written++] = group >> 8;
    out[written++] = group;
  }
  reader.group = group;
  reader.digits = digits;
  return { read, written };
}

/** Handles anything but a digit in its place. */
function readOther(reader: Reader, byte: number): void {
  if (reader.phase === 'base64' && reader.space === 0) {
    if (byte === carriageReturn || byte === lineFeed) return;
    if (byte === equals) {
      reader.padding += 1;
      if (reader.padding > 2) reader.phase = 'refused';
      return;
    }
  }
  reader.phase = readSpace(reader, byte) ? 'trailing' : 'refused';
}

/** @returns false when the byte is neither white space nor part of one */
function readSpace(reader: Reader, byte: number): boolean {
  const soFar = reader.space * 256 + byte;
  const isWhole = isSpace(soFar);
  reader.space = isWhole ? 0 : soFar;
  return isWhole || isStartOfSpace(soFar);
}

/** Leading white space, then what may be a data URI. */
function readOpening(reader: Reader, byte: number): void {
  if (reader.phase === 'prefix') readPrefix(reader, byte);
  else if (reader.head === '' && readSpace(reader, byte)) return;
  else if (reader.space > 255) reader.phase = 'refused';
  else {
    reader.space = 0;
    const head = reader.head + String.fromCharCode(byte);
    if (!scheme.startsWith(head.toLowerCase())) startBase64(reader, byte);
    else {
      reader.head = head;
      if (head.length === scheme.length) reader.phase = 'prefix';
    }
  }
}

/** What looked like a data URI is base64, including the byte that revealed it, unless that is rejected. */
function startBase64(reader: Reader, ...more: number[]): void {
  const { head } = reader;
  reader.phase = 'base64';
  reader.head = '';
  readSlowly(reader, Buffer.from([...Buffer.from(head, 'latin1'), ...more]));
}

function readPrefix(reader: Reader, byte: number): void {
  reader.head += String.fromCharCode(byte);
  if (byte !== comma) {
    if (reader.head.length > longestPrefix) reader.phase = 'refused';
    return;
  }
  const uri = dataUri.exec(reader.head);
  const name = uri === null ? undefined : (uri[1] ?? 'pdf').toLowerCase();
  reader.phase = name === undefined ? 'refused' : 'base64';
  reader.named = name === undefined ? null : (formats[name] ?? 'other');
}

function verdictOf(reader: Reader): ContentVerdict {
  if (reader.phase === 'head' && reader.head !== '') startBase64(reader);
  const { named } = reader;
  if (reader.phase === 'refused' || reader.phase === 'prefix') return { fault: 'not-base64', named };
  if (reader.digits === 0) return { fault: reader.padding > 0 ? 'not-base64' : 'empty', named };
  const tail = reader.digits % 4;
  if (tail === 1 || (reader.padding > 0 && tail + reader.padding !== 4))
    return { fault: 'not-base64', named };
  if (reader.digits + reader.padding > reader.limit) return { fault: 'too-large', named };
  if (tail > 0) reader.emit(lastBytes(reader.group, tail));
  return { fault: null, named };
}

/** The one or two whole bytes in two or three digits. */
const lastBytes = (group: number, digits: number): Buffer =>
  digits === 2 ? Buffer.of((group >> 4) & 0xff) : Buffer.of((group >> 10) & 0xff, (group >> 2) & 0xff);
