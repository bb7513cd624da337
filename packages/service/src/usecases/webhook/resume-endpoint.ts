import type { WebhookTypeName } from '@countersign/contract';
import type { ServiceContext } from '../../context.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import type { Tx } from '../../storage/engine/database.ts';
import { resolveWebhookAlerts } from '../../storage/webhook/webhook-alerts.ts';
import { resumeEndpoint as resume } from '../../storage/webhook/webhook-endpoints.ts';

export interface ResumeEndpoint {
  integrationId: string;
  type: WebhookTypeName;
  actor: string;
}

export type EndpointResumed =
  /** `waiting` webhooks are sent from now on, at an increasing rate: failed ones immediately, others when they are due. */
  { outcome: 'resumed'; waiting: number } | { outcome: 'unknown-endpoint' };

/**
 * Ends a pause, or resumes sending immediately if the breaker is open. The pause does not count towards the 7 days.
 * @see spec/contract.md A-87
 */
export const resumeEndpoint =
  ({ database, wake }: Pick<ServiceContext, 'database' | 'wake'>) =>
  async ({ integrationId, type, actor }: ResumeEndpoint): Promise<EndpointResumed> => {
    const waiting = await database.transaction((tx) => endPause(tx, { integrationId, type, actor }));
    wake.notify('webhook');
    return waiting === null ? { outcome: 'unknown-endpoint' } : { outcome: 'resumed', waiting };
  };

/** Resumes the endpoint, closes its alerts and records it. @returns how many webhooks are waiting; `null` when there is no such endpoint */
export async function endPause(
  tx: Tx,
  { integrationId, type, actor }: ResumeEndpoint,
): Promise<number | null> {
  const waiting = await resume(tx, { integrationId, type });
  if (waiting === null) return null;
  await resolveWebhookAlerts(tx, { integrationId, type }, [
    'webhook-endpoint-paused',
    'webhook-endpoint-failing',
  ]);
  const details = { type };
  await insertAudit(tx, { integrationId, actor, action: 'resume-endpoint', sessionId: null, details });
  return waiting;
}
