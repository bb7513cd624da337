import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { EntityChange } from '../monitor/changes-between.ts';
import type { CustomerIndex, SharedCustomers } from '../monitor/customer-index.ts';
import { type NumberedTask, TaskThread } from './task-thread.ts';

/** The data a thread is started with. */
export interface CustomerThreadStart {
  customers: SharedCustomers;
}

/** Changes for one thread, numbered by position. */
export interface CustomerTask extends NumberedTask {
  changes: EntityChange[];
}

/** Location of the thread's bundled code (`customer-thread.ts`) and its memory limit. */
export interface CustomerThreads {
  threads: number;
  script: URL;
  /** Memory limit of each thread in megabytes, not counting the customers, which all threads share. */
  mostMegabytes: number;
}

const chunkSize = 25;
/** Maximum number of chunks queued or in progress per thread. */
const chunksAhead = 2;
/** Maximum time in milliseconds for which the search for changes blocks the event loop. */
const sliceMs = 8;

/**
 * Yields the keys of the customers whose hits the changes may affect, one chunk of changes at a time, as `concernedByChange` would; a
 * customer may occur more than once. The search runs on low-priority threads, and changes are read only as the threads have room. No
 * customers may be added meanwhile; removed customers are no longer found.
 * @throws what a thread throws, including when it exceeds its memory limit; all threads are terminated in any case
 */
export async function* concernedInThreads(
  customers: Pick<CustomerIndex, 'share'>,
  changes: Iterable<EntityChange | null>,
  { threads, script, mostMegabytes }: CustomerThreads,
): AsyncGenerator<string[]> {
  const workerData: CustomerThreadStart = { customers: customers.share() };
  const resourceLimits = { maxOldGenerationSizeMb: mostMegabytes };
  const pool = Array.from(
    { length: threads },
    () =>
      new TaskThread<CustomerTask, string[]>(new Worker(script, { workerData, resourceLimits }), 'customer'),
  );
  try {
    const waiting: Promise<string[]>[] = [];
    let number = 0;
    for await (const chunk of inChunks(changes)) {
      waiting.push((pool[number % threads] as (typeof pool)[number]).post({ number, changes: chunk }));
      number += 1;
      if (waiting.length >= threads * chunksAhead) yield await (waiting.shift() as Promise<string[]>);
    }
    for (const keys of waiting) yield await keys;
  } finally {
    await Promise.all(pool.map((thread) => thread.end()));
  }
}

async function* inChunks(changes: Iterable<EntityChange | null>): AsyncGenerator<EntityChange[]> {
  let chunk: EntityChange[] = [];
  let since = performance.now();
  for (const change of changes) {
    if (change !== null) chunk.push(change);
    if (chunk.length === chunkSize) {
      yield chunk;
      chunk = [];
      since = performance.now();
    } else if (performance.now() - since > sliceMs) {
      await nextTurn();
      since = performance.now();
    }
  }
  if (chunk.length > 0) yield chunk;
}
