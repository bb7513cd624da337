import { Piscina } from 'piscina';
import { bytesOf } from './vision-pipe.ts';
import type { ProcessSettings, ThreadAnswer, ThreadSettings, VisionTask, WarmUp } from './vision-tasks.ts';

/** Threads that look at pictures, each with its own models and one task at a time. */
export interface ThreadPool {
  /** Loads the models in one thread. @returns an answer of kind `warm` or `broken` @throws ThreadDied */
  warmUp(): Promise<ThreadAnswer>;
  /**
   * Does one task. The bytes of its pictures are handed over.
   * @param signal ends the thread; code outside JavaScript does not listen to it
   * @throws ThreadDied
   */
  run(task: VisionTask, signal?: AbortSignal): Promise<ThreadAnswer>;
  close(): Promise<void>;
}

/** Gives a pool to several services of one process, each of which closes it; `open` makes the one that these settings ask for. */
export type SharePool = (settings: ProcessSettings, open: () => ThreadPool) => ThreadPool;

/** The thread ended before it answered: out of memory, out of time, or crashed. */
class ThreadDied extends Error {
  constructor(cause: unknown) {
    super('a vision thread died', { cause });
    this.name = 'ThreadDied';
  }
}

/** JavaScript's part of a thread's memory, in MB. */
const heapMb = 512;
/**
 * Threads without work give their memory back after so long; the last one stays. A new one loads its models for seconds, so that the
 * thread kept for ordinary pictures beside a flood must not go between two of them.
 */
const idleMs = 600_000;

/** @param keep threads that are started at once and never given up */
export function createThreadPool(settings: ProcessSettings, { keep }: { keep: number }): ThreadPool {
  const { thread, threads, ...threadSettings } = settings;
  const pool = new Piscina({
    filename: thread,
    minThreads: keep,
    maxThreads: threads,
    idleTimeout: idleMs,
    concurrentTasksPerWorker: 1,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    workerData: threadSettings satisfies ThreadSettings,
    // The threads need nothing from the environment, and must not see keys.
    env: {},
  });
  // The task of a dead thread rejects; without a listener, the event would end the process.
  pool.on('error', () => {});
  const run = async (task: VisionTask | WarmUp, options: Parameters<typeof pool.run>[1]) => {
    try {
      return (await pool.run(task, options)) as ThreadAnswer;
    } catch (error) {
      throw new ThreadDied(error);
    }
  };
  return {
    warmUp: () => run({ kind: 'warm-up' }, {}),
    run(task, signal) {
      const transferList = bytesOf(task).map(({ buffer }) => buffer as ArrayBuffer);
      return run(task, { transferList, ...(signal ? { signal } : {}) });
    },
    close: () => pool.close({ force: true }),
  };
}
