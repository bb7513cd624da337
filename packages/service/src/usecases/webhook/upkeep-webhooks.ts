import type { ServiceContext } from '../../context.ts';
import { type Upkeep, upkeepDeliveries } from '../../storage/webhook/deliveries.ts';
import { raiseWebhookAlert } from '../../storage/webhook/webhook-alerts.ts';

/**
 * A round of upkeep: gives up what no attempt will give up, cancels what has no URL any more, shortens the log. Raises an alert for
 * what was given up.
 * @returns `null` when another process is at it
 */
export const upkeepWebhooks =
  ({ database, log }: Pick<ServiceContext, 'database' | 'log'>) =>
  async (): Promise<Upkeep | null> => {
    const done = await database.transaction(async (tx) => {
      const upkeep = await upkeepDeliveries(tx);
      for (const { integrationId, type, count } of upkeep?.expired ?? []) {
        await raiseWebhookAlert(tx, {
          integrationId,
          type,
          kind: 'webhook-failed',
          cause: `${count} given up undelivered`,
        });
      }
      return upkeep;
    });
    for (const given of done?.expired ?? []) log.error(given, 'webhooks abandoned');
    return done;
  };
