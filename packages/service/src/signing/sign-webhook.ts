import { jsonContentType } from '@countersign/contract';
import { hmacHex } from './hmac.ts';
import type { SecretKey } from './key-ring.ts';

/** Input for the headers of one attempt. */
export interface WebhookToSign {
  integrationId: string;
  apiKey: string;
  webhookId: string;
  /** From 1. */
  attempt: number;
  /** Time of this attempt, seconds since 1970. */
  timestamp: number;
  body: Uint8Array;
  /** The keys in force, master first. */
  secrets: readonly SecretKey[];
}

/**
 * The headers of one delivery attempt, signed at the time of sending.
 * @returns `null` when the integration has no master key: then nothing may be sent
 * @see spec/contract.md A-86
 */
export function signWebhook(webhook: WebhookToSign): Record<string, string> | null {
  const { apiKey, integrationId, webhookId, attempt, timestamp, body, secrets } = webhook;
  const [master] = secrets;
  if (!master?.isMaster) return null;
  const signature = hmacHex(master.secret, body);
  return {
    'content-type': jsonContentType,
    'x-auth-client': apiKey,
    'vrf-auth-client': apiKey,
    'x-hmac-signature': signature,
    'vrf-hmac-signature': signature,
    'vrf-integration-id': integrationId,
    'webhook-id': webhookId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map(({ secret }) => standardSignature(secret, webhook)).join(' '),
    'webhook-attempt': String(attempt),
    'user-agent': 'Countersign-Webhook/1',
  };
}

function standardSignature(secret: string, { webhookId, timestamp, body }: WebhookToSign): string {
  const digest = hmacHex(secret, `${webhookId}.${timestamp}.`, body);
  return `v1,${Buffer.from(digest, 'hex').toString('base64')}`;
}
