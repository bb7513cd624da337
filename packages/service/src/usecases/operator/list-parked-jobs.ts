import type { ServiceContext } from '../../context.ts';
import { listParkedJobs as listRows, type ParkedJob } from '../../storage/job/jobs.ts';

/** Work that waits for a person, oldest first, with its cause; of one integration, or of all with `null`. */
export const listParkedJobs =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  ({ integrationId }: { integrationId: string | null }): Promise<ParkedJob[]> =>
    listRows(database, integrationId);
