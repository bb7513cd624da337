import { Worker } from 'node:worker_threads';
import type { LoadedPart } from '../lists/load-log.ts';
import {
  loadBatch,
  type BatchMapper,
  type FtmBatch,
  type FtmRules,
  type LoadedBatch,
} from '../lists/opensanctions/ftm-batch.ts';
import { entitiesOfLines } from '../search/build/entity-lines.ts';
import { TaskThread, type NumberedTask } from './task-thread.ts';

/** One batch for a thread, numbered by its place among all. */
export interface FtmTask extends NumberedTask {
  batch: FtmBatch;
  rules: FtmRules;
}

/**
 * Entities of a batch as JSON lines: a thread hands over bytes without a copy, but objects at the cost of making them anew. As lines they
 * are written to a file, compared and stored, so most of them are never parsed.
 */
export interface FtmAnswer {
  lines: Uint8Array;
  /** Of each entity how many names it has, and its lists as `listBits`. */
  names: Uint32Array;
  lists: Uint8Array;
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
const batchesAhead = 6;
/** Batches that a thread has before it or under way: enough to be busy while this thread maps one itself. */
const batchesGiven = 3;
/** Objects of a batch are garbage when it is done: in a small nursery many of them would be copied before. */
const resourceLimits = { maxYoungGenerationSizeMb: 96 };

/**
 * Maps lines of exports on threads, and here while all of those have enough before them: so whoever reads the lines does not wait for a
 * thread, and two cores are both at work. To be ended in any case.
 */
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
  async map(batch: FtmBatch, rules: FtmRules): Promise<LoadedBatch> {
    const number = this.#number;
    this.#number += 1;
    const thread = number < this.#least ? null : this.#idleThread();
    if (thread === null) return loadBatch(batch, rules);
    const bytes = inOwnMemory(batch.bytes);
    const task = { number, batch: { ...batch, bytes }, rules };
    const { lines, names, lists, part } = await thread.post(task, [bytes.buffer as ArrayBuffer]);
    const written = Buffer.from(lines.buffer, lines.byteOffset, lines.length);
    const entities = entitiesOfLines(written, (at) => ({
      names: names[at] as number,
      lists: lists[at] as number,
    }));
    return { entities, part };
  }

  async end(): Promise<void> {
    await Promise.all(this.#pool.map((thread) => thread.end()));
  }

  /** The thread with the least before it; null when all have enough. */
  #idleThread(): TaskThread<FtmTask, FtmAnswer> | null {
    const { threads, script } = this.#about;
    if (this.#pool.length === 0)
      this.#pool = Array.from(
        { length: threads },
        () => new TaskThread(new Worker(script(), { resourceLimits }), 'loading'),
      );
    const [first] = this.#pool.toSorted((one, other) => one.waiting - other.waiting);
    return first !== undefined && first.waiting < batchesGiven ? first : null;
  }
}

/** Bytes whose memory nobody else has, to be handed over: what was unpacked may share it with what comes next. */
function inOwnMemory(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}
