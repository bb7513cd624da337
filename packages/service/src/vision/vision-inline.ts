import { VisionBroken, VisionInterrupted, VisionKilled, VisionLate, VisionTooSlow } from './vision.ts';
import { createThreadPool } from './vision-pool.ts';
import type { VisionExecutor } from './vision-scheduler.ts';
import type { ProcessSettings } from './vision-tasks.ts';

/** A thread that has not answered after so long is ended; one inside native code lives on until it leaves it. */
const deadlineMs = 20_000;

export interface InlineOptions {
  settings: ProcessSettings;
  /** Load the models now; otherwise with the first picture. */
  eager: boolean;
  /** The models cannot be used any more: the service must stop. */
  onBroken: (error: VisionBroken) => void;
}

/**
 * Threads of this very process. What crashes one outside JavaScript crashes the service, and memory that native code keeps stays:
 * for tests and for machines with little memory.
 */
export function openInlineThreads({ settings, eager, onBroken }: InlineOptions): VisionExecutor {
  const pool = createThreadPool(settings, { keep: 0 });
  let running = 0;
  return {
    async start() {
      if (!eager) return;
      const answer = await pool.warmUp();
      if (answer.kind === 'broken') throw new VisionBroken(answer.reason);
    },
    hasRoom: () => running < settings.threads,
    async run(task, queue) {
      running += 1;
      const alone = queue === 'alone';
      const deadline = AbortSignal.timeout(alone ? 2 * deadlineMs : deadlineMs);
      try {
        const answer = await pool.run(task, deadline);
        if (answer.kind === 'broken') onBroken(new VisionBroken(answer.reason));
        else if (answer.kind !== 'warm') return answer;
      } catch {
        if (!deadline.aborted) throw new VisionKilled();
        throw alone ? new VisionTooSlow() : new VisionLate();
      } finally {
        running -= 1;
      }
      throw new VisionInterrupted();
    },
    refuse: () => {},
    close: () => pool.close(),
  };
}
