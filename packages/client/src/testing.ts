// For tests of your own listener: webhooks as the service sends them, with the data of invented people.
import { fixtures } from './fixtures.ts';
import { hmac, toBase64, toBytes, toHex } from './signature.ts';
import type { WebhookTypeName } from './webhooks.ts';
import type { WebhookBodies } from './wire.ts';

/** Values that override those of a fixture. */
export interface FixtureOptions<Type extends WebhookTypeName> {
  /** The secrets of the integration, master first. */
  secrets: string | readonly string[];
  /** Replaces the invented body. */
  body?: WebhookBodies[Type];
  apiKey?: string;
  integrationId?: string;
  /** `webhook-id`; a new UUID by default. */
  id?: string;
  /** Number of the attempt; 1 by default. */
  attempt?: number;
  /** Milliseconds since 1970 of this attempt; now by default. */
  sentAt?: number;
}

/** A webhook to send: POST these bytes with these headers. */
export interface SignedWebhook {
  body: Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}

/** A copy of the invented body of a webhook type, which may be modified. */
export const fixtureBody = <Type extends WebhookTypeName>(type: Type): WebhookBodies[Type] =>
  structuredClone(fixtures[type]);

/** Builds a webhook with all headers and signatures of the service. @see spec/contract.md A-86 */
export async function signedWebhook<Type extends WebhookTypeName>(
  type: Type,
  {
    secrets,
    body = fixtures[type],
    apiKey = '00000000-0000-4000-8000-000000000001',
    integrationId = '00000000-0000-4000-8000-000000000002',
    id = crypto.randomUUID(),
    attempt = 1,
    sentAt = Date.now(),
  }: FixtureOptions<Type>,
): Promise<SignedWebhook> {
  const keys = typeof secrets === 'string' ? [secrets] : secrets;
  const [master] = keys;
  if (master === undefined) throw new RangeError('secrets: must be at least one shared secret');
  const text = JSON.stringify(body);
  const bytes = toBytes(text);
  const seconds = Math.floor(sentAt / 1000);
  const digest = toHex(await hmac(master, bytes));
  const covered = `${id}.${seconds}.${text}`;
  const entries = await Promise.all(keys.map(async (key) => `v1,${toBase64(await hmac(key, covered))}`));
  return {
    body: bytes,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-auth-client': apiKey,
      'vrf-auth-client': apiKey,
      'x-hmac-signature': digest,
      'vrf-hmac-signature': digest,
      'vrf-integration-id': integrationId,
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': entries.join(' '),
      'webhook-attempt': String(attempt),
      'user-agent': 'Countersign-Webhook/1',
    },
  };
}
