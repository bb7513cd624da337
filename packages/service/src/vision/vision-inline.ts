import { setTimeout as wait } from 'node:timers/promises';
import { VisionBroken, VisionInterrupted, VisionKilled, VisionLate, VisionStarved } from './vision.ts';
import { createThreadPool, type SharePool } from './vision-pool.ts';
import type { VisionExecutor } from './vision-scheduler.ts';
import type { ProcessSettings } from './vision-tasks.ts';

/** A thread still computing after this many deadlines is in a loop, and is ended anyway. */
const mostDeadlines = 10;

export interface InlineOptions {
  settings: ProcessSettings;
  /** Loads the models now; otherwise with the first picture. */
  eager: boolean;
  /** The models can no longer be used: the service must stop. */
  onBroken: (error: VisionBroken) => void;
  /**
   * Milliseconds after which a task is given up. Its thread finishes it before taking another: ending a thread inside native
   * code would end the whole process. Default 20,000.
   */
  deadlineMs?: number;
  /** Default: threads for this service only. */
  sharePool?: SharePool;
}

/**
 * Threads of this process. A crash outside JavaScript takes down the service, and memory retained by native code is not released:
 * for tests and for machines with little memory.
 */
export function openInlineThreads({
  settings,
  eager,
  onBroken,
  deadlineMs = 20_000,
  sharePool = (_, open) => open(),
}: InlineOptions): VisionExecutor {
  const pool = sharePool(settings, () => createThreadPool(settings, { keep: 0 }));
  let running = 0;
  let onRoom = () => {};
  return {
    async start(listener) {
      onRoom = listener;
      if (!eager) return;
      const answer = await pool.warmUp();
      if (answer.kind === 'broken') throw new VisionBroken(answer.reason);
    },
    hasRoom: () => running < settings.threads,
    async run(task, queue) {
      const alone = queue === 'alone';
      const patience = 'patience' in task ? task.patience : 1;
      const limitMs = alone ? 2 * deadlineMs * patience : deadlineMs;
      running += 1;
      const computed = pool
        .run(task, AbortSignal.timeout(mostDeadlines * limitMs))
        .catch(() => 'died' as const)
        .finally(() => {
          running -= 1;
        });
      const answered = new AbortController();
      const late = wait(limitMs, 'late' as const, { signal: answered.signal, ref: false });
      const answer = await Promise.race([computed, late.catch(() => computed)]);
      answered.abort();
      if (answer === 'late') {
        void computed.then(() => onRoom());
        // Elapsed time, shared with the rest of the service: not evidence about its pictures.
        throw alone ? new VisionStarved() : new VisionLate();
      }
      if (answer === 'died') throw new VisionKilled();
      if (answer.kind !== 'broken' && answer.kind !== 'warm') return answer;
      if (answer.kind === 'broken') onBroken(new VisionBroken(answer.reason));
      throw new VisionInterrupted();
    },
    refuse: () => {},
    close: () => pool.close(),
  };
}
