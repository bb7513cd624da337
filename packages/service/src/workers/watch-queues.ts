import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceContext } from '../context.ts';
import { findDueWork } from '../storage/job/due-work.ts';

/** Milliseconds between looks. On the embedded engine one process is alone and is woken by its own work: only what comes due is new. */
const lookMs = { pglite: 250, postgres: 100 };
/** Milliseconds, on average, from a look that failed to the next one. */
const failurePauseMs = 1_000;

/**
 * Wakes the workers of this process when work is due that another process queued, or whose time has come: one look for all of them
 * in place of one each, since looking is nearly all that an idle service costs. Only a hint: every worker also looks by itself, less
 * often.
 * @see docs/decisions/0127-one-look-for-all-queues.md
 */
export function watchQueues({ database, wake }: Pick<ServiceContext, 'database' | 'wake'>): {
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {});
  const look = async () => {
    try {
      const { jobs, webhooks } = await findDueWork(database);
      if (jobs) wake.notify('job');
      if (webhooks) wake.notify('webhook');
      await pause(lookMs[database.engine]);
    } catch {
      // The workers report a database that is away. One that comes back must not meet a crowd.
      await pause(failurePauseMs * (0.5 + Math.random()));
    }
  };
  const loop = async () => {
    while (!stopping.signal.aborted) await look();
  };
  const looping = loop();
  return {
    stop: async () => {
      stopping.abort();
      await looping;
    },
  };
}
