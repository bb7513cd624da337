import { createHmac } from 'node:crypto';
import { vectorSecrets, webhookSigningVector, webhookTypes } from '@countersign/contract';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import {
  readWebhook,
  standardWebhooksSecret,
  verifyWebhook,
  WebhookError,
  type WebhookTypeName,
} from '../src/index.ts';
import { fixtureBody, signedWebhook } from '../src/testing.ts';

const secret = vectorSecrets.A;
const sentAt = Date.parse('2026-11-20T10:00:00Z');
const signed = (options: Partial<Parameters<typeof signedWebhook<'decision'>>[1]> = {}) =>
  signedWebhook('decision', { secrets: secret, sentAt, ...options });
const verify = (webhook: Awaited<ReturnType<typeof signed>>, secrets: string | string[] = secret) =>
  verifyWebhook(webhook, { secrets, now: sentAt });
const problemOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: unknown) => (error instanceof WebhookError ? error.problem : String(error)),
  );

describe('verifying a webhook', () => {
  it('gives its type, its body, its id, its attempt and its integration', async () => {
    const webhook = await signed({ id: '972b4f01-d1e4-479e-85df-5683449f7e90', attempt: 3 });
    expect(await verify(webhook)).toEqual({
      type: 'decision',
      body: fixtureBody('decision'),
      id: '972b4f01-d1e4-479e-85df-5683449f7e90',
      attempt: 3,
      integrationId: '00000000-0000-4000-8000-000000000002',
    });
  });

  it('accepts the vector of the contract', async () => {
    const { webhookId, webhookTimestamp, body, header } = webhookSigningVector;
    const headers = {
      'x-hmac-signature': createHmac('sha256', secret).update(body).digest('hex'),
      'webhook-id': webhookId,
      'webhook-timestamp': String(webhookTimestamp),
      'webhook-signature': header,
    };
    const now = webhookTimestamp * 1000;
    const { type, id } = await verifyWebhook({ body, headers }, { secrets: secret, now });
    expect([type, id]).toEqual(['unknown', webhookId]);
  });

  it('takes the headers of any runtime, whatever their letter case', async () => {
    const { body, headers } = await signed();
    const upper = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    );
    for (const each of [new Headers(headers), upper]) {
      const { type } = await verifyWebhook({ body, headers: each }, { secrets: secret, now: sentAt });
      expect(type).toBe('decision');
    }
  });

  it('compares digits of any case, after sha256= too', async () => {
    const { body, headers } = await signed();
    const other = { ...headers, 'x-hmac-signature': `sha256=${headers['x-hmac-signature']!.toUpperCase()}` };
    expect((await verify({ body, headers: other })).type).toBe('decision');
  });

  it('accepts the old and the new key while keys are rotated, before and after the promotion', async () => {
    const before = await signed({ secrets: ['old-key', 'new-key'] });
    const after = await signed({ secrets: ['new-key', 'old-key'] });
    for (const webhook of [before, after])
      expect((await verify(webhook, ['new-key', 'old-key'])).type).toBe('decision');
  });

  it('rejects a body that was parsed and serialised again', async () => {
    const webhook = await signed();
    const body = JSON.stringify(JSON.parse(new TextDecoder().decode(webhook.body)), null, 1);
    expect(await problemOf(verifyWebhook({ ...webhook, body }, { secrets: secret, now: sentAt }))).toBe(
      'signature-wrong',
    );
  });

  it.each([
    [
      'without a signature',
      { 'x-hmac-signature': undefined, 'vrf-hmac-signature': undefined },
      'signature-missing',
    ],
    ['with the signature of another key', { 'x-hmac-signature': '0'.repeat(64) }, 'signature-wrong'],
    ['with half a signature', { 'x-hmac-signature': 'ab' }, 'signature-wrong'],
    ['with two signatures', { 'x-hmac-signature': ['a', 'b'] }, 'signature-wrong'],
    ['with a time that was altered', { 'webhook-timestamp': String(sentAt / 1000 + 1) }, 'signature-wrong'],
    ['with an id that was altered', { 'webhook-id': 'other' }, 'signature-wrong'],
    ['without a time', { 'webhook-timestamp': undefined }, 'timestamp-outside-tolerance'],
    ['with a time that is no number', { 'webhook-timestamp': '1e9' }, 'timestamp-outside-tolerance'],
  ])('refuses one %s', async (_name, headers, problem) => {
    const webhook = await signed();
    const altered = { body: webhook.body, headers: { ...webhook.headers, ...headers } };
    expect(await problemOf(verifyWebhook(altered, { secrets: secret, now: sentAt }))).toBe(problem);
  });

  it('rejects one that was captured and replayed after the tolerance, and accepts it without one', async () => {
    const webhook = await signed();
    const now = sentAt + 301_000;
    expect(await problemOf(verifyWebhook(webhook, { secrets: secret, now }))).toBe(
      'timestamp-outside-tolerance',
    );
    const options = { secrets: secret, now, toleranceSeconds: null };
    expect((await verifyWebhook(webhook, options)).type).toBe('decision');
  });

  it('takes the buffer that a web-standard request gives', async () => {
    const { body, headers } = await signed();
    const webhook = { body: body.buffer, headers };
    expect((await verifyWebhook(webhook, { secrets: secret, now: sentAt })).type).toBe('decision');
  });

  it('names a framework that parsed the body as the mistake of the listener', async () => {
    const { headers } = await signed();
    const body = fixtureBody('decision') as unknown as Uint8Array;
    expect(await problemOf(verifyWebhook({ body, headers }, { secrets: secret, now: sentAt }))).toBe(
      'CountersignError: body: must be the raw bytes of the webhook, not what a framework parsed; read them before it does',
    );
  });

  it('rejects a signed body that is not a JSON object', async () => {
    const headers = { 'x-hmac-signature': createHmac('sha256', secret).update('[1]').digest('hex') };
    const options = { secrets: secret, toleranceSeconds: null };
    expect(await problemOf(verifyWebhook({ body: '[1]', headers }, options))).toBe('body-not-json');
  });

  it.each([[[]], [''], [undefined as unknown as string], [['csk_example_new', '']]])(
    'refuses to run with the secrets %j',
    async (secrets) => {
      await expect(verifyWebhook(await signed(), { secrets })).rejects.toThrow(
        'secrets: must be at least one shared secret, none of them empty',
      );
    },
  );
});

describe('the type of a webhook', () => {
  it.each(webhookTypes.map(({ type }) => [type]))('is found for %s', async (type: WebhookTypeName) => {
    const webhook = await signedWebhook(type, { secrets: secret, sentAt });
    expect(await verify(webhook)).toMatchObject({ type, body: fixtureBody(type) });
  });

  it('is unknown for what later versions send, and the body stays whole', () => {
    const body = { eventType: 'session.renamed', extra: { kept: true } };
    expect(readWebhook(body)).toEqual({ type: 'unknown', body });
  });
});

describe('a library of Standard Webhooks', () => {
  it('verifies with the secret in its form', async () => {
    const { body, headers } = await signed({ sentAt: Date.now() });
    const text = new TextDecoder().decode(body);
    const standard = new StandardWebhook(standardWebhooksSecret(secret));
    expect(standard.verify(text, headers)).toEqual(fixtureBody('decision'));
    expect(() => standard.verify(`${text} `, headers)).toThrow('No matching signature found');
  });
});
