import type { ServiceContext } from '../../context.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import { listIntegrationIds, plannedState, planFullRun } from '../../storage/watchlist/monitor-runs.ts';

export type Rescreening = { outcome: 'planned'; run: string } | { outcome: 'unknown-integration' };

/**
 * Schedules every monitored session, or every one of an integration, to be screened again by the workers.
 * @see spec/contract.md A-73
 */
export const planRescreening =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  ({ integrationId, actor }: { integrationId: string | null; actor: string }): Promise<Rescreening> =>
    database.transaction(async (tx) => {
      const concerned = await listIntegrationIds(tx, integrationId);
      if (integrationId !== null && concerned.length === 0) return { outcome: 'unknown-integration' };
      const run = await planFullRun(tx, { integrationId, state: (await plannedState(tx)) ?? '' });
      for (const id of concerned)
        await insertAudit(tx, {
          integrationId: id,
          sessionId: null,
          actor,
          action: 'rescreen-monitored',
          details: { run },
        });
      return { outcome: 'planned', run };
    });
