import { BadRecord } from '../entity-draft.ts';
import type { ListedEntity } from '../../model/listed-entity.ts';
import { LoadLog, type LoadedPart } from '../load-log.ts';
import { entityOfLine } from './ftm-lines.ts';
import { linkSchemata } from './ftm-links.ts';
import { mapFtm, type FtmMapping } from './ftm-mapping.ts';
import { noFacts, type LinkFacts } from './link-facts.ts';

/** Lines of one file that are entities, or that cannot be read. */
export interface FtmBatch {
  /** Name of the file, for reports. */
  file: string;
  /** The lines without their ends, one after the other. */
  bytes: Uint8Array;
  /** Where each line ends in `bytes`, and its number in the file. */
  lines: { end: number; number: number }[];
  /** What links say of the entities of some lines, by their place among the lines. */
  facts: ReadonlyMap<number, LinkFacts>;
}

/** Maps batches, here or on threads. */
export interface BatchMapper {
  /** Batches that may be under way. */
  ahead: number;
  map: (batch: FtmBatch, rules: FtmRules) => Promise<MappedBatch>;
}

/** Entities of a batch, and what was left out and counted. */
export interface MappedBatch {
  entities: ListedEntity[];
  part: LoadedPart;
}

/** What decides how an entity is mapped, without the log. */
export type FtmRules = Omit<FtmMapping, 'log'>;

/** Puts lines into a batch. */
export class FtmBatchBuilder {
  readonly #file: string;
  readonly #parts: Buffer[] = [];
  readonly #lines: FtmBatch['lines'] = [];
  readonly #facts = new Map<number, LinkFacts>();
  #end = 0;

  constructor(file: string) {
    this.#file = file;
  }

  add({ bytes, number }: { bytes: Buffer; number: number }, facts: LinkFacts): void {
    if (facts !== noFacts) this.#facts.set(this.#lines.length, facts);
    this.#parts.push(bytes);
    this.#end += bytes.length;
    this.#lines.push({ end: this.#end, number });
  }

  build(): FtmBatch {
    // A copy in memory of its own, which can go to another thread; what was read is needed no more.
    const bytes = new Uint8Array(this.#end);
    let at = 0;
    for (const part of this.#parts) {
      bytes.set(part, at);
      at += part.length;
    }
    return { file: this.#file, bytes, lines: this.#lines, facts: this.#facts };
  }
}

export function mapBatch({ file, bytes, lines, facts }: FtmBatch, rules: FtmRules): MappedBatch {
  const log = new LoadLog();
  const mapping = { ...rules, log };
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const entities: ListedEntity[] = [];
  let start = 0;
  for (const [at, { end, number }] of lines.entries()) {
    try {
      const entity = entityOfLine(buffer.subarray(start, end));
      const listed = linkSchemata.has(entity.schema)
        ? null
        : mapFtm(entity, facts.get(at) ?? noFacts, mapping);
      if (listed !== null) entities.push(listed);
    } catch (error) {
      if (!(error instanceof BadRecord)) throw error;
      log.reject(`${file}:${number}`, error.message);
    }
    start = end;
  }
  return { entities, part: log.part() };
}

/** Maps on this thread, one batch at a time. */
export const mapHere: BatchMapper = {
  ahead: 1,
  map: (batch, rules) => Promise.resolve(mapBatch(batch, rules)),
};
