import { Piscina } from 'piscina';
import type { Logger } from 'pino';
import type { PictureFindings } from '@countersign/core';
import { type Picture, type Vision, VisionBusy, VisionFailed } from './vision.ts';

export interface VisionPoolOptions {
  /** Absolute path of the bundled `vision-thread.mjs`. */
  thread: string;
  /** Directory of the converted models. */
  modelsDir: string;
  threads: number;
  /** Closes every picture loader but JPEG, PNG and WebP in the whole process; off only where tests draw. */
  closeOtherLoaders: boolean;
  log: Logger;
}

/** What a thread is started with. */
export type ThreadSettings = Pick<VisionPoolOptions, 'modelsDir' | 'closeOtherLoaders'>;

/** Jobs waiting per thread before callers are told to come back. */
const queuePerThread = 8;
const deadlineMs = 20_000;
const memoryMb = 512;

/** A bounded pool of worker threads, each with its own models; a thread that fails is replaced. */
export function createVisionPool(options: VisionPoolOptions): Vision {
  const { thread, modelsDir, threads, closeOtherLoaders, log } = options;
  const pool = new Piscina({
    filename: thread,
    minThreads: 0,
    maxThreads: threads,
    maxQueue: threads * queuePerThread,
    idleTimeout: 60_000,
    concurrentTasksPerWorker: 1,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    workerData: { modelsDir, closeOtherLoaders } satisfies ThreadSettings,
    // The threads need nothing from the environment, and must not see keys.
    env: {},
  });
  // A dead thread fails its own job and is replaced; unheard, the event would end the process.
  pool.on('error', (error: unknown) => log.error({ err: error }, 'a vision thread died'));
  return {
    async inspect(pictures, today) {
      if (pool.queueSize >= threads * queuePerThread) throw new VisionBusy();
      const transferList = pictures.map(({ bytes }) => bytes.buffer as ArrayBuffer);
      try {
        const signal = AbortSignal.timeout(deadlineMs);
        const run = pool.run({ pictures, today } satisfies VisionTask, { transferList, signal });
        const { findings, failures } = (await run) as VisionResult;
        for (const { part, error } of failures)
          log.error({ step: part, errorClass: error }, 'a check could not run');
        return findings;
      } catch (error) {
        throw new VisionFailed(error);
      }
    },
    close: () => pool.close({ force: true }),
  };
}

/** What a thread answers. */
export interface VisionResult {
  findings: PictureFindings;
  /** Parts that failed, with the class of the error; its message may quote what was read. */
  failures: { part: string; error: string }[];
}

/** What a thread is asked to do. */
export interface VisionTask {
  pictures: Picture[];
  today: string;
}
