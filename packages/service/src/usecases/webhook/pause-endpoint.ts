import type { WebhookTypeName } from '@countersign/contract';
import type { ServiceContext } from '../../context.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import { pauseEndpoint as pause } from '../../storage/webhook/webhook-endpoints.ts';

export interface PauseEndpoint {
  integrationId: string;
  type: WebhookTypeName;
  actor: string;
}

export type EndpointPaused = { outcome: 'paused' } | { outcome: 'unknown-or-paused' };

/** Holds back everything for this URL, for at most 30 days, until a person resumes it. @see spec/contract.md A-87 */
export const pauseEndpoint =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  ({ integrationId, type, actor }: PauseEndpoint): Promise<EndpointPaused> =>
    database.transaction(async (tx) => {
      if (!(await pause(tx, { integrationId, type }))) return { outcome: 'unknown-or-paused' };
      await insertAudit(tx, {
        integrationId,
        actor,
        action: 'pause-endpoint',
        sessionId: null,
        details: { type },
      });
      return { outcome: 'paused' };
    });
