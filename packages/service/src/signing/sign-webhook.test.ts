import { describe, expect, it } from 'vitest';
import { signWebhook, type WebhookToSign } from './sign-webhook.ts';

const secretA = 'csk_example_4f1d7a2c9b6e83051c47d0a9';
const secretB = 'f517f38b-2ac1-452d-9aa1-ef661efc0291';

const webhook: WebhookToSign = {
  integrationId: '9f2d3c1a-5b6e-4f70-8a91-b2c3d4e5f607',
  apiKey: '3c9b7a58-1e2d-4f6a-9b8c-7d6e5f4a3b2c',
  webhookId: '972b4f01-d1e4-479e-85df-5683449f7e90',
  attempt: 3,
  timestamp: 1795168800,
  body: Buffer.from('{"vendorData":"Núñez – 07"}'),
  secrets: [{ id: 'a', secret: secretA, isMaster: true }],
};

describe('Signatures of a webhook (A-86)', () => {
  it('reproduces test vector T10', () => {
    expect(signWebhook(webhook)?.['webhook-signature']).toBe(
      'v1,KfxCDpBbB18leiASVwPrBTQXJpuWmgCqRXaYJ8JWy44=',
    );
  });

  it('signs the body with the master key alone (test vector T7)', () => {
    const secrets = [
      { id: 'b', secret: secretB, isMaster: true },
      { id: 'a', secret: secretA, isMaster: false },
    ];
    const headers = signWebhook({ ...webhook, secrets });
    expect(headers?.['x-hmac-signature']).toBe(
      '5b35f7a0171bcec12e71ba8d18306430e4f8a6a5a76f457faff2358204afcaf3',
    );
    expect(headers?.['vrf-hmac-signature']).toBe(headers?.['x-hmac-signature']);
  });

  it('has one entry per key in force, the master first, separated by one blank', () => {
    const secrets = [
      { id: 'b', secret: secretB, isMaster: true },
      { id: 'a', secret: secretA, isMaster: false },
    ];
    const entries = signWebhook({ ...webhook, secrets })?.['webhook-signature']?.split(' ');
    expect(entries).toHaveLength(2);
    expect(entries?.[1]).toBe('v1,KfxCDpBbB18leiASVwPrBTQXJpuWmgCqRXaYJ8JWy44=');
  });

  it('sends exactly the headers of the table', () => {
    expect(Object.keys(signWebhook(webhook) ?? {}).toSorted()).toEqual([
      'content-type',
      'user-agent',
      'vrf-auth-client',
      'vrf-hmac-signature',
      'vrf-integration-id',
      'webhook-attempt',
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
      'x-auth-client',
      'x-hmac-signature',
    ]);
  });

  it.each([
    ['no key', []],
    ['no master key', [{ id: 'a', secret: secretA, isMaster: false }]],
  ])('gives nothing to send with %s', (_, secrets) => {
    expect(signWebhook({ ...webhook, secrets })).toBeNull();
  });
});
