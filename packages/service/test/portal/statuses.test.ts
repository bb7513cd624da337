import { beforeAll, expect, it } from 'vitest';
import { startWebhookReceiver } from '../../../testkit/src/webhook-receiver.ts';
import { runOn } from '../../src/bin/run-command.ts';
import { hmacHex } from '../../src/signing/hmac.ts';
import { setWebhookUrl } from '../../src/usecases/webhook/set-webhook-url.ts';
import { eraseSession } from '../../src/workers/erase-session.ts';
import type { Client } from '../support/api.ts';
import { claimJob } from '../support/decide.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { newOrganisation, type TestOrganisation } from '../support/portal-organisation.ts';
import type { Person } from '../support/portal-browser.ts';
import { startDelivery } from '../support/webhook-setup.ts';

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
const reasons = ['All documents received', 'Called'];

describeApiOnce('own statuses in the portal', (given) => {
  let own: TestOrganisation;
  let admin: Person;
  let reviewer: Person;
  let viewer: Person;
  beforeAll(async () => {
    own = await newOrganisation(given.api);
    admin = await own.add({ role: 'admin' });
    reviewer = await own.add({ role: 'reviewer' });
    viewer = await own.add({ role: 'viewer' });
  });

  const pathOf = ({ integrationId }: Client) => `/integrations/${integrationId}/statuses`;
  const define = (client: Client, body: object) => admin.browser.post(pathOf(client), body);
  const defined = async (client: Client, body: object): Promise<string> => {
    const answer = await define(client, body);
    if (answer.status !== 201) throw new Error(answer.bytes.toString());
    return answer.json.id;
  };
  const change = (client: Client, id: string, body: object) =>
    admin.browser.call({ method: 'PATCH', path: `${pathOf(client)}/${id}`, body });
  const listed = async (client: Client, person = viewer) => (await person.browser.get(pathOf(client))).json;
  const add = (session: string, body: object, person = reviewer) =>
    person.browser.post(`/sessions/${session}/statuses`, body);
  const remove = (session: string, id: string) =>
    reviewer.browser.call({ method: 'DELETE', path: `/sessions/${session}/statuses/${id}` });
  const attemptsOf = async (client: Client, session: string) =>
    (await client.call({ path: `/sessions/${session}/attempts` })).json.verifications as unknown as {
      id: string;
      userDefinedData?: object[];
    }[];
  const page = async (person: Person, session: string) =>
    (await person.browser.get(`/sessions/${session}`)).json;

  it('are defined with a code derived from the name, and are listed by name', async () => {
    const client = await own.integrate();
    const answer = await define(client, { name: ' Account opened ', reasonForm: 'list', reasons });
    expect([answer.status, answer.json]).toEqual([
      201,
      { id: expect.any(String) as string, code: 'account_opened' },
    ]);
    await defined(client, { name: '2nd call', reasonForm: 'text', reasons: [] });
    expect((await listed(client)).rows).toEqual([
      {
        id: expect.any(String) as string,
        name: '2nd call',
        code: '2nd_call',
        reasonForm: 'text',
        reasons: [],
        version: 1,
        createdAt: moment,
        usedAt: null,
        retiredAt: null,
      },
      expect.objectContaining({ id: answer.json.id, name: 'Account opened', reasonForm: 'list', reasons }),
    ]);
    const [row] = (await admin.browser.get(`/audit?integration=${client.integrationId}`)).json.rows;
    expect(row).toMatchObject({
      actor: `portal:${admin.id}`,
      action: 'define-status',
      details: { name: '2nd call', code: '2nd_call', reasonForm: 'text', reasons: [] },
    });
  });

  it('are rejected with the reason', async () => {
    const client = await own.integrate();
    await defined(client, { name: 'Account opened', reasonForm: 'none', reasons: [] });
    for (const [name, code, member] of [
      ['account-opened', 'name-taken', undefined],
      ['ACCOUNT   OPENED', 'name-taken', undefined],
      ['已开户', 'invalid', 'name'],
      [' ', 'invalid', 'name'],
      ['x'.repeat(101), 'invalid', 'name'],
      ['tab\u0007', 'invalid', 'name'],
    ] as const) {
      const { error } = (await define(client, { name, reasonForm: 'none', reasons: [] })).json;
      expect([name, error.code, error.member]).toEqual([name, code, member]);
    }
    for (const body of [
      { name: 'Late', reasonForm: 'list', reasons: [] },
      { name: 'Late', reasonForm: 'list', reasons: ['Too late', 'too-late'] },
      { name: 'Late', reasonForm: 'none', reasons: ['Too late'] },
    ])
      expect((await define(client, body)).json.error).toMatchObject({ code: 'invalid', member: 'reasons' });
    expect((await listed(client)).rows).toHaveLength(1);
  });

  it('are limited to 100 that can be added', async () => {
    const client = await own.integrate();
    for (let at = 0; at < 100; at += 1)
      await defined(client, { name: `Status ${at}`, reasonForm: 'none', reasons: [] });
    const more = { name: 'One more', reasonForm: 'none', reasons: [] };
    expect((await define(client, more)).json.error.code).toBe('too-many-statuses');
    const [first] = (await listed(client)).rows;
    expect((await change(client, first.id, { version: 1, retired: true })).status).toBe(204);
    await defined(client, more);
    expect((await change(client, first.id, { version: 2, retired: false })).json.error.code).toBe(
      'too-many-statuses',
    );
  });

  it('may change name and code until they are used, and reasons at any time', async () => {
    const client = await own.integrate();
    const id = await defined(client, { name: 'Acount opened', reasonForm: 'list', reasons });
    expect((await change(client, id, { version: 1, name: 'Account opened' })).status).toBe(204);
    const session = await client.createSession();
    expect((await add(session, { statusId: id, reason: 'Called' })).status).toBe(201);
    const renamed = await change(client, id, { version: 2, name: 'Opened' });
    expect([renamed.status, renamed.json.error.code]).toEqual([409, 'name-frozen']);
    expect((await change(client, id, { version: 2, reasonForm: 'text', reasons: [] })).status).toBe(204);
    expect((await listed(client)).rows).toMatchObject([
      { code: 'account_opened', reasonForm: 'text', reasons: [], version: 3, usedAt: moment },
    ]);
    expect((await attemptsOf(client, session))[0]?.userDefinedData).toMatchObject([
      { statusCode: 'account_opened', reason: 'Called', reasonCode: 'called' },
    ]);
  });

  it('changed by two people at once keep one change, and the other gets 409', async () => {
    const client = await own.integrate();
    const id = await defined(client, { name: 'Pending', reasonForm: 'none', reasons: [] });
    const answers = await Promise.all(
      ['Waiting', 'Parked'].map((name) => change(client, id, { version: 1, name })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    expect(answers.find(({ status }) => status === 409)?.json.error.code).toBe('changed-meanwhile');
  });

  it('reach the client in the attempts, newest first, and by a signed webhook at once (A-44, A-91)', async () => {
    const client = await own.integrate();
    const receiver = await startWebhookReceiver();
    const delivery = startDelivery(given.api.ctx);
    try {
      const url = { type: 'user-defined-status', url: receiver.url, actor: 'test' } as const;
      await setWebhookUrl(given.api.ctx)({ integrationId: client.integrationId, ...url });
      const opened = await defined(client, { name: 'Account opened', reasonForm: 'text', reasons: [] });
      const called = await defined(client, { name: 'Called', reasonForm: 'none', reasons: [] });
      const session = await client.createSession({
        vendorData: 'customer-70341',
        endUserId: '5c22e2e1-4416-42c2-a589-16ad2b536b95',
      });
      const [{ id: attemptId } = { id: '' }] = await attemptsOf(client, session);
      const reason = 'Opened after a call with "the branch" – 47';
      expect((await add(session, { statusId: opened, reason })).status).toBe(201);
      const [received] = await receiver.waitFor(1, ({ body }) => body.includes(session));
      const body = JSON.parse(received?.body.toString() ?? '') as { data: object };
      const data = {
        status: 'Account opened',
        statusCode: 'account_opened',
        reason,
        reasonCode: null,
        createdAt: moment,
      };
      expect(body).toEqual({
        eventType: 'user-status.created',
        sessionId: session,
        attemptId,
        vendorData: 'customer-70341',
        endUserId: '5c22e2e1-4416-42c2-a589-16ad2b536b95',
        time: moment,
        data: { verification: { id: session, userDefinedData: data } },
      });
      expect(received?.headers['x-hmac-signature']).toBe(hmacHex(client.secret, received?.body ?? ''));
      expect((await add(session, { statusId: called, reason: null, attemptId })).status).toBe(201);
      expect(await attemptsOf(client, session)).toMatchObject([
        {
          id: attemptId,
          userDefinedData: [
            { status: 'Called', statusCode: 'called', reason: null, reasonCode: null, createdAt: moment },
            data,
          ],
        },
      ]);
      await receiver.waitFor(2, ({ body: bytes }) => bytes.includes(session));
    } finally {
      await delivery.stop();
      await receiver.close();
    }
  });

  it('are withdrawn by a separate entry, and then hidden from the client but not in the portal (A-251)', async () => {
    const client = await own.integrate();
    const id = await defined(client, { name: 'Called', reasonForm: 'text', reasons: [] });
    const session = await client.createSession();
    const added = await add(session, { statusId: id, reason: 'Ada rang back' });
    const again = await add(session, { statusId: id, reason: 'Twice' });
    expect([again.status, again.json.error.code]).toEqual([409, 'status-in-force']);
    expect((await remove(session, added.json.id)).status).toBe(204);
    expect((await remove(session, added.json.id)).status).toBe(409);
    expect(await attemptsOf(client, session)).toEqual([
      { id: expect.any(String) as string, status: 'created', createdTime: moment },
    ]);
    const entry = {
      id: added.json.id,
      name: 'Called',
      code: 'called',
      createdAt: moment,
      addedBy: 'Test reviewer',
      removedAt: moment,
      removedBy: 'Test reviewer',
    };
    expect((await page(reviewer, session)).attemptList[0]?.statuses).toEqual([
      { ...entry, reason: 'Ada rang back' },
    ]);
    // Words of a person are for those who write them.
    expect((await page(viewer, session)).attemptList[0]?.statuses).toEqual([{ ...entry, reason: null }]);
    expect((await add(session, { statusId: id, reason: 'Once more' })).status).toBe(201);
    const actions = (await admin.browser.get(`/audit?session=${session}`)).json.rows.map((row) => row.action);
    expect(actions).toEqual(['add-status', 'remove-status', 'add-status', 'create-session']);
  });

  it('added twice at the same moment appear on the attempt once', async () => {
    const client = await own.integrate();
    const id = await defined(client, { name: 'Called', reasonForm: 'none', reasons: [] });
    const session = await client.createSession();
    const answers = await Promise.all([1, 2, 3].map(() => add(session, { statusId: id, reason: null })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect((await attemptsOf(client, session))[0]?.userDefinedData).toHaveLength(1);
  });

  it('are refused with a reason they do not allow, when retired, and of another integration', async () => {
    const client = await own.integrate();
    const other = await own.integrate();
    const session = await client.createSession();
    const listForm = await defined(client, { name: 'Opened', reasonForm: 'list', reasons });
    const none = await defined(client, { name: 'Called', reasonForm: 'none', reasons: [] });
    const foreign = await defined(other, { name: 'Called', reasonForm: 'none', reasons: [] });
    for (const [statusId, reason] of [
      [listForm, null],
      [listForm, 'called'],
      [none, 'Called'],
    ])
      expect((await add(session, { statusId, reason })).json.error).toMatchObject({
        code: 'invalid',
        member: 'reason',
      });
    expect((await add(session, { statusId: foreign, reason: null })).status).toBe(404);
    const [{ id: otherAttempt } = { id: '' }] = await attemptsOf(client, await client.createSession());
    expect((await add(session, { statusId: none, reason: null, attemptId: otherAttempt })).status).toBe(404);
    await change(client, none, { version: 1, retired: true });
    expect((await add(session, { statusId: none, reason: null })).json.error.code).toBe('status-retired');
    expect((await listed(client)).rows.map(({ name }) => name)).toEqual(['Opened', 'Called']);
  });

  it('are stored sealed, and are deleted with the session', async () => {
    const client = await own.integrate({ settings: { deletion: true } });
    const id = await defined(client, { name: 'Called', reasonForm: 'text', reasons: [] });
    const session = await client.createSession();
    await add(session, { statusId: id, reason: 'Ada Maasikas rang back' });
    const rows = () =>
      given.api.ctx.database.query<{ reason: Uint8Array }>(
        'select reason from user_status_entry where session_id = $1',
        [session],
      );
    expect(Buffer.from((await rows())[0]?.reason ?? []).includes('Maasikas')).toBe(false);
    expect((await client.call({ method: 'DELETE', path: `/sessions/${session}` })).status).toBe(200);
    expect((await add(session, { statusId: id, reason: 'Late' })).status).toBe(404);
    const job = await claimJob(given.api, session, 'erase-session');
    if (!job) throw new Error('a deletion without its job');
    await eraseSession(given.api.ctx)(job, new AbortController().signal);
    expect(await rows()).toEqual([]);
  });

  it('can be defined, added, withdrawn, retired and restored from the command line', async () => {
    const client = await own.integrate();
    const { integrationId } = client;
    const session = await client.createSession();
    const run = (command: string, ...args: string[]) =>
      runOn(given.api.ctx, { command: `statuses ${command}`, args: [...args, '--by', 'ada'] });
    const list = () => runOn(given.api.ctx, { command: 'statuses list', args: [integrationId] });
    expect(await run('define', integrationId, 'Account opened', '--reason', reasons[0] ?? '')).toMatchObject({
      exitCode: 0,
      output: { outcome: 'defined', code: 'account_opened' },
    });
    const opened = [integrationId, session, 'account_opened'];
    expect(await run('apply', ...opened)).toMatchObject({
      exitCode: 3,
      output: { outcome: 'reason-does-not-fit' },
    });
    expect(await run('apply', ...opened, '--reason', reasons[0] ?? '')).toMatchObject({ exitCode: 0 });
    expect((await attemptsOf(client, session))[0]?.userDefinedData).toMatchObject([
      { statusCode: 'account_opened', reasonCode: 'all_documents_received' },
    ]);
    expect(await run('retire', integrationId, 'account_opened')).toMatchObject({
      output: { outcome: 'retired' },
    });
    expect((await list()).output).toMatchObject([{ code: 'account_opened', retiredAt: moment }]);
    expect(await run('remove', ...opened)).toMatchObject({ exitCode: 0, output: { outcome: 'removed' } });
    expect(await run('remove', ...opened)).toMatchObject({ exitCode: 4 });
    expect(await run('restore', integrationId, 'account_opened')).toMatchObject({
      output: { outcome: 'restored' },
    });
    const shown = await runOn(given.api.ctx, { command: 'statuses show', args: [integrationId, session] });
    expect(shown.output).toMatchObject([{ code: 'account_opened', actor: 'cli:ada', removedBy: 'cli:ada' }]);
    for (const [args, exitCode] of [
      [['define', integrationId, '—'], 2],
      [['define', integrationId, 'Late', '--reasons', 'some'], 2],
      [['define', integrationId, 'Account  Opened'], 3],
      [['retire', integrationId, 'nothing'], 4],
      [['apply', integrationId, session, 'nothing'], 4],
    ] as const) {
      const [command, ...rest] = args;
      expect([args, (await run(command, ...rest)).exitCode]).toEqual([args, exitCode]);
    }
  });
});
