import type { ServiceContext } from '../../context.ts';
import { settingsOf } from '../../settings/integration-settings.ts';
import { eachAlone } from '../../storage/operator/each-alone.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import {
  eraseOutlivedBodies,
  eraseOutlivedDescriptors,
  listOutlived,
  lockOutlived,
  type OutlivedScope,
  type OutlivedSession,
  tombstonePictures,
  tombstoneSession,
} from '../../storage/session/deletions.ts';
import type { Tx } from '../../storage/engine/database.ts';
import { insertErasure } from '../../storage/session/erasures.ts';
import { insertJob } from '../../storage/job/jobs.ts';

const actor = 'retention';

/**
 * Deletes sessions, and pictures of sessions, that exceed their integration's `retention`: they are inaccessible from the
 * commit on, and a job for each erases the stored data. Sessions on legal hold are kept.
 * @returns how many; 0 only when there is nothing else that can be deleted
 * @see spec/contract.md A-240
 */
export const deleteOutlived =
  (ctx: Pick<ServiceContext, 'database' | 'log' | 'wake'>) =>
  async (scope: OutlivedScope, limit: number): Promise<number> => {
    let deleted = 0;
    const portion = () =>
      eachAlone(ctx, {
        task: scope === 'pictures' ? 'delete-pictures' : 'delete-sessions',
        portion: (except) => listOutlived(ctx.database, scope, { limit, except }),
        idOf: ({ sessionId }) => sessionId,
        integrationOf: ({ integrationId }) => integrationId,
        work: async (session) => {
          if (await ctx.database.transaction((tx) => deleteIn(tx, scope, session))) deleted += 1;
        },
      });
    // A portion of nothing but damaged sessions hides those behind it; the next one leaves them out.
    while ((await portion()) > 0 && deleted === 0);
    if (deleted > 0) ctx.wake.notify('job');
    return deleted;
  };

/** @returns whether there was something to delete */
async function deleteIn(tx: Tx, scope: OutlivedScope, session: OutlivedSession): Promise<boolean> {
  const { integrationId, sessionId } = session;
  const status = await lockOutlived(tx, scope, session);
  if (status === null) return false;
  if (scope === 'pictures') await tombstonePictures(tx, session);
  else await tombstoneSession(tx, integrationId, { id: sessionId, status });
  await insertErasure(tx, { integrationId, sessionId, scope, actor });
  await insertJob(tx, { integrationId, kind: 'erase-session', sessionId, attemptId: null });
  const action = scope === 'pictures' ? 'delete-pictures' : 'delete-session';
  await insertAudit(tx, {
    integrationId,
    actor,
    action,
    sessionId,
    from: scope === 'pictures' ? null : status,
  });
  return true;
}

/** Erases face descriptors that exceed their integration's `retention`. @returns how many */
export const eraseOldDescriptors =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  (limit: number): Promise<number> => {
    const standard = settingsOf('live', {}).retention.descriptorDays;
    return database.transaction((tx) => eraseOutlivedDescriptors(tx, { standard, limit }));
  };

/** Erases bodies of finished webhooks that exceed their integration's `retention`. @returns how many */
export const eraseOldBodies =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  (limit: number): Promise<number> =>
    database.transaction((tx) => eraseOutlivedBodies(tx, limit));
