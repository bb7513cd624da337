import { failpoint } from '../runtime/failpoint.ts';
import type { ServiceContext } from '../context.ts';
import {
  dropDataKey,
  erasePictureRows,
  eraseSessionRows,
  listSessionBlobs,
} from '../storage/session/attempt-pictures.ts';
import { deletedOf } from '../storage/session/deletions.ts';
import type { Tx } from '../storage/engine/database.ts';
import { type ErasureScope, finishErasure } from '../storage/session/erasures.ts';
import { finishJob } from '../storage/job/jobs.ts';
import { eraseWebhooks } from '../storage/webhook/webhooks.ts';
import type { JobHandler } from './job-worker.ts';

/**
 * Erases the deleted data of a session: everything, starting with its data key, then files, then all derived data; or only its pictures,
 * which is also what remains to be done for a redaction.
 * If interrupted at any point, it can simply be run again.
 * @see spec/contract.md
 */
export const eraseSession =
  ({ database, blobs }: Pick<ServiceContext, 'database' | 'blobs'>): JobHandler =>
  async (job) => {
    const key = { integrationId: job.integrationId, sessionId: job.sessionId };
    const scope = await deletedOf(database, key);
    if (scope === null) return database.transaction((tx) => finishJob(tx, job));
    if (scope === 'session') await database.transaction((tx) => dropDataKey(tx, key));
    await failpoint('erasure-key-dropped');
    const files = await listSessionBlobs(database, key);
    for (const blob of files) await blobs.delete(blob);
    await failpoint('erasure-files-deleted');
    await database.transaction(async (tx) => {
      if (scope === 'session') await eraseWebhooks(tx, key);
      await eraseRows(tx, key, scope);
      // A redaction only waits for the files.
      for (const each of [scope, 'redaction'] as const)
        await finishErasure(tx, { ...key, scope: each, files: files.length });
      await finishJob(tx, job);
    });
  };

async function eraseRows(
  tx: Tx,
  key: { integrationId: string; sessionId: string },
  scope: ErasureScope,
): Promise<void> {
  await (scope === 'session' ? eraseSessionRows(tx, key) : erasePictureRows(tx, key));
  // Erasing everything includes the pictures, whose own job may not have run yet.
  if (scope === 'session') await finishErasure(tx, { ...key, scope: 'pictures', files: 0 });
}
