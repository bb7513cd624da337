import { createHmac, randomUUID } from 'node:crypto';

/** A webhook to send: POST these bytes with these headers. */
export interface SignedWebhook {
  body: string;
  headers: Record<string, string>;
}

/** A decision that is declined, with the headers that cover it under the secrets, master first. @see spec/contract.md A-86 */
export function signedDecision(
  secrets: readonly string[],
  { id = randomUUID(), sentAt = Date.now() }: { id?: string; sentAt?: number } = {},
): SignedWebhook {
  const body = JSON.stringify({
    status: 'success',
    verification: { id: '5043de43-828c-4b68-9ca0-15a1b9ea504d', status: 'declined', reason: 'Núñez' },
    technicalData: { ip: null },
  });
  const digest = (secret: string, text: string) => createHmac('sha256', secret).update(text);
  const timestamp = String(Math.floor(sentAt / 1000));
  return {
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-hmac-signature': digest(secrets[0] ?? '', body).digest('hex'),
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': secrets
        .map((secret) => `v1,${digest(secret, `${id}.${timestamp}.${body}`).digest('base64')}`)
        .join(' '),
    },
  };
}
