import { afterAll, beforeAll, expect, it } from 'vitest';
import { setWebhookUrl } from '../../src/usecases/webhook/set-webhook-url.ts';
import { type Client, failure, onePixelPng, startApi, type TestApi } from '../support/api.ts';
import { sharedClock } from '../support/clock.ts';
import { decided } from '../support/decide.ts';
import { describeEnginesOnce } from '../support/engines.ts';

describeEnginesOnce('DELETE /sessions/{sessionId} (A-33)', (open) => {
  const clock = sharedClock(open);
  let api: TestApi;
  let client: Client;
  beforeAll(async () => {
    api = await startApi(await open());
  });
  afterAll(() => api.close());

  /** Each test has an integration of its own: deletions are counted per integration. */
  const integrate = async ({ fullAuto = false } = {}) => {
    client = await api.integrate({ settings: { deletion: true, fullAuto } });
    const { integrationId } = client;
    for (const type of ['decision', 'event', 'full-auto'] as const) {
      await setWebhookUrl(api.ctx)({
        integrationId,
        type,
        url: `https://hooks.example.com/${type}`,
        actor: 'test',
      });
    }
  };
  const remove = (id: string) => client.call({ method: 'DELETE', path: `/sessions/${id}` });
  const webhooks = (id: string) =>
    api.ctx.database.query<{ type: string; state: string; clear: boolean; body: Uint8Array }>(
      `select type, state, clear, body from webhook where session_id = $1 order by ordinal`,
      [id],
    );

  it('is off by default', async () => {
    const plain = await api.integrate();
    const id = await plain.createSession();
    const answer = await plain.call({ method: 'DELETE', path: `/sessions/${id}` });
    expect([answer.status, answer.json]).toEqual([
      400,
      failure('1301', 'This feature is not enabled for the integration.'),
    ]);
  });

  it.each([
    ['submitted', null, '1306', 'The session is being processed.'],
    ['review', 'Review', '1305', 'The session is not in a completed status.'],
  ])('is refused while %s', async (_status, name, code, message) => {
    await integrate();
    const id = name ? await decided(api, client, name) : await client.createSession();
    if (!name) await client.submit(id);
    const answer = await remove(id);
    expect([answer.status, answer.json]).toEqual([400, failure(code, message)]);
  });

  it('answers 200, and from then on every endpoint is 404 (S19)', async () => {
    await integrate();
    const id = await client.createSession();
    const media = (await client.upload(id, { context: 'face', content: onePixelPng })).json.image.id;
    const attempt = (await client.call({ path: `/sessions/${id}/attempts` })).json.verifications[0].id;
    const answer = await remove(id);
    expect([answer.status, answer.bytes.toString()]).toEqual([
      200,
      `{"status":"success","verification":{"id":"${id}"}}`,
    ]);
    const after = await Promise.all([
      client.decision(id),
      client.call({ path: `/sessions/${id}/attempts` }),
      client.call({ path: `/sessions/${id}/media` }),
      client.call({ path: `/sessions/${id}/person` }),
      client.call({ path: `/sessions/${id}/watchlist-screening` }),
      client.call({ path: `/media/${media}` }),
      client.call({ path: `/attempts/${attempt}/media` }),
      client.upload(id, { context: 'face', content: onePixelPng }),
      client.submit(id),
      remove(id),
    ]);
    expect(after.map(({ status, json }) => `${status}/${json.code}`)).toEqual(Array(10).fill('404/1101'));
    const jobs = await api.ctx.database.query(`select kind from job where session_id = $1`, [id]);
    expect(jobs).toEqual([{ kind: 'erase-session' }]);
  });

  it.each([
    ['created', `opened_at = null`, 'expired'],
    ['created and opened', `opened_at = now()`, 'abandoned'],
    ['started', `status = 'started', opened_at = now()`, 'abandoned'],
  ])(
    'of a session that is %s sends the final decision, with nothing of the person',
    async (_status, change, status) => {
      await integrate();
      const id = await client.createSession({
        vendorData: 'v',
        person: { firstName: 'Liisa', lastName: 'Maasikas' },
      });
      await api.ctx.database.query(`update session set ${change} where id = $1`, [id]);
      await remove(id);
      const [webhook, ...more] = await webhooks(id);
      expect([webhook?.type, webhook?.state, webhook?.clear, more]).toEqual(['decision', 'due', true, []]);
      const { verification } = JSON.parse(Buffer.from(webhook?.body ?? []).toString());
      expect(verification).toMatchObject({
        id,
        status,
        code: 9104,
        vendorData: 'v',
        reasonCode: null,
        decisionTime: null,
        submissionTime: null,
      });
      expect(Object.values(verification.person)).toEqual(Object.values(verification.person).map(() => null));
      expect(Object.values(verification.document)).toEqual(
        Object.values(verification.document).map(() => null),
      );
    },
  );

  it.each([['Approve'], ['Decline'], ['Expire'], ['Abandon']])(
    'after "%s" sends nothing more and drops what was not delivered',
    async (name) => {
      await integrate();
      const id = await decided(api, client, name);
      expect((await webhooks(id)).map(({ type, state }) => `${type} ${state}`)).toEqual([
        'event due',
        'decision due',
      ]);
      expect((await remove(id)).status).toBe(200);
      expect((await webhooks(id)).map(({ type, state }) => `${type} ${state}`)).toEqual([
        'event withdrawn',
        'decision withdrawn',
      ]);
    },
  );

  it('after a request to resubmit drops that and sends abandoned, naming the attempt that was submitted', async () => {
    await integrate();
    const id = await decided(api, client, 'Resubmit');
    const { attemptId, submissionTime } = (await client.decision(id)).json.verification;
    await remove(id);
    const all = await webhooks(id);
    expect(all.map(({ type, state }) => `${type} ${state}`)).toEqual([
      'event withdrawn',
      'decision withdrawn',
      'decision due',
    ]);
    const { verification } = JSON.parse(Buffer.from(all[2]?.body ?? []).toString());
    expect(verification).toMatchObject({ status: 'abandoned', attemptId, submissionTime });
  });

  it('on a full-auto integration sends the webhook of those, and no decision (A-301)', async () => {
    await integrate({ fullAuto: true });
    const person = { firstName: 'Liisa', lastName: 'Maasikas', idNumber: '49103149907' };
    const untouched = await client.createSession({ vendorData: 'v', person });
    await remove(untouched);
    const asked = await decided(api, client, 'Resubmit');
    await remove(asked);
    const [expired, ...more] = await webhooks(untouched);
    expect([expired?.type, expired?.state, expired?.clear, more]).toEqual(['full-auto', 'due', true, []]);
    const body = JSON.parse(Buffer.from(expired?.body ?? []).toString());
    expect(body).toMatchObject({
      status: 'success',
      eventType: 'fullauto',
      sessionId: untouched,
      vendorData: 'v',
      endUserId: null,
      version: '1.0.0',
      acceptanceTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
      data: { verification: { decision: 'expired', decisionScore: null } },
    });
    expect(JSON.stringify(body)).not.toMatch(/Liisa|Maasikas|49103149907/);
    expect((await webhooks(asked)).map(({ type, state }) => `${type} ${state}`)).toEqual([
      'full-auto withdrawn',
      'full-auto due',
    ]);
  });

  it('happens five times in any hour and ten times in any day, also at the same time (S05, I13)', async () => {
    await integrate();
    const ids = await Promise.all(Array.from({ length: 20 }, () => client.createSession()));
    const deleted = async (some: string[]) =>
      (await Promise.all(some.map(remove))).map(({ status }) => status).sort();
    expect(await deleted(ids.slice(0, 8))).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    const refused = await remove(ids[19] ?? '');
    expect([refused.status, refused.json.code]).toEqual([429, '1101']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3590);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3600);
    await clock.advance({ minutes: 61 });
    expect(await deleted(ids.slice(8, 14))).toEqual([200, 200, 200, 200, 200, 429]);
    await clock.advance({ minutes: 61 });
    const daily = await remove(ids[19] ?? '');
    expect(daily.status).toBe(429);
    expect(Number(daily.headers['retry-after'])).toBeGreaterThan(21 * 3600);
    await clock.advance({ hours: 22, minutes: 1 });
    expect((await remove(ids[19] ?? '')).status).toBe(200);
  });
});
