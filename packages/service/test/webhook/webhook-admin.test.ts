import { DecisionBody, emitJson, EventBody } from '@countersign/contract';
import fc from 'fast-check';
import { Value } from 'typebox/value';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/runtime/config.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import { listWebhooks } from '../../src/usecases/webhook/list-webhooks.ts';
import { replayWebhooks } from '../../src/usecases/webhook/replay-webhooks.ts';
import { setWebhookUrl } from '../../src/usecases/webhook/set-webhook-url.ts';
import { testIds, testWebhook } from '../../src/usecases/webhook/test-webhook.ts';
import { upkeepWebhooks } from '../../src/usecases/webhook/upkeep-webhooks.ts';
import { insertWebhook } from '../../src/storage/webhook/webhooks.ts';
import { describeEnginesOnce } from '../support/engines.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../testkit/src/webhook-receiver.ts';
import {
  inState,
  newIntegration,
  newSession,
  record,
  setUrl,
  startDelivery,
  untilStored,
  createWebhookContext,
} from '../support/webhook-setup.ts';

const actor = 'test';

describeEnginesOnce('Webhook administration', (open) => {
  let database: Database;
  let ctx: ReturnType<typeof makeContext>;
  let receiver: WebhookReceiver;

  const makeContext = (environment: string) => ({
    ...createWebhookContext(database),
    config: readConfig({ COUNTERSIGN_ENV: environment, PUBLIC_URL: 'https://verify.example' }),
  });

  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    ctx = makeContext('development');
    receiver = await startWebhookReceiver();
  });
  afterEach(() => receiver.close());

  it('sets, changes and removes a URL, cancelling what is pending (A-84)', async () => {
    const { integrationId } = await newIntegration(ctx);
    const type = 'decision';
    expect(await setWebhookUrl(ctx)({ integrationId, type, url: `${receiver.url}/1`, actor })).toEqual({
      outcome: 'set',
    });
    expect(await setWebhookUrl(ctx)({ integrationId, type, url: `${receiver.url}/2`, actor })).toEqual({
      outcome: 'set',
    });
    const session = await newSession(ctx, integrationId);
    await record(ctx, session);
    const filter = { integrationId };
    const { endpoints, webhooks } = await listWebhooks(ctx)({ filter });
    expect(endpoints).toMatchObject([
      { type, url: `${receiver.url}/2`, pausedAt: null, failures: 0, waiting: 1 },
    ]);
    expect(webhooks).toMatchObject([
      { type, sessionId: session.sessionId, state: 'due', attempts: 0, deliveries: [] },
    ]);
    expect(await setWebhookUrl(ctx)({ integrationId, type, url: null, actor })).toEqual({
      outcome: 'removed',
      cancelled: 1,
    });
    expect((await listWebhooks(ctx)({ filter })).webhooks).toMatchObject([{ state: 'withdrawn' }]);
    const audit = await database.query<{ action: string }>(
      'select action from audit where integration_id = $1 order by id',
      [integrationId],
    );
    expect(audit.map(({ action }) => action)).toEqual([
      'create-integration',
      'set-webhook-url',
      'set-webhook-url',
      'set-webhook-url',
    ]);
  });

  it('erases the last webhook about a deleted session that has no receiver (A-33)', async () => {
    const { integrationId } = await newIntegration(ctx);
    const lastWord = async () => {
      await setUrl(ctx, integrationId, receiver.url);
      const session = await newSession(ctx, integrationId);
      const body = Buffer.from('{"verification":{"vendorData":"liisa@mail.example"}}');
      await database.transaction((tx) =>
        insertWebhook(tx, { ...session, type: 'decision', body, dataKey: null }),
      );
      return session.sessionId;
    };
    const stateOf = async (sessionId: string) =>
      (
        await database.query('select state, length(body) as bytes from webhook where session_id = $1', [
          sessionId,
        ])
      )[0];
    const removed = await lastWord();
    await setWebhookUrl(ctx)({ integrationId, type: 'decision', url: null, actor });
    expect(await stateOf(removed)).toEqual({ state: 'withdrawn', bytes: 0 });
    // A sender had it while the URL was removed, and failed.
    const left = await lastWord();
    await database.query('delete from webhook_endpoint where integration_id = $1', [integrationId]);
    await upkeepWebhooks(ctx)();
    expect(await stateOf(left)).toEqual({ state: 'withdrawn', bytes: 0 });
  });

  it.each([
    ['http://hooks.example.com/', 'scheme'],
    ['https://127.0.0.1/', 'address_denied'],
    ['https://verify.example/v1/sessions', 'own_host'],
    ['https://hooks.example.com:8443/', 'port'],
  ])('refuses %s in production: %s', async (url, reason) => {
    const production = makeContext('production');
    const { integrationId } = await newIntegration(production);
    expect(await setWebhookUrl(production)({ integrationId, type: 'decision', url, actor })).toEqual({
      outcome: 'refused',
      reason,
    });
  });

  it('rejects an unknown integration', async () => {
    const integrationId = '3c9b7a58-1e2d-4f6a-9b8c-7d6e5f4a3b2c';
    expect(await setWebhookUrl(ctx)({ integrationId, type: 'event', url: receiver.url, actor })).toEqual({
      outcome: 'unknown-integration',
    });
  });

  it.each(['decision', 'event'] as const)(
    'sends a signed %s test of reserved identifiers and records nothing',
    async (type) => {
      const { integrationId, secret } = await newIntegration(ctx);
      receiver.trust([secret]);
      expect(await testWebhook(ctx)({ integrationId, type })).toEqual({ outcome: 'no-url' });
      await setWebhookUrl(ctx)({ integrationId, type, url: receiver.url, actor });
      receiver.behave({ status: 202, body: 'taken' });
      expect(await testWebhook(ctx)({ integrationId, type })).toMatchObject({
        outcome: 'delivered',
        httpStatus: 202,
        response: 'taken',
      });
      const [sent] = receiver.received;
      expect(sent?.verified).toBe(true);
      const body: unknown = JSON.parse(sent?.body.toString('utf8') ?? '');
      expect(Value.Check(type === 'decision' ? DecisionBody : EventBody, body)).toBe(true);
      expect(sent?.body.toString('utf8')).toContain(testIds.sessionId);
      expect((await listWebhooks(ctx)({ filter: { integrationId } })).webhooks).toEqual([]);
    },
  );

  it('replays by session, type and time, and nothing of another integration', async () => {
    const delivery = startDelivery(ctx);
    const [mine, other] = [await newIntegration(ctx), await newIntegration(ctx)];
    for (const { integrationId } of [mine, other]) {
      await setWebhookUrl(ctx)({ integrationId, type: 'decision', url: receiver.url, actor });
    }
    const session = await newSession(ctx, mine.integrationId);
    const ids = [await record(ctx, session), await record(ctx, await newSession(ctx, mine.integrationId))];
    ids.push(await record(ctx, await newSession(ctx, other.integrationId)));
    for (const id of ids) await untilStored(database, id, inState('delivered'));
    await delivery.stop();
    const count = async (filter: object) =>
      (
        await replayWebhooks(ctx)({
          filter: { integrationId: mine.integrationId, ...filter },
          dryRun: true,
          actor,
        })
      ).count;
    expect(await count({})).toBe(2);
    expect(await count({ sessionId: session.sessionId })).toBe(1);
    expect(await count({ type: 'event' })).toBe(0);
    expect(await count({ since: '2999-01-01T00:00:00Z' })).toBe(0);
    expect(await count({ webhookId: ids[2] })).toBe(0);
  });
});

describe('Frozen bodies (A-86)', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('\u2028', '"}', '\\u0000', '🜨', '1.0', '__proto__'),
  );
  const event = fc.record({
    id: fc.uuid(),
    attemptId: fc.uuid(),
    feature: fc.constant('selfid'),
    code: fc.constantFrom(7001, 7002),
    action: fc.constantFrom('started', 'submitted'),
    vendorData: fc.option(text),
    endUserId: fc.option(fc.uuid()),
  });
  const decision = fc.record({
    status: fc.constant('success'),
    verification: fc.record({
      id: fc.uuid(),
      vendorData: fc.option(text),
      code: fc.constantFrom(9001, 9102),
      person: fc.dictionary(fc.constantFrom('firstName', 'lastName'), text),
    }),
    technicalData: fc.record({ ip: fc.constant(null) }),
  });

  it.each([
    ['event', event],
    ['decision', decision],
  ])('%s bodies equal JSON.stringify of their parsed value', (_, bodies) => {
    fc.assert(
      fc.property(bodies as fc.Arbitrary<unknown>, (body) => {
        const frozen = emitJson(body);
        expect(JSON.stringify(JSON.parse(Buffer.from(frozen).toString('utf8')))).toBe(frozen);
      }),
    );
  });
});
