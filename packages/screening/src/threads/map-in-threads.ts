import { Worker } from 'node:worker_threads';
import type { LoadedPart } from '../lists/load-log.ts';
import {
  mapBatch,
  type BatchMapper,
  type FtmBatch,
  type FtmRules,
  type MappedBatch,
} from '../lists/opensanctions/ftm-batch.ts';
import type { ListedEntity } from '../model/listed-entity.ts';
import { TaskThread, type NumberedTask } from './task-thread.ts';

/** One batch for a thread, numbered by its place among all. */
export interface FtmTask extends NumberedTask {
  batch: FtmBatch;
  rules: FtmRules;
}

/** Entities of a batch as JSON lines: a thread hands over bytes without a copy, but objects at the cost of making them anew. */
export interface FtmAnswer {
  lines: Uint8Array;
  part: LoadedPart;
}

/** Threads that map lines of exports. */
export interface FtmThreads {
  threads: number;
  /** Where their code is: `ftm-thread.ts` bundled. */
  script: () => URL;
  /** Batches, of a quarter of a megabyte each, that are mapped here before threads are started: fewer are done sooner. Default 64. */
  least?: number;
}

const usualLeast = 64;
/** Batches for each thread that are under way, or done and not yet read. */
const batchesAhead = 4;
const lineEnd = 10;
/** Objects of a batch are garbage when it is done: in a small nursery many of them would be copied before. */
const resourceLimits = { maxYoungGenerationSizeMb: 96 };

/** Maps lines of exports on threads, to each in turn. To be ended in any case. */
export class ThreadedMapper implements BatchMapper {
  readonly ahead: number;
  readonly #about: FtmThreads;
  readonly #least: number;
  #pool: TaskThread<FtmTask, FtmAnswer>[] = [];
  #number = 0;

  constructor(about: FtmThreads) {
    this.ahead = about.threads * batchesAhead;
    this.#about = about;
    this.#least = about.least ?? usualLeast;
  }

  /** @throws what a thread throws */
  async map(batch: FtmBatch, rules: FtmRules): Promise<MappedBatch> {
    const number = this.#number;
    this.#number += 1;
    if (number < this.#least) return mapBatch(batch, rules);
    const bytes = inOwnMemory(batch.bytes);
    const task = { number, batch: { ...batch, bytes }, rules };
    const { lines, part } = await this.#thread(number).post(task, [bytes.buffer as ArrayBuffer]);
    return { entities: parsedLines(Buffer.from(lines.buffer, lines.byteOffset, lines.length)), part };
  }

  async end(): Promise<void> {
    await Promise.all(this.#pool.map((thread) => thread.end()));
  }

  #thread(number: number): TaskThread<FtmTask, FtmAnswer> {
    const { threads, script } = this.#about;
    if (this.#pool.length === 0)
      this.#pool = Array.from(
        { length: threads },
        () => new TaskThread(new Worker(script(), { resourceLimits }), 'loading'),
      );
    return this.#pool[number % threads] as TaskThread<FtmTask, FtmAnswer>;
  }
}

/** Bytes whose memory nobody else has, to be handed over: what was unpacked may share it with what comes next. */
function inOwnMemory(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}

function parsedLines(bytes: Buffer): ListedEntity[] {
  const entities: ListedEntity[] = [];
  let start = 0;
  for (let end = bytes.indexOf(lineEnd); end !== -1; end = bytes.indexOf(lineEnd, start)) {
    entities.push(JSON.parse(bytes.toString('utf8', start, end)) as ListedEntity);
    start = end + 1;
  }
  return entities;
}
