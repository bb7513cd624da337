import type { ServiceContext } from '../../context.ts';
import { type Upkeep, upkeepDeliveries } from '../../storage/webhook/deliveries.ts';
import { raiseWebhookAlert } from '../../storage/webhook/webhook-alerts.ts';

/**
 * A maintenance round: gives up webhooks that no attempt will, cancels those without a URL, trims the log. Raises alerts for
 * those given up.
 * @returns `null` when another process is doing it
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
