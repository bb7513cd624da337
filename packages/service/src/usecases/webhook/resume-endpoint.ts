import type { WebhookTypeName } from '@countersign/contract';
import type { ServiceContext } from '../../context.ts';
import { insertAudit } from '../../storage/audit.ts';
import { resolveWebhookAlerts } from '../../storage/webhook-alerts.ts';
import { resumeEndpoint as resume } from '../../storage/webhook-endpoints.ts';

export interface ResumeEndpoint {
  integrationId: string;
  type: WebhookTypeName;
  actor: string;
}

export type EndpointResumed =
  /** `waiting` webhooks are sent from now on, at a rising rate. */
  { outcome: 'resumed'; waiting: number } | { outcome: 'unknown-endpoint' };

/**
 * Ends a pause, or sends again at once where the breaker is open. The pause does not count towards the 7 days.
 * @see spec/contract.md A-87
 */
export const resumeEndpoint =
  ({ database, wake }: Pick<ServiceContext, 'database' | 'wake'>) =>
  async ({ integrationId, type, actor }: ResumeEndpoint): Promise<EndpointResumed> => {
    const resumed = await database.transaction(async (tx): Promise<EndpointResumed> => {
      const waiting = await resume(tx, { integrationId, type });
      if (waiting === null) return { outcome: 'unknown-endpoint' };
      await resolveWebhookAlerts(tx, { integrationId, type }, [
        'webhook-endpoint-paused',
        'webhook-endpoint-failing',
      ]);
      await insertAudit(tx, {
        integrationId,
        actor,
        action: 'resume-endpoint',
        sessionId: null,
        details: { type },
      });
      return { outcome: 'resumed', waiting };
    });
    wake.notify('webhook');
    return resumed;
  };
