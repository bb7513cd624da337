import type { PictureFormat } from './picture-header.ts';

/** Why the characters of `image.content` are refused, in the order in which the contract looks at them. */
export type ContentFault = 'not-base64' | 'empty' | 'too-large';

export interface ContentVerdict {
  /** `null` when every character is acceptable. */
  fault: ContentFault | null;
  /** Format the data URI names (`jpg` and `heif` under their usual names), or `null` for bare base64. */
  named: PictureFormat | 'pdf' | 'other' | null;
}

export interface ContentReader {
  /** Takes characters that are all base64, fast. False: at least one is not, and nothing was taken. */
  fast(bytes: Buffer): boolean;
  /** Takes any characters, unescaped. */
  text(characters: string): void;
  end(): ContentVerdict;
}

interface Reader {
  phase: 'head' | 'prefix' | 'base64' | 'trailing' | 'refused';
  head: string;
  /** Alphabet characters seen, and `=` after them. */
  digits: number;
  padding: number;
  /** Bits of the unfinished group of four. */
  group: number;
  carried: string;
  named: ContentVerdict['named'];
  limit: number;
  emit: (bytes: Buffer) => void;
}

const values = new Int8Array(256).fill(-1);
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
for (let value = 0; value < alphabet.length; value += 1) values[alphabet.charCodeAt(value)] = value;

const equals = 0x3d;
const longestPrefix = 100;
const dataUri = /^data:image\/([a-z0-9.+-]+);base64,$/i;
const formats: Record<string, PictureFormat> = {
  jpeg: 'jpeg',
  jpg: 'jpeg',
  png: 'png',
  webp: 'webp',
  heic: 'heic',
  heif: 'heic',
};

/**
 * Reads `image.content` as it streams by: a data URI or bare base64 in, decoded bytes out. Nothing is kept but an unfinished
 * group of four characters.
 * @param limit base64 characters allowed; beyond them nothing more is decoded
 * @param emit receives the decoded bytes in order
 * @see spec/contract.md
 */
export function createContentReader(limit: number, emit: (bytes: Buffer) => void): ContentReader {
  const reader: Reader = {
    phase: 'head',
    head: '',
    digits: 0,
    padding: 0,
    group: 0,
    carried: '',
    named: null,
    limit,
    emit,
  };
  return {
    fast: (bytes) => readFast(reader, bytes),
    text: (characters) => readSlowly(reader, characters),
    end: () => verdictOf(reader),
  };
}

/**
 * Node's decoder takes 64 KiB at a time but forgives what the contract refuses; whatever it may have forgiven shows in the
 * length it returns, or is one of the two characters of the other base64 alphabet.
 */
function readFast(reader: Reader, padded: Buffer): boolean {
  if (reader.phase !== 'base64' || reader.padding > 0) return false;
  const padding = padded.at(-1) !== equals ? 0 : padded.at(-2) !== equals ? 1 : 2;
  const bytes = padding === 0 ? padded : padded.subarray(0, -padding);
  if (bytes.includes(0x2d) || bytes.includes(0x5f)) return false;
  const text = reader.carried + bytes.toString('latin1');
  const whole = text.length - (text.length % 4);
  const decoded = Buffer.from(text.slice(0, whole), 'base64');
  const rest = text.slice(whole);
  if (decoded.length !== (whole / 4) * 3) return false;
  for (let at = 0; at < rest.length; at += 1) if (valueOf(rest, at) < 0) return false;
  reader.carried = rest;
  reader.digits += bytes.length;
  reader.padding = padding;
  if (decoded.length > 0 && reader.digits <= reader.limit) reader.emit(decoded);
  return true;
}

const valueOf = (text: string, at: number): number => values[text.charCodeAt(at)] ?? -1;

function readSlowly(reader: Reader, text: string): void {
  const out = Buffer.allocUnsafe(Math.ceil((text.length + 3) / 4) * 3);
  let length = 0;
  for (const character of text) {
    if (reader.phase !== 'base64' || !isDigit(character)) {
      readCharacter(reader, character);
      continue;
    }
    if (reader.padding > 0) {
      reader.phase = 'refused';
      continue;
    }
    reader.digits += 1;
    reader.carried += character;
    if (reader.carried.length === 4) length = decodeGroup(reader, out, length);
  }
  if (length > 0 && reader.digits <= reader.limit) reader.emit(out.subarray(0, length));
}

const isDigit = (character: string): boolean => character.length === 1 && valueOf(character, 0) >= 0;

function decodeGroup(reader: Reader, out: Buffer, length: number): number {
  const [a, b, c, d] = [0, 1, 2, 3].map((at) => valueOf(reader.carried, at)) as [
    number,
    number,
    number,
    number,
  ];
  out[length] = (a << 2) | (b >> 4);
  out[length + 1] = ((b & 15) << 4) | (c >> 2);
  out[length + 2] = ((c & 3) << 6) | d;
  reader.carried = '';
  return length + 3;
}

/** Everything but a digit of a running base64 text. */
function readCharacter(reader: Reader, character: string): void {
  if (reader.phase === 'head') readHead(reader, character);
  else if (reader.phase === 'prefix') readPrefix(reader, character);
  else if (reader.phase === 'base64' && character === '=') {
    reader.padding += 1;
    if (reader.padding > 2) reader.phase = 'refused';
  } else if (reader.phase === 'base64' && (character === '\r' || character === '\n')) return;
  else if (reader.phase !== 'refused') reader.phase = character.trim() === '' ? 'trailing' : 'refused';
}

function readHead(reader: Reader, character: string): void {
  if (reader.head === '' && character.trim() === '') return;
  reader.head += character;
  if (reader.head.length < 5 && 'data:'.startsWith(reader.head.toLowerCase())) return;
  if (reader.head.toLowerCase() === 'data:') reader.phase = 'prefix';
  else startBase64(reader);
}

function startBase64(reader: Reader): void {
  const { head } = reader;
  reader.phase = 'base64';
  reader.head = '';
  readSlowly(reader, head);
}

function readPrefix(reader: Reader, character: string): void {
  reader.head += character;
  if (character !== ',') {
    if (reader.head.length > longestPrefix) reader.phase = 'refused';
    return;
  }
  const name = dataUri.exec(reader.head)?.[1]?.toLowerCase();
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
  if (tail > 0) reader.emit(Buffer.from(reader.carried, 'base64'));
  return { fault: null, named };
}
