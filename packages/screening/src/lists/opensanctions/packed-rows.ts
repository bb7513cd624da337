/** Memory in which records lie one after the other, as bytes and as words of four. */
interface Chunk {
  bytes: Buffer;
  words: Uint32Array;
}

const chunkBytes = 8 * 1024 * 1024;
/** Records begin at multiples of this, so that 32 bits number those of 32 GB. */
const alignment = 8;
const headerWords = 4;
const headerBytes = headerWords * 4;

/**
 * Rows of plain data by id, in bytes: a large export has millions of links, and objects of each would take several times as much
 * memory and be looked at by every garbage collection.
 *
 * State: a record is the number of the record before it with the same id, bytes of the id, bytes of the row, hash of the id, then the
 * id in UTF-16 and the row as JSON. `#slots` has the number of the last record of each id under the hash of the id, open addressing.
 * Numbers are places in units of `alignment`, plus 1; 0 is none.
 */
export class PackedRows<Row> {
  readonly #chunks: Chunk[] = [];
  /** Of the last chunk. */
  #used = chunkBytes;
  #slots = new Uint32Array(1 << 12);
  #ids = 0;

  has(id: string): boolean {
    return this.#slots[this.#slotOf(id, hashOf(id))] !== 0;
  }

  /** @throws RangeError past 32 GB */
  add(id: string, row: Row): void {
    const hash = hashOf(id);
    if (this.#ids * 2 > this.#slots.length) this.#grow();
    const slot = this.#slotOf(id, hash);
    const before = this.#slots[slot] as number;
    if (before === 0) this.#ids += 1;
    this.#slots[slot] = this.#write(id, JSON.stringify(row), [before, hash]);
  }

  /** All rows of an id in the order in which they came. */
  get(id: string): Row[] {
    const rows: Row[] = [];
    let number = this.#slots[this.#slotOf(id, hashOf(id))] as number;
    while (number !== 0) {
      const { chunk, at } = this.#place(number);
      const [before = 0, idBytes = 0, rowBytes = 0] = chunk.words.subarray(at / 4, at / 4 + headerWords);
      const start = at + headerBytes + idBytes;
      rows.push(JSON.parse(chunk.bytes.toString('utf8', start, start + rowBytes)) as Row);
      number = before;
    }
    return rows.reverse();
  }

  #write(id: string, row: string, [before, hash]: readonly [number, number]): number {
    const [idBytes, rowBytes] = [id.length * 2, Buffer.byteLength(row)];
    const needed = headerBytes + idBytes + rowBytes;
    if (this.#used + needed > chunkBytes) {
      // A record that is longer than a chunk has one of its own.
      const size = Math.max(chunkBytes, Math.ceil(needed / alignment) * alignment);
      const bytes = Buffer.allocUnsafeSlow(size);
      this.#chunks.push({ bytes, words: new Uint32Array(bytes.buffer) });
      this.#used = 0;
    }
    const { bytes, words } = this.#chunks.at(-1) as Chunk;
    const at = this.#used;
    words.set([before, idBytes, rowBytes, hash], at / 4);
    bytes.write(id, at + headerBytes, 'utf16le');
    bytes.write(row, at + headerBytes + idBytes, 'utf8');
    this.#used = Math.ceil((at + needed) / alignment) * alignment;
    const number = ((this.#chunks.length - 1) * chunkBytes + at) / alignment + 1;
    if (number > 0xffff_ffff) throw new RangeError('links: must be less than 32 GB');
    return number;
  }

  /** The slot that the id has, or would have. */
  #slotOf(id: string, hash: number): number {
    const last = this.#slots.length - 1;
    for (let slot = hash & last; ; slot = (slot + 1) & last) {
      const number = this.#slots[slot] as number;
      if (number === 0) return slot;
      const { chunk, at } = this.#place(number);
      if (chunk.words[at / 4 + 3] !== hash) continue;
      const start = at + headerBytes;
      const end = start + (chunk.words[at / 4 + 1] as number);
      if (chunk.bytes.toString('utf16le', start, end) === id) return slot;
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

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
