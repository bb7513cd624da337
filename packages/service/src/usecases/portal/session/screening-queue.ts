import type { PortalScreeningQuery, PortalScreeningQueue } from '@countersign/contract';
import {
  countLanes,
  listQueue,
  queueCursor,
  type QueuedScreening,
  readQueueCursor,
} from '../../../storage/portal/screening-queue.ts';
import { badCursor, pageSize } from '../page-of.ts';
import type { PortalContext } from '../portal-context.ts';
import { assigneeOf, decidersFor } from './screening-assignee.ts';
import { reachFor, type Viewer } from '../viewer.ts';

/** Screenings counted per lane and integration. */
const mostCounted = 1_000;

/**
 * Screenings the viewer has access to, by what they need next. Contains no personal data.
 * @throws PortalRefused not-allowed, not-found, invalid
 */
export const showScreeningQueue =
  ({ database }: PortalContext) =>
  async (viewer: Viewer, query: PortalScreeningQuery): Promise<PortalScreeningQueue> => {
    const integrationIds = reachFor(viewer, 'see-sessions', query.integration);
    const after = query.cursor === undefined ? null : (readQueueCursor(query.cursor) ?? badCursor());
    const limit = pageSize(query.limit);
    const lane = query.lane ?? 'open';
    const { userId } = viewer;
    const assignee = { filter: query.assignee ?? ('all' as const), userId, deciders: decidersFor(viewer) };
    const found = await listQueue(database, { integrationIds, lane, assignee, after, limit: limit + 1 });
    const last = found.length > limit ? found[limit - 1] : undefined;
    const counts = await countLanes(database, { integrationIds, assignee, limit: mostCounted });
    return {
      lanes: counts.map((each) => ({ ...each, more: each.count >= mostCounted })),
      rows: found.slice(0, limit).map(rowOf),
      next: last === undefined ? null : queueCursor(last),
    };
  };

function rowOf(found: QueuedScreening): PortalScreeningQueue['rows'][number] {
  const { place: _, assigneeVersion: version, userId, name, assignedAt: since, ...row } = found;
  return { ...row, assignment: { assignee: assigneeOf({ userId, name, since }), version } };
}
