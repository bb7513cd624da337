import { createHash, randomBytes } from 'node:crypto';
import type { FlowClaimAnswer, FlowHandoff, FlowOfferAnswer } from '@countersign/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, startApi, type TestApi } from '../support/api.ts';
import { sharedClock } from '../support/clock.ts';
import { describeEnginesOnce } from '../support/engines.ts';
import { enterFlow, type FlowPageClient, sendToFlow } from '../support/flow-client.ts';
import { pngOfSize } from '../support/png-of-size.ts';
import { withoutRefill } from '../support/refill.ts';
import { purgeHandoffs } from '../../src/storage/flow/flow-handoffs.ts';
import { configureIntegration } from '../../src/usecases/integration/configure-integration.ts';

const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const home = '198.51.100.7';

describeEnginesOnce('handing a session off to a phone (A-290, A-291)', (open) => {
  const clock = sharedClock(open);
  let api: TestApi;
  let client: Client;
  beforeAll(async () => {
    api = await startApi(await open(), { TRUSTED_PROXIES: '127.0.0.1/32' });
    client = await api.integrate({ settings: { deletion: true } });
  });
  afterAll(() => api.close());

  const create = async (by = client) =>
    (await by.call({ method: 'POST', path: '/sessions', body: { verification: {} } })).json.verification;
  const post = (path: string, body: object, address = home) =>
    sendToFlow(api, { method: 'POST', path, body, address, headers: { 'user-agent': iphone } });
  const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
    status,
    body?.error?.code,
  ];
  const offer = async (page: FlowPageClient, kind = 'scan') => {
    const answer = await page.send({
      method: 'POST',
      path: '/handoff',
      body: { kind, language: 'es' },
      headers: { 'user-agent': windows },
    });
    expect(answer.status).toBe(200);
    return answer.body as unknown as FlowOfferAnswer;
  };
  const codeIn = ({ url }: FlowOfferAnswer) => url.split('/v/')[1] ?? '';
  const phoneLink = () => randomBytes(32).toString('base64url');
  const claim = async (code: string, phone: string) => {
    const answer = await post('/handoff/claim', { code, phone });
    expect(answer.status).toBe(200);
    return answer.body as unknown as FlowClaimAnswer;
  };
  const shownTo = async (page: FlowPageClient): Promise<FlowHandoff | null> => (await page.state()).handoff;
  const numberOn = async (page: FlowPageClient): Promise<number> => {
    const handoff = await shownTo(page);
    if (handoff?.side !== 'computer' || handoff.stage !== 'claimed') throw new Error('no number is shown');
    return handoff.number;
  };
  const passOn = async (computer: FlowPageClient) => {
    const phone = phoneLink();
    await claim(codeIn(await offer(computer)), phone);
    const confirmed = await post('/handoff/confirm', { phone, number: await numberOn(computer) });
    expect(confirmed.status).toBe(204);
    return { phone, page: await enterFlow(api, phone, home) };
  };
  const actionsOf = async (sessionId: string) =>
    (
      await api.ctx.database.query<{ action: string }>(
        `select action from audit where session_id = $1 and action like '%handoff' order by id`,
        [sessionId],
      )
    ).map(({ action }) => action);

  it('moves from the computer to the phone, which submits it while the computer follows', async () => {
    const { id, sessionToken } = await create();
    const computer = await enterFlow(api, sessionToken, home);
    expect([computer.entered.rules.handoff, computer.entered.handoff]).toEqual(['offer', null]);
    const offered = await offer(computer);
    expect(offered).toEqual({
      url: expect.stringMatching(/^https:\/\/verify\.example\.com\/v\/[\w-]{22}$/) as string,
      seconds: 60,
    });
    const phone = phoneLink();
    const claimed = await claim(codeIn(offered), phone);
    expect(claimed).toEqual({
      name: expect.any(String) as string,
      computer: { browser: 'Chrome', system: 'Windows' },
      sameNetwork: true,
      numbers: expect.any(Array) as number[],
      language: 'es',
    });
    const number = await numberOn(computer);
    expect(new Set(claimed.numbers).size).toBe(3);
    expect(claimed.numbers).toContain(number);
    const device = { browser: 'Safari', system: 'iOS' };
    expect(await shownTo(computer)).toEqual({ side: 'computer', stage: 'claimed', number, device });
    expect(codeOf(await post('/enter', { token: phone, language: null, embedded: false }))).toEqual([
      404,
      'link-unknown',
    ]);
    expect((await post('/handoff/confirm', { phone, number })).status).toBe(204);
    expect((await computer.state()).holder).toBe('other');

    const page = await enterFlow(api, phone, home);
    expect([page.entered.holder, page.entered.handoff]).toEqual([
      'this',
      { side: 'phone', stage: 'confirmed' },
    ]);
    await page.start();
    await page.document('EE', 'PASSPORT');
    expect(await shownTo(computer)).toEqual({ side: 'computer', stage: 'confirmed', device });
    expect(codeOf(await computer.document('EE', 'ID_CARD'))).toEqual([409, 'not-holder']);
    await page.upload('document-front', pngOfSize(200, 'front'));
    expect((await computer.state()).next).toEqual(
      expect.objectContaining({ kind: 'picture', context: 'face' }),
    );
    await page.upload('face', pngOfSize(200, 'face'));
    expect((await page.submit()).status).toBe(200);
    expect((await computer.state()).session.status).toBe('submitted');
    await page.send({ method: 'POST', path: '/leave', body: { reason: 'finished' } });
    const { holder, handoff } = await computer.state();
    expect([holder, handoff]).toEqual(['this', null]);
    expect(await actionsOf(id)).toEqual(['claim-handoff', 'confirm-handoff']);
  });

  it('accepts its code once: the same phone may repeat the claim, another phone is refused', async () => {
    const computer = await enterFlow(api, (await create()).sessionToken, home);
    const [first, second] = [codeIn(await offer(computer)), codeIn(await offer(computer, 'link'))];
    const phone = phoneLink();
    const claimed = await claim(first, phone);
    expect(await claim(first, phone)).toEqual(claimed);
    for (const [code, by] of [
      [first, phoneLink()],
      [second, phoneLink()],
      [randomBytes(16).toString('base64url'), phoneLink()],
    ] as const)
      expect((await post('/handoff/claim', { code, phone: by })).body.error).toMatchObject({
        code: 'link-unknown',
        message: 'token: must be that of a session link in force',
      });
    const offering = await computer.send({
      method: 'POST',
      path: '/handoff',
      body: { kind: 'scan', language: 'en' },
    });
    expect(codeOf(offering)).toEqual([409, 'state-changed']);
    const number = await numberOn(computer);
    for (const turn of [1, 2])
      expect([turn, (await post('/handoff/confirm', { phone, number })).status]).toEqual([turn, 204]);
    expect(codeOf(await post('/enter', { token: first, language: null, embedded: false }))).toEqual([
      404,
      'link-unknown',
    ]);
  });

  it('is claimed by only one phone when several try at once (S15)', async () => {
    const computer = await enterFlow(api, (await create()).sessionToken, home);
    const codes = [codeIn(await offer(computer)), codeIn(await offer(computer))];
    const answers = await Promise.all(
      [...codes, ...codes].map((code) => post('/handoff/claim', { code, phone: phoneLink() })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404]);
  });

  it('needs a link of its own: a link that has claimed another session opens nothing more (S15)', async () => {
    const phone = phoneLink();
    const codes = [];
    for (let at = 0; at < 3; at += 1)
      codes.push(codeIn(await offer(await enterFlow(api, (await create()).sessionToken, home))));
    const [first = '', ...others] = codes;
    await claim(first, phone);
    for (const code of others)
      expect(codeOf(await post('/handoff/claim', { code, phone }))).toEqual([404, 'link-unknown']);
    await claim(others[0] ?? '', phoneLink());
    const both = await Promise.all(
      [1, 2].map(async () => codeIn(await offer(await enterFlow(api, (await create()).sessionToken, home)))),
    );
    const again = phoneLink();
    const raced = await Promise.all(both.map((code) => post('/handoff/claim', { code, phone: again })));
    expect(raced.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });

  it('can be claimed for one minute with a scanned code, for one hour with a copied link', async () => {
    const { id, sessionToken } = await create();
    const computer = await enterFlow(api, sessionToken, home);
    const scanned = codeIn(await offer(computer));
    const copied = await offer(computer, 'link');
    expect(copied.seconds).toBe(3_600);
    await clock.advance({ seconds: 61 });
    expect(codeOf(await post('/handoff/claim', { code: scanned, phone: phoneLink() }))).toEqual([
      404,
      'link-unknown',
    ]);
    const rows = () => api.ctx.database.query(`select 1 from flow_handoff where session_id = $1`, [id]);
    await purgeHandoffs(api.ctx.database);
    expect(await rows()).toHaveLength(1);
    const late = await create();
    const other = await enterFlow(api, late.sessionToken, home);
    const tooLate = codeIn(await offer(other, 'link'));
    await clock.advance({ minutes: 25 });
    await computer.state();
    await other.state();
    await clock.advance({ minutes: 25 });
    await claim(codeIn(copied), phoneLink());
    await clock.advance({ minutes: 11 });
    expect(codeOf(await post('/handoff/claim', { code: tooLate, phone: phoneLink() }))).toEqual([
      404,
      'link-unknown',
    ]);
  });

  it('ends on a wrong number, or when the person denies having scanned the code; five attempts at most', async () => {
    const { id, sessionToken } = await create();
    const computer = await enterFlow(api, sessionToken, home);
    for (let turn = 1; turn <= 5; turn += 1) {
      const phone = phoneLink();
      const { numbers } = await claim(codeIn(await offer(computer)), phone);
      const right = await numberOn(computer);
      const wrong = turn === 5 ? null : numbers.find((number) => number !== right);
      const refused = [409, 'number-wrong'];
      expect(codeOf(await post('/handoff/confirm', { phone, number: wrong }))).toEqual(refused);
      expect(codeOf(await post('/handoff/confirm', { phone, number: right }))).toEqual(refused);
      expect(await shownTo(computer)).toEqual({ side: 'computer', stage: 'missed' });
    }
    const state = await computer.state();
    expect([state.rules.handoff, state.holder]).toEqual(['off', 'this']);
    expect((await computer.send({ method: 'DELETE', path: '/handoff' })).body.handoff).toBe(null);
    const more = await computer.send({
      method: 'POST',
      path: '/handoff',
      body: { kind: 'scan', language: 'en' },
    });
    expect(codeOf(more)).toEqual([409, 'state-changed']);
    expect(await actionsOf(id)).toEqual(
      Array.from({ length: 5 }, () => ['claim-handoff', 'miss-handoff']).flat(),
    );
  });

  it('returns to the computer with one request, which locks the phone out permanently', async () => {
    const { id, sessionToken } = await create();
    const computer = await enterFlow(api, sessionToken, home);
    const { phone, page } = await passOn(computer);
    await page.start();
    const waiting = page.send({ path: `/state?since=${(await page.state()).revision}` });
    const taken = await computer.send({ method: 'POST', path: '/take-over' });
    expect([taken.body.holder, taken.body.handoff, taken.body.session.status]).toEqual([
      'this',
      null,
      'started',
    ]);
    expect(codeOf(await waiting)).toEqual([401, 'bearer-invalid']);
    expect(codeOf(await page.document('EE', 'PASSPORT'))).toEqual([401, 'bearer-invalid']);
    expect(codeOf(await post('/enter', { token: phone, language: null, embedded: false }))).toEqual([
      404,
      'link-unknown',
    ]);
    expect((await computer.document('EE', 'PASSPORT')).status).toBe(200);
    expect((await passOn(computer)).page.entered.document?.type).toBe('PASSPORT');
    expect((await actionsOf(id)).slice(2, 3)).toEqual(['take-back-handoff']);
  });

  it('stays with the phone when either side reloads its page', async () => {
    const { sessionToken } = await create();
    const first = await enterFlow(api, sessionToken, home);
    const early = codeIn(await offer(first, 'link'));
    const second = await enterFlow(api, sessionToken, home);
    const phone = phoneLink();
    await claim(early, phone);
    expect((await first.state()).handoff).toBe(null);
    await post('/handoff/confirm', { phone, number: await numberOn(second) });
    const page = await enterFlow(api, phone, home);
    await page.start();
    const third = await enterFlow(api, sessionToken, home);
    expect([third.entered.holder, third.entered.handoff]).toMatchObject(['other', { stage: 'confirmed' }]);
    const again = await enterFlow(api, phone, home);
    expect([again.entered.holder, again.entered.handoff]).toMatchObject(['this', { side: 'phone' }]);
    expect((await again.document('EE', 'PASSPORT')).status).toBe(200);
  });

  it('continues on the phone alone when the computer’s page is closed and the person confirms', async () => {
    const { id, sessionToken } = await create();
    const computer = await enterFlow(api, sessionToken, home);
    const { page } = await passOn(computer);
    await computer.send({ method: 'POST', path: '/leave', body: { reason: 'left' } });
    expect(await shownTo(page)).toEqual({ side: 'phone', stage: 'stopped' });
    const alone = await page.send({ method: 'POST', path: '/take-over' });
    expect([alone.body.handoff, alone.body.holder]).toEqual([null, 'this']);
    const back = await enterFlow(api, sessionToken, home);
    expect([back.entered.holder, back.entered.handoff]).toEqual(['this', null]);
    expect((await page.state()).holder).toBe('other');
    expect(await actionsOf(id)).toEqual(['claim-handoff', 'confirm-handoff', 'stop-handoff', 'keep-handoff']);
  });

  it('can be withdrawn by the computer before the number is confirmed', async () => {
    const { sessionToken } = await create();
    const computer = await enterFlow(api, sessionToken, home);
    const code = codeIn(await offer(computer));
    const withdraw = () => computer.send({ method: 'DELETE', path: '/handoff' });
    expect((await withdraw()).body.handoff).toBe(null);
    expect(codeOf(await post('/handoff/claim', { code, phone: phoneLink() }))).toEqual([404, 'link-unknown']);
    const phone = phoneLink();
    await claim(codeIn(await offer(computer)), phone);
    const number = await numberOn(computer);
    expect((await withdraw()).body.handoff).toBe(null);
    expect(codeOf(await post('/handoff/confirm', { phone, number }))).toEqual([404, 'link-unknown']);
    const left = codeIn(await offer(computer));
    await computer.send({ method: 'POST', path: '/leave', body: { reason: 'left' } });
    expect(codeOf(await post('/handoff/claim', { code: left, phone: phoneLink() }))).toEqual([
      404,
      'link-unknown',
    ]);
  });

  it('is not offered where the integration switched it off, nor on a phone, nor after submission', async () => {
    const off = await api.integrate({ settings: { handoff: 'off' } });
    const page = await enterFlow(api, (await create(off)).sessionToken, home);
    const offering = (by: FlowPageClient) =>
      by.send({ method: 'POST', path: '/handoff', body: { kind: 'scan', language: 'en' } });
    expect([page.entered.rules.handoff, ...codeOf(await offering(page))]).toEqual([
      'off',
      409,
      'state-changed',
    ]);
    await configureIntegration(api.ctx)({
      integrationId: off.integrationId,
      settings: { handoff: 'prefer' },
      actor: 'test',
    });
    await expect.poll(async () => (await page.state()).rules.handoff, { timeout: 60_000 }).toBe('prefer');
    const computer = await enterFlow(api, (await create()).sessionToken, home);
    const { page: phone } = await passOn(computer);
    expect(codeOf(await offering(phone))).toEqual([409, 'state-changed']);
    await phone.start();
    await phone.document('EE', 'PASSPORT');
    await phone.upload('document-front', pngOfSize(200, 'front'));
    await phone.upload('face', pngOfSize(200, 'face'));
    await phone.submit();
    await computer.send({ method: 'POST', path: '/take-over' });
    expect(codeOf(await offering(computer))).toEqual([409, 'state-changed']);
  });

  it('is stored only as hashes and sealed values, and opens nothing of a deleted session (S15)', async () => {
    const { id, sessionToken } = await create();
    const computer = await enterFlow(api, sessionToken, home);
    const code = codeIn(await offer(computer));
    const phone = phoneLink();
    await api.send({ method: 'GET', path: `/v/${code}`, headers: {} });
    await claim(code, phone);
    const rows = () =>
      api.ctx.database.query<{ code: Uint8Array; phone: Uint8Array; text: string }>(
        `select code, phone, h::text as text from flow_handoff h where session_id = $1`,
        [id],
      );
    const [row] = await rows();
    const hashOf = (token: string) => createHash('sha256').update(token).digest();
    expect([Buffer.from(row?.code ?? []), Buffer.from(row?.phone ?? [])]).toEqual([
      hashOf(code),
      hashOf(phone),
    ]);
    expect(row?.text).not.toMatch(new RegExp([home, 'Safari', code, phone].join('|')));
    await client.call({ method: 'DELETE', path: `/sessions/${id}` });
    expect(codeOf(await post('/handoff/confirm', { phone, number: 12 }))).toEqual([404, 'link-unknown']);
  });

  it('cannot be guessed: after sixty wrong codes an address is refused for a while (S15)', async () => {
    const computer = await enterFlow(api, (await create()).sessionToken, home);
    const code = codeIn(await offer(computer, 'link'));
    const address = '203.0.113.9';
    const guess = () =>
      post('/handoff/claim', { code: randomBytes(16).toString('base64url'), phone: phoneLink() }, address);
    await withoutRefill(async () => {
      await Promise.all(Array.from({ length: 70 }, guess));
      const refused = await post('/handoff/claim', { code, phone: phoneLink() }, address);
      expect(codeOf(refused)).toEqual([404, 'link-unknown']);
    });
    await claim(code, phoneLink());
  });
});
