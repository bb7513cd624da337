import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unsealText } from '../../src/encryption/seal.ts';
import { hmacHex } from '../../src/signing/hmac.ts';
import { setWebhookUrl } from '../../src/usecases/webhook/set-webhook-url.ts';
import { type Client, failure, startApi, type TestApi } from '../support/api.ts';
import { sharedClock } from '../support/clock.ts';
import { decided, verify } from '../support/decide.ts';
import { endDue } from '../support/end-due.ts';
import { describeEngines } from '../support/engines.ts';
import { openRaw } from '../support/raw-connection.ts';

describeEngines('PATCH /sessions/{sessionId} (A-31, A-32)', (open) => {
  const clock = sharedClock(open);
  let api: TestApi;
  let client: Client;
  beforeAll(async () => {
    api = await startApi(await open());
    client = await api.integrate();
    const { integrationId } = client;
    await setWebhookUrl(api.ctx)({
      integrationId,
      type: 'event',
      url: 'https://hooks.example.com/event',
      actor: 'test',
    });
    await setWebhookUrl(api.ctx)({
      integrationId,
      type: 'decision',
      url: 'https://hooks.example.com/decision',
      actor: 'test',
    });
  });
  afterAll(() => api.close());

  const rows = <T extends Record<string, unknown>>(text: string, session: string) =>
    api.ctx.database.query<T>(text, [session]);
  const jobs = (session: string) =>
    rows<{ attempt_id: string }>(
      `select attempt_id from job where session_id = $1 and kind = 'verify-session'`,
      session,
    );
  const webhooks = (session: string) =>
    rows<{ id: string; type: string; state: string; body: Uint8Array }>(
      `select id, type, state, body from webhook where session_id = $1 order by ordinal`,
      session,
    );

  it('answers 200 with the object of session creation, its status now submitted', async () => {
    const verification = { vendorData: 'customer-70341', endUserId: '5c22e2e1-4416-42c2-a589-16ad2b536b95' };
    const created = await client.call({ method: 'POST', path: '/sessions', body: { verification } });
    const answer = await client.submit(created.json.verification.id);
    expect(answer.status).toBe(200);
    expect(answer.bytes.toString()).toBe(
      created.bytes.toString().replace('"status":"created"', '"status":"submitted"'),
    );
  });

  it.each([
    ['no verification', {}, '1102'],
    ['verification of another type', { verification: 'submitted' }, '1104'],
    ['no status', { verification: {} }, '1102'],
    ['another status', { verification: { status: 'started' } }, '1303'],
    ['a status in capitals', { verification: { status: 'SUBMITTED' } }, '1303'],
    ['a status of another type', { verification: { status: true } }, '1303'],
    [
      'the id of another session (A-17)',
      { verification: { id: 'f3c2a9d0-5b1e-4c77-8a36-0d9e6b2f4a11', status: 'submitted' } },
      '1104',
    ],
  ])('refuses %s and changes nothing', async (_name, body, code) => {
    const id = await client.createSession();
    const answer = await client.call({ method: 'PATCH', path: `/sessions/${id}`, body });
    expect([answer.status, answer.json.code]).toEqual([400, code]);
    expect(await jobs(id)).toEqual([]);
  });

  it('accepts its own id, in any letter case', async () => {
    const id = await client.createSession();
    const body = { verification: { id: id.toUpperCase(), status: 'submitted' } };
    expect((await client.call({ method: 'PATCH', path: `/sessions/${id}`, body })).status).toBe(200);
  });

  it('moves session and attempt, queues one job, records one event and one audit row, all at once', async () => {
    const id = await client.createSession({ vendorData: 'v' });
    await client.submit(id);
    const [row] = await rows<Record<string, unknown>>(
      `select s.status, a.status as attempt, a.fed_by, a.submitted_at is not null as timed, a.id as attempt_id,
         (select count(*)::int from audit u where u.session_id = s.id and u.action = 'submit-session' and u.from_state = 'created'
            and u.to_state = 'submitted' and u.actor = 'api:${client.keyId}') as audited
       from session s join attempt a on a.session_id = s.id where s.id = $1`,
      id,
    );
    expect(row).toMatchObject({
      status: 'submitted',
      attempt: 'submitted',
      fed_by: 'api',
      timed: true,
      audited: 1,
    });
    expect(await jobs(id)).toEqual([{ attempt_id: row?.['attempt_id'] }]);
    const [event, ...more] = await webhooks(id);
    expect([event?.type, event?.state, more]).toEqual(['event', 'due', []]);
    const [session] = await rows<{ data_key: Uint8Array; kek_version: number }>(
      `select data_key, kek_version from session where id = $1`,
      id,
    );
    const { integrationId } = client;
    const dataKey = api.ctx.vault.openDataKey({
      integrationId,
      sessionId: id,
      wrapped: session?.data_key ?? Buffer.alloc(0),
      kekVersion: session?.kek_version ?? 0,
    });
    expect(unsealText(dataKey, `webhook:${event?.id}`, event?.body ?? Buffer.alloc(0))).toBe(
      `{"id":"${id}","attemptId":"${String(row?.['attempt_id'])}","feature":"selfid","code":7002,"action":"submitted","vendorData":"v","endUserId":null}`,
    );
  });

  it('records the time of submission in microseconds, by the clock of the database (A-09)', async () => {
    const fractions: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const id = await client.createSession();
      await client.submit(id);
      const [row] = await rows<{ microseconds: number }>(
        `select to_char(submitted_at, 'US')::int as microseconds from attempt where session_id = $1`,
        id,
      );
      fractions.push((row?.microseconds ?? 0) % 1_000);
    }
    // A clock of milliseconds gives five zeros, one of microseconds once in 10^15.
    expect(fractions).not.toEqual([0, 0, 0, 0, 0]);
  });

  it('fifty at the same time are one submission and fifty equal answers (F27, I2)', async () => {
    const id = await client.createSession();
    const answers = await Promise.all(Array.from({ length: 50 }, () => client.submit(id)));
    expect(new Set(answers.map(({ status, bytes }) => `${status} ${bytes.toString()}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect([(await jobs(id)).length, (await webhooks(id)).length]).toEqual([1, 1]);
  });

  /** A submission whose headers have arrived; its body follows with `finish`. */
  const beginSubmitting = async (id: string) => {
    const body = '{"verification":{"status":"submitted"}}';
    const connection = openRaw(api.port);
    connection.socket.write(
      `PATCH /v1/sessions/${id} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-AUTH-CLIENT: ${client.apiKey}\r\n` +
        `X-HMAC-SIGNATURE: ${hmacHex(client.secret, body)}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
    );
    expect(await connection.status()).toBe(100);
    return async () => {
      connection.socket.write(body);
      await connection.ended;
      connection.socket.destroy();
      return connection.received();
    };
  };

  it.each([
    ['Approve', 'approved'],
    ['Resubmit', 'resubmission_requested'],
    ['Review', 'review'],
  ])(
    'what arrived before the decision "%s" and comes to its turn after it changes nothing (A-421)',
    async (name, status) => {
      const id = await client.createSession({ person: { firstName: name } });
      const before = await beginSubmitting(id);
      const first = await client.submit(id);
      const after = await beginSubmitting(id);
      // What the statement that compares may take on a busy machine.
      await setTimeout(200);
      await verify(api, id);
      for (const finish of [before, after]) {
        const second = await finish();
        expect(second).toContain('HTTP/1.1 200 OK');
        expect(second).toContain(`\r\n\r\n${first.bytes.toString()}`);
      }
      const { verifications } = (await client.call({ path: `/sessions/${id}/attempts` })).json;
      expect(verifications.map((attempt) => attempt.status)).toEqual([status]);
      expect((await webhooks(id)).map(({ type }) => type)).toEqual(['event', 'decision']);
    },
  );

  it('a submission that arrived before the end of a session without one is 400/1304 (A-421)', async () => {
    const id = await client.createSession();
    const finish = await beginSubmitting(id);
    await clock.advance({ days: 7 });
    await endDue(api, client);
    expect((await client.decision(id)).json.verification.status).toBe('expired');
    expect(await finish()).toContain('"code":"1304"');
  });

  it.each([['Approve'], ['Decline'], ['Expire'], ['Abandon'], ['Review']])(
    'after the decision "%s" it is 400/1304',
    async (name) => {
      const id = await decided(api, client, name);
      const answer = await client.submit(id);
      expect([answer.status, answer.json]).toEqual([
        400,
        failure('1304', 'The session cannot change to the requested status.'),
      ]);
    },
  );

  it('past its lifetime a session is not submitted, even before its end is recorded (A-99)', async () => {
    const id = await client.createSession();
    await clock.advance({ days: 7 });
    expect((await client.submit(id)).json.code).toBe('1304');
    expect(await jobs(id)).toEqual([]);
  });

  it('past the resubmission window neither (A-98)', async () => {
    const id = await decided(api, client, 'Resubmit');
    await clock.advance({ minutes: 5 });
    expect((await client.submit(id)).json.code).toBe('1304');
    expect((await client.upload(id, { context: 'face', content: 'iVBORw0KGgo=' })).json.code).toBe('1303');
  });

  it('a request to resubmit is answered by the next attempt, up to the tenth (S05, S07, I6)', async () => {
    const id = await decided(api, client, 'Resubmit');
    for (let attempt = 2; attempt <= 10; attempt += 1) {
      expect((await client.submit(id)).status).toBe(200);
      expect((await client.submit(id)).status).toBe(200);
      expect((await client.decision(id)).json.verification).toBeNull();
      await verify(api, id);
    }
    const { verifications } = (await client.call({ path: `/sessions/${id}/attempts` })).json;
    expect(verifications.length).toBe(10);
    const { status, code, reasonCode } = (await client.decision(id)).json.verification;
    expect([status, code, reasonCode]).toEqual(['declined', 9102, 539]);
    expect((await client.submit(id)).json.code).toBe('1304');
  });

  it('the next attempt is the one that an upload has opened', async () => {
    const id = await decided(api, client, 'Resubmit');
    await client.upload(id, { context: 'face', content: 'iVBORw0KGgo=' });
    const opened = (await client.call({ path: `/sessions/${id}/attempts` })).json.verifications[0].id;
    await client.submit(id);
    expect(await jobs(id)).toEqual([{ attempt_id: opened }]);
  });

  it('a held request to resubmit is withdrawn by the next submission', async () => {
    const id = await decided(api, client, 'Resubmit');
    await api.ctx.database.query(
      `update webhook set held = true, due_at = now() + interval '5 minutes' where session_id = $1 and type = 'decision'`,
      [id],
    );
    await client.submit(id);
    const states = (await webhooks(id)).map(({ type, state }) => `${type} ${state}`);
    expect(states).toEqual(['event due', 'decision withdrawn', 'event due']);
  });
});
