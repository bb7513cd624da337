import { beforeAll, describe, expect, it } from 'vitest';
import { runOn } from '../../src/bin/run-command.ts';
import { moving, staying } from '../../src/storage/sandbox-clock.ts';
import { deleteOutlived } from '../../src/usecases/session/delete-outlived.ts';
import { startWebhookReceiver } from '../../../testkit/src/webhook-receiver.ts';
import type { Client } from '../support/api.ts';
import { decided } from '../support/decide.ts';
import { endDue as endDueOf } from '../support/end-due.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { enterFlow } from '../support/flow-client.ts';
import { integrateScreening, screenedSession, screeningOnly } from '../support/screening.ts';
import {
  attempted,
  inState,
  newSession,
  record,
  setUrl,
  startDelivery,
  storedWebhook,
  untilStored,
} from '../support/webhook-setup.ts';

describeApiOnce('the clock of a test integration (A-247)', (given) => {
  let client: Client;
  beforeAll(async () => {
    client = await given.api.integrate({ settings: { manualReview: true } });
  });

  const advance = (to: string, { integrationId } = client) =>
    runOn(given.api.ctx, { command: 'sandbox clock', args: [integrationId, `--advance=${to}`] });
  const advanced = async (to: string, who = client) => {
    const result = await advance(to, who);
    if (result.exitCode !== 0) throw new Error(result.note);
    return result.output as { seconds: number; rows: number };
  };
  /** What the workers do about sessions whose time is over. */
  const endDue = (who = client) => endDueOf(given.api, who);
  const statusOf = async (id: string, who = client) => {
    const { verification } = (await who.decision(id)).json;
    return [verification.status, verification.code];
  };
  const stored = async <T extends Record<string, unknown>>(
    text: string,
    ...values: unknown[]
  ): Promise<T> => {
    const [row] = await given.api.ctx.database.query<T>(text, values);
    if (!row) throw new Error(`nothing: ${text}`);
    return row;
  };

  it('moves every time that is stored of an integration, or gives a reason why not', async () => {
    const columns = await given.api.ctx.database.query<{ name: string; table: string }>(
      `select table_name as table, table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and data_type = 'timestamp with time zone' order by name`,
    );
    const moves = Object.entries(moving).flatMap(([table, names]) => names.map((name) => `${table}.${name}`));
    const stays = (column: { name: string; table: string }) =>
      column.name in staying || column.table in staying;
    expect(columns.filter(stays).map(({ name }) => name)).toEqual(
      columns.map(({ name }) => name).filter((name) => !moves.includes(name)),
    );
    expect(moves.filter((name) => !columns.some((column) => column.name === name))).toEqual([]);
    const known = new Set(columns.flatMap(({ name, table }) => [name, table]));
    expect(Object.keys(staying).filter((name) => !known.has(name))).toEqual([]);
    const owned = await given.api.ctx.database.query<{ name: string }>(
      `select table_name as name from information_schema.columns where column_name = 'integration_id'`,
    );
    expect(Object.keys(moving).filter((table) => !owned.some(({ name }) => name === table))).toEqual([]);
  });

  it('jumps by so many seconds, and records that in the audit log', async () => {
    const own = await given.api.integrate();
    await own.createSession();
    expect(await advanced('5m', own)).toMatchObject({ outcome: 'advanced', seconds: 300 });
    const audit = await runOn(given.api.ctx, {
      command: 'audit list',
      args: ['--integration', own.integrationId, '--action', 'advance-clock'],
    });
    expect(audit.output).toMatchObject([{ actor: 'cli', details: { seconds: 300 } }]);
  });

  it('keeps the differences between all times, and the times of others', async () => {
    const [own, other] = [await given.api.integrate(), await given.api.integrate()];
    const [id, foreign] = [
      await decided(given.api, own, 'Resubmit'),
      await decided(given.api, other, 'Resubmit'),
    ];
    const times = (sessionId: string) =>
      stored<{ lifetime: number; window: number; age: number }>(
        `select extract(epoch from expires_at - created_at)::int as lifetime, extract(epoch from window_ends_at - changed_at)::int as window,
           extract(epoch from now() - created_at)::int as age from session where id = $1`,
        sessionId,
      );
    const [before, untouched] = [await times(id), await times(foreign)];
    await advanced('7d', own);
    const after = await times(id);
    expect([after.lifetime, after.window]).toEqual([before.lifetime, before.window]);
    expect(after.age - before.age).toBeGreaterThanOrEqual(604_800);
    expect(after.age - before.age).toBeLessThan(604_860);
    expect((await times(foreign)).age - untouched.age).toBeLessThan(60);
  });

  describe('drives', () => {
    it('expiry: a session that was never opened', async () => {
      const id = await client.createSession();
      await advanced('6d');
      await endDue();
      expect((await client.decision(id)).json.verification).toBeNull();
      await advanced('1d');
      await endDue();
      expect(await statusOf(id)).toEqual(['expired', 9104]);
    });

    it('abandonment: a session that was opened', async () => {
      const created = await client.call({ method: 'POST', path: '/sessions', body: { verification: {} } });
      const { id, sessionToken } = created.json.verification;
      const page = await enterFlow(given.api, sessionToken, '127.0.0.1');
      await page.start();
      await advanced('7d');
      await endDue();
      expect(await statusOf(id)).toEqual(['abandoned', 9104]);
    });

    it('the page that is in: its bearer ends 30 minutes after its last use', async () => {
      const created = await client.call({ method: 'POST', path: '/sessions', body: { verification: {} } });
      const page = await enterFlow(given.api, created.json.verification.sessionToken, '127.0.0.1');
      expect((await page.send({ path: '/state' })).status).toBe(200);
      await advanced('31m');
      expect((await page.send({ path: '/state' })).status).toBe(401);
    });

    it('the resubmission window', async () => {
      const id = await decided(given.api, client, 'Resubmit');
      await advanced('4m');
      await endDue();
      expect((await statusOf(id))[0]).toBe('resubmission_requested');
      await advanced('2m');
      await endDue();
      expect(await statusOf(id)).toEqual(['abandoned', 9104]);
    });

    it('retries and the hold of webhooks', async () => {
      const receiver = await startWebhookReceiver();
      receiver.trust([client.secret]);
      receiver.behave({ status: 500 });
      const ctx = given.api.ctx;
      await setUrl(ctx, client.integrationId, receiver.url);
      const delivery = startDelivery(ctx);
      try {
        const retried = await record(ctx, await newSession(ctx, client.integrationId));
        const held = await record(ctx, await newSession(ctx, client.integrationId), { holdSeconds: 300 });
        await untilStored(ctx.database, retried, attempted(1));
        receiver.behave({ status: 200 });
        expect((await storedWebhook(ctx.database, held)).dueIn).toBeGreaterThan(200);
        await advanced('1m');
        await untilStored(ctx.database, retried, inState('delivered'));
        expect((await storedWebhook(ctx.database, held)).attempts).toBe(0);
        await advanced('5m');
        await untilStored(ctx.database, held, inState('delivered'));
      } finally {
        await delivery.stop();
        await receiver.close();
      }
    });

    it('monitoring', async () => {
      const screens = await integrateScreening(given.api, screeningOnly({ monitoring: true }));
      const person = { firstName: 'Nils', lastName: 'Testmonitor' };
      const id = await screenedSession(given.api, screens, { person, lists: null });
      const isDue = () =>
        stored<{ due: boolean }>(
          `select due_at <= now() as due from job where session_id = $1 and kind = 'monitor-session'`,
          id,
        );
      expect(await isDue()).toEqual({ due: false });
      await advanced('5m', screens);
      expect(await isDue()).toEqual({ due: true });
    });

    it('retention', async () => {
      const kept = await given.api.integrate({ settings: { retention: { sessionDays: 30 } } });
      const id = await decided(given.api, kept, 'Approve');
      const outlived = deleteOutlived(given.api.ctx);
      await outlived('session', 1_000);
      expect((await kept.decision(id)).status).toBe(200);
      await advanced('31d', kept);
      await outlived('session', 1_000);
      expect((await kept.decision(id)).status).toBe(404);
    });

    it('the age of keys: a key older than a year is named where keys are listed', async () => {
      const own = await given.api.integrate();
      const keys = () => runOn(given.api.ctx, { command: 'keys list', args: [own.integrationId] });
      expect(await keys()).toMatchObject({ exitCode: 0, output: [{ label: 'first', ageDays: 0 }] });
      expect((await keys()).note).toBeUndefined();
      await advanced('1y', own);
      expect(await keys()).toMatchObject({
        output: [{ label: 'first', ageDays: 365 }],
        note: 'first is 365 days old: rotate it, as docs/guides/rotate-keys.md describes',
      });
    });
  });

  describe('over HTTP', () => {
    const jump = (who: Client, body: unknown, headers = {}) =>
      who.call({ method: 'POST', path: '/sandbox/clock', body, headers });

    it('jumps as from the command line, under the name of the key', async () => {
      const own = await given.api.integrate();
      const id = await own.createSession();
      const answer = await jump(own, { advanceSeconds: 604_800 });
      expect([answer.status, answer.json]).toEqual([
        200,
        { status: 'success', data: { advancedSeconds: 604_800 } },
      ]);
      await endDue(own);
      expect(await statusOf(id, own)).toEqual(['expired', 9104]);
      const { actor } = await stored<{ actor: string }>(
        `select actor from audit where integration_id = $1 and action = 'advance-clock'`,
        own.integrationId,
      );
      expect(actor).toMatch(/^api:[0-9a-f-]{36}$/);
    });

    it('jumps once for each idempotency key, also after another jump', async () => {
      const own = await given.api.integrate();
      const once = { 'idempotency-key': 'jump-1' };
      expect((await jump(own, { advanceSeconds: 60 }, once)).status).toBe(200);
      await jump(own, { advanceSeconds: 604_800 });
      expect((await jump(own, { advanceSeconds: 60 }, once)).status).toBe(200);
      const other = await jump(own, { advanceSeconds: 61 }, once);
      expect([other.status, other.json.code]).toEqual([409, '1104']);
      const { count } = await stored<{ count: number }>(
        `select count(*)::int as count from audit where integration_id = $1 and action = 'advance-clock'`,
        own.integrationId,
      );
      expect(count).toBe(2);
    });

    it.each([
      [{}, '1102', undefined],
      [{ advanceSeconds: 0 }, '1104', 'advanceSeconds must be a whole number from 1 to 31622400.'],
      [{ advanceSeconds: '7d' }, '1104', 'advanceSeconds must be a whole number from 1 to 31622400.'],
    ])('refuses %j', async (body, code, detail) => {
      const { status, json, headers } = await jump(client, body);
      expect([status, json.code]).toEqual([400, code]);
      if (detail !== undefined) expect(headers['x-error-detail']).toBe(detail);
    });

    it('is not there for live integrations, nor without a signature', async () => {
      const live = await given.api.integrate({ mode: 'live' });
      const refused = await jump(live, { advanceSeconds: 60 });
      expect([refused.status, refused.json.code]).toEqual([404, '1101']);
      const unsigned = await client.call({
        method: 'POST',
        path: '/sandbox/clock',
        body: { advanceSeconds: 60 },
        sign: null,
      });
      expect([unsigned.status, unsigned.json.code]).toEqual([401, '1815']);
    });
  });

  describe('stays', () => {
    it('that of the world for live integrations', async () => {
      const live = await given.api.integrate({ mode: 'live' });
      expect(await advance('5m', live)).toEqual({
        exitCode: 3,
        output: null,
        note: 'INTEGRATION: must be a test integration; the clock of a live integration cannot be changed',
      });
    });

    it('where it is for more sessions than a jump can move in a short time', async () => {
      const large = await given.api.integrate();
      await given.api.ctx.database.query(
        `insert into session (integration_id, id, status, expires_at, kek_version, attempt_id, token_issued_at)
         select $1, gen_random_uuid(), 'expired', now(), 1, gen_random_uuid(), 0 from generate_series(1, 5001)`,
        [large.integrationId],
      );
      expect(await advance('5m', large)).toEqual({
        exitCode: 3,
        output: null,
        note: 'INTEGRATION: must have at most 5000 sessions; "integration create --mode test" makes an empty one',
      });
      const refused = await large.call({
        method: 'POST',
        path: '/sandbox/clock',
        body: { advanceSeconds: 60 },
      });
      expect([refused.status, refused.headers['x-error-detail']]).toEqual([
        400,
        'The integration must have at most 5000 sessions.',
      ]);
    });

    it.each(['5', '0s', '367d', '-5m', '5 m', '1w'])('where it is for %j', async (to) => {
      expect(await advance(to)).toMatchObject({
        exitCode: 2,
        note: `--advance: must be a duration such as 5m, 7d or 1y, from 1s to 366d, not ${to}`,
      });
    });
  });
});
