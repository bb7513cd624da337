import type { ServiceContext } from '../../context.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import { findNewestAttempt, lockAttempt } from '../../storage/session/decisions.ts';
import type { Tx } from '../../storage/engine/database.ts';
import { insertJob } from '../../storage/job/jobs.ts';
import { findNewestScreening, setMonitoring } from '../../storage/watchlist/watchlist.ts';

export interface SwitchMonitoring {
  integrationId: string;
  sessionId: string;
  status: 'enabled' | 'disabled';
  /** Who decides, for the audit log. */
  actor: string;
}

export type Monitored = { outcome: 'enabled' | 'disabled' | 'unknown-session' | 'not-screened' };

/**
 * Switches the monitoring of one session on or off; only the operator may switch it on again. The session is then screened again and
 * compared with the last stored result.
 * @see spec/interface.md, "Watchlist screening states"
 */
export const switchMonitoring =
  (ctx: Pick<ServiceContext, 'database' | 'wake'>) =>
  async (input: SwitchMonitoring): Promise<Monitored> => {
    const outcome = await ctx.database.transaction((tx) => monitor(tx, input));
    if (outcome === 'enabled') ctx.wake.notify('job');
    return { outcome };
  };

async function monitor(tx: Tx, input: SwitchMonitoring): Promise<Monitored['outcome']> {
  const { integrationId, sessionId, status, actor } = input;
  const newest = await findNewestAttempt(tx, input);
  if (newest === null) return 'unknown-session';
  // The session's lock, which every change of a result requires.
  await lockAttempt(tx, { integrationId, sessionId, attemptId: newest });
  const screening = await findNewestScreening(tx, input);
  if (screening === null || screening.status === 'in_progress') return 'not-screened';
  if (screening.monitorStatus === status) return status;
  const key = { integrationId, sessionId, attemptId: screening.attemptId };
  await setMonitoring(tx, key, status);
  if (status === 'enabled') await insertJob(tx, { ...key, kind: 'monitor-session' });
  await insertAudit(tx, {
    ...key,
    actor,
    action: status === 'enabled' ? 'enable-monitoring' : 'disable-monitoring',
    details: { from: screening.monitorStatus, to: status },
  });
  return status;
}
