import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, startApi, type TestApi } from '../support/api.ts';
import { sharedClock } from '../support/clock.ts';
import { describeEnginesOnce } from '../support/engines.ts';
import { enterBody, enterFlow, type FlowAnswer, sendToFlow } from '../support/flow-client.ts';
import { pngOfSize } from '../support/png-of-size.ts';
import { withoutRefill } from '../support/refill.ts';
import { purgeBearers } from '../../src/storage/flow/flow-bearers.ts';
import { endSession } from '../../src/usecases/session/end-session.ts';
import { configureIntegration } from '../../src/usecases/integration/configure-integration.ts';

describeEnginesOnce('pages of the flow (A-181)', (open) => {
  const clock = sharedClock(open);
  let api: TestApi;
  let client: Client;
  beforeAll(async () => {
    api = await startApi(await open(), { TRUSTED_PROXIES: '127.0.0.1/32' });
    client = await api.integrate({ settings: { deletion: true } });
  });
  afterAll(() => api.close());

  let visitors = 0;
  const visitor = () => `198.51.100.${(visitors += 1)}`;
  const create = async (by = client) =>
    (await by.call({ method: 'POST', path: '/sessions', body: { verification: {} } })).json.verification;
  const enter = (token: string, address = visitor()) =>
    sendToFlow(api, { method: 'POST', path: '/enter', body: enterBody(token), address });
  const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
    status,
    body?.error?.code,
  ];

  it('open only with a link in force; all other links are refused alike (S15)', async () => {
    const { id, sessionToken } = await create();
    const [head = '', , signature = ''] = sessionToken.split('.');
    const other = (await create()).sessionToken.split('.')[1] ?? '';
    const deleted = await create();
    await client.call({ method: 'DELETE', path: `/sessions/${deleted.id}` });
    for (const token of [
      `${sessionToken}A`,
      `${head}.${other}.${signature}`,
      deleted.sessionToken,
      '',
      'x',
      id,
      '../../etc/passwd',
    ]) {
      const answer = await enter(token);
      expect(answer.body.error).toEqual({
        code: 'link-unknown',
        message: 'token: must be that of a session link in force',
        reference: answer.headers['x-request-id'],
      });
    }
    expect((await enter(sessionToken)).status).toBe(200);
  });

  it('mark the session as opened on entry, not when the page loads', async () => {
    const { id, sessionToken } = await create();
    const openedAt = async () =>
      (await api.ctx.database.query(`select 1 from session where id = $1 and opened_at is not null`, [id]))
        .length;
    await api.send({ method: 'GET', path: `/v/${sessionToken}`, headers: {} });
    expect(await openedAt()).toBe(0);
    await enter(sessionToken);
    expect(await openedAt()).toBe(1);
  });

  it('are identified by their bearer, which opens nothing else and expires 30 minutes after its last use (S15)', async () => {
    const { id, sessionToken } = await create();
    const page = await enterFlow(api, sessionToken, visitor());
    expect(page.bearer).toMatch(/^[\w-]{43}$/);
    const state = (bearer: string | null, headers: Record<string, string> = {}) =>
      sendToFlow(api, { path: '/state', bearer, headers, address: visitor() });
    const wrong = randomBytes(32).toString('base64url');
    for (const bearer of [null, wrong, `${page.bearer}A`, page.bearer.slice(1), sessionToken.slice(0, 43)])
      expect(codeOf(await state(bearer))).toEqual([401, 'bearer-invalid']);
    expect(codeOf(await state(null, { authorization: `Basic ${page.bearer}` }))).toEqual([
      401,
      'bearer-invalid',
    ]);
    const publicApi = await api.send({
      method: 'GET',
      path: `/v1/sessions/${id}/decision`,
      headers: { authorization: `Bearer ${page.bearer}`, 'x-auth-client': client.apiKey },
    });
    expect(publicApi.status).toBe(401);

    await clock.advance({ minutes: 29 });
    expect((await state(page.bearer)).status).toBe(200);
    await clock.advance({ minutes: 29 });
    expect((await state(page.bearer)).status).toBe(200);
    await clock.advance({ minutes: 31 });
    expect(codeOf(await state(page.bearer))).toEqual([401, 'bearer-invalid']);
    expect((await enter(sessionToken)).status).toBe(200);
  });

  it('leave no row behind once their bearer has expired', async () => {
    const { id, sessionToken } = await create();
    await enter(sessionToken);
    const rows = () => api.ctx.database.query('select 1 from flow_bearer where session_id = $1', [id]);
    await clock.advance({ minutes: 29 });
    await purgeBearers(api.ctx.database, 1_800);
    expect(await rows()).toHaveLength(1);
    await clock.advance({ minutes: 2 });
    await purgeBearers(api.ctx.database, 1_800);
    expect(await rows()).toEqual([]);
  });

  it('are stored only by the hash of their bearer', async () => {
    const { id, sessionToken } = await create();
    const page = await enterFlow(api, sessionToken, visitor());
    const rows = await api.ctx.database.query<{ hash: Uint8Array }>(
      `select hash from flow_bearer where session_id = $1`,
      [id],
    );
    expect(rows.map(({ hash }) => hash.length)).toEqual([32]);
    const { createHash } = await import('node:crypto');
    expect(Buffer.from(rows[0]?.hash ?? [])).toEqual(createHash('sha256').update(page.bearer).digest());
  });

  it('take turns: only the last one to enter or take over may make changes, and the other is notified', async () => {
    const { sessionToken } = await create();
    const phone = await enterFlow(api, sessionToken, visitor());
    await phone.start();
    const desktop = await enterFlow(api, sessionToken, visitor());
    expect([desktop.entered.holder, desktop.entered.session.status]).toEqual(['this', 'started']);
    expect((await phone.state()).holder).toBe('other');
    expect(codeOf(await phone.document('EE', 'PASSPORT'))).toEqual([409, 'not-holder']);
    expect((await desktop.document('EE', 'PASSPORT')).status).toBe(200);
    const taken = await phone.send({ method: 'POST', path: '/take-over' });
    expect([taken.status, taken.body.holder, taken.body.document?.type]).toEqual([200, 'this', 'PASSPORT']);
    expect((await desktop.state()).holder).toBe('other');
    expect(codeOf(await desktop.submit())).toEqual([409, 'not-holder']);
    await phone.upload('document-front', pngOfSize(200, 'front'));
    await phone.upload('face', pngOfSize(200, 'face'));
    expect((await phone.submit()).status).toBe(200);
    expect((await desktop.state()).session.status).toBe('submitted');
  });

  it('are limited to eight per session: the least recently used one is evicted', async () => {
    const { sessionToken } = await create();
    const first = await enterFlow(api, sessionToken, visitor());
    for (let page = 0; page < 8; page += 1) {
      await clock.advance({ seconds: 1 });
      await enterFlow(api, sessionToken, visitor());
    }
    expect(codeOf(await first.send({ path: '/state' }))).toEqual([401, 'bearer-invalid']);
  });

  it('can leave, also by a beacon with the bearer in its body', async () => {
    const { sessionToken } = await create();
    const [one, other] = [
      await enterFlow(api, sessionToken, visitor()),
      await enterFlow(api, sessionToken, visitor()),
    ];
    const left = await one.send({ method: 'POST', path: '/leave', body: { reason: 'left' } });
    expect([left.status, left.bytes.length]).toEqual([204, 0]);
    expect((await one.send({ path: '/state' })).status).toBe(401);
    const beacon = await sendToFlow(api, {
      method: 'POST',
      path: '/leave',
      body: { reason: 'finished', bearer: other.bearer },
      headers: { 'content-type': 'text/plain;charset=UTF-8' },
      address: visitor(),
    });
    expect(beacon.status).toBe(204);
    expect((await other.send({ path: '/state' })).status).toBe(401);
  });

  it('of a deleted session or of a disabled integration are locked out (S15)', async () => {
    const { id, sessionToken } = await create();
    const page = await enterFlow(api, sessionToken, visitor());
    const waiting = page.send({ path: `/state?since=${page.entered.revision}` });
    await expect
      .poll(async () => (await api.ctx.metrics.flowWaiting.get()).values[0]?.value, { timeout: 60_000 })
      .toBe(1);
    await client.call({ method: 'DELETE', path: `/sessions/${id}` });
    expect(codeOf(await waiting)).toEqual([401, 'bearer-invalid']);
    expect(codeOf(await page.start())).toEqual([401, 'bearer-invalid']);

    const off = await api.integrate();
    const session = await create(off);
    const there = await enterFlow(api, session.sessionToken, visitor());
    await configureIntegration(api.ctx)({ integrationId: off.integrationId, active: false, actor: 'test' });
    expect(codeOf(await there.send({ path: '/state' }))).toEqual([401, 'bearer-invalid']);
    expect(codeOf(await enter(session.sessionToken))).toEqual([404, 'link-unknown']);
  });

  it('that are waiting are answered when their process ends, and continue with another process (F33)', async () => {
    const ending = await startApi(await open(), { TRUSTED_PROXIES: '127.0.0.1/32' });
    const { sessionToken } = await create(await ending.integrate());
    const address = visitor();
    const page = await enterFlow(ending, sessionToken, address);
    const { revision } = page.entered;
    // Not by the connections of `ending`, which its end takes away.
    const waiting = fetch(`${ending.url}/flow/v1/state?since=${revision}`, {
      headers: { authorization: `Bearer ${page.bearer}`, 'x-forwarded-for': address },
    });
    await expect
      .poll(async () => (await ending.ctx.metrics.flowWaiting.get()).values[0]?.value, { timeout: 60_000 })
      .toBe(1);
    const began = performance.now();
    await ending.close();
    const answer = await waiting;
    expect([answer.status, await answer.json()]).toMatchObject([200, { revision }]);
    // Its own time would be 25 s.
    expect(performance.now() - began).toBeLessThan(15_000);
  });

  it('show when a session has expired, and can change nothing after that (A-99, S15)', async () => {
    const short = await api.integrate({ settings: { sessionLifetimeSeconds: 60 } });
    const { id, sessionToken } = await create(short);
    const page = await enterFlow(api, sessionToken, visitor());
    await page.start();
    await clock.advance({ seconds: 61 });
    const over = await page.state();
    expect([over.session.status, over.ended, over.missing]).toEqual(['ended', 'abandoned', []]);
    expect(codeOf(await page.document('EE', 'PASSPORT'))).toEqual([409, 'state-changed']);
    await endSession(api.ctx)({ integrationId: short.integrationId, sessionId: id });
    expect((await page.state()).ended).toBe('abandoned');

    const unopened = await create(short);
    await clock.advance({ seconds: 61 });
    const late = await enterFlow(api, unopened.sessionToken, visitor());
    expect([late.entered.ended, late.entered.session.status]).toEqual(['expired', 'ended']);
    await endSession(api.ctx)({ integrationId: short.integrationId, sessionId: unopened.id });
    expect((await short.decision(unopened.id)).json.verification.status).toBe('expired');
  });

  it('cannot be guessed: after sixty wrong links or bearers an address is refused for a while (S15)', async () => {
    const { sessionToken } = await create();
    const address = '2001:db8:9:9::1';
    const page = await enterFlow(api, sessionToken, '2001:db8:9:9::2');
    const wrong = () =>
      sendToFlow(api, { path: '/state', bearer: randomBytes(32).toString('base64url'), address });
    await withoutRefill(async () => {
      await Promise.all(Array.from({ length: 70 }, wrong));
      expect(codeOf(await enter(sessionToken, address))).toEqual([404, 'link-unknown']);
      expect(codeOf(await page.send({ path: '/state' }))).toEqual([401, 'bearer-invalid']);
      expect((await enter(sessionToken, '2001:db8:9:a::1')).status).toBe(200);
    });
  });

  it('are rate-limited per session (S07)', async () => {
    const { sessionToken } = await create();
    const page = await enterFlow(api, sessionToken, visitor());
    // Refused for its content type, which takes a statement; 200 at once and 20 a second are taken.
    const ask = () => page.send({ method: 'PATCH', path: '/uploads/b5a6f0c2-6d2e-4b1e-9a53-0f0a6f0f6a11' });
    const answers: FlowAnswer[] = [];
    const end = performance.now() + 60_000;
    while (performance.now() < end && !answers.some(({ status }) => status === 429))
      answers.push(...(await Promise.all(Array.from({ length: 250 }, ask))));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 400).length).toBeGreaterThanOrEqual(200);
    expect(refused[0]?.headers['retry-after']).toBe('1');
    expect(refused[0]?.body.error.code).toBe('too-many-requests');
  });

  it('get JSON for every refusal, the allowed methods for a wrong one, and no CORS header', async () => {
    const { sessionToken } = await create();
    const page = await enterFlow(api, sessionToken, visitor());
    const wrongMethod = await page.send({ method: 'DELETE', path: '/state' });
    expect([...codeOf(wrongMethod), wrongMethod.headers['allow']]).toEqual([
      405,
      'method-not-allowed',
      'GET',
    ]);
    const uploads = await page.send({ method: 'GET', path: '/uploads/b5a6f0c2-6d2e-4b1e-9a53-0f0a6f0f6a11' });
    expect(uploads.headers['allow']).toBe('PATCH, HEAD');
    for (const path of ['/', '', '/State', '/state/', '/media/x/verdict', '/v1'])
      expect(codeOf(await page.send({ path }))).toEqual([404, 'not-found']);
    const preflight = await sendToFlow(api, {
      method: 'OPTIONS',
      path: '/enter',
      headers: { origin: 'https://shop.example.com', 'access-control-request-method': 'POST' },
      address: visitor(),
    });
    expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([405, undefined]);
    const bodies = [
      '',
      '{',
      'null',
      '[]',
      '{"attempt":1,"attempt":2,"consents":[]}',
      '{"attempt":"1","consents":[]}',
      '{"attempt":1,"consents":[],"x":1}',
      `{"attempt":1,"consents":[],"x":"${'y'.repeat(20_000)}"}`,
    ];
    for (const body of bodies) {
      const answer = await api.send({
        method: 'POST',
        path: '/flow/v1/start',
        headers: { authorization: `Bearer ${page.bearer}`, 'content-type': 'application/json' },
        body: Buffer.from(body),
      });
      const { error } = answer.json as unknown as { error: { code: string } };
      expect([body.length > 16_384 ? 413 : 400, answer.headers['content-type']]).toEqual([
        answer.status,
        'application/json; charset=utf-8',
      ]);
      expect(error.code).toBe(body.length > 16_384 ? 'too-large' : 'request-invalid');
    }
    const form = await page.send({
      method: 'POST',
      path: '/start',
      body: {},
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(codeOf(form)).toEqual([400, 'request-invalid']);
  });
});
