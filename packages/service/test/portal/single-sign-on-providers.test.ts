import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { IdentityProvider, type ProviderFaults } from '../../../testkit/src/identity-provider.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { link, newestOf, type SsoOrganisation, withSso } from '../support/sso-organisation.ts';

describeApiOnce('the test of a provider', (given) => {
  let provider: IdentityProvider;
  let organisation: SsoOrganisation;
  beforeAll(async () => {
    provider = await new IdentityProvider().start();
    organisation = await withSso(given.api, provider);
  });
  afterEach(() => {
    provider.faults = {};
  });
  afterAll(() => provider.close());
  const check = (issuer: string) => organisation.owner.browser.post('/organisation/sso/check', { issuer });
  /** A sign-in gets ten checks at once. */
  const anew = async () => {
    organisation = await withSso(given.api, provider);
  };

  it('finds no fault with a correct one', async () => {
    expect((await check(provider.issuer)).json).toEqual({
      fault: null,
      found: null,
      authorizationEndpoint: `${provider.issuer}/authorize`,
    });
  });

  it.each<[string, Record<string, unknown>, string, string | null]>([
    ['names another issuer', { issuer: 'https://evil.example' }, 'other-issuer', 'https://evil.example'],
    ['names none', { issuer: undefined }, 'other-issuer', null],
    ['has no keys', { jwks_uri: undefined }, 'endpoints', null],
    [
      'takes codes at a private address',
      { token_endpoint: 'https://10.0.0.7/token' },
      'endpoints',
      'https://10.0.0.7/token',
    ],
    [
      'has its keys at the metadata service',
      { jwks_uri: 'http://169.254.169.254/keys' },
      'endpoints',
      'http://169.254.169.254/keys',
    ],
    [
      'has people sign in without TLS',
      { authorization_endpoint: 'http://login.example.com/' },
      'endpoints',
      'http://login.example.com/',
    ],
    [
      'has no code flow',
      { response_types_supported: ['id_token', 'token'] },
      'no-code-flow',
      'id_token, token',
    ],
    ['has plain PKCE only', { code_challenge_methods_supported: ['plain'] }, 'no-pkce', 'plain'],
    [
      'signs with HS256',
      { id_token_signing_alg_values_supported: ['HS256', 'none'] },
      'algorithms',
      'HS256, none',
    ],
    [
      'authenticates clients by keys only',
      { token_endpoint_auth_methods_supported: ['private_key_jwt'] },
      'client-authentication',
      'private_key_jwt',
    ],
  ])('shows that it %s', async (_, description, fault, found) => {
    await anew();
    provider.faults = { description };
    expect((await check(provider.issuer)).json).toEqual({ fault, found, authorizationEndpoint: null });
  });

  it.each<[string, ProviderFaults['answer'], string, string | null]>([
    [
      'sends on to another address',
      (_, response) => {
        response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
        return true;
      },
      'redirect',
      '302',
    ],
    [
      'answers 500',
      (_, response) => {
        response.writeHead(500).end();
        return true;
      },
      'status',
      '500',
    ],
    [
      'answers a page',
      (_, response) => {
        response.writeHead(200).end('<!doctype html>');
        return true;
      },
      'not-json',
      '200',
    ],
    [
      'answers without end',
      (_, response) => {
        response.writeHead(200);
        response.end(Buffer.alloc(1_000_000, 32));
        return true;
      },
      'too-large',
      '200',
    ],
    [
      'hangs up',
      (_, response) => {
        response.destroy();
        return true;
      },
      'unreachable',
      null,
    ],
    ['answers nothing for 8 s', () => true, 'timeout', null],
    [
      'has an empty set of keys',
      (path, response) => {
        if (path === '/keys') response.writeHead(200).end('{"keys":[]}');
        return path === '/keys';
      },
      'no-keys',
      null,
    ],
  ])('shows that it %s', async (_, answer, fault, found) => {
    await anew();
    provider.faults = answer === undefined ? {} : { answer };
    expect((await check(provider.issuer)).json).toEqual({ fault, found, authorizationEndpoint: null });
  });

  it('keeps the previous settings when the new provider is faulty', async () => {
    const other = await new IdentityProvider().start();
    try {
      other.faults.description = { issuer: 'https://evil.example' };
      const { status, json } = await organisation.configure({ issuer: other.issuer });
      expect([status, json.error.code]).toEqual([409, 'sso-refused']);
      expect((await organisation.owner.browser.get('/organisation/sso')).json).toMatchObject({
        issuer: provider.issuer,
        enabled: true,
      });
    } finally {
      await other.close();
    }
  });

  it.each([
    'http://login.example.com',
    'https://10.1.2.3',
    'https://169.254.169.254',
    'https://user:password@login.example.com',
    'https://login.example.com?tenant=1',
    'https://login.example.com#a',
    'https://login.example.com/.well-known/openid-configuration',
    'file:///etc/passwd',
    'login.example.com',
  ])('rejects the issuer %s', async (issuer) => {
    await anew();
    const { status, json } = await check(issuer);
    expect([status, json.error.code, json.error.member]).toEqual([422, 'invalid', 'issuer']);
    expect(json.error.message).toContain(issuer);
  });

  it('sends a stored secret to no other provider', async () => {
    const other = await new IdentityProvider().start();
    try {
      const { status, json } = await organisation.configure({
        issuer: other.issuer,
        clientSecret: undefined,
      });
      expect([status, json.error.member]).toEqual([422, 'clientSecret']);
      expect((await organisation.configure({ clientSecret: undefined })).status).toBe(204);
    } finally {
      await other.close();
    }
  });

  it('changes nothing without a step-up, or over the change of another owner', async () => {
    const second = await organisation.own.add({ role: 'owner' });
    const body = {
      version: 1,
      issuer: provider.issuer,
      clientId: 'a',
      clientSecret: 'b',
      domains: [],
      enabled: false,
      required: false,
    };
    const put = () => second.browser.call({ method: 'PUT', path: '/organisation/sso', body });
    expect((await put()).json.error.code).toBe('step-up');
    await second.stepUp();
    await organisation.configure();
    expect((await put()).json.error.code).toBe('changed-meanwhile');
  });

  it('deletes all links when the provider is removed', async () => {
    await anew();
    const { owner, id } = organisation;
    await link(owner, provider, { subject: randomUUID() });
    expect((await owner.browser.call({ method: 'DELETE', path: '/organisation/sso' })).status).toBe(204);
    expect(await newestOf(given.api, id)).toMatchObject({
      action: 'remove-sso',
      details: { issuer: provider.issuer },
    });
    const left = await given.api.ctx.database.query(
      'select 1 from portal_sso_identity where organisation_id = $1',
      [id],
    );
    expect(left).toEqual([]);
    const again = await owner.browser.call({ method: 'DELETE', path: '/organisation/sso' });
    expect(again.status).toBe(404);
  });
});
