import { Piscina } from 'piscina';
import { bytesOf } from './vision-pipe.ts';
import type { ProcessSettings, ThreadAnswer, ThreadSettings, VisionTask, WarmUp } from './vision-tasks.ts';

/** Threads that process pictures, each with its own models and one task at a time. */
export interface ThreadPool {
  /** Loads the models in one thread. @returns an answer of kind `warm` or `broken` @throws ThreadDied */
  warmUp(): Promise<ThreadAnswer>;
  /**
   * Runs one task. The bytes of its pictures are transferred to the thread.
   * @param signal ends the thread; native code does not react to it
   * @throws ThreadDied
   */
  run(task: VisionTask, signal?: AbortSignal): Promise<ThreadAnswer>;
  close(): Promise<void>;
}

/** Shares a pool among several services of one process, each of which closes it; `open` creates the pool for these settings. */
export type SharePool = (settings: ProcessSettings, open: () => ThreadPool) => ThreadPool;

/** The thread ended before it answered: out of memory, out of time, or crashed. */
class ThreadDied extends Error {
  constructor(cause: unknown) {
    super('a vision thread died', { cause });
    this.name = 'ThreadDied';
  }
}

/** JavaScript heap of a thread, in MB. */
const heapMb = 512;
/**
 * Idle threads are ended after this time, to free their memory; the last one is kept. A new thread takes seconds to load its models, so the
 * thread reserved for ordinary pictures during a flood must not end between two of them.
 */
const idleMs = 600_000;

/** @param keep number of threads that are started at once and never ended */
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
