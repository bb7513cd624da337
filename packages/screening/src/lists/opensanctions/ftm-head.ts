import { idBytesOf, type IdBytes } from './id-bytes.ts';

const [quote, backslash, colon, comma, openBrace, blank] = [34, 92, 58, 44, 123, 32];
const notAscii = 0x80;
const mostSchemata = 1000;

const wanted = { id: [105, 100], schema: [115, 99, 104, 101, 109, 97] } as const;

function isAt(bytes: Uint8Array, at: number, letters: readonly number[]): boolean {
  for (let index = 0; index < letters.length; index += 1)
    if (bytes[at + index] !== letters[index]) return false;
  return true;
}

/** The closing quote of a text; -1 if it contains an escape, or does not end before `to`. */
function endOfText(bytes: Uint8Array, from: number, to: number): number {
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at];
    if (byte === quote) return at;
    if (byte === backslash) return -1;
  }
  return -1;
}

/**
 * Reads id and schema from the beginning of a line without parsing it, if it begins with plain text members, as publishers write them. A
 * value is null if it was not found that way: because it follows another kind of value, contains an escape, or is missing.
 */
export class HeadReader {
  /** Valid until the next line is read, or another id is encoded (`idBytesOf`). */
  id: IdBytes | null = null;
  schema: string | null = null;
  readonly #place: IdBytes = { bytes: new Uint8Array(0), start: 0, end: 0 };
  readonly #schemata = new Map<number, string>();
  #line: Buffer = Buffer.alloc(0);
  #idStart = 0;
  #idEnd = 0;

  /** Reads the line in the bytes from `start` to `end`. */
  read(bytes: Buffer, start: number, end: number): void {
    this.id = null;
    this.schema = null;
    this.#line = bytes;
    if (bytes[start] !== openBrace) return;
    for (let at = start + 1; at < end && (this.id === null || this.schema === null); at += 1) {
      at = this.#member(at, end);
      if (at < 0 || at >= end || bytes[at] !== comma) return;
    }
  }

  /** Reads a member. @returns the position after it; -1 if it is not a plain text member */
  #member(from: number, end: number): number {
    const bytes = this.#line;
    let at = from;
    while (at < end && bytes[at] === blank) at += 1;
    const key = at + 1;
    const keyEnd = bytes[at] === quote ? endOfText(bytes, key, end) : -1;
    if (keyEnd < 0) return -1;
    at = keyEnd + 1;
    while (at < end && (bytes[at] === blank || bytes[at] === colon)) at += 1;
    const value = at + 1;
    const valueEnd = bytes[at] === quote ? endOfText(bytes, value, end) : -1;
    if (valueEnd < 0) return -1;
    if (keyEnd - key === 2 && isAt(bytes, key, wanted.id)) this.#takeId(value, valueEnd);
    else if (keyEnd - key === 6 && isAt(bytes, key, wanted.schema))
      this.schema ??= this.#schemaAt(value, valueEnd);
    at = valueEnd + 1;
    while (at < end && bytes[at] === blank) at += 1;
    return at;
  }

  /** The id as text; null if there is none. */
  idText(): string | null {
    return this.id === null ? null : this.#line.toString('utf8', this.#idStart, this.#idEnd);
  }

  #takeId(start: number, end: number): void {
    if (this.id !== null) return;
    this.#idStart = start;
    this.#idEnd = end;
    const bytes = this.#line;
    for (let at = start; at < end; at += 1) {
      if ((bytes[at] as number) < notAscii) continue;
      this.id = idBytesOf(bytes.toString('utf8', start, end));
      return;
    }
    this.#place.bytes = bytes;
    this.#place.start = start;
    this.#place.end = end;
    this.id = this.#place;
  }

  /**
   * There are only some dozens of schemata: the previous one with the same number is compared, which takes a tenth of the time of
   * decoding a text.
   */
  #schemaAt(start: number, end: number): string {
    const bytes = this.#line;
    const number = ((end - start) << 16) | ((bytes[start] as number) << 8) | (bytes[end - 1] as number);
    const known = this.#schemata.get(number);
    if (known?.length === end - start && isTextAt(bytes, start, known)) return known;
    const schema = bytes.toString('utf8', start, end);
    if (this.#schemata.size < mostSchemata) this.#schemata.set(number, schema);
    return schema;
  }
}

/** Whether the bytes are those of a text of the same length. */
function isTextAt(bytes: Uint8Array, start: number, text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (bytes[start + at] !== text.charCodeAt(at)) return false;
  return true;
}
