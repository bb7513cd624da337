import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { IdentityProvider } from '../../../testkit/src/identity-provider.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { addPerson, goodPassword, me, openBrowser } from '../support/portal-browser.ts';
import { inviteTo, link, withSso } from '../support/sso-organisation.ts';

const newAccount = () => ({ subject: randomUUID() });

describeApiOnce('people led to single sign-on', (given) => {
  let provider: IdentityProvider;
  beforeAll(async () => {
    provider = await new IdentityProvider().start();
  });
  afterAll(() => provider.close());
  const begin = (email: string) => openBrowser(given.api).post('/sign-in/sso/begin', { email });
  /** An organisation whose owner has an address of a domain of its own. */
  const withDomain = async () => {
    const organisation = await withSso(given.api, provider);
    const domain = `${randomUUID()}.example`;
    await given.api.ctx.database.query('update portal_user set email = $2 where id = $1', [
      organisation.owner.id,
      `owner@${domain}`,
    ]);
    return { organisation, domain };
  };

  it('are all addresses of its domains, whether they have an account or not', async () => {
    const { organisation, domain } = await withDomain();
    expect((await begin(`owner@${domain}`)).json.error.code).toBe('no-sso');
    expect((await organisation.configure({ domains: [domain] })).status).toBe(204);
    for (const name of ['owner', 'nobody']) {
      const { status, json } = await begin(`${name}@${domain.toUpperCase()}`);
      expect([status, new URL(json.url).searchParams.get('login_hint')]).toEqual([200, `${name}@${domain}`]);
    }
    const { status, json } = await begin('owner@elsewhere.example');
    expect([status, json.error.code]).toEqual([404, 'no-sso']);
  });

  it('include no person of another organisation with addresses in the domain', async () => {
    const { organisation, domain } = await withDomain();
    await organisation.configure({ domains: [domain] });
    const stranger = await addPerson(given.api, { role: 'viewer' });
    await given.api.ctx.database.query('update portal_user set email = $2 where id = $1', [
      stranger.id,
      `stranger@${domain}`,
    ]);
    for (const name of ['stranger', 'owner'])
      expect((await begin(`${name}@${domain}`)).json.error.code).toBe('no-sso');
  });

  it('cannot be of a domain in which no owner has an address', async () => {
    const { organisation } = await withDomain();
    const { status, json } = await organisation.configure({ domains: ['gmail.com'] });
    expect([status, json.error]).toEqual([
      422,
      {
        code: 'invalid',
        message:
          'domains: “gmail.com” must be the domain of the e-mail address of an owner of the organisation',
        member: 'domains',
      },
    ]);
  });

  it('are none while it is switched off', async () => {
    const organisation = await withSso(given.api, provider);
    await organisation.configure({ enabled: false });
    const begun = await openBrowser(given.api).post('/sign-in/sso/begin', { organisation: organisation.id });
    const unknown = await openBrowser(given.api).post('/sign-in/sso/begin', { organisation: randomUUID() });
    expect([begun.status, begun.bytes]).toEqual([404, unknown.bytes]);
    expect((await me(organisation.owner.browser)).sso).toBe(null);
  });
});

describeApiOnce('required single sign-on', (given) => {
  let provider: IdentityProvider;
  beforeAll(async () => {
    provider = await new IdentityProvider().start();
  });
  afterAll(() => provider.close());

  it('ends the sign-ins of everyone except owners, who alone may use a password', async () => {
    const { api } = given;
    const organisation = await withSso(api, provider);
    const admin = await organisation.own.add({ role: 'admin' });
    expect((await organisation.configure({ required: true })).status).toBe(204);
    expect((await admin.browser.get('/me')).status).toBe(401);
    expect((await organisation.owner.browser.get('/me')).status).toBe(200);
    const signIn = (email: string, password = goodPassword) =>
      openBrowser(api).post('/sign-in', { email, password });
    const refused = await signIn(admin.email);
    expect([refused.status, refused.json.error.code]).toEqual([403, 'sso-required']);
    // Who does not know the password learns nothing.
    expect((await signIn(admin.email, 'wrong password')).json.error.code).toBe('wrong-credentials');
    expect((await signIn(organisation.owner.email)).json.next).toBe('totp');
  });

  it('creates accounts from invitations only by the provider, except for owners', async () => {
    const { api } = given;
    const organisation = await withSso(api, provider);
    await organisation.configure({ required: true });
    const accept = { name: 'Eve', password: goodPassword, language: 'en' };
    const offers = { viewer: 'required', owner: 'offered' } as const;
    for (const role of ['viewer', 'owner'] as const) {
      const email = `new-${randomUUID()}@example.com`;
      const path = await inviteTo(api, organisation, { email, role });
      expect((await openBrowser(api).get(path)).json).toMatchObject({ sso: offers[role] });
      const { json } = await openBrowser(api).post(path, accept);
      expect(role === 'viewer' ? json.error.code : json.next).toBe(
        role === 'viewer' ? 'sso-required' : 'enrol',
      );
    }
  });

  it('is set by an owner with a password, and keeps at least one such owner', async () => {
    const { api } = given;
    const organisation = await withSso(api, provider);
    const { owner } = organisation;
    await link(owner, provider, newAccount());
    await api.ctx.database.query('update portal_user set password_hash = null where id = $1', [owner.id]);
    const { status, json } = await organisation.configure({ required: true });
    expect([status, json.error.code]).toEqual([409, 'no-local-owner']);
    const second = await organisation.own.add({ role: 'owner' });
    const removed = await owner.browser.call({ method: 'DELETE', path: `/team/${second.id}` });
    expect([removed.status, removed.json.error.code]).toEqual([409, 'last-owner']);
    const unlinked = await owner.browser.call({ method: 'DELETE', path: '/me/sso' });
    expect([unlinked.status, unlinked.json.error.code]).toEqual([409, 'last-means']);
  });
});
