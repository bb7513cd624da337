import { idBytesOf, type IdBytes } from './id-bytes.ts';

/** Memory for consecutive records, as bytes and as four-byte words. */
interface Chunk {
  bytes: Buffer;
  words: Uint32Array;
}

const chunkBytes = 8 * 1024 * 1024;
/** Records begin at multiples of this, so that 32 bits can address 32 GB. */
const alignment = 8;
const headerWords = 4;
const headerBytes = headerWords * 4;

/**
 * Rows of plain data by id, stored as bytes: a large export has millions of links, and an object for each would take several times as
 * much memory and be visited by every garbage collection.
 *
 * State: a record consists of the number of the previous record with the same id, the byte lengths of id and row, the hash of the id, the
 * bytes of the id (id-bytes.ts), and the row as JSON. `#slots` holds the number of the last record of each id by the hash of the id, with
 * open addressing. Numbers are positions in units of `alignment`, plus 1; 0 means none.
 */
export class PackedRows<Row> {
  readonly #chunks: Chunk[] = [];
  /** In the last chunk. */
  #used = chunkBytes;
  #slots = new Uint32Array(1 << 12);
  #ids = 0;

  has(id: string): boolean {
    return this.hasBytes(idBytesOf(id));
  }

  hasBytes(id: IdBytes): boolean {
    return this.#slots[this.#slotOf(id, hashOf(id))] !== 0;
  }

  /** @throws RangeError beyond 32 GB */
  add(text: string, row: Row): void {
    const id = idBytesOf(text);
    const hash = hashOf(id);
    if (this.#ids * 2 > this.#slots.length) this.#grow();
    const slot = this.#slotOf(id, hash);
    const before = this.#slots[slot] as number;
    if (before === 0) this.#ids += 1;
    this.#slots[slot] = this.#write(id, JSON.stringify(row), [before, hash]);
  }

  /** All rows of an id in the order of addition. */
  get(text: string): Row[] {
    const rows: Row[] = [];
    let number = this.#numberOf(text);
    while (number !== 0) {
      rows.push(this.#row(number));
      const { chunk, at } = this.#place(number);
      number = chunk.words[at / 4] as number;
    }
    return rows.reverse();
  }

  /** The row of an id added last; null if there is none. */
  last(text: string): Row | null {
    const number = this.#numberOf(text);
    return number === 0 ? null : this.#row(number);
  }

  /** The number of the last record of the id. */
  #numberOf(text: string): number {
    const id = idBytesOf(text);
    return this.#slots[this.#slotOf(id, hashOf(id))] as number;
  }

  #row(number: number): Row {
    const { chunk, at } = this.#place(number);
    const start = at + headerBytes + (chunk.words[at / 4 + 1] as number);
    const end = start + (chunk.words[at / 4 + 2] as number);
    return JSON.parse(chunk.bytes.toString('utf8', start, end)) as Row;
  }

  #write(id: IdBytes, row: string, [before, hash]: readonly [number, number]): number {
    const [idBytes, rowBytes] = [id.end - id.start, Buffer.byteLength(row)];
    const needed = headerBytes + idBytes + rowBytes;
    if (this.#used + needed > chunkBytes) {
      // A record longer than a chunk gets its own chunk.
      const size = Math.max(chunkBytes, Math.ceil(needed / alignment) * alignment);
      const bytes = Buffer.allocUnsafeSlow(size);
      this.#chunks.push({ bytes, words: new Uint32Array(bytes.buffer) });
      this.#used = 0;
    }
    const { bytes, words } = this.#chunks.at(-1) as Chunk;
    const at = this.#used;
    words.set([before, idBytes, rowBytes, hash], at / 4);
    for (let index = 0; index < idBytes; index += 1)
      bytes[at + headerBytes + index] = id.bytes[id.start + index] as number;
    bytes.write(row, at + headerBytes + idBytes, 'utf8');
    this.#used = Math.ceil((at + needed) / alignment) * alignment;
    const number = ((this.#chunks.length - 1) * chunkBytes + at) / alignment + 1;
    if (number > 0xffff_ffff) throw new RangeError('links: must be less than 32 GB');
    return number;
  }

  /** The slot of the id, whether or not it is in use. */
  #slotOf(id: IdBytes, hash: number): number {
    const last = this.#slots.length - 1;
    for (let slot = hash & last; ; slot = (slot + 1) & last) {
      const number = this.#slots[slot] as number;
      if (number === 0) return slot;
      const { chunk, at } = this.#place(number);
      if (chunk.words[at / 4 + 3] !== hash || chunk.words[at / 4 + 1] !== id.end - id.start) continue;
      if (isAt(chunk.bytes, at + headerBytes, id)) return slot;
    }
  }

  #place(number: number): { chunk: Chunk; at: number } {
    const place = (number - 1) * alignment;
    const chunk = this.#chunks[Math.floor(place / chunkBytes)] as Chunk;
    return { chunk, at: place % chunkBytes };
  }

  #grow(): void {
    const old = this.#slots;
    const last = old.length * 2 - 1;
    this.#slots = new Uint32Array(last + 1);
    for (const number of old) {
      if (number === 0) continue;
      const { chunk, at } = this.#place(number);
      let slot = (chunk.words[at / 4 + 3] as number) & last;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & last;
      this.#slots[slot] = number;
    }
  }
}

function isAt(bytes: Uint8Array, at: number, id: IdBytes): boolean {
  for (let index = id.start; index < id.end; index += 1)
    if (bytes[at + index - id.start] !== id.bytes[index]) return false;
  return true;
}

function hashOf({ bytes, start, end }: IdBytes): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
