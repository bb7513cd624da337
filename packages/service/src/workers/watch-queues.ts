import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceContext } from '../context.ts';
import { findDueWork } from '../storage/job/due-work.ts';

/** Milliseconds between polls. On the embedded engine a single process is woken by its own work: only work becoming due is new. */
const lookMs = { pglite: 250, postgres: 100 };
/** Average milliseconds from a failed poll to the next one. */
const failurePauseMs = 1_000;

/**
 * Wakes the workers of this process when work is due that another process queued, or whose time has come: one poll for all of them
 * instead of one each, since polling is nearly the whole cost of an idle service. Only a hint: every worker also polls by itself, less
 * often.
 * @see docs/decisions/0127-poll-all-queues-with-one-statement.md
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
      // The workers report an unavailable database. Processes must not reconnect all at once.
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
