import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CertifiedProvider } from '../../../testkit/src/certified-provider.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { me, openBrowser } from '../support/portal-browser.ts';
import {
  finish,
  goThrough,
  inviteTo,
  link,
  newestOf,
  signInBySso,
  type SsoOrganisation,
  withSso,
} from '../support/sso-organisation.ts';

describeApiOnce('single sign-on by a certified provider', (given) => {
  let provider: CertifiedProvider;
  let organisation: SsoOrganisation<CertifiedProvider>;
  beforeAll(async () => {
    provider = await new CertifiedProvider('https://id.example.com/portal/sign-in/sso').start();
    organisation = await withSso(given.api, provider);
  });
  afterAll(() => provider.close());

  it('passes the connection test', async () => {
    const { owner } = organisation;
    const { json } = await owner.browser.post('/organisation/sso/check', { issuer: provider.issuer });
    expect(json).toEqual({
      fault: null,
      found: null,
      authorizationEndpoint: `${provider.issuer}/auth`,
    });
  });

  it('links an account by the address from the provider’s userinfo, and signs it in', async () => {
    const { own } = organisation;
    const person = await own.add({ role: 'developer' });
    const account = {
      subject: randomUUID(),
      email: 'ada@example.org',
      emailVerified: true,
      name: 'Ada Harju',
    };
    await link(person, provider, account);
    expect(await newestOf(given.api, organisation.id)).toMatchObject({
      action: 'link-sso',
      details: { issuer: provider.issuer, account: 'ada@example.org' },
    });
    const { browser, answer } = await signInBySso(given.api, organisation, account);
    expect([answer.status, answer.json.error]).toEqual([200, undefined]);
    expect((await me(browser)).user).toMatchObject({ id: person.id });
  });

  it('rejects people who are not linked', async () => {
    const { answer } = await signInBySso(given.api, organisation, { subject: randomUUID() });
    expect(answer.json.error.code).toBe('sso-unknown');
  });

  it('accepts an invitation whose address the provider has confirmed, and no other', async () => {
    const email = `new-${randomUUID()}@example.com`;
    const path = await inviteTo(given.api, organisation, { email, role: 'viewer' });
    const accept = async (account: { email: string; emailVerified: boolean }) => {
      const browser = openBrowser(given.api);
      const visit = { path: `${path}/sso/begin`, body: { language: 'en' }, provider };
      const brought = await goThrough(browser, { ...visit, account: { subject: randomUUID(), ...account } });
      return { browser, answer: await finish(browser, brought) };
    };
    const unconfirmed = await accept({ email, emailVerified: false });
    expect(unconfirmed.answer.json.error.code).toBe('sso-email');
    const other = await accept({ email: `other-${email}`, emailVerified: true });
    expect(other.answer.json.error.code).toBe('sso-email');
    const { browser, answer } = await accept({ email, emailVerified: true });
    expect([answer.status, answer.json.error]).toEqual([200, undefined]);
    expect((await me(browser)).user).toMatchObject({ email });
  });

  it('confirms a step-up by a fresh sign-in there', async () => {
    const person = await organisation.own.add({ role: 'admin' });
    const account = { subject: randomUUID(), name: 'Grace' };
    await link(person, provider, account);
    const { browser } = await signInBySso(given.api, organisation, account);
    const brought = await goThrough(browser, { path: '/step-up/sso/begin', body: {}, provider, account });
    expect((await finish(browser, brought)).json).toMatchObject({ purpose: 'step-up' });
    expect((await me(browser)).steppedUpUntil).not.toBeNull();
  });
});
