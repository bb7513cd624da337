import { webhookTypeNames } from '@countersign/contract';
import type { ServiceContext } from '../../context.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import { resolveWebhookAlerts } from '../../storage/webhook/webhook-alerts.ts';
import {
  countReplayable,
  replayWebhooks as replay,
  type WebhookFilter,
} from '../../storage/webhook/webhooks.ts';

export interface ReplayWebhooks {
  /** One webhook, a filter, or everything recorded since a time. */
  filter: WebhookFilter;
  /** Only counts. */
  dryRun: boolean;
  actor: string;
}

export interface ReplayedWebhooks {
  /** Delivered or failed webhooks that match; withdrawn, erased and still waiting ones are never replayed. */
  count: number;
  dryRun: boolean;
}

/** Resends finished webhooks: same `webhook-id`, same bytes, new signature. @see spec/contract.md A-87 */
export const replayWebhooks =
  ({ database, wake }: Pick<ServiceContext, 'database' | 'wake'>) =>
  async ({ filter, dryRun, actor }: ReplayWebhooks): Promise<ReplayedWebhooks> => {
    if (dryRun) return { count: await countReplayable(database, filter), dryRun };
    const { integrationId, ...details } = filter;
    const count = await database.transaction(async (tx) => {
      const replayed = await replay(tx, filter);
      await insertAudit(tx, {
        integrationId,
        actor,
        action: 'replay-webhooks',
        sessionId: filter.sessionId ?? null,
        details: { ...details, count: replayed },
      });
      for (const type of filter.type ? [filter.type] : webhookTypeNames) {
        await resolveWebhookAlerts(tx, { integrationId, type }, ['webhook-failed']);
      }
      return replayed;
    });
    wake.notify('webhook');
    return { count, dryRun };
  };
