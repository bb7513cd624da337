import { closeSync, openSync, writeSync } from 'node:fs';
import { readChunks } from '../../lists/read-bytes.ts';
import type { ListedEntity } from '../../model/listed-entity.ts';
import { LoadedEntity, type EntityCounts } from '../../model/loaded-entity.ts';
import { JsonWriter } from '../structures/json-writer.ts';

const chunkBytes = 1024 * 1024;
const lineEnd = 10;

/**
 * Writes loaded entities to disk, one JSON line each: another reader of the same entities need not parse the source again, and only a
 * chunk of them is in memory.
 */
export class EntityLinesWriter {
  readonly #file: number;
  readonly #writer = new JsonWriter();
  readonly #chunk = Buffer.allocUnsafeSlow(chunkBytes);
  #used = 0;

  /**
   * @param path of a file that does not exist yet; it is readable only by its owner.
   * @throws what the file system throws
   */
  constructor(path: string) {
    this.#file = openSync(path, 'wx', 0o600);
  }

  add(entity: ListedEntity | LoadedEntity): void {
    const bytes = bytesOf(LoadedEntity.of(entity), this.#writer);
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

  /** Writes buffered data. Must be called in any case. */
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

/** Reads the entities of an `EntityLinesWriter` in batches. @throws what the file system throws */
export async function* readEntityLines(path: string): AsyncGenerator<LoadedEntity[]> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of readChunks(path)) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const entities = entitiesOfLines(bytes, () => null);
    rest = bytes.subarray(bytes.lastIndexOf(lineEnd) + 1);
    if (entities.length > 0) yield entities;
  }
  if (rest.length > 0) throw new Error(`${path}: must end with a line end`);
}

/** The entities of all complete lines in the bytes, in order. @param counts of the entity at an index */
export function entitiesOfLines(bytes: Buffer, counts: (at: number) => EntityCounts | null): LoadedEntity[] {
  const entities: LoadedEntity[] = [];
  let start = 0;
  for (let end = bytes.indexOf(lineEnd); end !== -1; end = bytes.indexOf(lineEnd, start)) {
    entities.push(LoadedEntity.ofLine({ bytes, start, end }, counts(entities.length)));
    start = end + 1;
  }
  return entities;
}

/** The entity as a line without its ending. Valid until the writer is used again. */
export function bytesOf(loaded: LoadedEntity, writer: JsonWriter): Uint8Array {
  const { line } = loaded;
  return line === null ? writer.write(loaded.entity) : line.bytes.subarray(line.start, line.end);
}
