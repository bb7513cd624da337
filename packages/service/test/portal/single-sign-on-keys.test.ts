import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { IdentityProvider, type ProviderFaults } from '../../../testkit/src/identity-provider.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { byNight } from '../support/engines.ts';
import { newestOf, signInBySso, withSso } from '../support/sso-organisation.ts';

type Keys = (own: object) => unknown;

const stranger = (kid: string) => ({
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }),
  kid,
  use: 'sig',
  alg: 'ES256',
});
const others = (count: number): unknown[] =>
  Array.from({ length: count }, () => ({ kty: 'oct', k: 'AA', kid: 'x' }));
/** A list in a list, and so on. */
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describeApiOnce('malformed documents of a provider', (given) => {
  const providers: IdentityProvider[] = [];
  afterEach(async () => {
    await Promise.all(providers.splice(0).map((provider) => provider.close()));
  });
  const open = async () => {
    const provider = await new IdentityProvider().start();
    providers.push(provider);
    return { provider, organisation: await withSso(given.api, provider) };
  };
  const answering =
    (at: string, body: string): NonNullable<ProviderFaults['answer']> =>
    (path, response) => {
      if (path !== at) return false;
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
      return true;
    };

  it.each<[string, Keys, string, string]>([
    ['its key behind 99 others', (own) => [...others(99), own], 'sso-unknown', 'unknown'],
    ['its key behind 100 others', (own) => [...others(100), own], 'sso-failed', 'token: unknown-key'],
    [
      'its key and another one of the same name',
      (own) => [own, stranger((own as { kid: string }).kid)],
      'sso-failed',
      'token: unknown-key',
    ],
    ['its key for another use', (own) => [{ ...own, use: 'enc' }], 'sso-failed', 'token: unknown-key'],
    [
      'its key for another algorithm',
      (own) => [{ ...own, alg: 'RS256' }],
      'sso-failed',
      'token: unknown-key',
    ],
    [
      'its key without its place on the curve',
      (own) => [{ ...own, y: 'AA' }],
      'sso-failed',
      'token: unknown-key',
    ],
    ['its key by itself', (own) => own, 'sso-failed', 'token: unknown-key'],
    ['what is no key', () => [null, 7, 'key', [], {}, { kid: {} }], 'sso-failed', 'token: unknown-key'],
  ])('may contain %s among the keys, and is handled accordingly', async (_, keys, code, cause) => {
    const { provider, organisation } = await open();
    // Another one than those that were read when it was tested.
    provider.key = provider.newKey();
    const { publicKey, kid } = provider.key;
    const own = { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'ES256' };
    provider.faults = { answer: answering('/keys', JSON.stringify({ keys: keys(own) })) };
    const { answer } = await signInBySso(given.api, organisation, { subject: randomUUID() });
    expect(answer.json.error.code).toBe(code);
    expect(await newestOf(given.api, organisation.id)).toMatchObject({ details: { cause } });
  });

  it.each<[string, string, string]>([
    ['lists in lists', `{"keys":${nested(60_000)}}`, 'token: unknown-key'],
    ['more than 128 KiB', `{"keys":[],"x":"${'x'.repeat(131_072)}"}`, 'provider: too-large'],
    ['no object', '[]', 'provider: not-json'],
  ])('are handled where the keys are %s', async (_, body, cause) => {
    const { provider, organisation } = await open();
    provider.key = provider.newKey();
    provider.faults = { answer: answering('/keys', body) };
    const { answer } = await signInBySso(given.api, organisation, { subject: randomUUID() });
    expect(answer.json.error.code).toBe(cause.startsWith('provider') ? 'sso-unavailable' : 'sso-failed');
    expect(await newestOf(given.api, organisation.id)).toMatchObject({ details: { cause } });
  });

  // It takes the 8 s that a provider has.
  byNight(() => {
    it('are abandoned where the keys trickle in byte by byte', async () => {
      const { provider, organisation } = await open();
      provider.key = provider.newKey();
      provider.faults = {
        answer: (path, response) => {
          if (path !== '/keys') return false;
          response.writeHead(200, { 'content-type': 'application/json' });
          const timer = setInterval(() => response.write(' '), 200);
          response.on('close', () => clearInterval(timer));
          return true;
        },
      };
      const { answer } = await signInBySso(given.api, organisation, { subject: randomUUID() });
      expect(answer.json.error.code).toBe('sso-unavailable');
      expect(await newestOf(given.api, organisation.id)).toMatchObject({
        details: { cause: 'provider: timeout' },
      });
    });
  });

  it.each([
    ['objects that have no text', '[{"toString":1}]', ''],
    ['lists in lists', nested(60_000), ''],
    ['numbers and texts', '[7,"token"]', 'token'],
  ])('cause no internal error where the capabilities are %s', async (_, list, found) => {
    const { provider, organisation } = await open();
    const body = `{"issuer":"${provider.issuer}","authorization_endpoint":"${provider.issuer}/authorize","token_endpoint":"${provider.issuer}/token","jwks_uri":"${provider.issuer}/keys","response_types_supported":${list}}`;
    provider.faults = { answer: answering('/.well-known/openid-configuration', body) };
    const tested = await organisation.owner.browser.post('/organisation/sso/check', {
      issuer: provider.issuer,
    });
    expect([tested.status, tested.json]).toEqual([
      200,
      { fault: 'no-code-flow', found, authorizationEndpoint: null },
    ]);
  });
});
