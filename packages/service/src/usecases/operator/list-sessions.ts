import type { ServiceContext } from '../../context.ts';
import {
  type ListedSession,
  listSessions as list,
  type SessionFilter,
} from '../../storage/operator/list-sessions.ts';

/** Sessions that are not deleted, newest first. Contains no personal data. */
export const listSessions =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  ({ filter, limit }: { filter: SessionFilter; limit: number }): Promise<ListedSession[]> =>
    list(database, filter, limit);
