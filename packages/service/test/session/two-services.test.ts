/** What two services decide about the same thing at the same time: each has connections, keys, settings and memory of its own. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limits } from '@countersign/contract';
import { runOn } from '../../src/bin/run-command.ts';
import { addKey } from '../../src/usecases/integration/add-key.ts';
import { deleteKey } from '../../src/usecases/integration/delete-key.ts';
import { listKeys } from '../../src/usecases/integration/list-keys.ts';
import { promoteKey } from '../../src/usecases/integration/promote-key.ts';
import { inviteFirst } from '../../src/usecases/portal/organisation/invite-person.ts';
import { type Answer, type Client, startApi, type TestApi } from '../support/api.ts';
import { decided } from '../support/decide.ts';
import { describeAlone, engines, openBeside } from '../support/engines.ts';
import { reportFraud } from '../support/feedback.ts';
import { PublishedLists, runsOf, watcher } from '../support/monitoring.ts';
import { addPerson, goodPassword, openBrowser } from '../support/portal-browser.ts';
import { newOrganisation } from '../support/portal-organisation.ts';
import {
  integrateScreening,
  screenedSession,
  screeningOnly,
  watchlistWebhooks,
} from '../support/screening.ts';

const actor = 'test';
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).toSorted();
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

// The embedded engine has one service.
const onServer = engines().filter((engine) => engine === 'postgres');

describeAlone(
  'two services of one database',
  (open) => {
    let here: TestApi;
    let there: TestApi;
    const closing: (() => Promise<void>)[] = [];
    beforeAll(async () => {
      const database = await open();
      const beside = await openBeside(database);
      here = await startApi(database);
      there = await startApi(beside, {}, { dataDir: here.ctx.config.dataDir });
      closing.push(there.close, here.close, beside.close);
    });
    afterAll(async () => {
      for (const close of closing) await close();
    });

    /** Does it so often, in turn here and there, all at the same time. */
    const inTurn = <T>(count: number, work: (api: TestApi, at: number) => Promise<T>): Promise<T[]> =>
      Promise.all(Array.from({ length: count }, (_, at) => work(at % 2 === 0 ? here : there, at)));
    /** An integration that both know of. */
    const integrate: TestApi['integrate'] = async (options) => {
      const client = await here.integrate(options);
      await there.ctx.keyRing.refresh();
      return client;
    };
    const create = (client: Client, headers: Record<string, string> = {}): Promise<Answer> =>
      client.call({ method: 'POST', path: '/sessions', body: { verification: {} }, headers });
    const countOf = async (table: string, { integrationId }: Client) => {
      const [row] = await here.ctx.database.query<{ count: number }>(
        `select count(*)::int as count from ${table} where integration_id = $1`,
        [integrationId],
      );
      return row?.count;
    };

    it('never exceed an organisation’s limit of sessions together (A-412)', async () => {
      const { name, client } = await newOrganisation(here);
      const args = [
        '--organisation',
        name,
        '--mode',
        'test',
        '--day',
        '5',
        '--reason',
        'trial',
        '--by',
        'ada',
      ];
      expect((await runOn(here.ctx, { command: 'portal set-limits', args })).exitCode).toBe(0);
      await there.ctx.keyRing.refresh();
      const answers = await inTurn(12, (api) => create(api.clientOf(client)));
      expect(statuses(answers)).toEqual([...times(5, 201), ...times(7, 429)]);
      expect(await countOf('session', client)).toBe(5);
    });

    it('create one session for one Idempotency-Key (A-111)', async () => {
      const client = await integrate();
      const answers = await inTurn(8, (api) => create(api.clientOf(client), { 'idempotency-key': 'one' }));
      expect(statuses(answers)).toEqual(times(8, 201));
      expect(new Set(answers.map(({ json }) => json.verification.id)).size).toBe(1);
      expect(await countOf('session', client)).toBe(1);
    });

    it('delete no more sessions in an hour than may be deleted (A-33)', async () => {
      const client = await integrate({ settings: { deletion: true } });
      const ids: string[] = [];
      for (let n = 0; n < 8; n += 1) ids.push(await client.createSession());
      const answers = await inTurn(8, (api, at) =>
        api.clientOf(client).call({ method: 'DELETE', path: `/sessions/${ids[at]}` }),
      );
      expect(statuses(answers)).toEqual([...times(limits.deletionsPerHour, 200), ...times(3, 429)]);
      expect(await countOf('erasure', client)).toBe(limits.deletionsPerHour);
    });

    it('take one report of fraud of a session (A-81)', async () => {
      const client = await integrate({ settings: { fraudReports: true } });
      const sessionId = await decided(here, client, 'Approve');
      const answers = await inTurn(6, (api) => reportFraud(api.clientOf(client), { sessionId }));
      const outcomes = answers.map(({ body }) => (body as { reportedCount: number }).reportedCount);
      expect(outcomes.toSorted()).toEqual([...times(5, 0), 1]);
      expect(await countOf('fraud_report', client)).toBe(1);
    });

    it('keep at most five keys, and always one master (A-20, I10)', async () => {
      const client = await integrate();
      const { integrationId } = client;
      const added = await inTurn(8, ({ ctx }) => addKey(ctx)({ integrationId, label: 'more', actor }));
      expect(added.filter(({ outcome }) => outcome === 'added')).toHaveLength(limits.sharedSecretKeys - 1);
      const masters = async () =>
        (await listKeys(there.ctx)({ integrationId })).filter(({ isMaster }) => isMaster).length;
      const rest = (await listKeys(here.ctx)({ integrationId })).filter(({ isMaster }) => !isMaster);
      for (const { keyId } of rest) {
        const [promoted, deleted] = await Promise.all([
          promoteKey(here.ctx)({ integrationId, keyId, actor }),
          deleteKey(there.ctx)({ integrationId, keyId, actor }),
        ]);
        expect([
          ['promoted', 'is-master'],
          ['unknown-key', 'deleted'],
        ]).toContainEqual([promoted.outcome, deleted.outcome]);
        expect(await masters()).toBe(1);
      }
    });

    it('accept an invitation once', async () => {
      const email = `guest-${Math.random()}@example.com`;
      const { url } = await inviteFirst(here.ctx)({
        email,
        organisation: 'Two services',
        role: 'viewer',
        reveal: false,
        actor,
      });
      const body = { name: 'Ada', password: goodPassword, language: 'en' };
      const answers = await inTurn(6, (api) =>
        openBrowser(api).post(`/invitations/${url.split('/').at(-1)}`, body),
      );
      expect(statuses(answers)).toEqual([200, ...times(5, 404)]);
      expect(
        await here.ctx.database.query('select 1 from portal_user where email = $1', [email]),
      ).toHaveLength(1);
    });

    it('accept a one-time code and a recovery code once', async () => {
      const person = await addPerson(here, { role: 'owner', organisation: 'Two services' });
      const signingIn = async (api: TestApi) => {
        const browser = openBrowser(api);
        const begun = await browser.post('/sign-in', { email: person.email, password: goodPassword });
        expect(begun.json.next).toBe('totp');
        return browser;
      };
      const code = await person.code(1);
      const recoveryCode = person.recoveryCodes[0] ?? '';
      for (const shown of [{ code }, { recoveryCode }]) {
        const browsers = [await signingIn(here), await signingIn(there)];
        const answers = await Promise.all(browsers.map((browser) => browser.post('/sign-in/totp', shown)));
        expect(statuses(answers)).toEqual([200, 401]);
      }
    });

    it('start one run when lists are replaced, and report once (A-17)', async () => {
      const velmont = { id: 'x-1', name: 'Dario Velmont', lists: ['PEP_CLASS_2'] } as const;
      const velmonte = { id: 'x-2', name: 'Dario Velmonte', lists: ['SANCTIONS'] } as const;
      const lists = new PublishedLists();
      const publish = (...names: (typeof velmont | typeof velmonte)[]) =>
        lists.publish(...names.map(({ lists: on, ...entry }) => ({ ...entry, lists: [...on] })));
      publish(velmont);
      const services = [watcher(here.ctx, lists), watcher(there.ctx, lists)];
      await services[0]?.look();
      const client = await integrateScreening(here, screeningOnly({ monitoring: true }));
      await there.ctx.keyRing.refresh();
      const person = { firstName: 'Dario', lastName: 'Velmont' };
      const screened = { person, lists: lists.engine().screener() };
      const ids = [
        await screenedSession(here, client, screened),
        await screenedSession(there, there.clientOf(client), screened),
      ];
      publish(velmont, velmonte);
      await Promise.all(services.map((service) => service.look()));
      const done = await Promise.all(services.map((service) => service.work()));
      expect(done.reduce((sum, count) => sum + count)).toBe(ids.length);
      await Promise.all(services.map((service) => service.look()));
      expect((await runsOf(here.ctx)).map(({ ordinal, queued }) => [ordinal, queued])).toEqual([
        [1, 0],
        [2, 2],
      ]);
      for (const id of ids) expect(await watchlistWebhooks(here, id)).toHaveLength(2);
    });
  },
  onServer,
);
