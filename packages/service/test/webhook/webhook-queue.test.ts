import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createWake } from '../../src/runtime/wake.ts';
import { claimWebhooks, recordDeliveries, upkeepDeliveries } from '../../src/storage/webhook/deliveries.ts';
import { findDueWork } from '../../src/storage/job/due-work.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import { withdrawHeld } from '../../src/storage/webhook/webhooks.ts';
import { watchQueues } from '../../src/workers/watch-queues.ts';
import { runDeliveryRound } from '../../src/usecases/webhook/run-delivery-round.ts';
import { sharedClock } from '../support/clock.ts';
import { describeEngines } from '../support/engines.ts';
import { explaining, rowsRead } from '../support/plans.ts';
import {
  type ReceivedWebhook,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../testkit/src/webhook-receiver.ts';
import {
  inState,
  newIntegration,
  newSession,
  record,
  type RunningDelivery,
  setUrl,
  startDelivery,
  storedWebhook,
  type TestSession,
  untilStored,
  createWebhookContext,
  type WebhookContext,
} from '../support/webhook-setup.ts';

describeEngines('Webhook queue', (open) => {
  const clock = sharedClock(open);
  let database: Database;
  let ctx: WebhookContext;
  const receivers: WebhookReceiver[] = [];
  const running: RunningDelivery[] = [];

  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    await database.query('delete from delivery');
    await database.query('delete from webhook');
    ctx = createWebhookContext(database);
  });
  afterEach(async () => {
    for (const delivery of running.splice(0)) await delivery.stop();
    for (const receiver of receivers.splice(0)) await receiver.close();
  });

  const receive = async () => {
    const receiver = await startWebhookReceiver();
    receivers.push(receiver);
    return receiver;
  };
  const deliver = (of: WebhookContext = ctx) => {
    const delivery = startDelivery(of);
    running.push(delivery);
    return delivery;
  };
  /** An integration whose decisions go to `receiver`. */
  const integrate = async (receiver: WebhookReceiver) => {
    const { integrationId } = await newIntegration(ctx);
    await setUrl(ctx, integrationId, receiver.url);
    return integrationId;
  };
  const numbered = (session: TestSession, n: number) => record(ctx, session, { body: { n }, wake: false });
  const numberOf = ({ body }: ReceivedWebhook) => (JSON.parse(body.toString('utf8')) as { n: number }).n;
  const turn = () => runDeliveryRound(ctx)({ finished: [], room: 100, after: '' });

  it('wakes by one poll the worker of a process that recorded none', async () => {
    const integrationId = await integrate(await receive());
    const wake = createWake();
    const hints = wake.hints('webhook');
    const watch = watchQueues({ database, wake });
    const id = await record(ctx, await newSession(ctx, integrationId), { wake: false });
    await expect.poll(() => wake.hints('webhook')).toBeGreaterThan(hints);
    await watch.stop();
    deliver();
    await untilStored(database, id, inState('delivered'));
    expect(await findDueWork(database)).toMatchObject({ webhooks: false });
  });

  it('sends a session its webhooks in the order of recording, one at a time', async () => {
    const receiver = await receive();
    const session = await newSession(ctx, await integrate(receiver));
    for (let n = 1; n <= 8; n += 1) await numbered(session, n);
    let inFlight = 0;
    let most = 0;
    receiver.behave(async () => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      await new Promise((done) => setTimeout(done, 20));
      inFlight -= 1;
      return { status: 200 };
    });
    deliver();
    await receiver.waitFor(8);
    expect(receiver.received.map(numberOf)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(most).toBe(1);
  });

  it('never lets a webhook that waits for its retry block a later one of the session', async () => {
    const receiver = await receive();
    receiver.behave((webhook) => ({ status: numberOf(webhook) === 1 ? 500 : 200 }));
    const session = await newSession(ctx, await integrate(receiver));
    await numbered(session, 1);
    const second = await numbered(session, 2);
    deliver();
    await untilStored(database, second, inState('delivered'));
    expect(receiver.received.map(numberOf)).toEqual([1, 2]);
  });

  it('has at most 16 in flight to one endpoint', async () => {
    const receiver = await receive();
    const integrationId = await integrate(receiver);
    for (let n = 0; n < 40; n += 1) await numbered(await newSession(ctx, integrationId), n);
    let release = () => {};
    const released = new Promise<void>((done) => {
      release = done;
    });
    receiver.behave(async () => {
      await released;
      return { status: 200 };
    });
    deliver();
    await receiver.waitFor(16);
    await new Promise((done) => setTimeout(done, 300));
    expect(receiver.received).toHaveLength(16);
    release();
    await receiver.waitFor(40);
  });

  it('lets endpoints take turns: a backlog of one does not delay another', async () => {
    const receiver = await receive();
    const [busy, quiet] = [await integrate(receiver), await integrate(receiver)];
    for (let n = 0; n < 30; n += 1) await numbered(await newSession(ctx, busy), n);
    await numbered(await newSession(ctx, quiet), 1000);
    const { claimed } = await runDeliveryRound(ctx)({ finished: [], room: 4, after: '' });
    expect(claimed?.map(({ integrationId }) => integrationId).includes(quiet)).toBe(true);
    expect(claimed).toHaveLength(4);
  });

  it('one hanging endpoint among 20 does not hold up the others', async () => {
    const [hanging, healthy] = [await receive(), await receive()];
    hanging.behave('hang');
    const stuck = await integrate(hanging);
    const others = await Promise.all(Array.from({ length: 19 }, () => integrate(healthy)));
    for (let n = 0; n < 30; n += 1) await numbered(await newSession(ctx, stuck), n);
    for (const [index, integrationId] of others.entries()) {
      for (let n = 0; n < 4; n += 1) await numbered(await newSession(ctx, integrationId), index);
    }
    deliver();
    await healthy.waitFor(76);
    // All of them while the first 16 hanging ones have not even reached their 10 s.
    expect(hanging.received).toHaveLength(16);
    await hanging.close();
  });

  it('refuses what a sender writes after its lease, and delivers again under the next one (F11)', async () => {
    const receiver = await receive();
    const session = await newSession(ctx, await integrate(receiver));
    const id = await numbered(session, 1);
    const [first] = (await turn()).claimed ?? [];
    if (!first) throw new Error('nothing claimed');
    expect((await turn()).claimed).toEqual([]);
    await clock.advance({ seconds: 31 });
    const [second] = (await turn()).claimed ?? [];
    expect([first.lease, second?.lease, second?.attempt]).toEqual([1, 2, 2]);
    const late = {
      integrationId: first.integrationId,
      id: first.id,
      lease: first.lease,
      attempt: first.attempt,
      outcome: 'delivered' as const,
      nextDelay: 10,
      ms: 31_000,
      address: null,
      tls: null,
      httpStatus: 200,
      errorClass: null,
      response: null,
    };
    expect(await database.transaction((tx) => recordDeliveries(tx, [late]))).toEqual([]);
    expect(await storedWebhook(database, id)).toMatchObject({ state: 'due', lease: 2 });
    const mine = { ...late, lease: 2, attempt: 2 };
    expect(await database.transaction((tx) => recordDeliveries(tx, [mine]))).toHaveLength(1);
    expect(await storedWebhook(database, id)).toMatchObject({ state: 'delivered' });
    const rows = await database.query('select attempt from delivery where webhook_id = $1', [id]);
    expect(rows).toEqual([{ attempt: 2 }]);
  });

  it('does not withdraw what a sender has claimed (I5)', async () => {
    const session = await newSession(ctx, await integrate(await receive()));
    await record(ctx, session, { holdSeconds: 300, wake: false });
    await clock.advance({ seconds: 301 });
    expect((await turn()).claimed).toHaveLength(1);
    expect(await database.transaction((tx) => withdrawHeld(tx, session))).toBe(0);
  });

  it('delivers everything once with two senders on one database (F31)', async () => {
    const receiver = await receive();
    const sessions: TestSession[] = [];
    for (let count = 0; count < 3; count += 1) {
      const integrationId = await integrate(receiver);
      for (let n = 0; n < 10; n += 1) sessions.push(await newSession(ctx, integrationId));
    }
    deliver();
    deliver(createWebhookContext(database, ctx.vault));
    const ids = [];
    for (const session of sessions) for (let n = 0; n < 3; n += 1) ids.push(await numbered(session, n));
    for (const id of ids) await untilStored(database, id, inState('delivered'));
    expect(receiver.received.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    for (const { sessionId } of sessions) {
      const rows = await database.query<{ id: string }>(
        'select id from webhook where session_id = $1 order by ordinal',
        [sessionId],
      );
      const own = new Set(rows.map((row) => row.id));
      expect(receiver.received.filter(({ id }) => own.has(id)).map(numberOf)).toEqual([0, 1, 2]);
    }
  });

  it('lets what is in flight end and records it when it stops', async () => {
    const receiver = await receive();
    const id = await numbered(await newSession(ctx, await integrate(receiver)), 1);
    receiver.behave(async () => {
      await new Promise((done) => setTimeout(done, 400));
      return { status: 200 };
    });
    const delivery = startDelivery(ctx);
    await receiver.waitFor(1);
    await delivery.stop();
    expect(await storedWebhook(database, id)).toMatchObject({ state: 'delivered', leased: false });
  });

  it('reads a handful of rows for each that it claims from a backlog, where the statistics are of a few', async () => {
    const receiver = await receive();
    const owners: string[] = [];
    for (let n = 0; n < 8; n += 1) owners.push(await integrate(receiver));
    const backlog = (each: number) =>
      database.query(
        `insert into webhook (integration_id, id, type, session_id, body, clear)
         select owner, gen_random_uuid(), 'decision', gen_random_uuid(), '{}', true
         from unnest($1::uuid[]) as owner, generate_series(1, $2::int)`,
        [owners, each],
      );
    await backlog(1);
    await database.query('analyze webhook');
    await backlog(500);
    const { plans } = await database.transaction(async (tx) => {
      const explained = explaining(tx);
      await claimWebhooks(explained.asked, {
        room: 32,
        after: '',
        allowances: [{ failures: 0, allowance: 4 }],
      });
      return explained;
    });
    const left = `select count(*)::int as claimed from webhook where lease > 0`;
    expect(await database.query(left)).toEqual([{ claimed: 32 }]);
    // Of each five: itself, those of its session, itself again to be locked and to be changed, and what it became.
    // The server rounds what it counts of each look.
    expect(Math.max(...plans.map((plan) => rowsRead(plan, 'webhook')))).toBeLessThan(32 * 6);
    await database.query('delete from webhook');
  });

  it('reads nothing of the log of deliveries in upkeep while all of it is to be kept', async () => {
    const session = await newSession(ctx, await integrate(await receive()));
    const id = await numbered(session, 1);
    await database.query(
      `insert into delivery (integration_id, webhook_id, attempt) select $1, $2, generate_series(1, 2000)`,
      [session.integrationId, id],
    );
    const { plans } = await database.transaction(async (tx) => {
      const explained = explaining(tx);
      await upkeepDeliveries(explained.asked);
      return explained;
    });
    expect(plans.map((plan) => rowsRead(plan, 'delivery'))).toEqual([0, 0, 0]);
    // Other files use this database: a delivery of this webhook would collide with the entries of its attempts.
    await database.query('delete from delivery where webhook_id = $1', [id]);
    await database.query('delete from webhook where id = $1', [id]);
  });
});
