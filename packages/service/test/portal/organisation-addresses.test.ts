import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { IdentityProvider } from '../../../testkit/src/identity-provider.ts';
import { SoftwareAuthenticator } from '../../../testkit/src/software-authenticator.ts';
import { startApi } from '../support/api.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { describeEnginesOnce } from '../support/engines.ts';
import { add, ask } from '../support/passkey-person.ts';
import { me, openBrowser, type Person, portalOrigin } from '../support/portal-browser.ts';
import { newOrganisation } from '../support/portal-organisation.ts';
import { finish, goThrough, link, signInBySso, withSso } from '../support/sso-organisation.ts';

const rules = {
  codesRequired: false,
  idleMinutes: 30,
  signInMinutes: 720,
  revealByGrant: false,
  version: 1,
};

/** Allows nothing but these. */
async function allow({ browser }: Person, allowedAddresses: string[]) {
  const { organisation } = await me(browser);
  const body = { ...rules, name: organisation.name, allowedAddresses };
  return browser.call({ method: 'PUT', path: '/organisation', body });
}

describeApiOnce('allowed addresses of an organisation', (given) => {
  const refusals = async ({ browser, id }: Person) =>
    (await browser.get('/audit?action=sign-in-failed')).json.rows
      .filter(({ actor }) => actor === `portal:${id}`)
      .map(({ details }) => details);

  it('apply to passkeys as to passwords', async () => {
    const { api } = given;
    const own = await newOrganisation(api);
    const owner = await own.add({ role: 'owner' });
    await owner.stepUp();
    const device = new SoftwareAuthenticator(portalOrigin, 'P-256');
    expect((await add(owner, device)).status).toBe(201);
    expect((await allow(owner, [owner.browser.address])).status).toBe(204);
    const browser = openBrowser(api);
    const signIn = async () => browser.post('/sign-in/passkey', device.use(await ask(browser)));
    const refused = await signIn();
    expect([refused.status, refused.json.error.code]).toEqual([403, 'address-refused']);
    expect(await refusals(owner)).toEqual([{ wrong: 'address', address: browser.address }]);
    browser.address = owner.browser.address;
    expect((await signIn()).json.next).toBe('done');
  });

  it('apply to single sign-on, and to the browser’s return from the provider', async () => {
    const { api } = given;
    const provider = await new IdentityProvider().start();
    try {
      const organisation = await withSso(api, provider);
      const { owner } = organisation;
      const account = { subject: randomUUID(), name: 'Ada Harju' };
      await link(owner, provider, account);
      expect((await allow(owner, [owner.browser.address])).status).toBe(204);
      const { browser, answer } = await signInBySso(api, organisation, account);
      expect([answer.status, answer.json.error.code, browser.cookie]).toEqual([403, 'address-refused', null]);
      expect(await refusals(owner)).toEqual([{ wrong: 'address', address: browser.address }]);
      const other = { subject: randomUUID(), name: 'Ada at home' };
      const brought = await goThrough(owner.browser, {
        path: '/me/sso/begin',
        body: {},
        provider,
        account: other,
      });
      owner.browser.address = browser.address;
      const finished = await finish(owner.browser, brought);
      expect([finished.status, finished.json.error.code]).toEqual([401, 'sso-expired']);
    } finally {
      await provider.close();
    }
  });
});

describeEnginesOnce('allowed addresses of an organisation behind a proxy', (open) => {
  let api: Awaited<ReturnType<typeof startApi>>;
  beforeAll(async () => {
    api = await startApi(await open(), { TRUSTED_PROXIES: '127.0.0.0/8' });
  });
  afterAll(() => api.close());

  it('are compared with the client address that trusted proxies report', async () => {
    const owner = await (await newOrganisation(api)).add({ role: 'owner' });
    await owner.stepUp();
    const from = (address: string) =>
      owner.browser.call({ path: '/organisation', headers: { 'x-forwarded-for': address } });
    expect((await from('2001:db8::7')).json).toMatchObject({ ownAddress: '2001:db8::7' });
    expect((await allow(owner, ['203.0.113.0/24'])).json.error.code).toBe('own-address');
    const { organisation } = await me(owner.browser);
    const changed = await owner.browser.call({
      method: 'PUT',
      path: '/organisation',
      headers: { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' },
      body: {
        ...rules,
        name: organisation.name,
        allowedAddresses: ['203.0.113.0/24', '2001:db8::/32'],
      },
    });
    expect(changed.status).toBe(204);
    expect([
      (await from('203.0.113.200')).status,
      (await from('2001:db8:ffff::1')).status,
      (await from('2001:db9::1')).status,
      // What a client claims before its proxy counts for nothing.
      (await from('203.0.113.9, 198.51.100.1')).status,
      (await owner.browser.get('/organisation')).status,
    ]).toEqual([200, 200, 403, 403, 403]);
  });
});
