import type { ServiceContext } from '../../context.ts';
import {
  type ApiRequestFilter,
  type ListedApiRequest,
  listApiRequests,
} from '../../storage/integration/api-requests.ts';

/** Recorded requests to the public API of an integration, newest first. */
export const listRequests =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  ({ filter, limit }: { filter: ApiRequestFilter; limit: number }): Promise<ListedApiRequest[]> =>
    listApiRequests(database, filter, limit);
