import { Worker } from 'node:worker_threads';
import type { ListedEntity } from '../model/listed-entity.ts';
import type { LoadedEntity } from '../model/loaded-entity.ts';
import { snapshotOf, type SnapshotAbout } from '../search/build/build-snapshot.ts';
import { EntityCollector, type EntityNames } from '../search/build/entity-collector.ts';
import { keysIn, NameIndexBuilder, type NameIndex, withKeys } from '../search/build/name-index.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { tokenTexts } from '../search/build/token-collector.ts';
import { TaskThread } from './task-thread.ts';
import { openNames, ownHalf, packNames, type NamesAnswer, type NamesTask } from './thread-messages.ts';

/** Location of the bundled code of the thread that indexes names (`names-thread.ts`). */
export interface NamesThread {
  script: () => URL;
  /** Number of entities from which on a thread is started; fewer are indexed before it would be ready. Default 20,000. */
  least?: number;
}

/** A batch of entities. */
type EntityBatch = readonly (ListedEntity | LoadedEntity)[];

const usualLeast = 20_000;
const chunkSize = 1000;
/** Maximum number of chunks queued for the thread. */
const chunksAhead = 16;

/**
 * Builds an index with the same bytes as `buildSnapshot`, on two threads: this one keeps the entities, the other prepares and indexes
 * their names. The queue between them is bounded.
 * @throws what reading the entities throws, and what the thread throws; the thread is terminated in any case
 */
export async function buildInThreads(
  batches: Iterable<EntityBatch> | AsyncIterable<EntityBatch>,
  about: SnapshotAbout,
  { script, least = usualLeast }: NamesThread,
): Promise<Snapshot> {
  const collector = new EntityCollector();
  const names = new NamesElsewhere(script, least);
  try {
    for await (const batch of batches)
      for (const entity of batch) {
        const found = collector.add(entity);
        if (found === null) continue;
        names.add(found);
        if (names.isAhead) await names.caughtUp();
      }
    const index = names.freeze();
    // The error is thrown where the index is awaited, even if the sections of entities fail first.
    index.catch(() => undefined);
    const sections = collector.freeze();
    return snapshotOf(sections, await index, about);
  } finally {
    await names.end();
  }
}

/** Names queued for the indexing thread, or kept here while there are few. */
class NamesElsewhere {
  readonly #script: () => URL;
  readonly #least: number;
  #chunk: EntityNames[] = [];
  #thread: TaskThread<NamesTask, NamesAnswer> | null = null;
  #number = 0;
  readonly #waiting: Promise<NamesAnswer>[] = [];

  constructor(script: () => URL, least: number) {
    this.#script = script;
    this.#least = least;
  }

  /** Whether the thread's queue is full. */
  get isAhead(): boolean {
    return this.#waiting.length >= chunksAhead;
  }

  add(names: EntityNames): void {
    this.#chunk.push(names);
    if (this.#chunk.length >= (this.#thread === null ? Math.max(this.#least, chunkSize) : chunkSize))
      this.#send();
  }

  /** Waits for the oldest chunk. @throws what the thread throws */
  async caughtUp(): Promise<void> {
    await this.#waiting.shift();
  }

  async freeze(): Promise<NameIndex> {
    if (this.#thread === null) {
      const builder = new NameIndexBuilder();
      for (const names of this.#chunk) builder.add(names);
      return builder.freeze();
    }
    this.#send();
    const [{ sections }, thread] = [await this.#post('names'), this.#post('keys')];
    if (!sections) throw new Error('names thread: must answer with its sections');
    const names = openNames(sections);
    const texts = tokenTexts(names['token.bytes'], names['token.offset']);
    const rest = keysIn(texts, { from: ownHalf(texts.length), to: texts.length });
    const { keys } = await thread;
    if (!keys) throw new Error('names thread: must answer with its keys');
    return withKeys(names, [keys, rest]);
  }

  async end(): Promise<void> {
    await this.#thread?.end();
  }

  #send(): void {
    this.#thread ??= new TaskThread(new Worker(this.#script()), 'names');
    this.#waiting.push(this.#post(packNames(this.#chunk)));
    this.#chunk = [];
  }

  #post(task: NamesTask['task']): Promise<NamesAnswer> {
    const number = this.#number;
    this.#number += 1;
    return (this.#thread as TaskThread<NamesTask, NamesAnswer>).post({ number, task });
  }
}
