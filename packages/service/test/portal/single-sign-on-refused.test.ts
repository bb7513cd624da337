import { createHmac, createSecretKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  IdentityProvider,
  type ProviderAccount,
  type ProviderFaults,
  signToken,
} from '../../../testkit/src/identity-provider.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { openBrowser } from '../support/portal-browser.ts';
import {
  finish,
  goThrough,
  link,
  newestOf,
  signInBySso,
  type SsoOrganisation,
  withSso,
} from '../support/sso-organisation.ts';

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const hour = 3600;

describeApiOnce('responses of a provider that are refused', (given) => {
  let provider: IdentityProvider;
  let organisation: SsoOrganisation;
  const account: ProviderAccount = { subject: randomUUID() };
  beforeAll(async () => {
    provider = await new IdentityProvider('RS256').start();
    organisation = await withSso(given.api, provider);
    await link(organisation.owner, provider, account);
  });
  afterEach(() => {
    provider.faults = {};
  });
  afterAll(() => provider.close());

  const begin = async () => {
    const browser = openBrowser(given.api);
    const visit = { path: '/sign-in/sso/begin', body: { organisation: organisation.id }, provider, account };
    return { browser, brought: await goThrough(browser, visit) };
  };
  const cause = async () => (await newestOf(given.api, organisation.id))?.details['cause'];

  const now = () => Math.floor(Date.now() / 1000);
  const header = () => ({ alg: 'RS256', kid: provider.key.kid });
  it.each<[string, () => ProviderFaults, string]>([
    ['of another issuer', () => ({ claims: { iss: 'https://evil.example' } }), 'issuer'],
    ['of the issuer with a slash', () => ({ claims: { iss: `${provider.issuer}/` } }), 'issuer'],
    ['for another client', () => ({ claims: { aud: 'other' } }), 'audience'],
    ['for two clients, issued to neither', () => ({ claims: { aud: ['countersign', 'other'] } }), 'audience'],
    [
      'for two clients, issued to the other',
      () => ({ claims: { aud: ['countersign', 'other'], azp: 'other' } }),
      'audience',
    ],
    ['issued to another client', () => ({ claims: { azp: 'other' } }), 'audience'],
    ['with another nonce', () => ({ claims: { nonce: 'A'.repeat(43) } }), 'nonce'],
    ['without a nonce', () => ({ claims: { nonce: undefined } }), 'nonce'],
    ['that is over', () => ({ claims: { exp: now() - 61 } }), 'expired'],
    ['without an end', () => ({ claims: { exp: undefined } }), 'expired'],
    ['issued in the future', () => ({ claims: { iat: now() + 120 } }), 'issued-at'],
    ['issued an hour ago', () => ({ claims: { iat: now() - hour } }), 'issued-at'],
    ['that counts later', () => ({ claims: { nbf: now() + hour } }), 'issued-at'],
    ['of no subject', () => ({ claims: { sub: '' } }), 'subject'],
    ['of a number', () => ({ claims: { sub: 7 } }), 'subject'],
    ['of a name of 256 characters', () => ({ claims: { sub: 'a'.repeat(256) } }), 'subject'],
    [
      'with the algorithm "none"',
      () => ({ token: (claims) => `${base64url({ alg: 'none' })}.${base64url(claims)}.` }),
      'algorithm',
    ],
    [
      'with the algorithm "none" and an old signature',
      () => ({ token: (claims) => `${base64url({ alg: 'none' })}.${base64url(claims)}.AAAA` }),
      'algorithm',
    ],
    [
      'signed with HS256 by the public key',
      () => ({
        token: (claims) => {
          const text = `${base64url({ ...header(), alg: 'HS256' })}.${base64url(claims)}`;
          const key = createSecretKey(
            Buffer.from(provider.key.publicKey.export({ type: 'spki', format: 'pem' }) as string),
          );
          return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
        },
      }),
      'algorithm',
    ],
    [
      'signed with HS256 by the client secret',
      () => ({
        token: (claims) => {
          const text = `${base64url({ alg: 'HS256' })}.${base64url(claims)}`;
          return `${text}.${createHmac('sha256', provider.clientSecret).update(text).digest('base64url')}`;
        },
      }),
      'algorithm',
    ],
    [
      'with an extension that must be understood',
      () => ({
        token: (claims) => signToken({ ...header(), crit: ['b64'] }, claims, provider.key.privateKey),
      }),
      'algorithm',
    ],
    [
      'signed by another key under the same name',
      () => ({
        token: (claims) =>
          signToken(header(), claims, generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
      }),
      'signature',
    ],
    [
      'signed with another padding than it names',
      () => ({
        token: (claims) => {
          const [, , signature] = signToken(
            { ...header(), alg: 'PS256' },
            claims,
            provider.key.privateKey,
          ).split('.');
          return `${base64url(header())}.${base64url(claims)}.${signature}`;
        },
      }),
      'signature',
    ],
    [
      'changed after it was signed',
      () => ({
        token: (claims) => {
          const [head, , signature] = signToken(header(), claims, provider.key.privateKey).split('.');
          return `${head}.${base64url({ ...claims, sub: 'eve' })}.${signature}`;
        },
      }),
      'signature',
    ],
    [
      'by an unknown key',
      () => ({
        token: (claims) => signToken({ alg: 'RS256', kid: 'unknown' }, claims, provider.key.privateKey),
      }),
      'unknown-key',
    ],
    [
      'by a key that comes with it',
      () => ({
        token: (claims) => {
          const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
          const jwk = publicKey.export({ format: 'jwk' });
          return signToken({ alg: 'RS256', kid: 'mine', jwk }, claims, privateKey);
        },
      }),
      'unknown-key',
    ],
    ['in two parts', () => ({ token: () => 'e30.e30' }), 'malformed'],
    ['that is encrypted', () => ({ token: () => 'e30.e30.e30.e30.e30' }), 'malformed'],
    ['that is no JSON', () => ({ token: () => 'AAAA.AAAA.AAAA' }), 'malformed'],
    ['of 40,000 characters', () => ({ token: () => `e30.${'A'.repeat(40_000)}.e30` }), 'malformed'],
  ])('a token %s does not sign in', async (_, faults, fault) => {
    const { browser, brought } = await begin();
    provider.faults = faults();
    const { status, json } = await finish(browser, brought);
    expect([status, json.error.code]).toEqual([401, 'sso-failed']);
    expect(await cause()).toBe(`token: ${fault}`);
    expect(browser.cookie).toBe(null);
  });

  it('accepts a token whose clock is 50 s off, and a correct one', async () => {
    for (const ahead of [50, -50, 0]) {
      provider.ahead = ahead;
      const { answer } = await signInBySso(given.api, organisation, account);
      provider.ahead = 0;
      expect([ahead, answer.status]).toEqual([ahead, 200]);
    }
  });

  it('accepts a state once (S16)', async () => {
    const { browser, brought } = await begin();
    expect((await finish(browser, brought)).status).toBe(200);
    const again = await finish(browser, brought);
    expect([again.status, again.json.error.code]).toEqual([401, 'sso-expired']);
  });

  it('accepts a state once, also after a failure', async () => {
    const { browser, brought } = await begin();
    expect((await finish(browser, { ...brought, code: 'wrong' })).json.error.code).toBe('sso-failed');
    expect(await cause()).toBe('code: refused');
    expect((await finish(browser, brought)).json.error.code).toBe('sso-expired');
  });

  it('accepts a code once, under any state', async () => {
    const { browser, brought } = await begin();
    expect((await finish(browser, brought)).status).toBe(200);
    const second = await begin();
    const replayed = await finish(second.browser, { ...second.brought, code: brought.code });
    expect(replayed.json.error.code).toBe('sso-failed');
  });

  it('refuses the code of another sign-in: PKCE binds it to the state', async () => {
    const [mine, theirs] = [await begin(), await begin()];
    const { json } = await finish(mine.browser, { ...mine.brought, code: theirs.brought.code });
    expect([json.error.code, await cause()]).toEqual(['sso-failed', 'code: refused']);
  });

  it('refuses a state it did not issue, and one of another browser', async () => {
    const { browser, brought } = await begin();
    const unknown = await finish(browser, { ...brought, state: 'A'.repeat(43) });
    expect(unknown.json.error.code).toBe('sso-expired');
    const stranger = openBrowser(given.api);
    expect((await finish(stranger, brought)).json.error.code).toBe('sso-expired');
    const { browser: other } = await begin();
    expect((await finish(other, brought)).json.error.code).toBe('sso-expired');
    // Who has only the address that somebody else was sent back to ends nothing for them.
    expect((await finish(browser, brought)).status).toBe(200);
  });

  it('accepts a state for ten minutes', async () => {
    const { browser, brought } = await begin();
    await given.clock.advance({ minutes: 10, seconds: 1 });
    expect((await finish(browser, brought)).json.error.code).toBe('sso-expired');
  });

  it('refuses a response of another issuer, and one without issuer where the provider sends it (S16)', async () => {
    for (const iss of ['https://evil.example', undefined]) {
      const { browser, brought } = await begin();
      const { json } = await finish(browser, { ...brought, iss });
      expect([json.error.code, await cause()]).toEqual(['sso-failed', 'mix-up']);
    }
  });

  it('never sends one provider’s code to another: changing the provider ends pending sign-ins', async () => {
    const [first, second] = [await new IdentityProvider().start(), await new IdentityProvider().start()];
    try {
      const own = await withSso(given.api, first);
      const browser = openBrowser(given.api);
      const visit = { path: '/sign-in/sso/begin', body: { organisation: own.id }, provider: first, account };
      const brought = await goThrough(browser, visit);
      expect((await own.configure({ issuer: second.issuer })).status).toBe(204);
      expect((await finish(browser, brought)).json.error.code).toBe('sso-failed');
      expect([...first.seen, ...second.seen].filter(({ path }) => path === '/token')).toEqual([]);
      expect(await newestOf(given.api, own.id)).toMatchObject({ details: { cause: 'changed' } });
    } finally {
      await Promise.all([first.close(), second.close()]);
    }
  });

  it('separates organisations with the same provider: a link is valid only in its own', async () => {
    const other = await withSso(given.api, provider);
    const { answer } = await signInBySso(given.api, other, account);
    expect(answer.json.error.code).toBe('sso-unknown');
  });

  it('finishes a link only for the sign-in that began it', async () => {
    const person = await organisation.own.add({ role: 'viewer' });
    await person.stepUp();
    const path = '/me/sso/begin';
    const fresh: ProviderAccount = { subject: randomUUID() };
    const brought = await goThrough(person.browser, { path, body: {}, provider, account: fresh });
    const { cookie } = person.browser;
    person.browser.cookie = null;
    expect((await finish(person.browser, brought)).json.error.code).toBe('sso-expired');
    person.browser.cookie = cookie;
    const second = await goThrough(person.browser, { path, body: {}, provider, account: fresh });
    const victim = await organisation.own.add({ role: 'viewer' });
    victim.browser.ssoCookie = person.browser.ssoCookie;
    expect((await finish(victim.browser, second)).json.error.code).toBe('sso-expired');
  });

  it.each([
    ['access_denied', 'sso-cancelled', 'cancelled'],
    ['server_error', 'sso-failed', 'provider: server_error'],
  ])('shows that the provider reports %s', async (error, code, noted) => {
    const { browser, brought } = await begin();
    const { json } = await finish(browser, { state: brought.state, iss: brought.iss, error });
    expect([json.error.code, await cause()]).toEqual([code, noted]);
  });

  it('shows owners that the client secret is wrong', async () => {
    const own = await withSso(given.api, provider);
    await own.configure({ clientSecret: 'of yesterday' });
    const { answer } = await signInBySso(given.api, own, account);
    expect(answer.json.error.code).toBe('sso-failed');
    expect(await newestOf(given.api, own.id)).toMatchObject({ details: { cause: 'code: client' } });
  });

  it('answers 503 while the provider fails, and recovers when it is back', async () => {
    const { browser, brought } = await begin();
    provider.faults = {
      answer: (path, response) => {
        if (path !== '/token') return false;
        response.writeHead(502).end('Bad gateway');
        return true;
      },
    };
    const { status, json } = await finish(browser, brought);
    expect([status, json.error.code, await cause()]).toEqual([503, 'sso-unavailable', 'provider: status']);
    provider.faults = {};
    expect((await signInBySso(given.api, organisation, account)).answer.status).toBe(200);
  });

  it('reads at most 128 KiB of a response', async () => {
    const { browser, brought } = await begin();
    provider.faults = {
      answer: (path, response) => {
        if (path !== '/token') return false;
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(`{"id_token":"${'A'.repeat(200_000)}"}`);
        return true;
      },
    };
    const { json } = await finish(browser, brought);
    expect([json.error.code, await cause()]).toEqual(['sso-unavailable', 'provider: too-large']);
  });

  it('allows 60 open attempts per network', async () => {
    const browser = openBrowser(given.api);
    const body = { organisation: organisation.id };
    for (let at = 0; at < 60; at += 1)
      expect((await browser.post('/sign-in/sso/begin', body)).status).toBe(200);
    const { status, headers, json } = await browser.post('/sign-in/sso/begin', body);
    expect([status, json.error.code, headers['retry-after']]).toEqual([429, 'too-many', '600']);
  });
});
