import type { Logger } from 'pino';
import { KeyVersionMissing } from '../../encryption/key-version-missing.ts';
import { Unavailable } from '../../runtime/unavailable.ts';
import type { Database } from '../engine/database.ts';
import { openOperatorEntry } from './operator-entries.ts';

/** Work that is repeated for whatever is due. */
export type DueWork<Item> = DueItems<Item> & Work<Item>;

/** How what is due is found. */
type DueItems<Item> =
  | {
      /** The next portion, without items of these ids: they failed, and must not fill it. */
      portion(except: readonly string[]): Promise<readonly Item[]>;
    }
  | {
      /** Everything, those that failed included. */
      all(): Promise<readonly Item[]>;
    };

interface Work<Item> {
  /** Name for log and alert: `end-sessions`. */
  task: string;
  /** Identifies an item in log and alert; without personal data. */
  idOf(item: Item): string;
  /** The integration whose alert it becomes; `null`: only the log shows it. */
  integrationOf(item: Item): string | null;
  /** Changes nothing where the item is not due any more. */
  work(item: Item): Promise<void>;
}

/** What a portion holds: at most `limit` items, none of them with an id in `except`. */
export interface Portion {
  limit: number;
  except: readonly string[];
}

interface Reporting {
  database: Database;
  log: Logger;
}

/** An item of this process that failed when it was last tried. */
interface Failing {
  item: unknown;
  /** Failures in a row. */
  failures: number;
  /** Milliseconds of the monotonic clock before which it is not tried again by itself. */
  pausedUntil: number;
}

/** Milliseconds after a first failure; doubled with each further one. */
const firstPauseMs = 10_000;
const longestPauseMs = 10 * 60_000;
/** Items tried again in one round, after those that have not failed. */
const retriesPerRound = 20;
/** Failing items of one task that a process remembers: beyond that, they may fill portions. */
const mostRemembered = 10_000;

/** By task and id, in the order of their last failure. Each item is logged once and not in every round. */
const failing = new WeakMap<Logger, Map<string, Map<string, Failing>>>();

function failingOf(log: Logger, task: string): Map<string, Failing> {
  const tasks = failing.get(log) ?? new Map<string, Map<string, Failing>>();
  failing.set(log, tasks);
  const known = tasks.get(task) ?? new Map<string, Failing>();
  tasks.set(task, known);
  return known;
}

/**
 * Does the work for each item that is due. One that fails is logged and raises an alert, both once, and does not keep the others waiting:
 * it is left out of the next portions, and tried again beside them after a pause, which grows from 10 s to 10 min.
 * @returns how many items will be left out from now on
 * @throws Unavailable at once, because no item causes an outage
 * @see docs/decisions/0230-stagger-upkeep-after-a-start-and-retry-failed-rows-beside-others.md
 */
export async function eachAlone<Item>(reporting: Reporting, due: DueWork<Item>): Promise<number> {
  const known = failingOf(reporting.log, due.task);
  const inPortions = 'portion' in due;
  const listed = await (inPortions ? due.portion([...known.keys()]) : due.all());
  let failed = 0;
  for (const item of listed) if (await failsNewly(reporting, due, { known, item })) failed += 1;
  if (!inPortions) return failed;
  const now = performance.now();
  const retried = [...known.values()].filter(({ pausedUntil }) => pausedUntil <= now);
  for (const { item } of retried.slice(0, retriesPerRound))
    await failsNewly(reporting, due, { known, item: item as Item });
  return failed;
}

/** Tries one item. @returns whether it failed for the first time, and is remembered */
async function failsNewly<Item>(
  { database, log }: Reporting,
  { task, idOf, integrationOf, work }: DueWork<Item>,
  { known, item }: { known: Map<string, Failing>; item: Item },
): Promise<boolean> {
  const id = idOf(item);
  try {
    await work(item);
    known.delete(id);
    return false;
  } catch (error) {
    // The version of a key is a column of the item's row.
    if (error instanceof Unavailable && !(error instanceof KeyVersionMissing)) throw error;
    const { failures } = known.get(id) ?? { failures: 0 };
    // The last to have failed comes last.
    known.delete(id);
    if (known.size < mostRemembered) known.set(id, { item, failures: failures + 1, ...pauseAfter(failures) });
    if (failures > 0) return false;
    const integrationId = integrationOf(item);
    log.error({ err: error, kind: task, id, integrationId }, 'one item of upkeep failed');
    if (integrationId !== null)
      await openOperatorEntry(database, { integrationId, kind: 'upkeep_failed', cause: `${task}: ${id}` });
    return known.has(id);
  }
}

const pauseAfter = (failures: number): Pick<Failing, 'pausedUntil'> => ({
  pausedUntil: performance.now() + Math.min(firstPauseMs * 2 ** failures, longestPauseMs),
});
