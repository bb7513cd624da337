import type { ServiceContext } from '../../context.ts';
import {
  type ApiRequest,
  insertApiRequests,
  purgeApiRequests,
} from '../../storage/integration/api-requests.ts';

export type { ApiRequest } from '../../storage/integration/api-requests.ts';

/** Days that requests are kept. */
export const requestDays = 30;

/** Keeps requests that were answered. @throws Unavailable, and then some may be kept */
export const recordRequests =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  (requests: readonly ApiRequest[]): Promise<void> =>
    insertApiRequests(database, requests);

/** Deletes requests that are older than they are kept. @returns how many, at most `limit` */
export const deleteOldRequests =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  (limit: number): Promise<number> =>
    purgeApiRequests(database, { days: requestDays, limit });
