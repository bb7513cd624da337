import { expect, it } from 'vitest';
import type { PortalRole } from '@countersign/contract';
import { SoftwareAuthenticator } from '../../../testkit/src/software-authenticator.ts';
import { inviteFirst } from '../../src/usecases/portal/organisation/invite-person.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { signIn } from '../support/passkey-person.ts';
import {
  goodPassword,
  me,
  openBrowser,
  type PortalBrowser,
  portalOrigin,
} from '../support/portal-browser.ts';

const device = () => new SoftwareAuthenticator(portalOrigin, 'P-256');

describeApiOnce('a person who needs more than a password', (given) => {
  let invited = 0;
  /** Somebody who has just set a password, and has to set up a second step. */
  async function newOwner(role: PortalRole = 'owner') {
    const { api } = given;
    invited += 1;
    const email = `first-${invited}@example.com`;
    const details = { organisation: `First ${invited}`, reveal: false, actor: 'cli' };
    const { url } = await inviteFirst(api.ctx)({ email, role, ...details });
    const browser = openBrowser(api);
    const body = { name: 'Ada', password: goodPassword, language: 'en' };
    const answer = await browser.post(`/invitations/${url.split('/').at(-1) ?? ''}`, body);
    expect(answer.json.next).toBe(role === 'owner' ? 'enrol' : 'done');
    return { browser, email };
  }
  const begin = (browser: PortalBrowser) => browser.post('/sign-in/first-passkey/begin');
  async function setUp(browser: PortalBrowser, key = device(), wrong = {}) {
    const begun = await begin(browser);
    expect(begun.status).toBe(200);
    return browser.post('/sign-in/first-passkey', key.make(begun.json, 'First passkey', wrong));
  }
  const byPassword = async (email: string) => {
    const browser = openBrowser(given.api);
    return { browser, answer: await browser.post('/sign-in', { email, password: goodPassword }) };
  };

  it('sets up a passkey in place of codes, is signed in, and later signs in with it alone', async () => {
    const { browser, email } = await newOwner();
    const key = device();
    const answer = await setUp(browser, key);
    expect([answer.status, answer.json.next]).toEqual([200, 'done']);
    expect(await me(browser)).toMatchObject({ user: { email }, role: 'owner', passkeys: 1 });
    const actions = (await browser.get('/audit')).json.rows.map(({ action, details }) => [action, details]);
    expect(actions.slice(0, 2)).toEqual([
      ['sign-in', { address: browser.address, device: 'Firefox on Linux', by: 'passkey' }],
      ['add-passkey', { passkey: expect.any(String) as string, name: 'First passkey' }],
    ]);
    const refused = (await byPassword(email)).answer;
    expect([refused.status, refused.json.error.code]).toEqual([403, 'passkey-required']);
    const again = await signIn(given.api, key);
    expect([again.answer.status, again.answer.json.next]).toEqual([200, 'done']);
  });

  it('continues under a different cookie than that of the password step', async () => {
    const { browser } = await newOwner();
    const before = browser.cookie;
    await setUp(browser);
    expect(browser.cookie).not.toBe(before);
    const thief = openBrowser(given.api);
    thief.cookie = before;
    expect((await thief.get('/me')).status).toBe(401);
  });

  it('has nothing set up after an invalid passkey, and may try again', async () => {
    const { browser } = await newOwner();
    const wrong = await setUp(browser, device(), { origin: 'https://id.example.net' });
    expect([wrong.status, wrong.json.error.code]).toEqual([401, 'wrong-passkey']);
    expect((await browser.get('/sessions')).json.error.code).toBe('totp-required');
    expect((await setUp(browser)).status).toBe(200);
  });

  it('sets up one second step, and no further one with the password alone', async () => {
    const { browser, email } = await newOwner();
    const [one, other] = [await byPassword(email), await byPassword(email)];
    const begun = (await begin(one.browser)).json;
    expect((await other.browser.post('/totp/begin')).status).toBe(200);
    expect((await setUp(browser)).status).toBe(200);
    const late = await one.browser.post('/sign-in/first-passkey', device().make(begun, 'Mine', {}));
    expect(late.status).toBe(404);
    expect((await other.browser.post('/totp/confirm', { code: '123456' })).json.error.code).toBe(
      'passkey-required',
    );
    expect((await me(browser)).passkeys).toBe(1);
  });

  it('sets it up only in the sign-in that began it', async () => {
    const [{ browser }, other] = [await newOwner(), await newOwner()];
    const begun = (await begin(browser)).json;
    const key = device();
    const stolen = await other.browser.post('/sign-in/first-passkey', key.make(begun, 'Mine', {}));
    expect([stolen.status, stolen.json.error.code]).toEqual([401, 'wrong-passkey']);
    expect((await browser.post('/sign-in/first-passkey', key.make(begun, 'Mine', {}))).status).toBe(200);
  });

  it('is the only one to use this path: people who are signed in, or owe a code, are refused', async () => {
    const { browser } = await newOwner('developer');
    expect((await begin(browser)).status).toBe(404);
    const owner = await newOwner();
    await setUp(owner.browser);
    expect((await begin(owner.browser)).status).toBe(404);
    expect((await begin(openBrowser(given.api))).status).toBe(401);
  });
});
