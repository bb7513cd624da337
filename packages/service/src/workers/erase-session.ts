import { failpoint } from '../runtime/failpoint.ts';
import type { ServiceContext } from '../context.ts';
import { dropDataKey, eraseSessionRows, listSessionBlobs } from '../storage/attempt-pictures.ts';
import { finishJob } from '../storage/jobs.ts';
import { eraseWebhooks } from '../storage/webhooks.ts';
import type { JobHandler } from './job-worker.ts';

/**
 * Erases a deleted session: its data key first, then files, then everything derived. Killed anywhere, it is simply done again.
 * @see spec/contract.md A-33
 */
export const eraseSession =
  ({ database, blobs }: Pick<ServiceContext, 'database' | 'blobs'>): JobHandler =>
  async (job) => {
    const key = { integrationId: job.integrationId, sessionId: job.sessionId };
    await database.transaction((tx) => dropDataKey(tx, key));
    await failpoint('erasure-key-dropped');
    for (const blob of await listSessionBlobs(database, key)) await blobs.delete(blob);
    await failpoint('erasure-files-deleted');
    await database.transaction(async (tx) => {
      await eraseWebhooks(tx, key);
      await eraseSessionRows(tx, key);
      await finishJob(tx, job);
    });
  };
