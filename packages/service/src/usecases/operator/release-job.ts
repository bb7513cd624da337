import type { ServiceContext } from '../../context.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import { releaseJob as releaseParked } from '../../storage/job/jobs.ts';

/** Releases the parked job of a session with a new attempt count; `unknown-job` when none is parked. */
export const releaseJob =
  ({ database, wake }: Pick<ServiceContext, 'database' | 'wake'>) =>
  async ({
    sessionId,
    actor,
  }: {
    sessionId: string;
    actor: string;
  }): Promise<{ outcome: 'released' | 'unknown-job' }> => {
    const isReleased = await database.transaction(async (tx) => {
      const integrationId = await releaseParked(tx, { sessionId });
      if (integrationId === null) return false;
      await insertAudit(tx, { integrationId, actor, action: 'release-job', sessionId, details: {} });
      return true;
    });
    wake.notify('job');
    return { outcome: isReleased ? 'released' : 'unknown-job' };
  };
