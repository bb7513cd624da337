import type { ServiceContext } from '../../context.ts';
import { unsealText } from '../../encryption/seal.ts';
import { type DeliveryRow, listDeliveries } from '../../storage/webhook/deliveries.ts';
import { type EndpointRow, listEndpoints } from '../../storage/webhook/webhook-endpoints.ts';
import {
  findSessionKeys,
  listWebhooks as list,
  type WebhookFilter,
  type WebhookRow,
} from '../../storage/webhook/webhooks.ts';
import { responseLabel } from './send-webhook.ts';

/** A recorded event with its delivery log. */
export interface ListedWebhook extends WebhookRow {
  deliveries: DeliveryRow[];
}

export interface ListedWebhooks {
  endpoints: EndpointRow[];
  /** Newest first. */
  webhooks: ListedWebhook[];
}

/** An integration's webhook URLs and recorded events with every attempt of the last 30 days. `limit` defaults to 50. */
export const listWebhooks =
  ({ database, vault }: Pick<ServiceContext, 'database' | 'vault'>) =>
  async ({ filter, limit = 50 }: { filter: WebhookFilter; limit?: number }): Promise<ListedWebhooks> => {
    const { integrationId } = filter;
    const webhooks = await list(database, filter, limit);
    const deliveries = await listDeliveries(database, {
      integrationId,
      webhookIds: webhooks.map(({ id }) => id),
    });
    const sessionIds = webhooks.flatMap(({ sessionId }) => sessionId ?? []);
    const keys = new Map(
      (await findSessionKeys(database, { integrationId, sessionIds })).map((row) => [row.sessionId, row]),
    );
    return {
      endpoints: await listEndpoints(database, integrationId),
      webhooks: webhooks.map((webhook) => {
        const key = keys.get(webhook.sessionId ?? '');
        const dataKey = key && vault.openDataKey({ integrationId, ...key });
        const readable = (row: DeliveryRow): DeliveryRow => {
          if (row.response === null || webhook.clear) return row;
          const sealed = Buffer.from(row.response, 'base64');
          return {
            ...row,
            response: dataKey ? unsealText(dataKey, responseLabel(webhook.id, row.attempt), sealed) : null,
          };
        };
        return {
          ...webhook,
          deliveries: deliveries.filter(({ webhookId }) => webhookId === webhook.id).map(readable),
        };
      }),
    };
  };
