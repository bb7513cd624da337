import { expect, it } from 'vitest';
import { insertJob, type JobKind } from '../../src/storage/job/jobs.ts';
import { setWebhookUrl } from '../../src/usecases/webhook/set-webhook-url.ts';
import { startUpkeep } from '../../src/workers/upkeep.ts';
import { startWebhookReceiver } from '../../../testkit/src/webhook-receiver.ts';
import { claimFrom } from '../support/claim.ts';
import { decided } from '../support/decide.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { describeAlone } from '../support/engines.ts';
import {
  createWebhookContext,
  inState,
  newIntegration,
  newSession,
  record,
  setUrl,
  startDelivery,
  untilStored,
} from '../support/webhook-setup.ts';

describeApiOnce(
  'once the clock of the database was ten years ahead, and is right again',
  (given) => {
    const ahead = { days: 3_652 };
    const back = { days: -3_652 };

    it('a job is claimed whose worker of that time has ended', async () => {
      const { api, clock, client } = given;
      const { database } = api.ctx;
      const sessionId = await client.createSession();
      await database.query(
        `insert into job (integration_id, id, kind, session_id) values ($1, gen_random_uuid(), 'check-us', $2)`,
        [client.integrationId, sessionId],
      );
      const leases = async () => (await claimFrom(database, { 'check-us': 1 })).map(({ lease }) => lease);
      await clock.advance(ahead);
      expect(await leases()).toEqual([1]);
      expect(await leases()).toEqual([]);
      await clock.advance(back);
      expect(await leases()).toEqual([2]);
      // And the new one holds.
      expect(await leases()).toEqual([]);
    });

    it('a webhook is sent whose process of that time has ended, and so are all of its URL', async () => {
      const ctx = createWebhookContext(given.api.ctx.database, given.api.ctx.vault);
      const receiver = await startWebhookReceiver();
      const { integrationId, secret } = await newIntegration(ctx);
      receiver.trust([secret]);
      await setUrl(ctx, integrationId, receiver.url);
      const ids = [];
      for (let at = 0; at < 17; at += 1) ids.push(await record(ctx, await newSession(ctx, integrationId)));
      // What a killed process left: a URL has 16 at once.
      await ctx.database.query(
        `update webhook set lease = 1, attempts = 1, leased_until = now() + interval '10 years 30 seconds'
         where integration_id = $1 and id <> $2`,
        [integrationId, ids.at(-1)],
      );
      const delivery = startDelivery(ctx);
      for (const id of ids) await untilStored(ctx.database, id, inState('delivered'));
      await delivery.stop();
      await receiver.close();
    });

    it('work stored in that time is due, and no plausible wait is cut short (A-435)', async () => {
      const { api, clock } = given;
      const client = await api.integrate();
      const { database } = api.ctx;
      const { integrationId } = client;
      const url = 'https://hooks.example.com/';
      await setWebhookUrl(api.ctx)({ integrationId, type: 'decision', url, actor: 'test' });
      const addJob = (kind: JobKind, delaySeconds: number) =>
        database.transaction((tx) =>
          insertJob(tx, { integrationId, kind, sessionId, attemptId: null, delaySeconds }),
        );
      await clock.advance(ahead);
      const sessionId = await decided(api, client, 'Approve');
      await addJob('check-us', 0);
      // As a delivery leaves a URL that fails for long.
      await database.query(
        `update webhook_endpoint set failures = 20, next_probe_at = now() + interval '60 seconds' where integration_id = $1`,
        [integrationId],
      );
      await clock.advance(back);
      await addJob('check-br', 1_200);
      const due = () =>
        database.query(
          `select kind as what, due_at <= now() as due from job where integration_id = $1 and kind like 'check-%'
           union all select 'webhook', due_at <= now() from webhook where integration_id = $1 and type = 'decision'
           union all select 'probe', next_probe_at <= now() from webhook_endpoint where integration_id = $1 order by 1`,
          [integrationId],
        );
      const rows = (isDue: boolean) => [
        { what: 'check-br', due: false },
        { what: 'check-us', due: isDue },
        { what: 'probe', due: isDue },
        { what: 'webhook', due: isDue },
      ];
      expect(await due()).toEqual(rows(false));
      const upkeep = startUpkeep(api.ctx);
      await expect.poll(due).toEqual(rows(true));
      await upkeep.stop();
    });

    it('deletions of that time count no more against the five of an hour', async () => {
      const { api, clock } = given;
      const client = await api.integrate({ settings: { deletion: true } });
      const remove = async (id: string) =>
        (await client.call({ method: 'DELETE', path: `/sessions/${id}`, sign: id })).status;
      const ids = await Promise.all(Array.from({ length: 7 }, () => client.createSession()));
      await clock.advance(ahead);
      for (const id of ids.slice(0, 5)) expect(await remove(id)).toBe(200);
      expect(await remove(ids[5] ?? '')).toBe(429);
      await clock.advance(back);
      expect(await remove(ids[5] ?? '')).toBe(200);
    });
  },
  { on: describeAlone },
);
