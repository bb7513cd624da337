import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { EntityChange } from '../monitor/changes-between.ts';
import type { CustomerIndex, SharedCustomers } from '../monitor/customer-index.ts';
import { type NumberedTask, TaskThread } from './task-thread.ts';

/** What a thread starts with. */
export interface CustomerThreadStart {
  customers: SharedCustomers;
}

/** Changes for one thread, numbered by their place. */
export interface CustomerTask extends NumberedTask {
  changes: EntityChange[];
}

/** Where the code of a thread is (`customer-thread.ts` bundled), and how much it may take. */
export interface CustomerThreads {
  threads: number;
  script: URL;
  /** Megabytes of memory of each thread's own, beside the customers, which all share. */
  mostMegabytes: number;
}

const chunkSize = 25;
/** Chunks that a thread has before it or under way. */
const chunksAhead = 2;
/** Longest time in milliseconds that looking for changes holds the event loop. */
const sliceMs = 8;

/**
 * Keys of the customers whose hits the changes may alter, chunk by chunk of the changes, as `concernedByChange` finds them one by
 * one; a customer may come more than once. Threads of low priority search, and no more changes are read than they have room for.
 * Customers must not be added meanwhile; those who are removed are not found from then on. @throws what a thread throws, also when
 * it needs more memory than it may; all threads are ended in any case
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
