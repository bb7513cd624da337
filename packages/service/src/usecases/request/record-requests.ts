import type { ServiceContext } from '../../context.ts';
import {
  type ApiRequest,
  insertApiRequests,
  purgeApiRequests,
} from '../../storage/integration/api-requests.ts';

export type { ApiRequest } from '../../storage/integration/api-requests.ts';

/** Days that requests are stored. */
export const requestDays = 30;

/** Stores answered requests. @throws Unavailable, in which case some may have been stored */
export const recordRequests =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  (requests: readonly ApiRequest[]): Promise<void> =>
    insertApiRequests(database, requests);

/** Deletes requests older than that. @returns how many, at most `limit` */
export const deleteOldRequests =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  (limit: number): Promise<number> =>
    purgeApiRequests(database, { days: requestDays, limit });
