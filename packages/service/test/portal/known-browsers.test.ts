import { expect, it } from 'vitest';
import type { TestApi } from '../support/api.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { signIn as signInByPasskey, withPasskey } from '../support/passkey-person.ts';
import { addPerson, goodPassword, me, openBrowser, type PortalBrowser } from '../support/portal-browser.ts';

const tryPassword = async (browser: PortalBrowser, email: string, password: string) =>
  (await browser.post('/sign-in', { email, password })).status;

/** A stranger tries passwords until the account waits. */
async function lock(api: TestApi, email: string): Promise<void> {
  const stranger = openBrowser(api);
  const statuses = [];
  for (let at = 0; at < 7; at += 1) statuses.push(await tryPassword(stranger, email, 'not the password'));
  expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429]);
}

describeApiOnce('sign-in protection with known browsers', (given) => {
  it('admits only browsers that have signed in before while strangers guess passwords (S16)', async () => {
    const { api } = given;
    const { browser: own, email } = await addPerson(api, { role: 'viewer' });
    await own.post('/sign-out');
    await lock(api, email);
    expect(await tryPassword(openBrowser(api), email, goodPassword)).toBe(429);
    expect(await tryPassword(own, email, goodPassword)).toBe(200);
    expect((await me(own)).user.id).not.toBe('');
    expect(await tryPassword(openBrowser(api), email, goodPassword)).toBe(429);
  });

  it('stores only a token in the browser, for half a year, out of reach of scripts and other sites', async () => {
    const { api } = given;
    const { email } = await addPerson(api, { role: 'viewer' });
    const answer = await openBrowser(api).post('/sign-in', { email, password: goodPassword });
    const cookies = answer.headers['set-cookie'] as string[];
    expect(cookies).toHaveLength(2);
    expect(cookies[1]).toMatch(
      /^__Host-countersign_known=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=15552000$/,
    );
  });

  it('counts failures of a known browser too, without delaying other browsers', async () => {
    const { api } = given;
    const { browser: own, email } = await addPerson(api, { role: 'viewer' });
    const statuses = [];
    for (let at = 0; at < 7; at += 1) statuses.push(await tryPassword(own, email, 'not the password'));
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429]);
    expect(await tryPassword(openBrowser(api), email, goodPassword)).toBe(200);
  });

  it('recognises a browser only for the account that signed in there', async () => {
    const { api } = given;
    const [{ browser }, victim] = [
      await addPerson(api, { role: 'viewer' }),
      await addPerson(api, { role: 'viewer' }),
    ];
    await lock(api, victim.email);
    expect(await tryPassword(browser, victim.email, goodPassword)).toBe(429);
    const token = victim.browser.knownCookie ?? '';
    const last = token.endsWith('A') ? 'Q' : 'A';
    browser.knownCookie = `${token.slice(0, 25)}${last}${token.slice(26)}`;
    expect(await tryPassword(browser, victim.email, goodPassword)).toBe(429);
    browser.knownCookie = token;
    expect(await tryPassword(browser, victim.email, goodPassword)).toBe(200);
  });

  it('recognises a browser with several accounts for each of them', async () => {
    const { api } = given;
    const [first, second] = [
      await addPerson(api, { role: 'viewer' }),
      await addPerson(api, { role: 'viewer' }),
    ];
    expect(await tryPassword(first.browser, second.email, goodPassword)).toBe(200);
    expect(first.browser.knownCookie).toMatch(/^[\w-]{43}\.[\w-]{43}$/);
    for (const { email } of [first, second]) {
      await lock(api, email);
      expect(await tryPassword(first.browser, email, goodPassword)).toBe(200);
    }
    expect(first.browser.knownCookie).toMatch(/^[\w-]{43}\.[\w-]{43}$/);
  });

  it('recognises the browser that changed the password, and none that signed in with the old one (S16)', async () => {
    const { api } = given;
    const { browser: own, email } = await addPerson(api, { role: 'viewer' });
    const former = openBrowser(api);
    expect(await tryPassword(former, email, goodPassword)).toBe(200);
    const next = 'staple battery horse';
    expect((await own.post('/me/password', { current: goodPassword, next })).status).toBe(204);
    await lock(api, email);
    expect(await tryPassword(former, email, next)).toBe(429);
    expect(await tryPassword(own, email, next)).toBe(200);
  });

  it('accepts the code from a known browser while strangers with the password guess codes (S16)', async () => {
    const { api, clock } = given;
    const admin = await addPerson(api, { role: 'admin' });
    await clock.advance({ minutes: 5 });
    const stranger = openBrowser(api);
    expect(await tryPassword(stranger, admin.email, goodPassword)).toBe(200);
    const recoveryCode = 'AAAAA-AAAAA';
    const statuses = [];
    for (let at = 0; at < 7; at += 1)
      statuses.push((await stranger.post('/sign-in/totp', { recoveryCode })).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429]);
    expect(await tryPassword(admin.browser, admin.email, goodPassword)).toBe(200);
    const shown = await admin.browser.post('/sign-in/totp', { code: await admin.code() });
    expect([shown.status, shown.json.next]).toEqual([200, 'done']);
  });

  it('blocks neither step-up nor password change for people who are signed in (S16)', async () => {
    const { api } = given;
    const person = await addPerson(api, { role: 'viewer' });
    await lock(api, person.email);
    expect((await person.stepUp()).status).toBe(200);
    const change = { current: goodPassword, next: 'staple battery horse' };
    expect((await person.browser.post('/me/password', change)).status).toBe(204);
  });

  it('admits a passkey while strangers guess passwords (S16)', async () => {
    const { api } = given;
    const { person, device } = await withPasskey(api);
    await lock(api, person.email);
    expect((await signInByPasskey(api, device)).answer.status).toBe(200);
  });

  it('admits a known browser although someone in its network tried many accounts', async () => {
    const { api } = given;
    const { browser: own, email } = await addPerson(api, { role: 'viewer' });
    const neighbour = openBrowser(api);
    neighbour.address = own.address;
    for (let at = 0; at < 31; at += 1)
      await tryPassword(neighbour, `nobody-${at}-${Math.random()}@example.com`, 'not the password');
    expect(await tryPassword(neighbour, email, goodPassword)).toBe(429);
    expect(await tryPassword(own, email, goodPassword)).toBe(200);
  });
});
