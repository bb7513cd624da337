import type { ServiceContext } from '../../context.ts';
import { listParkedJobs as listRows, type ParkedJob } from '../../storage/job/jobs.ts';

/** Parked jobs, oldest first, with their cause; of one integration, or of all with `null`. */
export const listParkedJobs =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  ({ integrationId }: { integrationId: string | null }): Promise<ParkedJob[]> =>
    listRows(database, integrationId);
