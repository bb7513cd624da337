import { sharedArray } from '../snapshot/sections.ts';
import type { ListedEntity } from '../model/listed-entity.ts';
import { GrowingArray } from './growing-array.ts';
import { JsonWriter } from './json-writer.ts';

const chunkBytes = 32 * 1024 * 1024;

const mostOfId = 120;
/** An id at the beginning of a payload, without escapes. */
const idFirst = /^\{"id":"([^"\\]*)"/u;

/** Collects entities as JSON without ever copying what it has. */
export class PayloadCollector {
  #chunks: Buffer[] = [];
  #used = 0;
  #total = 0;
  readonly #writer = new JsonWriter();
  readonly #offset = new GrowingArray('f64');

  add(entity: ListedEntity): void {
    const bytes = this.#writer.write(entity);
    this.#offset.push(this.#total);
    let chunk = this.#chunks.at(-1);
    if (!chunk || chunk.length - this.#used < bytes.length) {
      // A chunk never grows: copying gigabytes would double the peak.
      if (chunk) this.#chunks[this.#chunks.length - 1] = chunk.subarray(0, this.#used);
      chunk = Buffer.allocUnsafeSlow(Math.max(chunkBytes, bytes.length));
      this.#chunks.push(chunk);
      this.#used = 0;
    }
    chunk.set(bytes, this.#used);
    this.#used += bytes.length;
    this.#total += bytes.length;
  }

  freeze(): { payload: Uint8Array; offset: Float64Array } {
    this.#offset.push(this.#total);
    const payload = sharedArray('u8', this.#total);
    let at = 0;
    for (const [index, chunk] of this.#chunks.entries()) {
      const used = index === this.#chunks.length - 1 ? this.#used : chunk.length;
      payload.set(chunk.subarray(0, used), at);
      at += used;
    }
    this.#chunks = [];
    return { payload, offset: this.#offset.freeze() };
  }
}

/** Reads entities back. */
export class PayloadReader {
  readonly #bytes: Buffer;
  readonly #offset: Float64Array;

  constructor(payload: Uint8Array, offset: Float64Array) {
    this.#bytes = Buffer.from(payload.buffer as SharedArrayBuffer, payload.byteOffset, payload.length);
    this.#offset = offset;
  }

  /** The entity's id, as a rule without reading the rest of it. */
  idOf(entity: number): string {
    const start = this.#offset[entity] as number;
    const end = Math.min(start + mostOfId, this.#offset[entity + 1] as number);
    const [, id] = idFirst.exec(this.#bytes.toString('utf8', start, end)) ?? [];
    return id ?? this.read(entity).id;
  }

  read(entity: number): ListedEntity {
    const text = this.#bytes.toString('utf8', this.#offset[entity], this.#offset[entity + 1]);
    return JSON.parse(text) as ListedEntity;
  }
}
