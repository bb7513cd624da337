import type { ServiceContext } from '../../context.ts';
import {
  type ApiRequestFilter,
  type ListedApiRequest,
  listApiRequests,
} from '../../storage/integration/api-requests.ts';

/** Requests to the public API that are kept for an integration, newest first. */
export const listRequests =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  ({ filter, limit }: { filter: ApiRequestFilter; limit: number }): Promise<ListedApiRequest[]> =>
    listApiRequests(database, filter, limit);
