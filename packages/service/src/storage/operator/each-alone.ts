import type { Logger } from 'pino';
import { Unavailable } from '../../runtime/unavailable.ts';
import type { Database } from '../engine/database.ts';
import { openOperatorEntry } from './operator-entries.ts';

/** Work that is repeated for whatever is due, in portions. */
export interface DueWork<Item> {
  /** Name for log and alert: `end-sessions`. */
  task: string;
  /** Identifies an item in log and alert; without personal data. */
  idOf(item: Item): string;
  /** The integration whose alert it becomes; `null`: only the log shows it. */
  integrationOf(item: Item): string | null;
  work(item: Item): Promise<void>;
}

interface Reporting {
  database: Database;
  log: Logger;
}

/** Items of this process that failed when they were last tried, so that each is logged once and not in every round. */
const failing = new WeakMap<Logger, Set<string>>();

/**
 * Does the work for each item. One that fails is logged and raises an alert, both once, and does not keep the others waiting; it is
 * tried again in the next round.
 * @throws Unavailable at once, because no item causes an outage
 */
export async function eachAlone<Item>(
  { database, log }: Reporting,
  items: readonly Item[],
  { task, idOf, integrationOf, work }: DueWork<Item>,
): Promise<void> {
  const known = failing.get(log) ?? new Set();
  failing.set(log, known);
  for (const item of items) {
    const name = `${task}: ${idOf(item)}`;
    try {
      await work(item);
      known.delete(name);
    } catch (error) {
      if (error instanceof Unavailable) throw error;
      if (known.has(name)) continue;
      const integrationId = integrationOf(item);
      log.error({ err: error, kind: task, id: idOf(item), integrationId }, 'one item of upkeep failed');
      if (integrationId !== null)
        await openOperatorEntry(database, { integrationId, kind: 'upkeep_failed', cause: name });
      known.add(name);
    }
  }
}
