import {
  type PortalCondition,
  type PortalQueueName,
  portalQueues,
  type PortalSystemStatus,
} from '@countersign/contract';
import { readVersion } from '../../runtime/version.ts';
import { type QueueState, readQueues } from '../../storage/portal/system-status.ts';
import { ListsDirectory } from '../../watchlists/lists-directory.ts';
import { isStale } from '../../watchlists/lists-status.ts';
import type { PortalContext } from './portal-context.ts';
import { reachFor, type Viewer } from './viewer.ts';

/** Jobs and webhooks that are counted of each integration. */
const mostCounted = 1_000;
/** Seconds after which work that is due waits longer than usual, and much longer. */
const [slowAfter, downAfter] = [60, 600];

/**
 * How the installation is for the viewer: the database, what waits of the integrations that the viewer reaches, and the watchlists.
 * @throws PortalRefused not-allowed; Unavailable
 */
export const showSystemStatus =
  ({ config, database }: PortalContext) =>
  async (viewer: Viewer): Promise<PortalSystemStatus> => {
    const integrationIds = reachFor(viewer, 'see-sessions', undefined);
    const started = performance.now();
    await database.query('select 1');
    const databaseMs = Math.round(performance.now() - started);
    const found = await readQueues(database, { integrationIds, limit: mostCounted });
    const lists = await listsOf(config.screeningDir);
    return {
      version: readVersion(),
      at: new Date().toISOString(),
      databaseMs,
      queues: portalQueues.map((queue) => shown(queue, found)),
      lists,
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

/** The lists in force, as their directory has them; `null` where this process has none. */
async function listsOf(directory: string): Promise<PortalSystemStatus['lists']> {
  const current = await new ListsDirectory(directory).current().catch(() => null);
  if (current?.snapshot == null) return null;
  const late = current.sources.filter((source) => isStale(source, Date.now())).length;
  return {
    condition: late > 0 ? 'slow' : 'ok',
    builtAt: current.builtAt,
    sources: current.sources.length,
    late,
  };
}
