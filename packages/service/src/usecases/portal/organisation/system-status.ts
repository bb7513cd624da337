import {
  type PortalCondition,
  type PortalQueueName,
  portalQueues,
  type PortalSystemStatus,
} from '@countersign/contract';
import { readVersion } from '../../../runtime/version.ts';
import { type QueueState, readQueues } from '../../../storage/portal/system-status.ts';
import type { PortalContext } from '../portal-context.ts';
import { reachFor, type Viewer } from '../viewer.ts';

/** Jobs and webhooks counted per integration. */
const mostCounted = 1_000;
/** Seconds after which due work counts as slow, and as down. */
const [slowAfter, downAfter] = [60, 600];
/** Tasks waiting for a thread that reads pictures: more than this are a backlog. */
const jam = 50;

/**
 * State of the installation for the viewer: the database, waiting work of the integrations that the viewer has access to, and the watchlists.
 * @throws PortalRefused not-allowed; Unavailable
 */
export const showSystemStatus =
  ({ config, database, metrics }: PortalContext) =>
  async (viewer: Viewer): Promise<PortalSystemStatus> => {
    const integrationIds = reachFor(viewer, 'see-sessions', undefined);
    const started = performance.now();
    await database.query('select 1');
    const databaseMs = Math.round(performance.now() - started);
    const found = await readQueues(database, { integrationIds, limit: mostCounted });
    return {
      version: readVersion(),
      at: new Date().toISOString(),
      databaseMs,
      queues: portalQueues.map((queue) => shown(queue, found)),
      pictures: config.roles.includes('worker') ? await picturesOf(metrics) : null,
      lists: await listsOf(metrics),
    };
  };

function shown(queue: PortalQueueName, found: readonly QueueState[]): PortalSystemStatus['queues'][number] {
  const empty = { queue, waiting: 0, oldestSeconds: 0, parked: 0 };
  const state = found.find((each) => each.queue === queue) ?? empty;
  return { ...state, condition: conditionOf(state) };
}

function conditionOf({ oldestSeconds, parked }: QueueState): PortalCondition {
  if (oldestSeconds > downAfter) return 'down';
  return oldestSeconds > slowAfter || parked > 0 ? 'slow' : 'ok';
}

type Metrics = Pick<PortalContext['metrics'], 'registry'>;

/** Current values of a metric of this process; empty if it has no such metric. */
async function valuesOf({ registry }: Metrics, name: string): Promise<number[]> {
  const read = await registry.getSingleMetric(name)?.get();
  return (read?.values ?? []).map(({ value }) => value);
}

/** The picture process of this process, and whether it makes progress. */
async function picturesOf(metrics: Metrics): Promise<PortalSystemStatus['pictures']> {
  const waiting = await valuesOf(metrics, 'countersign_vision_queue_depth');
  const all = waiting.reduce((sum, each) => sum + each, 0);
  return { condition: all > jam ? 'slow' : 'ok' };
}

/** The lists that this process screens with; `null` if it does no screening, or has no sources of an operator. */
async function listsOf(metrics: Metrics): Promise<PortalSystemStatus['lists']> {
  const stale = await valuesOf(metrics, 'countersign_watchlist_stale');
  if (stale.length === 0) return null;
  const ages = await valuesOf(metrics, 'countersign_watchlist_age_seconds');
  const late = stale.filter((value) => value === 1).length;
  return {
    condition: late > 0 ? 'slow' : 'ok',
    sources: stale.length,
    late,
    oldestSeconds: ages.length === 0 ? null : Math.floor(Math.max(...ages)),
  };
}
