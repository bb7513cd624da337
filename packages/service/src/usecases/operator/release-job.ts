import type { ServiceContext } from '../../context.ts';
import { releaseJob as releaseParked } from '../../storage/jobs.ts';

/** Puts the parked work of a session back to work with a fresh count; `unknown-job` when none is parked. */
export const releaseJob =
  ({ database, wake }: Pick<ServiceContext, 'database' | 'wake'>) =>
  async ({ sessionId }: { sessionId: string }): Promise<{ outcome: 'released' | 'unknown-job' }> => {
    const released = await database.transaction((tx) => releaseParked(tx, { sessionId }));
    wake.notify('job');
    return { outcome: released ? 'released' : 'unknown-job' };
  };
