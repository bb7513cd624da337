const quote = 0x22;
const backslash = 0x5c;
const firstPlain = 0x20;
const notAscii = 0x80;
const bytesOfUnit = 3;
const mostKeys = 1000;

/**
 * Writes plain data like `JSON.stringify`, as UTF-8 directly into a growing buffer. Members that are undefined are left out. Does not
 * support objects with `toJSON`, functions and cycles.
 */
export class JsonWriter {
  #bytes = Buffer.allocUnsafeSlow(0x10000);
  #length = 0;
  /** Encoded member names, each followed by a colon. */
  readonly #keys = new Map<string, Uint8Array>();

  /** The bytes of the value; valid until the next call. */
  write(value: unknown): Uint8Array {
    this.#length = 0;
    this.#value(value);
    return this.#bytes.subarray(0, this.#length);
  }

  /** The bytes of the values, one per line; valid until the next call. */
  writeLines(values: Iterable<unknown>): Uint8Array {
    this.#length = 0;
    for (const value of values) {
      this.#value(value);
      this.#raw('\n');
    }
    return this.#bytes.subarray(0, this.#length);
  }

  #value(value: unknown): void {
    if (typeof value === 'string') this.#text(value);
    else if (Array.isArray(value)) this.#list(value);
    else if (typeof value === 'object' && value !== null) this.#members(value as Record<string, unknown>);
    else if (value === null || value === undefined) this.#raw('null');
    else if (typeof value === 'boolean') this.#raw(value ? 'true' : 'false');
    else this.#raw(JSON.stringify(value));
  }

  #list(items: readonly unknown[]): void {
    this.#raw('[');
    for (let index = 0; index < items.length; index += 1) {
      if (index > 0) this.#raw(',');
      this.#value(items[index]);
    }
    this.#raw(']');
  }

  #members(members: Readonly<Record<string, unknown>>): void {
    let isFirst = true;
    // For plain data these are its own members, and this avoids creating a list of them.
    for (const key in members) {
      const value = members[key];
      if (value === undefined) continue;
      this.#raw(isFirst ? '{' : ',');
      this.#key(key);
      this.#value(value);
      isFirst = false;
    }
    this.#raw(isFirst ? '{}' : '}');
  }

  #key(key: string): void {
    let written = this.#keys.get(key);
    if (written === undefined) {
      written = Buffer.from(`${JSON.stringify(key)}:`);
      if (this.#keys.size < mostKeys) this.#keys.set(key, written);
    }
    this.#makeRoom(written.length);
    const bytes = this.#bytes;
    // For so few bytes a call of `set` would be slower.
    for (let index = 0; index < written.length; index += 1)
      bytes[this.#length + index] = written[index] as number;
    this.#length += written.length;
  }

  #text(text: string): void {
    this.#makeRoom(text.length + 2);
    const bytes = this.#bytes;
    let at = this.#length;
    bytes[at] = quote;
    at += 1;
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      if (unit < firstPlain || unit >= notAscii || unit === quote || unit === backslash) {
        // Escapes or other scripts: start again, because `#length` has not changed.
        const json = JSON.stringify(text);
        this.#makeRoom(json.length * bytesOfUnit);
        this.#length += this.#bytes.write(json, this.#length);
        return;
      }
      bytes[at] = unit;
      at += 1;
    }
    bytes[at] = quote;
    this.#length = at + 1;
  }

  /** Writes ASCII without escaping. */
  #raw(text: string): void {
    this.#makeRoom(text.length);
    for (let index = 0; index < text.length; index += 1) {
      this.#bytes[this.#length] = text.charCodeAt(index);
      this.#length += 1;
    }
  }

  #makeRoom(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}
