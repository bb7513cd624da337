import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../src/storage/engine/database.ts';
import { describeEnginesOnce, isNightly } from '../support/engines.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../testkit/src/webhook-receiver.ts';
import {
  newIntegration,
  newSession,
  record,
  type RunningDelivery,
  setUrl,
  startDelivery,
  type TestSession,
  createWebhookContext,
  type WebhookContext,
} from '../support/webhook-setup.ts';

describeEnginesOnce('Webhooks of many endpoints', (open) => {
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
  const integrate = async ({ url }: WebhookReceiver) => {
    const { integrationId } = await newIntegration(ctx);
    await setUrl(ctx, integrationId, url);
    return integrationId;
  };
  const deliver = () => running.push(startDelivery(ctx));

  /** Milliseconds from recording to arrival of one webhook to each endpoint, one after the other, longest first. */
  async function delays(sessions: TestSession[], receiver: WebhookReceiver): Promise<number[]> {
    const times: number[] = [];
    for (const session of sessions) {
      const before = receiver.received.length;
      const started = performance.now();
      await record(ctx, session);
      await receiver.waitFor(before + 1);
      times.push(performance.now() - started);
    }
    return times.toSorted((a, b) => b - a);
  }

  it('come as soon at 99 endpoints when the hundredth hangs with a backlog as when it does not (F25)', async () => {
    const [hanging, healthy] = [await receive(), await receive()];
    const stuck = await integrate(hanging);
    const sessions: TestSession[] = [];
    for (let n = 0; n < 99; n += 1) sessions.push(await newSession(ctx, await integrate(healthy)));
    deliver();
    const quiet = await delays(sessions, healthy);
    hanging.behave('hang');
    for (let n = 0; n < 60; n += 1) await record(ctx, await newSession(ctx, stuck));
    await hanging.waitFor(16);
    const beside = await delays(sessions, healthy);
    // The second longest of 99. Within a tenth on a quiet machine; one that waits for the endpoint that hangs waits for 10 s.
    expect(beside[1]).toBeLessThan(3 * (quiet[1] ?? 0) + 500);
    // It holds its own 16 places and no more of them.
    expect(hanging.received.length).toBeLessThanOrEqual(32);
    await hanging.close();
  });

  it('drain at the cap when a receiver comes back to a backlog, each once (F26)', async () => {
    const receiver = await receive();
    const session = await newSession(ctx, await integrate(receiver));
    const backlog = database.engine !== 'postgres' ? 500 : isNightly ? 5_000 : 1_500;
    await database.query(
      `insert into webhook (integration_id, id, type, session_id, body, clear)
       select $1, gen_random_uuid(), 'decision', gen_random_uuid(), '{}', true from generate_series(1, $2::int)`,
      [session.integrationId, backlog],
    );
    let [inFlight, most] = [0, 0];
    receiver.behave(async () => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      // Longer than it takes to send a few more, on a busy machine too.
      await new Promise((done) => setTimeout(done, 10));
      inFlight -= 1;
      return { status: 200 };
    });
    deliver();
    await receiver.waitFor(backlog, undefined, 500_000);
    const left = () =>
      database.query(`select 1 from webhook where integration_id = $1 and state = 'due' limit 1`, [
        session.integrationId,
      ]);
    await expect.poll(left).toEqual([]);
    expect(most).toBeGreaterThan(8);
    expect(most).toBeLessThanOrEqual(16);
    expect(receiver.received).toHaveLength(backlog);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(backlog);
  }, 600_000);
});
