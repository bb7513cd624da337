import type { ServiceContext } from '../../context.ts';
import {
  type Backlog,
  type BacklogFilter,
  listBacklogs,
  listQueues,
  listStuckSessions,
  type Queue,
  type StuckFilter,
  type StuckSession,
} from '../../storage/operator/queues.ts';

/** What waits, and what does not go on. Nothing of it is personal data. */
export const showQueues = ({ database }: Pick<ServiceContext, 'database'>) => ({
  /** Background work by kind, of one integration or of all (`null`). */
  jobs: (integrationId: string | null): Promise<Queue[]> => listQueues(database, integrationId),
  /** Webhook URLs with what waits for them. */
  webhooks: (filter: BacklogFilter): Promise<Backlog[]> => listBacklogs(database, filter),
  /** Sessions that do not move. */
  stuck: (filter: StuckFilter): Promise<StuckSession[]> => listStuckSessions(database, filter),
});
