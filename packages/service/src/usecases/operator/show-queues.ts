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

/** Waiting and stuck work. Contains no personal data. */
export const showQueues = ({ database }: Pick<ServiceContext, 'database'>) => ({
  /** Background work by kind, of one integration or of all (`null`). */
  jobs: (integrationId: string | null): Promise<Queue[]> => listQueues(database, integrationId),
  /** Webhook URLs with their waiting webhooks. */
  webhooks: (filter: BacklogFilter): Promise<Backlog[]> => listBacklogs(database, filter),
  /** Sessions that make no progress. */
  stuck: (filter: StuckFilter): Promise<StuckSession[]> => listStuckSessions(database, filter),
});
