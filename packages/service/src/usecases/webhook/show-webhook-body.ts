import type { ServiceContext } from '../../context.ts';
import { unseal } from '../../encryption/seal.ts';
import { findWebhookBody, webhookLabel } from '../../storage/webhook/webhooks.ts';

export type ShownBody =
  | { outcome: 'shown'; body: string }
  /** The session is erased, or the webhook was withdrawn with it. */
  | { outcome: 'erased' | 'unknown-webhook' };

/** The frozen body of a webhook, as sent. Contains personal data. */
export const showWebhookBody =
  ({ database, vault }: Pick<ServiceContext, 'database' | 'vault'>) =>
  async (key: { integrationId: string; webhookId: string }): Promise<ShownBody> => {
    const found = await findWebhookBody(database, key);
    if (found === null) return { outcome: 'unknown-webhook' };
    const { body, clear, sessionId, wrapped, kekVersion } = found;
    if (body.length === 0) return { outcome: 'erased' };
    if (clear) return { outcome: 'shown', body: Buffer.from(body).toString('utf8') };
    if (sessionId === null || wrapped === null || kekVersion === null) return { outcome: 'erased' };
    const dataKey = vault.openDataKey({ integrationId: key.integrationId, sessionId, wrapped, kekVersion });
    return { outcome: 'shown', body: unseal(dataKey, webhookLabel(key.webhookId), body).toString('utf8') };
  };
