import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startWebhookReceiver, type WebhookReceiver } from '../../../testkit/src/webhook-receiver.ts';
import { addKey } from '../../src/usecases/integration/add-key.ts';
import type { Client } from '../support/api.ts';
import { decided } from '../support/decide.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import type { Person } from '../support/portal-browser.ts';
import { newOrganisation, type TestOrganisation } from '../support/portal-organisation.ts';
import {
  attempted,
  type RunningDelivery,
  setUrl,
  startDelivery,
  untilStored,
} from '../support/webhook-setup.ts';

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');

describeApiOnce('failed webhooks in the portal', (given) => {
  let own: TestOrganisation;
  let developer: Person;
  let receiver: WebhookReceiver;
  let delivery: RunningDelivery;
  beforeAll(async () => {
    own = await newOrganisation(given.api);
    developer = await own.add({ role: 'developer' });
    receiver = await startWebhookReceiver();
    delivery = startDelivery(given.api.ctx);
  });
  afterAll(async () => {
    await delivery.stop();
    await receiver.close();
  });

  const since = '2026-01-01T00:00:00Z';
  const countFailed = async ({ integrationId }: Client, from = since) =>
    (await developer.browser.get(`/integrations/${integrationId}/webhooks/failed?since=${from}`)).json;
  const recover = async ({ integrationId }: Client, until: string) =>
    (await developer.browser.post(`/integrations/${integrationId}/webhooks/recover`, { since, until })).json;

  /** An integration whose server refused a webhook. */
  async function withFailure() {
    const client = await own.integrate();
    await setUrl(given.api.ctx, client.integrationId, `${receiver.url}/${client.integrationId}`);
    receiver.behave(() => ({ status: 500 }));
    const session = await decided(given.api, client, 'Approve');
    const [first] = await receiver.waitFor(1, ({ body }) => body.includes(session));
    if (!first) throw new Error('nothing was received');
    await untilStored(given.api.ctx.database, first.id, attempted(1));
    return { client, first };
  }

  it('are counted before they are resent at once with the same id and bytes', async () => {
    const { client, first } = await withFailure();
    const { until, types } = await countFailed(client);
    expect(types).toEqual([{ type: 'decision', givenUp: 0, retried: 1, paused: false }]);
    expect((await countFailed(client, '2099-01-01T00:00:00Z')).types).toEqual([]);
    receiver.behave(() => ({ status: 200 }));
    expect(await recover(client, until)).toEqual({ count: 1, more: false });
    const [, again] = await receiver.waitFor(2, ({ id }) => id === first.id);
    expect(again?.body).toEqual(first.body);
    expect(await recover(client, until)).toEqual({ count: 0, more: false });
    const auditor = await own.add({ role: 'auditor' });
    const { rows } = (
      await auditor.browser.get(`/audit?action=recover-webhooks&integration=${client.integrationId}`)
    ).json;
    expect(rows).toMatchObject([
      {
        actor: `portal:${developer.id}`,
        details: { since, until, types: ['decision'], count: 1 },
      },
    ]);
    expect(rows).toHaveLength(1);
  });

  it('that fail again are not resent twice by one recovery', async () => {
    const { client, first } = await withFailure();
    const { until } = await countFailed(client);
    expect(await recover(client, until)).toEqual({ count: 1, more: false });
    await untilStored(given.api.ctx.database, first.id, attempted(2));
    expect(await recover(client, until)).toEqual({ count: 0, more: false });
    expect((await countFailed(client)).types).toMatchObject([{ retried: 1 }]);
  });

  it('that are no longer retried are resent too', async () => {
    const { client, first } = await withFailure();
    await given.clock.advance({ days: 8 });
    await untilStored(given.api.ctx.database, first.id, ({ state }) => state === 'failed');
    // The sign-in is over after these days.
    developer = await own.add({ role: 'developer' });
    const { until, types } = await countFailed(client);
    expect(types).toEqual([{ type: 'decision', givenUp: 1, retried: 0, paused: false }]);
    receiver.behave(() => ({ status: 200 }));
    expect(await recover(client, until)).toEqual({ count: 1, more: false });
    await untilStored(given.api.ctx.database, first.id, ({ state }) => state === 'delivered');
  });
});

describeApiOnce('checking a signature in the portal', (given) => {
  let own: TestOrganisation;
  let developer: Person;
  const body = '{"id":"5043de43-828c-4b68-9ca0-15a1b9ea504d","vendorData":"Núñez – 07"}';
  const check = async (change: object) => {
    const all = { body, signature: '', keyId: null, webhookId: null, timestamp: null, ...change };
    const path = `/integrations/${own.client.integrationId}/webhooks/check`;
    return (await developer.browser.post(path, all)).json;
  };
  beforeAll(async () => {
    own = await newOrganisation(given.api);
  });
  // One sign-in may check a few times a minute only.
  beforeEach(async () => {
    developer = await own.add({ role: 'developer' });
  });

  it('reports a match, also under another key, which it names', async () => {
    const { integrationId, secret, keyId } = own.client;
    expect(await check({ signature: hmac(secret, body) })).toMatchObject({
      result: 'fits',
      key: 'first',
      mistakes: [],
      causes: [],
      fix: null,
      bytes: 75,
      lastBytes: '30 37 22 7d',
    });
    const added = await addKey(given.api.ctx)({ integrationId, label: 'November', actor: 'test' });
    if (added.outcome !== 'added') throw new Error(added.outcome);
    given.api.ctx.keyRing.forget();
    const signature = hmac(added.secret, body);
    expect(await check({ signature, keyId })).toMatchObject({ result: 'other-key', key: 'November' });
    expect(await check({ signature, keyId: added.keyId })).toMatchObject({ result: 'fits', key: 'November' });
  });

  it('explains a signature over other bytes', async () => {
    const { secret } = own.client;
    const mistakes = [
      [hmac(secret, `${body}\n`), 'a line feed at the end', 'line-feed-added'],
      [
        hmac(secret, JSON.stringify(JSON.parse(body), null, 2)),
        'the same JSON indented by two spaces',
        'json-indented-2',
      ],
      [
        createHmac('sha256', secret).update(Buffer.from(body, 'latin1')).digest('hex'),
        'the text in Latin-1',
        'latin-1',
      ],
      [hmac(`${secret}\n`, body), 'a line feed after the secret', 'key-line-feed'],
      [hmac('another secret', body), undefined, undefined],
    ] as const;
    for (const [signature, cause, code] of mistakes) {
      const checked = await check({ signature });
      expect([checked.result, checked.key, checked.causes[0]]).toEqual(['does-not-fit', null, cause]);
      expect(checked.mistakes).toEqual(code === undefined ? [] : [code]);
    }
  });

  it('accepts webhook-signature, which covers id and time too, if one of its entries matches', async () => {
    const { secret } = own.client;
    const entry = (text: string) => `v1,${Buffer.from(hmac(secret, text), 'hex').toString('base64')}`;
    const head = { webhookId: '972b4f01-d1e4-479e-85df-5683449f7e90', timestamp: '1795168800' };
    const message = `${head.webhookId}.${head.timestamp}.${body}`;
    const header = `v1,${Buffer.alloc(32).toString('base64')} ${entry(message)}`;
    expect(await check({ ...head, signature: header })).toMatchObject({ result: 'fits' });
    expect(await check({ ...head, signature: entry(body) })).toMatchObject({ result: 'does-not-fit' });
    const half = await check({ signature: header, webhookId: head.webhookId });
    expect(half.error.member).toBe('timestamp');
  });

  it('returns no secret or signature, checks no partial signature, and is limited to a few calls a minute', async () => {
    const { integrationId, secret } = own.client;
    const call = (signature: string) =>
      developer.browser.post(`/integrations/${integrationId}/webhooks/check`, {
        body,
        signature,
        keyId: null,
        webhookId: null,
        timestamp: null,
      });
    const right = hmac(secret, body);
    const answers = [await call('0'.repeat(64)), await call(right.slice(0, 16)), await call(`${right} x`)];
    for (const { bytes } of answers) {
      expect(bytes.toString()).not.toContain(secret);
      expect(bytes.toString()).not.toContain(right);
    }
    expect(answers[1]?.json.causes).toEqual([]);
    const statuses = [];
    for (let times = 0; times < 12; times += 1) statuses.push((await call('0'.repeat(64))).status);
    expect(statuses).toContain(429);
  });
});
