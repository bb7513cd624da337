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

/** One batch for a thread, numbered by its position. */
export interface FtmTask extends NumberedTask {
  batch: FtmBatch;
  rules: FtmRules;
}

/**
 * Entities of a batch as JSON lines: threads transfer bytes without a copy, while objects have to be cloned. The lines are written to a
 * file, compared and stored, so most of them are never parsed.
 */
export interface FtmAnswer {
  lines: Uint8Array;
  /** For each entity, the number of its names, and its lists as `listBits`. */
  names: Uint32Array;
  lists: Uint8Array;
  part: LoadedPart;
}

/** Threads that map the lines of exports. */
export interface FtmThreads {
  threads: number;
  /** Location of the bundled `ftm-thread.ts`. */
  script: () => URL;
  /**
   * Number of batches, of a quarter of a megabyte each, to map on this thread before starting others; fewer finish sooner without them.
   * Default 64.
   */
  least?: number;
}

const usualLeast = 64;
/** Maximum number of batches per thread that are in progress, or finished but not yet read. */
const batchesAhead = 6;
/** Maximum number of batches queued or in progress per thread: enough to keep it busy while this thread maps a batch itself. */
const batchesGiven = 3;
/** The objects of a batch are garbage once it is done; with a small nursery, many would be copied before that. */
const resourceLimits = { maxYoungGenerationSizeMb: 96 };

/**
 * Maps lines of exports on threads, and on this thread while the others are busy: the reader of the lines never waits for a thread, and
 * two cores are in use. The caller must close it in any case.
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

  /** The thread with the shortest queue; null if all queues are full. */
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

/** Copies bytes to memory of their own, so that they can be transferred: unpacked data may share its memory with what follows. */
function inOwnMemory(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}
