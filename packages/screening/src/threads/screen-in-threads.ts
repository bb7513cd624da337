import { Worker } from 'node:worker_threads';
import type { Policies } from '../model/policies.ts';
import { type LayeredSnapshot, shareState } from '../snapshot/layered-snapshot.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { TaskThread } from './task-thread.ts';
import type { ScreeningRequest, ThreadAnswer, ThreadTask } from './thread-messages.ts';

const chunkSize = 250;
/** Chunks under way or done and not yet read, for each thread. */
const chunksAhead = 3;

/** Where the code of a thread is: `screening-thread.ts` bundled. */
export interface ThreadPool {
  threads: number;
  script: URL;
  policies?: Policies;
  /** The limit of work of one screening (`createIndexScreener`). */
  mostScored?: number;
}

/**
 * Hand-over. Each thread gets the snapshot's shared buffers once, as `workerData`: no bytes are copied. Requests go to the
 * threads in chunks, to each in turn, and answers come back a chunk at a time; chunks are numbered and every thread keeps
 * those it was given. What waits is bounded: `chunksAhead` chunks for each thread, then the oldest is waited for.
 *
 * Screens many subjects on threads that share one copy of the snapshot. Answers come in the order of the questions, as
 * many as there are questions, and do not depend on the number of threads. The questions are read only a few chunks
 * ahead. @throws what a thread throws; all threads are ended in any case
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
      // The oldest first, whichever is ready: answers keep the order of the questions.
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
