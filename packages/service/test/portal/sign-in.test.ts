import { expect, it, onTestFinished, vi } from 'vitest';
import { readClock } from '../../src/storage/engine/database-clock.ts';
import { inviteFirst } from '../../src/usecases/portal/organisation/invite-person.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import {
  addPerson,
  cookieName,
  enrol,
  goodPassword,
  me,
  openBrowser,
  type Person,
} from '../support/portal-browser.ts';
import { startApi, type TestApi } from '../support/api.ts';

const signIn = (api: TestApi, email: string, password = goodPassword) =>
  openBrowser(api).post('/sign-in', { email, password });

/** A browser that has shown the password and not the code yet. */
async function halfWay(api: TestApi, { email }: Person) {
  const browser = openBrowser(api);
  await browser.post('/sign-in', { email, password: goodPassword });
  return browser;
}

describeApiOnce('signing in to the portal', (given) => {
  it('takes password and code, and sets a new cookie after the code (S16)', async () => {
    const { api, clock } = given;
    const owner = await addPerson(api, { role: 'owner' });
    await clock.advance({ minutes: 5 });
    const browser = openBrowser(api);
    const email = ` ${owner.email.toUpperCase()} `;
    const first = await browser.post('/sign-in', { email, password: goodPassword });
    expect([first.status, first.json.next]).toEqual([200, 'totp']);
    expect(first.headers['set-cookie']).toEqual([
      `${cookieName}=${browser.cookie ?? ''}; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=43200`,
    ]);
    const early = browser.cookie;
    expect((await browser.get('/me')).json.error.code).toBe('totp-required');
    expect((await browser.get('/sessions')).status).toBe(401);
    const second = await browser.post('/sign-in/totp', { code: await owner.code() });
    expect([second.status, second.json.next]).toEqual([200, 'done']);
    expect(browser.cookie).not.toBe(early);
    expect(await me(browser)).toMatchObject({
      user: { email: owner.email, name: 'Test owner', language: 'en' },
      organisation: { name: 'Test organisation' },
      role: 'owner',
      totp: { enrolled: true, required: true, recoveryCodesLeft: 10 },
      steppedUpUntil: null,
    });
    browser.cookie = early;
    expect((await browser.get('/me')).json.error.code).toBe('signed-out');
  });

  it('refuses an unknown address and a wrong password in the same words (S16)', async () => {
    const { api } = given;
    const viewer = await addPerson(api, { role: 'viewer' });
    const unknown = await signIn(api, 'nobody@example.com', 'not the password');
    const wrong = await signIn(api, viewer.email, 'not the password');
    expect([unknown.status, wrong.status]).toEqual([401, 401]);
    expect(unknown.bytes.toString()).toBe(
      '{"error":{"code":"wrong-credentials","message":"E-mail address or password is wrong."}}',
    );
    expect(wrong.bytes).toEqual(unknown.bytes);
    expect(unknown.headers['set-cookie']).toBeUndefined();
  });

  it('commits as often for an address without an account, so that timing does not reveal accounts (S16)', async () => {
    const { api } = given;
    const viewer = await addPerson(api, { role: 'viewer' });
    const { database } = api.ctx;
    const calls = async (email: string) => {
      const spies = [vi.spyOn(database, 'query'), vi.spyOn(database, 'transaction')];
      expect((await signIn(api, email, 'not the password')).status).toBe(401);
      const counts = spies.map((spy) => spy.mock.calls.length);
      for (const spy of spies) spy.mockRestore();
      return counts;
    };
    const known = await calls(viewer.email);
    expect(known[1]).toBe(1);
    expect(await calls('nobody-at-all@example.com')).toEqual(known);
  });

  it.each(['known', 'unknown'])(
    'locks an account that is %s after six failures, longer each time',
    async (kind) => {
      const { api, clock } = given;
      const email =
        kind === 'known'
          ? (await addPerson(api, { role: 'viewer' })).email
          : `nobody-${Math.random()}@example.com`;
      const statuses: number[] = [];
      let failedAt = 0;
      const fail = async () => {
        failedAt = performance.now();
        statuses.push((await signIn(api, email, 'not the password')).status);
      };
      /** How long a sign-in is put off after the last failure, and what of it may have gone by meanwhile. */
      const putOff = async () => {
        const { status, json, headers } = await signIn(api, email);
        const seconds = Number(headers['retry-after']);
        return { status, code: json.error.code, seconds, gone: (performance.now() - failedAt) / 1000 };
      };
      for (let at = 0; at < 6; at += 1) await fail();
      expect(statuses).toEqual([401, 401, 401, 401, 401, 401]);
      const locked = await putOff();
      expect(locked).toMatchObject({ status: 429, code: 'too-many' });
      expect(locked.seconds).toBeLessThanOrEqual(15);
      expect(locked.seconds).toBeGreaterThanOrEqual(15 - locked.gone);
      await clock.advance({ seconds: 16 });
      await fail();
      expect(statuses.at(-1)).toBe(401);
      const longer = await putOff();
      expect(longer.seconds).toBeLessThanOrEqual(30);
      expect(longer.seconds).toBeGreaterThanOrEqual(30 - longer.gone);
      await clock.advance({ seconds: 31 });
      expect((await signIn(api, email)).status).toBe(kind === 'known' ? 200 : 401);
    },
  );

  it('counts simultaneous failures as well (S16)', async () => {
    const { api } = given;
    const { email } = await addPerson(api, { role: 'viewer' });
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => signIn(api, email, 'not the password')),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array<number>(6).fill(401), ...Array<number>(6).fill(429)]);
  });

  it('delays an address after many failures, whatever the accounts, and no other address', async () => {
    const { api, clock } = given;
    const viewer = await addPerson(api, { role: 'viewer' });
    const attacker = openBrowser(api);
    const guess = (email: string) => attacker.post('/sign-in', { email, password: 'not the password' });
    const statuses = new Set<number>();
    let lastAt = 0;
    for (let at = 0; at < 31; at += 1) {
      lastAt = performance.now();
      statuses.add((await guess(`nobody-${at}-${viewer.id}@example.com`)).status);
    }
    expect([...statuses]).toEqual([401]);
    const locked = await attacker.post('/sign-in', { email: viewer.email, password: goodPassword });
    expect(locked.status).toBe(429);
    expect(Number(locked.headers['retry-after'])).toBeLessThanOrEqual(5);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThanOrEqual(
      5 - (performance.now() - lastAt) / 1000,
    );
    expect((await signIn(api, viewer.email)).status).toBe(200);
    await clock.advance({ seconds: 6 });
    expect((await attacker.post('/sign-in', { email: viewer.email, password: goodPassword })).status).toBe(
      200,
    );
  });

  it('accepts a code once (S16)', async () => {
    const { api, clock } = given;
    const admin = await addPerson(api, { role: 'admin' });
    await clock.advance({ minutes: 5 });
    const code = await admin.code();
    const [one, other] = [await halfWay(api, admin), await halfWay(api, admin)];
    const shown = await Promise.all([one, other].map((browser) => browser.post('/sign-in/totp', { code })));
    expect(shown.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    const third = await halfWay(api, admin);
    const replayed = await third.post('/sign-in/totp', { code });
    expect([replayed.status, replayed.json.error.code]).toEqual([401, 'wrong-code']);
  });

  it.each([
    [-2, 401],
    [-1, 200],
    [1, 200],
    [2, 401],
  ])('answers a code of a clock %i steps off with %i', async (step, status) => {
    const { api, clock } = given;
    const admin = await addPerson(api, { role: 'admin' });
    await clock.advance({ minutes: 5 });
    const browser = await halfWay(api, admin);
    // From the beginning of a step, so that none ends between the two.
    await clock.advance({ seconds: 30 - ((await readClock(api.ctx.database)) % 30) });
    const codes = await admin.code(step);
    expect((await browser.post('/sign-in/totp', { code: codes })).status).toBe(status);
  });

  it('locks a person’s codes after six wrong ones, from any browser', async () => {
    const { api, clock } = given;
    const admin = await addPerson(api, { role: 'admin' });
    await clock.advance({ minutes: 5 });
    const wrong = (await admin.code()) === '000000' ? '000001' : '000000';
    const statuses = [];
    for (let at = 0; at < 6; at += 1) {
      const browser = await halfWay(api, admin);
      statuses.push((await browser.post('/sign-in/totp', { code: wrong })).status);
    }
    const lockedAt = performance.now();
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401]);
    const locked = await (await halfWay(api, admin)).post('/sign-in/totp', { code: await admin.code() });
    expect(locked.status).toBe(429);
    // Of 15 seconds; checking the password again took some of them.
    const passed = Math.ceil((performance.now() - lockedAt) / 1_000);
    const seconds = Number(locked.headers['retry-after']);
    expect([seconds <= 15, seconds >= 15 - passed]).toEqual([true, true]);
  });

  it('accepts each recovery code once, in any spelling', async () => {
    const { api } = given;
    const admin = await addPerson(api, { role: 'admin' });
    expect(admin.recoveryCodes).toHaveLength(10);
    const [code = ''] = admin.recoveryCodes;
    expect(code).toMatch(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/);
    const spelt = code.toLowerCase().replace('-', ' ');
    const first = await halfWay(api, admin);
    expect((await first.post('/sign-in/totp', { recoveryCode: spelt })).status).toBe(200);
    expect(await me(first)).toMatchObject({ totp: { recoveryCodesLeft: 9 } });
    const second = await halfWay(api, admin);
    expect((await second.post('/sign-in/totp', { recoveryCode: code })).json.error.code).toBe('wrong-code');
  });

  it('does not let codes in force be replaced with the password alone', async () => {
    const { api, clock } = given;
    const admin = await addPerson(api, { role: 'admin' });
    await clock.advance({ minutes: 5 });
    const thief = await halfWay(api, admin);
    expect((await thief.post('/totp/begin')).status).toBe(404);
    expect((await thief.post('/totp/confirm', { code: await admin.code() })).status).toBe(404);
    expect((await admin.browser.post('/totp/begin')).json.error.code).toBe('step-up');
    expect((await admin.stepUp()).status).toBe(200);
    await enrol(admin);
    expect((await admin.browser.get('/me')).status).toBe(200);
  });

  it('requires only owners and admins to set up codes before anything else', async () => {
    const { api } = given;
    for (const [role, next] of [
      ['owner', 'enrol'],
      ['admin', 'enrol'],
      ['developer', 'done'],
    ] as const) {
      const organisation = 'Test organisation';
      const email = `${role}-first@example.com`;
      const { url } = await inviteFirst(api.ctx)({ email, organisation, role, reveal: false, actor: 'cli' });
      const browser = openBrowser(api);
      const body = { name: 'Ada', password: goodPassword, language: 'pt-BR' };
      const answer = await browser.post(`/invitations/${url.split('/').at(-1) ?? ''}`, body);
      expect([role, answer.json.next]).toEqual([role, next]);
      const sessions = await browser.get('/sessions');
      expect([role, sessions.status]).toEqual([role, next === 'done' ? 200 : 401]);
    }
  });

  it('ends after 30 idle minutes, and after 12 hours in any case (S16)', async () => {
    const { api, clock } = given;
    const viewer = await addPerson(api, { role: 'viewer' });
    await clock.advance({ minutes: 29 });
    expect((await viewer.browser.get('/me')).status).toBe(200);
    await clock.advance({ minutes: 29 });
    expect((await viewer.browser.get('/me')).status).toBe(200);
    await clock.advance({ minutes: 31 });
    expect((await viewer.browser.get('/me')).json.error.code).toBe('signed-out');
    const again = openBrowser(api);
    await again.post('/sign-in', { email: viewer.email, password: goodPassword });
    for (let hour = 0; hour < 29; hour += 1) {
      await clock.advance({ minutes: 25 });
      if (hour < 28) expect([hour, (await again.get('/me')).status]).toEqual([hour, 200]);
    }
    expect((await again.get('/me')).status).toBe(401);
  });

  it('works only with a live cookie: neither a forged one nor one that signed out', async () => {
    const { api } = given;
    const viewer = await addPerson(api, { role: 'viewer' });
    const { browser } = viewer;
    const cookie = browser.cookie ?? '';
    for (const forged of [
      'A'.repeat(43),
      `${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'B' : 'A'}`,
      `${cookie}A`,
      '',
      "' or '1'='1",
      `${cookie}; ${cookieName}=${'A'.repeat(43)}`,
    ]) {
      const answer = await browser.call({ path: '/me', headers: { cookie: `${cookieName}=${forged}` } });
      expect([forged, answer.status]).toEqual([forged, 401]);
    }
    expect(
      (await browser.call({ path: '/me', headers: { cookie: `countersign_portal=${cookie}` } })).status,
    ).toBe(401);
    expect((await browser.post('/sign-out')).status).toBe(204);
    expect(browser.cookie).toBeNull();
    browser.cookie = cookie;
    expect((await browser.get('/me')).status).toBe(401);
  });

  it('lists one’s own sign-ins and ends them at once', async () => {
    const { api } = given;
    const viewer = await addPerson(api, { role: 'viewer' });
    const other = openBrowser(api);
    await other.post('/sign-in', { email: viewer.email, password: goodPassword });
    const { rows } = (await viewer.browser.get('/sign-ins')).json;
    expect(rows).toHaveLength(2);
    expect(rows.filter(({ current }) => current)).toHaveLength(1);
    expect(rows[0]).toMatchObject({ device: 'Firefox on Linux', address: other.address });
    const id = rows.find(({ current }) => !current)?.id ?? '';
    expect((await viewer.browser.call({ method: 'DELETE', path: `/sign-ins/${id}` })).status).toBe(204);
    expect((await other.get('/me')).status).toBe(401);
    expect((await viewer.browser.get('/me')).status).toBe(200);
    await other.post('/sign-in', { email: viewer.email, password: goodPassword });
    expect((await viewer.browser.post('/sign-out/everywhere')).status).toBe(204);
    expect((await other.get('/me')).status).toBe(401);
  });

  it('ends the other sign-ins on a change of the password', async () => {
    const { api } = given;
    const viewer = await addPerson(api, { role: 'viewer' });
    const other = openBrowser(api);
    await other.post('/sign-in', { email: viewer.email, password: goodPassword });
    const change = (current: string, next: string) => viewer.browser.post('/me/password', { current, next });
    expect((await change('not the password', 'another good password')).status).toBe(401);
    expect((await change(goodPassword, 'short')).json.error).toMatchObject({
      code: 'invalid',
      member: 'next',
    });
    expect((await change(goodPassword, 'another good password')).status).toBe(204);
    expect((await other.get('/me')).status).toBe(401);
    expect((await viewer.browser.get('/me')).status).toBe(200);
    expect((await signIn(api, viewer.email)).status).toBe(401);
    expect((await signIn(api, viewer.email, 'another good password')).status).toBe(200);
  });

  it('stores passwords as Argon2id with 19 MiB and two passes, and codes unreadably', async () => {
    // Not the cheap hashes of the other tests.
    const api = await startApi(given.api.ctx.database, {}, { passwords: 'usual' });
    onTestFinished(() => api.close());
    const owner = await addPerson(api, { role: 'owner' });
    const [row] = await api.ctx.database.query<{ hash: string; sealed: Uint8Array }>(
      `select password_hash as hash, totp_sealed as sealed from portal_user where id = $1`,
      [owner.id],
    );
    expect(row?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(Buffer.from(row?.sealed ?? []).includes(owner.secret ?? '')).toBe(false);
    const codes = await api.ctx.database.query<{ hash: Uint8Array }>(
      `select hash from portal_recovery_code where user_id = $1`,
      [owner.id],
    );
    expect(codes.map(({ hash }) => hash.length)).toEqual(Array(10).fill(32));
  });
});
