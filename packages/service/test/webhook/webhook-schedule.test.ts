import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../../src/runtime/config.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import { eraseWebhooks, withdrawAll, withdrawHeld } from '../../src/storage/webhook/webhooks.ts';
import { addKey } from '../../src/usecases/integration/add-key.ts';
import { promoteKey } from '../../src/usecases/integration/promote-key.ts';
import { listWebhooks } from '../../src/usecases/webhook/list-webhooks.ts';
import { pauseEndpoint } from '../../src/usecases/webhook/pause-endpoint.ts';
import { replayWebhooks } from '../../src/usecases/webhook/replay-webhooks.ts';
import { resumeEndpoint } from '../../src/usecases/webhook/resume-endpoint.ts';
import { setWebhookUrl } from '../../src/usecases/webhook/set-webhook-url.ts';
import { showWebhookBody } from '../../src/usecases/webhook/show-webhook-body.ts';
import { upkeepWebhooks } from '../../src/usecases/webhook/upkeep-webhooks.ts';
import { sharedClock } from '../support/clock.ts';
import { describeEnginesOnce } from '../support/engines.ts';
import { seededNumbers } from '../support/property-seed.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../testkit/src/webhook-receiver.ts';
import {
  attempted,
  inState,
  newIntegration,
  newSession,
  record,
  type RunningDelivery,
  setUrl,
  startDelivery,
  storedWebhook,
  untilStored,
  createWebhookContext,
  type WebhookContext,
} from '../support/webhook-setup.ts';

const type = 'decision';
const actor = 'test';

describeEnginesOnce('Webhook schedule (A-87)', (open) => {
  const clock = sharedClock(open);
  let database: Database;
  let ctx: WebhookContext;
  let receiver: WebhookReceiver;
  let delivery: RunningDelivery;
  let integrationId: string;
  let secret: string;
  let keyId: string;

  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    // Time passes for every row; leftovers of other tests would become due.
    await database.query('delete from delivery');
    await database.query('delete from webhook');
    await database.query('delete from operator_entry');
    ctx = createWebhookContext(database);
    receiver = await startWebhookReceiver();
    ({ integrationId, secret, keyId } = await newIntegration(ctx));
    receiver.trust([secret]);
    await setUrl(ctx, integrationId, receiver.url);
    delivery = startDelivery(ctx);
  });
  afterEach(async () => {
    await delivery.stop();
    await receiver.close();
  });

  const one = async () => record(ctx, await newSession(ctx, integrationId));
  const entries = () =>
    database.query<{ kind: string; cause: string }>(
      'select kind, cause from operator_entry where integration_id = $1 and resolved_at is null order by kind',
      [integrationId],
    );
  const log = async (id: string | null) => {
    const { webhooks } = await listWebhooks(ctx)({ filter: { integrationId, webhookId: id ?? '' } });
    return webhooks[0]?.deliveries.map(({ attempt, httpStatus, errorClass, response }) => ({
      attempt,
      httpStatus,
      errorClass,
      response,
    }));
  };

  it('repeats a failed delivery with the same id and bytes, next due after 10 s ± 20 %', async () => {
    receiver.behave({ status: 500, body: 'try later' });
    const id = await one();
    const failed = await untilStored(database, id, attempted(1));
    expect(failed.state).toBe('due');
    expect(failed.dueIn).toBeGreaterThan(7);
    expect(failed.dueIn).toBeLessThan(12);
    receiver.behave({ status: 200 });
    await clock.advance({ seconds: 12 });
    await untilStored(database, id, inState('delivered'));
    expect(receiver.received.map((webhook) => [webhook.id, webhook.attempt, webhook.verified])).toEqual([
      [id, 1, true],
      [id, 2, true],
    ]);
    expect(receiver.received[0]?.body).toEqual(receiver.received[1]?.body);
    expect(await log(id)).toEqual([
      { attempt: 1, httpStatus: 500, errorClass: 'http_status', response: 'try later' },
      { attempt: 2, httpStatus: 200, errorClass: null, response: null },
    ]);
  });

  it('keeps the answer out of the clear log when it echoes the body, and never logs a signature', async () => {
    receiver.behave((webhook) => ({
      status: 500,
      body: `${webhook.body.toString('utf8')} ${String(webhook.headers['x-hmac-signature'])} ${String(webhook.headers['webhook-signature'])}`,
    }));
    const id = await one();
    await untilStored(database, id, attempted(1));
    const [row] = await database.query<{ response: string }>(
      'select response from delivery where webhook_id = $1',
      [id],
    );
    expect(row?.response).not.toContain('Núñez');
    expect((await log(id))?.[0]?.response).toMatch(/Núñez.*\[signature\] v1,\[signature\]$/);
  });

  it('waits as long as Retry-After requires', async () => {
    receiver.behave({ status: 429, headers: { 'retry-after': '120' } });
    const { dueIn } = await untilStored(database, await one(), attempted(1));
    expect(dueIn).toBeGreaterThan(117);
    expect(dueIn).toBeLessThanOrEqual(120);
  });

  it('fails after 7 days, alerts the operator, and can be replayed with the same id and bytes', async () => {
    receiver.behave({ status: 503 });
    const id = await one();
    await untilStored(database, id, attempted(1));
    await clock.advance({ days: 7 });
    await untilStored(database, id, inState('failed'));
    expect(await entries()).toEqual([
      { kind: 'webhook-endpoint-failing', cause: 'decision: answered 503' },
      { kind: 'webhook-failed', cause: 'decision: given up after 7 days, answered 503' },
    ]);

    receiver.behave({ status: 200 });
    const filter = { integrationId, state: 'failed' } as const;
    expect(await replayWebhooks(ctx)({ filter, dryRun: true, actor })).toEqual({ count: 1, dryRun: true });
    expect(await replayWebhooks(ctx)({ filter, dryRun: false, actor })).toEqual({
      count: 1,
      dryRun: false,
    });
    await untilStored(database, id, inState('delivered'));
    const [first, , last] = receiver.received;
    expect([last?.id, last?.attempt, last?.body]).toEqual([id, 3, first?.body]);
    expect(await entries()).toEqual([]);
  });

  it('takes the fast schedule again after a replay', async () => {
    const id = await one();
    await untilStored(database, id, inState('delivered'));
    await clock.advance({ hours: 1 });
    receiver.behave({ status: 500 });
    await replayWebhooks(ctx)({ filter: { integrationId, webhookId: id ?? '' }, dryRun: false, actor });
    const { dueIn } = await untilStored(database, id, attempted(2));
    expect(dueIn).toBeLessThan(12);
  });

  it('410 pauses the endpoint: everything waits, its 7 days stop, a person resumes it', async () => {
    receiver.behave({ status: 410 });
    const first = await one();
    await untilStored(database, first, attempted(1));
    expect(await entries()).toEqual([{ kind: 'webhook-endpoint-paused', cause: 'decision: answered 410' }]);
    receiver.behave({ status: 200 });
    const second = await one();
    await clock.advance({ days: 20 });
    await upkeepWebhooks(ctx)();
    expect(receiver.received).toHaveLength(1);
    expect(await resumeEndpoint(ctx)({ integrationId, type, actor })).toEqual({
      outcome: 'resumed',
      waiting: 2,
    });
    await untilStored(database, first, inState('delivered'));
    await untilStored(database, second, inState('delivered'));
    expect(await entries()).toEqual([]);
  });

  it('is resumed by a person at once, an hour before the next attempt; what is held stays so (A-384)', async () => {
    receiver.behave({ status: 503, headers: { 'retry-after': '3600' } });
    const failed = await one();
    expect((await untilStored(database, failed, attempted(1))).dueIn).toBeGreaterThan(3_500);
    const held = await record(ctx, await newSession(ctx, integrationId), { holdSeconds: 300 });
    receiver.behave({ status: 200 });
    await resumeEndpoint(ctx)({ integrationId, type, actor });
    await untilStored(database, failed, inState('delivered'));
    expect(await storedWebhook(database, held)).toMatchObject({ state: 'due', attempts: 0 });
  });

  it('another URL ends the pause of a 410, and a pause that a person made stays (A-379)', async () => {
    const config = readConfig({ PUBLIC_URL: 'https://verify.example' });
    const set = (path: string) =>
      setWebhookUrl({ ...ctx, config })({
        integrationId,
        type,
        url: `${receiver.url}${path}`,
        actor,
      });
    await set('/old');
    receiver.behave({ status: 410 });
    const first = await one();
    await untilStored(database, first, attempted(1));
    receiver.behave({ status: 200 });
    await set('/old');
    const second = await one();
    await clock.advance({ days: 8 });
    expect(receiver.received.map(({ path }) => path)).toEqual(['/old']);
    await set('/new');
    for (const id of [first, second]) await untilStored(database, id, inState('delivered'));
    expect(receiver.received.map(({ path }) => path)).toEqual(['/old', '/new', '/new']);
    expect(await entries()).toEqual([]);

    await pauseEndpoint(ctx)({ integrationId, type, actor });
    await set('/newest');
    const { endpoints } = await listWebhooks(ctx)({ filter: { integrationId } });
    expect(endpoints).toMatchObject([
      { url: `${receiver.url}/newest`, pausedAt: expect.any(String) as string },
    ]);
  });

  it('keeps the webhooks of a paused endpoint for 30 days', async () => {
    expect(await pauseEndpoint(ctx)({ integrationId, type, actor })).toEqual({ outcome: 'paused' });
    const id = await one();
    await clock.advance({ days: 29, hours: 23 });
    expect((await upkeepWebhooks(ctx)())?.expired).toEqual([]);
    await clock.advance({ hours: 2 });
    expect((await upkeepWebhooks(ctx)())?.expired).toEqual([{ integrationId, type, count: 1 }]);
    expect((await storedWebhook(database, id)).state).toBe('failed');
    expect(await entries()).toEqual([{ kind: 'webhook-failed', cause: 'decision: 1 given up undelivered' }]);
  });

  it('after 20 straight failures sends one probe a minute, and at a rising rate once it is answered', async () => {
    receiver.behave({ status: 500 });
    const ids = await Promise.all(Array.from({ length: 20 }, one));
    for (const id of ids) await untilStored(database, id, attempted(1));
    const waiting = await Promise.all(Array.from({ length: 5 }, one));
    await new Promise((done) => setTimeout(done, 300));
    expect(receiver.received).toHaveLength(20);
    expect(await storedWebhook(database, waiting[0] ?? null)).toMatchObject({ attempts: 0, state: 'due' });

    // 61 s: a probe is due, and so is every first retry; exactly one goes out.
    await clock.advance({ seconds: 61 });
    await receiver.waitFor(21);
    await new Promise((done) => setTimeout(done, 300));
    expect(receiver.received).toHaveLength(21);

    receiver.behave({ status: 200 });
    await clock.advance({ seconds: 61 });
    for (const id of [...ids, ...waiting]) await untilStored(database, id, inState('delivered'));
    expect(receiver.received).toHaveLength(21 + 25);
  });

  it('uses the URL in force at the attempt, and cancels what is pending when it is removed', async () => {
    receiver.behave({ status: 500 });
    const id = await one();
    await untilStored(database, id, attempted(1));
    await setUrl(ctx, integrationId, `${receiver.url}/new`);
    await clock.advance({ seconds: 12 });
    await untilStored(database, id, attempted(2));
    expect(receiver.received[1]?.path).toBe('/new');
    await database.query('delete from webhook_endpoint where integration_id = $1', [integrationId]);
    await clock.advance({ seconds: 70 });
    expect((await upkeepWebhooks(ctx)())?.cancelled).toBe(1);
    expect(await storedWebhook(database, id)).toMatchObject({ state: 'withdrawn', attempts: 2 });
  });

  it('signs each attempt with the key that is master when it is sent (I4)', async () => {
    receiver.behave({ status: 500 });
    const id = await one();
    await untilStored(database, id, attempted(1));
    expect(receiver.received[0]?.verified).toBe(true);
    const added = await addKey(ctx)({ integrationId, label: 'second', actor });
    if (added.outcome !== 'added') throw new Error(added.outcome);
    await promoteKey(ctx)({ integrationId, keyId: added.keyId, actor });
    receiver.trust([added.secret, secret]);
    await clock.advance({ seconds: 12 });
    await untilStored(database, id, attempted(2));
    expect(receiver.received[1]?.verified).toBe(true);
    expect(receiver.received[1]?.body).toEqual(receiver.received[0]?.body);
  });

  it('uses a key that another process promoted', async () => {
    await untilStored(database, await one(), inState('delivered'));
    const elsewhere = createWebhookContext(database, ctx.vault);
    const added = await addKey(elsewhere)({ integrationId, label: 'second', actor });
    if (added.outcome !== 'added') throw new Error(added.outcome);
    await promoteKey(elsewhere)({ integrationId, keyId: added.keyId, actor });
    receiver.trust([added.secret, secret]);
    await untilStored(database, await one(), inState('delivered'));
    expect(receiver.received.map(({ verified }) => verified)).toEqual([true, true]);
  });

  it('sends nothing unsigned: without a key the attempt fails unsent (F37)', async () => {
    await database.query('delete from shared_secret where integration_id = $1 and id = $2', [
      integrationId,
      keyId,
    ]);
    const id = await one();
    await untilStored(database, id, attempted(1));
    expect(receiver.received).toEqual([]);
    expect(await log(id)).toEqual([{ attempt: 1, httpStatus: null, errorClass: 'no_key', response: null }]);
  });

  it('withdraws what an erased session still had waiting, and empties its bodies and log (I9, S19)', async () => {
    receiver.behave({ status: 500, body: 'Liisa Maasikas is not known here' });
    const session = await newSession(ctx, integrationId);
    const waiting = await record(ctx, session);
    await untilStored(database, waiting, attempted(1));
    await database.transaction(async (tx) => {
      await withdrawAll(tx, session);
      await tx.query('update session set data_key = null where integration_id = $1 and id = $2', [
        integrationId,
        session.sessionId,
      ]);
      await eraseWebhooks(tx, session);
    });
    await clock.advance({ hours: 1 });
    await new Promise((done) => setTimeout(done, 250));
    expect(await storedWebhook(database, waiting)).toMatchObject({ state: 'withdrawn', attempts: 1 });
    expect(receiver.received).toHaveLength(1);
    const rows = await database.query(
      'select length(w.body) as length, d.response from webhook w join delivery d on d.webhook_id = w.id where w.id = $1',
      [waiting],
    );
    expect(rows).toEqual([{ length: 0, response: null }]);
  });

  it('sends nothing more of a session that is deleted, though its erasure is still to come (A-33, S19)', async () => {
    const [delivered, failing] = [await newSession(ctx, integrationId), await newSession(ctx, integrationId)];
    const sent = await record(ctx, delivered);
    await untilStored(database, sent, inState('delivered'));
    receiver.behave({ status: 500 });
    const waiting = await record(ctx, failing);
    await untilStored(database, waiting, attempted(1));
    await database.query('update session set deleted_at = now() where integration_id = $1', [integrationId]);
    receiver.behave({ status: 200 });
    await clock.advance({ hours: 1 });
    await untilStored(database, waiting, inState('withdrawn'));
    const { count } = await replayWebhooks(ctx)({ filter: { integrationId }, dryRun: false, actor });
    expect(count).toBe(0);
    expect(await showWebhookBody(ctx)({ integrationId, webhookId: sent ?? '' })).toEqual({
      outcome: 'erased',
    });
    expect(receiver.received).toHaveLength(2);
  });

  it('keeps the delivery log for 30 days', async () => {
    const id = await one();
    await untilStored(database, id, inState('delivered'));
    await clock.advance({ days: 29, hours: 23 });
    await upkeepWebhooks(ctx)();
    expect(await log(id)).toHaveLength(1);
    await clock.advance({ hours: 2 });
    expect((await upkeepWebhooks(ctx)())?.purged).toBe(1);
    expect(await log(id)).toHaveLength(0);
  });

  it('holds a webhook for its hold, then sends it (A-98)', async () => {
    const session = await newSession(ctx, integrationId);
    const id = await record(ctx, session, { holdSeconds: 300 });
    await clock.advance({ seconds: 290 });
    await new Promise((done) => setTimeout(done, 250));
    expect(receiver.received).toEqual([]);
    await clock.advance({ seconds: 11 });
    await untilStored(database, id, inState('delivered'));
    expect(await database.transaction((tx) => withdrawHeld(tx, session))).toBe(0);
  });

  it('drops a held webhook when the next attempt comes in time (A-98)', async () => {
    const session = await newSession(ctx, integrationId);
    const id = await record(ctx, session, { holdSeconds: 300 });
    await clock.advance({ seconds: 290 });
    expect(await database.transaction((tx) => withdrawHeld(tx, session))).toBe(1);
    await clock.advance({ seconds: 20 });
    await new Promise((done) => setTimeout(done, 250));
    expect(receiver.received).toEqual([]);
    expect((await storedWebhook(database, id)).state).toBe('withdrawn');
  });

  it('never both sends and withdraws, when the hold ends as the next attempt comes (F28, I5)', async () => {
    const random = seededNumbers('holds');
    const raced = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const session = await newSession(ctx, integrationId);
        const id = await record(ctx, session, { holdSeconds: 0.02 + random() / 10, wake: false });
        await new Promise((done) => setTimeout(done, 20 + random() * 120));
        return { id, withdrawn: await database.transaction((tx) => withdrawHeld(tx, session)) };
      }),
    );
    for (const { id, withdrawn } of raced)
      await untilStored(database, id, inState(withdrawn === 1 ? 'withdrawn' : 'delivered'));
    const sent = receiver.received.map((webhook) => webhook.id).toSorted();
    expect(sent).toEqual(
      raced.flatMap(({ id, withdrawn }) => (withdrawn === 0 ? [id ?? ''] : [])).toSorted(),
    );
  });
});
