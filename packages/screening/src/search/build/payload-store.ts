import { sharedArray, type Sections } from '../../snapshot/sections.ts';
import type { ListedEntity } from '../../model/listed-entity.ts';
import { LoadedEntity } from '../../model/loaded-entity.ts';
import { bytesOf } from './entity-lines.ts';
import { GrowingArray } from '../structures/growing-array.ts';
import { JsonWriter } from '../structures/json-writer.ts';

/**
 * Each chunk is as large as all previous ones together, within these bounds. Monitoring and tests build lists of a few entities by the
 * hundred: with fixed chunks, each would leave 32 MiB of garbage, and two of them would trigger a full garbage collection.
 */
const leastChunkBytes = 64 * 1024;
const mostChunkBytes = 32 * 1024 * 1024;

/** Number of bytes after which offsets wrap to 0. */
const wrapBytes = 2 ** 32;
type PayloadSections = Pick<Sections, 'payload' | 'payload.offset' | 'payload.wrap'>;

const mostOfId = 120;
/** Matches an id without escapes at the beginning of a payload. */
const idFirst = /^\{"id":"([^"\\]*)"/u;

/** Collects entities as JSON without copying what it has collected. */
export class PayloadCollector {
  #chunks: Buffer[] = [];
  #used = 0;
  #total = 0;
  readonly #writer = new JsonWriter();
  readonly #offset = new GrowingArray('u32');
  readonly #wrap = new GrowingArray('u32', 1);

  add(entity: ListedEntity | LoadedEntity): void {
    const bytes = bytesOf(LoadedEntity.of(entity), this.#writer);
    this.#pushOffset();
    let chunk = this.#chunks.at(-1);
    if (!chunk || chunk.length - this.#used < bytes.length) {
      // Chunks never grow: copying gigabytes would double the peak of memory use.
      if (chunk) this.#chunks[this.#chunks.length - 1] = chunk.subarray(0, this.#used);
      const size = Math.min(mostChunkBytes, Math.max(leastChunkBytes, this.#total));
      chunk = Buffer.allocUnsafeSlow(Math.max(size, bytes.length));
      this.#chunks.push(chunk);
      this.#used = 0;
    }
    chunk.set(bytes, this.#used);
    this.#used += bytes.length;
    this.#total += bytes.length;
  }

  /** Stores the low 32 bits of the offset; the points where it wraps are stored separately. */
  #pushOffset(): void {
    const high = Math.floor(this.#total / wrapBytes);
    while (this.#wrap.length < high) this.#wrap.push(this.#offset.length);
    this.#offset.push(this.#total % wrapBytes);
  }

  freeze(): PayloadSections {
    this.#pushOffset();
    const payload = sharedArray('u8', this.#total);
    let at = 0;
    for (const [index, chunk] of this.#chunks.entries()) {
      const used = index === this.#chunks.length - 1 ? this.#used : chunk.length;
      payload.set(chunk.subarray(0, used), at);
      at += used;
    }
    this.#chunks = [];
    return { payload, 'payload.offset': this.#offset.freeze(), 'payload.wrap': this.#wrap.freeze() };
  }
}

/** Reads entities from their stored bytes. */
export class PayloadReader {
  readonly #bytes: Buffer;
  readonly #offset: Uint32Array;
  readonly #wrap: Uint32Array;

  constructor({ payload, 'payload.offset': offset, 'payload.wrap': wrap }: PayloadSections) {
    this.#bytes = Buffer.from(payload.buffer as SharedArrayBuffer, payload.byteOffset, payload.length);
    this.#offset = offset;
    this.#wrap = wrap;
  }

  /** The offset at which an entity begins and its predecessor ends. */
  startOf(entity: number): number {
    let start = this.#offset[entity] as number;
    for (const from of this.#wrap) if (entity >= from) start += wrapBytes;
    return start;
  }

  /** The entity's id, usually without reading the rest of the entity. */
  idOf(entity: number): string {
    const start = this.startOf(entity);
    const end = Math.min(start + mostOfId, this.startOf(entity + 1));
    const [, id] = idFirst.exec(this.#bytes.toString('utf8', start, end)) ?? [];
    return id ?? this.read(entity).id;
  }

  /** Whether the entity is stored as exactly these bytes. */
  equals(entity: number, bytes: Uint8Array): boolean {
    const [start, end] = [this.startOf(entity), this.startOf(entity + 1)];
    return end - start === bytes.length && this.#bytes.compare(bytes, 0, bytes.length, start, end) === 0;
  }

  read(entity: number): ListedEntity {
    const text = this.#bytes.toString('utf8', this.startOf(entity), this.startOf(entity + 1));
    return JSON.parse(text) as ListedEntity;
  }
}
