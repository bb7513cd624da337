import { Worker } from 'node:worker_threads';
import type { Policies } from '../model/policies.ts';
import { type LayeredSnapshot, shareState } from '../snapshot/layered-snapshot.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { TaskThread } from './task-thread.ts';
import type { ScreeningRequest, ThreadAnswer, ThreadTask } from './thread-messages.ts';

const chunkSize = 250;
/** Maximum number of chunks per thread that are in progress, or finished but not yet read. */
const chunksAhead = 3;

/** Location of the bundled `screening-thread.ts`, and the size of the pool. */
export interface ThreadPool {
  threads: number;
  script: URL;
  policies?: Policies;
  /** Work limit of one screening (`createIndexScreener`). */
  mostScored?: number;
}

/**
 * Screens many subjects on threads that share one copy of the snapshot. Results come in the order of the requests, one for each, and do
 * not depend on the number of threads. Requests are read only a few chunks ahead.
 *
 * Each thread receives the snapshot's shared buffers once, as `workerData`, so no bytes are copied. Requests are distributed in chunks,
 * round-robin, and results return a chunk at a time; chunks are numbered, and each thread processes those it was given. The queue is
 * bounded: after `chunksAhead` chunks per thread, the oldest is awaited.
 * @throws what a thread throws; all threads are terminated in any case
 */
export async function* screenInThreads(
  snapshot: Snapshot | LayeredSnapshot,
  questions: Iterable<ScreeningRequest> | AsyncIterable<ScreeningRequest>,
  { threads, script, policies, mostScored }: ThreadPool,
): AsyncGenerator<ThreadAnswer> {
  const about = { ...(policies && { policies }), ...(mostScored !== undefined && { mostScored }) };
  const workerData = { snapshot: shareState(snapshot), ...about };
  const pool = Array.from(
    { length: threads },
    () => new TaskThread<ThreadTask, ThreadAnswer[]>(new Worker(script, { workerData }), 'screening'),
  );
  try {
    const waiting: Promise<ThreadAnswer[]>[] = [];
    let number = 0;
    for await (const chunk of inChunks(questions)) {
      waiting.push((pool[number % threads] as (typeof pool)[number]).post({ number, questions: chunk }));
      number += 1;
      // Await the oldest chunk, whichever finishes first, so that results keep the order of the requests.
      if (waiting.length >= threads * chunksAhead) yield* await (waiting.shift() as Promise<ThreadAnswer[]>);
    }
    for (const answers of waiting) yield* await answers;
  } finally {
    await Promise.all(pool.map((thread) => thread.end()));
  }
}

async function* inChunks(
  questions: Iterable<ScreeningRequest> | AsyncIterable<ScreeningRequest>,
): AsyncGenerator<ScreeningRequest[]> {
  let chunk: ScreeningRequest[] = [];
  for await (const question of questions) {
    chunk.push(question);
    if (chunk.length === chunkSize) {
      yield chunk;
      chunk = [];
    }
  }
  if (chunk.length > 0) yield chunk;
}
