import { closeSync, openSync, writeSync } from 'node:fs';
import { readChunks } from '../lists/read-bytes.ts';
import type { ListedEntity } from '../model/listed-entity.ts';
import { JsonWriter } from './json-writer.ts';

const chunkBytes = 1024 * 1024;
const lineEnd = 10;

/**
 * Entities on disk as a loader gave them, one JSON line each: what a reading cost need not be spent again by whoever wants the same
 * entities later, and no more of them is in memory than a chunk.
 */
export class EntityLinesWriter {
  readonly #file: number;
  readonly #writer = new JsonWriter();
  readonly #chunk = Buffer.allocUnsafeSlow(chunkBytes);
  #used = 0;

  /** @param path of a file that is not there yet; nobody else may read it. @throws what the file system throws */
  constructor(path: string) {
    this.#file = openSync(path, 'wx', 0o600);
  }

  add(entity: ListedEntity): void {
    const bytes = this.#writer.write(entity);
    if (this.#used + bytes.length + 1 > chunkBytes) this.#flush();
    if (bytes.length + 1 > chunkBytes) {
      this.#write(bytes);
      this.#write(Buffer.of(lineEnd));
      return;
    }
    this.#chunk.set(bytes, this.#used);
    this.#chunk[this.#used + bytes.length] = lineEnd;
    this.#used += bytes.length + 1;
  }

  /** Writes what is left. To be called in any case. */
  close(): void {
    try {
      this.#flush();
    } finally {
      closeSync(this.#file);
    }
  }

  #flush(): void {
    this.#write(this.#chunk.subarray(0, this.#used));
    this.#used = 0;
  }

  #write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at);
  }
}

/** Entities that an `EntityLinesWriter` wrote, in batches. @throws what the file system throws */
export async function* readEntityLines(path: string): AsyncGenerator<ListedEntity[]> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of readChunks(path)) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const entities: ListedEntity[] = [];
    let start = 0;
    for (let end = bytes.indexOf(lineEnd); end !== -1; end = bytes.indexOf(lineEnd, start)) {
      entities.push(JSON.parse(bytes.toString('utf8', start, end)) as ListedEntity);
      start = end + 1;
    }
    rest = bytes.subarray(start);
    if (entities.length > 0) yield entities;
  }
  if (rest.length > 0) throw new Error(`${path}: must end with a line end`);
}
