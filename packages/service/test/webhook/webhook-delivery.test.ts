import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../src/storage/engine/database.ts';
import { describeEnginesOnce } from '../support/engines.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../testkit/src/webhook-receiver.ts';
import {
  inState,
  newIntegration,
  newSession,
  record,
  type RunningDelivery,
  setUrl,
  startDelivery,
  untilStored,
  createWebhookContext,
  type WebhookContext,
} from '../support/webhook-setup.ts';

describeEnginesOnce('Webhook delivery (A-86)', (open) => {
  let database: Database;
  let ctx: WebhookContext;
  let receiver: WebhookReceiver;
  let delivery: RunningDelivery;

  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    ctx = createWebhookContext(database);
    receiver = await startWebhookReceiver();
    delivery = startDelivery(ctx);
  });
  afterEach(async () => {
    await delivery.stop();
    await receiver.close();
  });

  it('sends the exact stored bytes with the headers of A-86, signed with the master key', async () => {
    const { integrationId, apiKey, secret } = await newIntegration(ctx);
    receiver.trust([secret]);
    await setUrl(ctx, integrationId, `${receiver.url}/hooks?tenant=1`);
    const session = await newSession(ctx, integrationId);
    const id = await record(ctx, session, { body: { name: 'Núñez – 07', number: 1.5 } });
    const [webhook] = await receiver.waitFor(1);
    expect(webhook?.body.toString('utf8')).toBe('{"name":"Núñez – 07","number":1.5}');
    expect(webhook?.path).toBe('/hooks?tenant=1');
    expect(webhook?.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': '38',
      'x-auth-client': apiKey,
      'vrf-auth-client': apiKey,
      'vrf-integration-id': integrationId,
      'webhook-id': id,
      'webhook-attempt': '1',
      'user-agent': 'Countersign-Webhook/1',
    });
    expect(webhook?.verified).toBe(true);
    expect(await untilStored(database, id, inState('delivered'))).toMatchObject({
      attempts: 1,
      leased: false,
    });
  });

  it('records nothing for a type without a URL (A-84)', async () => {
    const { integrationId } = await newIntegration(ctx);
    await setUrl(ctx, integrationId, receiver.url, 'event');
    expect(await record(ctx, await newSession(ctx, integrationId))).toBeNull();
  });

  it('starts within the poll interval when every hint is lost', async () => {
    const { integrationId } = await newIntegration(ctx);
    await setUrl(ctx, integrationId, receiver.url);
    const start = Date.now();
    await record(ctx, await newSession(ctx, integrationId), { wake: false });
    const [webhook] = await receiver.waitFor(1);
    expect((webhook?.at ?? 0) - start).toBeLessThan(500);
  });
});
