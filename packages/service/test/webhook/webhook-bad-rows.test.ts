import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { ClaimedWebhook, FinishedDelivery } from '../../src/storage/webhook/deliveries.ts';
import { runDeliveryRound } from '../../src/usecases/webhook/run-delivery-round.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import { describeEnginesOnce } from '../support/engines.ts';
import {
  createWebhookContext,
  newIntegration,
  newSession,
  record,
  setUrl,
  storedWebhook,
  type WebhookContext,
} from '../support/webhook-setup.ts';

describeEnginesOnce('deliveries whose result cannot be stored (A-431)', (open) => {
  let database: Database;
  let ctx: WebhookContext;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    await database.query('delete from delivery');
    await database.query('delete from webhook');
    await database.query('delete from operator_entry');
    ctx = createWebhookContext(database);
  });

  const round = (finished: FinishedDelivery[]) => runDeliveryRound(ctx)({ finished, room: 100, after: '' });
  const resultOf = (
    { integrationId, id, lease, attempt }: ClaimedWebhook,
    changes: Partial<FinishedDelivery> = {},
  ): FinishedDelivery => ({
    integrationId,
    id,
    lease,
    attempt,
    outcome: 'delivered',
    nextDelay: 10,
    ms: 12,
    address: '127.0.0.1',
    tls: null,
    httpStatus: 200,
    errorClass: null,
    response: null,
    ...changes,
  });
  /** Three claimed webhooks of three sessions. */
  const claimThree = async (): Promise<[ClaimedWebhook, ClaimedWebhook, ClaimedWebhook]> => {
    const { integrationId } = await newIntegration(ctx);
    await setUrl(ctx, integrationId, 'https://receiver.example.com/hooks');
    for (let n = 0; n < 3; n += 1) await record(ctx, await newSession(ctx, integrationId), { wake: false });
    const [first, second, third] = (await round([])).claimed ?? [];
    if (!first || !second || !third) throw new Error('less than three claimed');
    return [first, second, third];
  };
  const states = (webhooks: ClaimedWebhook[]) =>
    Promise.all(webhooks.map(async ({ id }) => (await storedWebhook(database, id)).state));
  const alerts = () =>
    database.query(`select kind, cause from operator_entry where resolved_at is null order by kind`);

  it('do not stop a round: an attempt that the log already has is kept there, and the operator is notified once', async () => {
    const claimed = await claimThree();
    const [bad] = claimed;
    await database.query(
      `insert into delivery (integration_id, webhook_id, attempt, error_class) values ($1, $2, 1, 'timeout')`,
      [bad.integrationId, bad.id],
    );
    await round(claimed.map((each) => resultOf(each)));
    expect(await states(claimed)).toEqual(['delivered', 'delivered', 'delivered']);
    expect(
      await database.query('select error_class as "errorClass" from delivery where webhook_id = $1', [
        bad.id,
      ]),
    ).toEqual([{ errorClass: 'timeout' }]);
    const alert = {
      kind: 'webhook-not-recorded',
      cause: `decision: attempt 1 of webhook ${bad.id}: already in the log`,
    };
    expect(await alerts()).toEqual([alert]);
  });

  it.each([
    ['delivered', 'delivered'],
    ['failed', 'failed'],
  ] as const)(
    'do not stop a round: one that the database rejects ends as it was, %s',
    async (outcome, ended) => {
      const claimed = await claimThree();
      const [bad, ...good] = claimed;
      // U+0000 is no character of a text of PostgreSQL.
      const rejected = resultOf(bad, { outcome, address: '\u0000' });
      await round([resultOf(good[0]), rejected, resultOf(good[1], { outcome: 'failed', httpStatus: 500 })]);
      expect(await states(claimed)).toEqual([ended, 'delivered', 'due']);
      expect(await alerts()).toEqual([
        {
          kind: 'webhook-not-recorded',
          cause: `decision: attempt 1 of webhook ${bad.id}: rejected by the database`,
        },
      ]);
      expect((await round([])).claimed).toEqual([]);
    },
  );
});
