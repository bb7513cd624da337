import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { IdentityProvider, type ProviderAlgorithm } from '../../../testkit/src/identity-provider.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { goodPassword, me, openBrowser } from '../support/portal-browser.ts';
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

const newAccount = () => ({ subject: randomUUID(), name: 'Ada Harju' });

/** In addresses of these tests. */
const tag = randomUUID();

describeApiOnce('single sign-on of an organisation', (given) => {
  let provider: IdentityProvider;
  let organisation: SsoOrganisation;
  beforeAll(async () => {
    provider = await new IdentityProvider().start();
    organisation = await withSso(given.api, provider);
  });
  afterAll(() => provider.close());

  it('shows the configuration and the values for the provider, and never the secret', async () => {
    const { owner, id } = organisation;
    const answer = await owner.browser.get('/organisation/sso');
    expect(answer.json).toEqual({
      issuer: provider.issuer,
      clientId: 'countersign',
      domains: [],
      enabled: true,
      required: false,
      version: 1,
      redirectUri: 'https://id.example.com/portal/sign-in/sso',
      signInUrl: `https://id.example.com/portal/sign-in?organisation=${id}`,
      linked: 0,
      onlyLinked: 0,
    });
    const rows = await given.api.ctx.database.query<{ secret: Uint8Array }>(
      'select client_secret as secret from portal_sso where organisation_id = $1',
      [id],
    );
    expect(Buffer.from(rows[0]?.secret ?? []).includes(Buffer.from('p:ss word'))).toBe(false);
    expect(await newestOf(given.api, id)).toEqual({
      actor: `portal:${owner.id}`,
      action: 'change-sso',
      details: {
        from: null,
        to: { issuer: provider.issuer, clientId: 'countersign', domains: [], enabled: true, required: false },
        secret: true,
      },
    });
  });

  it('sends the browser to the provider with a code request, PKCE, state and nonce', async () => {
    const browser = openBrowser(given.api);
    const begun = await browser.post('/sign-in/sso/begin', { organisation: organisation.id });
    expect(String(begun.headers['set-cookie'])).toMatch(
      /^__Host-countersign_sso=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=600$/,
    );
    const url = new URL(begun.json.url);
    expect(url.origin + url.pathname).toBe(`${provider.issuer}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      scope: 'openid email profile',
      client_id: 'countersign',
      redirect_uri: 'https://id.example.com/portal/sign-in/sso',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
  });

  it('links an account after its person signed in there, and then signs in without password and code', async () => {
    const { api } = given;
    const person = await organisation.own.add({ role: 'admin' });
    const account = { ...newAccount(), email: 'ada@provider.example' };
    expect((await me(person.browser)).sso).toEqual({ account: null, required: false });
    await link(person, provider, account);
    expect(await newestOf(api, organisation.id)).toEqual({
      actor: `portal:${person.id}`,
      action: 'link-sso',
      details: { issuer: provider.issuer, account: 'ada@provider.example' },
    });
    expect((await me(person.browser)).sso).toEqual({ account: 'ada@provider.example', required: false });
    const { browser, answer } = await signInBySso(api, organisation, account);
    expect(answer.json).toEqual({ purpose: 'sign-in', path: null, csrf: browser.csrf });
    expect(await me(browser)).toMatchObject({ user: { email: person.email }, role: 'admin' });
    expect(await newestOf(api, organisation.id)).toEqual({
      actor: `portal:${person.id}`,
      action: 'sign-in',
      details: { address: browser.address, device: 'Firefox on Linux', by: 'sso' },
    });
  });

  it('leads to the requested page, and to no other site', async () => {
    const { api } = given;
    const browser = openBrowser(api);
    const account = newAccount();
    await link(await organisation.own.add({ role: 'viewer' }), provider, account);
    const body = { organisation: organisation.id, next: '/sessions?status=approved' };
    const brought = await goThrough(browser, { path: '/sign-in/sso/begin', body, provider, account });
    expect((await finish(browser, brought)).json).toMatchObject({ path: '/sessions?status=approved' });
    for (const next of ['//evil.example', '/\\evil.example', 'https://evil.example', '']) {
      const refused = await browser.post('/sign-in/sso/begin', { organisation: organisation.id, next });
      expect([next, refused.status]).toEqual([next, 422]);
    }
  });

  it.each<ProviderAlgorithm>(['RS256', 'PS256', 'EdDSA'])(
    'accepts tokens signed with %s',
    async (algorithm) => {
      const other = await new IdentityProvider(algorithm).start();
      try {
        const own = await withSso(given.api, other);
        const account = newAccount();
        await link(own.owner, other, account);
        const { answer } = await signInBySso(given.api, own, account);
        expect([answer.status, answer.json.error]).toEqual([200, undefined]);
      } finally {
        await other.close();
      }
    },
  );

  it('puts the client secret into the form where the provider accepts it only there', async () => {
    const other = await new IdentityProvider().start();
    try {
      other.faults.description = { token_endpoint_auth_methods_supported: ['client_secret_post'] };
      const own = await withSso(given.api, other);
      const { answer } = await signInBySso(given.api, own, newAccount());
      // This provider looks into the header all the same.
      expect([answer.status, answer.json.error.code]).toEqual([401, 'sso-failed']);
      const { form, authorization } = other.seen.findLast(({ path }) => path === '/token') ?? {};
      expect([form?.get('client_id'), form?.get('client_secret'), authorization]).toEqual([
        'countersign',
        'p:ss word/ä',
        '',
      ]);
    } finally {
      await other.close();
    }
  });

  it('signs in only linked accounts, whatever their e-mail address', async () => {
    const { owner } = organisation;
    const account = { ...newAccount(), email: owner.email, emailVerified: true };
    const { browser, answer } = await signInBySso(given.api, organisation, account);
    expect([answer.status, answer.json.error.code]).toEqual([401, 'sso-unknown']);
    expect(await newestOf(given.api, organisation.id)).toEqual({
      actor: 'sso',
      action: 'sign-in-failed',
      details: { wrong: 'sso', cause: 'unknown', address: browser.address },
    });
  });

  it('links an account to only one person', async () => {
    const account = newAccount();
    await link(await organisation.own.add({ role: 'viewer' }), provider, account);
    const second = await organisation.own.add({ role: 'viewer' });
    await second.stepUp();
    const brought = await goThrough(second.browser, { path: '/me/sso/begin', body: {}, provider, account });
    const { status, json } = await finish(second.browser, brought);
    expect([status, json.error.code]).toEqual([409, 'sso-taken']);
  });

  it('links only after a step-up, and has the provider prompt for the account', async () => {
    const person = await organisation.own.add({ role: 'viewer' });
    const early = await person.browser.post('/me/sso/begin', {});
    expect([early.status, early.json.error.code]).toEqual([403, 'step-up']);
    await person.stepUp();
    const begun = await person.browser.post('/me/sso/begin', {});
    expect(new URL(begun.json.url).searchParams.get('prompt')).toBe('select_account');
  });

  it('no longer signs in with an account once it is unlinked', async () => {
    const person = await organisation.own.add({ role: 'viewer' });
    const account = newAccount();
    await link(person, provider, account);
    expect((await person.browser.call({ method: 'DELETE', path: '/me/sso' })).status).toBe(204);
    expect(await newestOf(given.api, organisation.id)).toMatchObject({ action: 'unlink-sso' });
    const { answer } = await signInBySso(given.api, organisation, account);
    expect(answer.json.error.code).toBe('sso-unknown');
  });

  it('deletes the link of a removed person', async () => {
    const person = await organisation.own.add({ role: 'viewer' });
    const account = newAccount();
    await link(person, provider, account);
    const { browser } = organisation.owner;
    expect((await browser.call({ method: 'DELETE', path: `/team/${person.id}` })).status).toBe(204);
    const { answer } = await signInBySso(given.api, organisation, account);
    expect(answer.json.error.code).toBe('sso-unknown');
  });

  it('confirms a step-up by a fresh sign-in of the same person at the provider', async () => {
    const person = await organisation.own.add({ role: 'viewer' });
    const account = newAccount();
    await link(person, provider, account);
    const { browser } = await signInBySso(given.api, organisation, account);
    await me(browser);
    const path = '/step-up/sso/begin';
    expect((await browser.call({ method: 'DELETE', path: '/me/sso' })).json.error.code).toBe('step-up');
    const begun = await browser.post(path, { next: '/account' });
    const query = new URL(begun.json.url).searchParams;
    expect([query.get('prompt'), query.get('max_age')]).toEqual(['login', '0']);
    const stale = provider.authorize(begun.json.url, account, { authTime: provider.now() - 120 });
    expect((await finish(browser, stale)).json.error.code).toBe('sso-failed');
    expect(await newestOf(given.api, organisation.id)).toMatchObject({
      actor: `portal:${person.id}`,
      action: 'step-up-failed',
      details: { cause: 'token: auth-time' },
    });
    const other = await goThrough(browser, { path, body: {}, provider, account: newAccount() });
    expect((await finish(browser, other)).json.error.code).toBe('sso-unknown');
    const right = await goThrough(browser, { path, body: { next: '/account' }, provider, account });
    expect((await finish(browser, right)).json).toEqual({ purpose: 'step-up', path: '/account', csrf: null });
    expect(await newestOf(given.api, organisation.id)).toMatchObject({
      actor: `portal:${person.id}`,
      action: 'step-up',
      details: { by: 'sso' },
    });
    expect((await browser.call({ method: 'DELETE', path: '/me/sso' })).status).toBe(204);
  });

  it('creates the account of an invitation whose address the provider confirms, without a password', async () => {
    const email = `new-${randomUUID()}@example.com`;
    const path = await inviteTo(given.api, organisation, { email, role: 'reviewer' });
    const browser = openBrowser(given.api);
    expect((await browser.get(path)).json).toMatchObject({ email, sso: 'offered' });
    const account = { ...newAccount(), email: email.toUpperCase(), emailVerified: true };
    const body = { language: 'es' };
    const brought = await goThrough(browser, { path: `${path}/sso/begin`, body, provider, account });
    const done = await finish(browser, brought);
    expect(done.json).toMatchObject({ purpose: 'accept' });
    expect(await me(browser)).toMatchObject({
      user: { email, name: 'Ada Harju', language: 'es' },
      role: 'reviewer',
      password: false,
      sso: { account: email.toUpperCase() },
    });
    expect((await browser.get(path)).status).toBe(404);
    const again = await signInBySso(given.api, organisation, account);
    expect(again.answer.status).toBe(200);
    const byPassword = await openBrowser(given.api).post('/sign-in', { email, password: goodPassword });
    expect(byPassword.json.error.code).toBe('wrong-credentials');
  });

  it.each([
    ['a line break', 'Ada\u2028Sign in at evil.example', 'Ada Sign in at evil.example'],
    ['a turn of direction', 'Ada \u202eelpmaxe.live\u2066\u0085', 'Ada  elpmaxe.live'],
    ['half a character', 'Ada \ud83d', 'Ada'],
    [
      'characters of two units at its end',
      `${'a'.repeat(99)}\u{1f600}\u{1f600}`,
      `${'a'.repeat(99)}\u{1f600}`,
    ],
  ])('keeps at most one line of a name where a provider sends %s', async (_, name, shown) => {
    const email = `new-${randomUUID()}@example.com`;
    const path = await inviteTo(given.api, organisation, { email, role: 'viewer' });
    const browser = openBrowser(given.api);
    const account = { ...newAccount(), email, emailVerified: true, name };
    const body = { language: 'en' };
    const brought = await goThrough(browser, { path: `${path}/sso/begin`, body, provider, account });
    expect((await finish(browser, brought)).json).toMatchObject({ purpose: 'accept' });
    expect((await me(browser)).user).toMatchObject({ name: shown });
  });

  it.each([
    ['another address', { email: 'somebody@example.com', emailVerified: true }, 'email'],
    ['an address that is not verified', { emailVerified: false }, 'email-unverified'],
    [
      'an address that is another one in capitals',
      { email: `\u212aarl-${tag}@example.com`, emailVerified: true },
      'email',
    ],
    [
      'an address behind a blank that has no width',
      { email: `\u200bkarl-${tag}@example.com`, emailVerified: true },
      'email',
    ],
    ['a word in place of the confirmation', { emailVerified: 'true' as never }, 'email-unverified'],
  ])('creates no account for %s', async (_, wrong, cause) => {
    const email = `karl-${tag}@example.com`;
    const path = await inviteTo(given.api, organisation, { email, role: 'reviewer' });
    const browser = openBrowser(given.api);
    const account = { ...newAccount(), email, ...wrong };
    const body = { language: 'en' };
    const brought = await goThrough(browser, { path: `${path}/sso/begin`, body, provider, account });
    const { status, json } = await finish(browser, brought);
    expect([status, json.error.code]).toEqual([403, 'sso-email']);
    expect(await newestOf(given.api, organisation.id)).toMatchObject({
      action: 'accept-failed',
      details: { cause },
    });
    expect((await browser.get(path)).status).toBe(200);
  });

  it('reads the keys again when the provider rotates them, and not endlessly', async () => {
    const other = await new IdentityProvider().start();
    try {
      const own = await withSso(given.api, other);
      const account = newAccount();
      await link(own.owner, other, account);
      const reads = () => other.seen.filter(({ path }) => path === '/keys').length;
      const before = reads();
      other.key = other.newKey();
      expect((await signInBySso(given.api, own, account)).answer.status).toBe(200);
      expect(reads() - before).toBe(1);
      other.key = other.newKey();
      const { answer } = await signInBySso(given.api, own, account);
      expect([answer.json.error.code, reads() - before]).toEqual(['sso-failed', 1]);
      expect(await newestOf(given.api, own.id)).toMatchObject({ details: { cause: 'token: unknown-key' } });
    } finally {
      await other.close();
    }
  });
});
