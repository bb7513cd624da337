import { describe, expect, it } from 'vitest';
import { readRegistrySettings, readTemplateOptions } from '../src/read-registry-settings.ts';
import { RegistrySettingsError } from '../src/registry-settings.ts';
import { resolveSecret } from '../src/secrets.ts';

const usual = {
  connectMs: 3_000,
  dataMs: 10_000,
  biometricMs: 20_000,
  overallMs: 45_000,
  retries: 2,
  retryMinMs: 500,
  retryMaxMs: 4_000,
  retryAfterMaxMs: 10_000,
  breaker: { failures: 5, trialAfterMs: 30_000 },
  responseBytes: 1_048_576,
  concurrency: 16,
};

const file = `
registries:
  br:
    connector: datavalid
    options:
      consumerKey: env:DATAVALID_KEY
      consumerSecret: file:/run/secrets/datavalid
      consultaCpf: {}
      consent:
        idTemplate: 5f0c1d52-7a3e-4a57-9d3b-0a6a2f1c9e44
        payerCnpj: "00000000000191"
        provider: { url: https://consent.example/token, auth: { type: bearer, token: env:CONSENT } }
  mx:
    ine: { connector: ine-json, options: { baseUrl: https://ine.example/gateway } }
    curp: { connector: renapo-json, options: { baseUrl: http://10.0.0.7:8080, auth: { type: apiKey, header: X-Key, key: env:RENAPO } } }
  co:
    CC: { connector: ani-json, options: { baseUrl: https://ani.example, contractId: "7", shape: nested } }
    CE: null
  us: { connector: http-generic, options: { baseUrl: https://adapter.example, hmacSecret: env:ADAPTER } }
`;

describe('A settings file', () => {
  it('gives every connector the limits of the specification', () => {
    const { br, mx, us } = readRegistrySettings(file);
    expect(br?.options.resilience).toEqual(usual);
    expect(mx.curp?.options.resilience).toEqual(usual);
    expect(us?.options.resilience).toEqual(usual);
  });

  it('gives Datavalid its usual address, product and version, and the consumer key as its credentials', () => {
    expect(readRegistrySettings(file).br).toEqual({
      connector: 'datavalid',
      options: {
        baseUrl: 'https://gateway.apiserpro.serpro.gov.br',
        auth: {
          type: 'oauth2',
          tokenUrl: 'https://gateway.apiserpro.serpro.gov.br/token',
          clientId: 'env:DATAVALID_KEY',
          clientSecret: 'file:/run/secrets/datavalid',
        },
        resilience: usual,
        wireVersion: 'v5',
        product: 'datavalid',
        tokenUrl: 'https://gateway.apiserpro.serpro.gov.br/token',
        consumerKey: 'env:DATAVALID_KEY',
        consumerSecret: 'file:/run/secrets/datavalid',
        consultaCpf: { path: '/consulta-cpf-df/v2' },
        consent: {
          idTemplate: '5f0c1d52-7a3e-4a57-9d3b-0a6a2f1c9e44',
          payerCnpj: '00000000000191',
          provider: { url: 'https://consent.example/token', auth: { type: 'bearer', token: 'env:CONSENT' } },
        },
        requestLiveness: false,
      },
    });
  });

  it('gives INE its facial block', () => {
    expect(readRegistrySettings(file).mx.ine?.options).toEqual({
      baseUrl: 'https://ine.example/gateway',
      auth: { type: 'none' },
      resilience: usual,
      path: '/ine/v1/verificacion',
      face: {
        imagePath: 'facial.imagen',
        formatPath: 'facial.formato',
        codePath: 'response.facialResponse.codigoRespuestaFacial',
        similarityPath: 'response.facialResponse.similitud',
        okCodes: [0],
        selfieCodes: [1, 2],
        noPortraitCodes: [3],
        scale: 'percent',
      },
      absentTheftReport: 'not_returned',
      dataOkCodes: null,
      verifySignature: 'none',
      signatureKey: null,
      location: null,
    });
  });

  it('leaves a registry without a connector where it names none', () => {
    const { mx, co } = readRegistrySettings(file);
    expect(mx.voterList).toBeNull();
    expect([co.TI, co.CE, co.NIT]).toEqual([null, null, null]);
  });

  it('may be JSON', () => {
    const json = JSON.stringify({
      registries: { us: { connector: 'http-generic', options: { baseUrl: 'https://adapter.example' } } },
    });
    expect(readRegistrySettings(json).us).toEqual({
      connector: 'http-generic',
      options: {
        baseUrl: 'https://adapter.example',
        auth: { type: 'none' },
        resilience: usual,
        hmacSecret: null,
      },
    });
  });

  it('changes single limits and turns the breaker off', () => {
    const { us } = readRegistrySettings(
      'registries: { us: { connector: http-generic, options: { baseUrl: "https://a.example", resilience: { retries: 0, breaker: off } } } }',
    );
    expect(us?.options.resilience).toEqual({ ...usual, retries: 0, breaker: null });
  });

  const us = (options: string) => `registries: { us: { connector: http-generic, options: { ${options} } } }`;
  const brazil = (options: string) =>
    `registries: { br: { connector: datavalid, options: { consumerKey: env:K, consumerSecret: env:S, ${options} } } }`;

  it.each([
    [
      'an unknown place',
      'registries: { uy: null }',
      'registries.uy: must be removed; there is no such setting',
    ],
    ['no registries', '{}', 'registries: must be set'],
    [
      'a connector of another registry',
      'registries: { br: { connector: ani-json } }',
      'registries.br.connector: must be datavalid or http-generic or simulator',
    ],
    [
      'an unknown member',
      us('baseUrl: "https://a.example", retry: 3'),
      'registries.us.options.retry: must be removed; there is no such setting',
    ],
    [
      'an unknown limit',
      us('baseUrl: "https://a.example", resilience: { readMs: 3 }'),
      'registries.us.options.resilience.readMs: must be removed; there is no such setting',
    ],
    [
      'more retries than two',
      us('baseUrl: "https://a.example", resilience: { retries: 3 }'),
      'registries.us.options.resilience.retries: must be <= 2',
    ],
    ['no base URL', us(''), 'registries.us.options.baseUrl: must be set'],
    [
      'a base URL with a password',
      us('baseUrl: "https://me:word@a.example"'),
      'registries.us.options.baseUrl: must match pattern',
    ],
    [
      'plain HTTP to a public address',
      us('baseUrl: "http://203.0.113.9"'),
      'registries.us.options.baseUrl: must be https, or http to a private address, and no metadata service',
    ],
    [
      'a metadata service',
      us('baseUrl: "https://169.254.169.254"'),
      'registries.us.options.baseUrl: must be https, or http to a private address, and no metadata service',
    ],
    [
      'a secret in the open',
      us('baseUrl: "https://a.example", hmacSecret: hunter2'),
      'registries.us.options.hmacSecret: must match pattern',
    ],
    [
      'credentials without a member',
      us('baseUrl: "https://a.example", auth: { type: apiKey, key: env:K }'),
      'registries.us.options.auth.header: must be set',
    ],
    [
      'credentials with one too many',
      us('baseUrl: "https://a.example", auth: { type: bearer, token: env:T, user: env:U }'),
      'registries.us.options.auth.user: must be removed; there is no such setting',
    ],
    [
      'waits in the wrong order',
      us('baseUrl: "https://a.example", resilience: { retryMinMs: 900, retryMaxMs: 800 }'),
      'registries.us.options.resilience.retryMinMs: must be at most retryMaxMs',
    ],
    [
      'V5 without consent',
      brazil('wireVersion: v5'),
      'registries.br.options.consent: must be set, because every call of wireVersion v5 sends it',
    ],
    [
      'V4 with consent',
      brazil(
        'wireVersion: v4, consent: { idTemplate: t, payerCnpj: "00000000000191", provider: { url: "https://c.example" } }',
      ),
      'registries.br.options.consent: must not be set with wireVersion v4, which does not send it',
    ],
    [
      'a signature to verify and no key',
      'registries: { mx: { ine: { connector: ine-json, options: { baseUrl: "https://i.example", verifySignature: digest } } } }',
      'registries.mx.ine.options.signatureKey: must be set, because verifySignature is digest',
    ],
    [
      'a key for signatures that are not verified',
      'registries: { mx: { ine: { connector: ine-json, options: { baseUrl: "https://i.example", signatureKey: env:PEM } } } }',
      'registries.mx.ine.options.signatureKey: must not be set, because verifySignature is none',
    ],
    [
      'a score outside what is signed',
      'registries: { mx: { ine: { connector: ine-json, options: { baseUrl: "https://i.example", verifySignature: digest, signatureKey: env:PEM, face: { similarityPath: facial.similitud } } } } }',
      'registries.mx.ine.options.face.similarityPath: must begin with "response.", because nothing else is signed',
    ],
    [
      'a certificate of our own and no TLS to show it in',
      us('baseUrl: "http://10.0.0.7", auth: { type: mtls, cert: env:C, key: env:K }'),
      'registries.us.options.auth: must not be mtls with a baseUrl of http; use https',
    ],
    [
      'a limit beyond the time the service waits',
      us('baseUrl: "https://a.example", resilience: { overallMs: 60000 }'),
      'registries.us.options.resilience.overallMs: must be <= 45000',
    ],
    [
      'a base URL with a port that none is',
      us('baseUrl: "https://a.example:99999"'),
      'registries.us.options.baseUrl: must be a URL',
    ],
    [
      'a token URL that is none',
      us(
        'baseUrl: "https://a.example", auth: { type: oauth2, tokenUrl: "https://[", clientId: env:I, clientSecret: env:S }',
      ),
      'registries.us.options.auth.tokenUrl: must be a URL',
    ],
    [
      'a metadata service for tokens',
      us(
        'baseUrl: "https://a.example", auth: { type: oauth2, tokenUrl: "http://169.254.169.254/token", clientId: env:I, clientSecret: env:S }',
      ),
      'registries.us.options.auth.tokenUrl: must be https, or http to a private address, and no metadata service',
    ],
    [
      "plain HTTP to a public address for Serpro's tokens",
      brazil('wireVersion: v4, tokenUrl: "http://203.0.113.9/token"'),
      'registries.br.options.tokenUrl: must be https, or http to a private address, and no metadata service',
    ],
    [
      'plain HTTP to a public address for consent',
      brazil(
        'consent: { idTemplate: t, payerCnpj: "00000000000191", provider: { url: "http://203.0.113.9/token" } }',
      ),
      'registries.br.options.consent.provider.url: must be https, or http to a private address, and no metadata service',
    ],
    [
      'a simulator at no URL',
      'registries: { us: { connector: simulator, options: { baseUrl: "http://[" } } }',
      'registries.us.options.baseUrl: must be a URL',
    ],
    ['broken YAML', 'registries: { us: [', 'line 1: must be valid YAML'],
    [
      'an alias',
      'registries: { br: &none null, us: *none }',
      'aliases (*name): must not be used; repeat the value instead',
    ],
    ['a member twice', 'registries: { us: null, us: null }', 'line 1: must be valid YAML (DUPLICATE_KEY)'],
    [
      'the simulator without an address',
      'registries: { co: { CC: { connector: simulator } } }',
      'registries.co.CC.options.baseUrl: must be given where no simulator is configured',
    ],
  ])('with %s is rejected, and the message names the place', (_, text, message) => {
    expect(() => readRegistrySettings(text)).toThrow(RegistrySettingsError);
    expect(() => readRegistrySettings(text)).toThrow(message);
  });

  it.each([
    [
      'a metadata service',
      'baseUrl: "https://169.254.169.254"',
      'baseUrl: must be https, or http to a private address',
    ],
    ['a token URL that is none', 'tokenUrl: "https://["', 'tokenUrl: must be a URL'],
  ])('with %s registers no treatment template either', (_, options, message) => {
    expect(() => readTemplateOptions(brazil(options))).toThrow(RegistrySettingsError);
    expect(() => readTemplateOptions(brazil(options))).toThrow(`registries.br.options.${message}`);
  });

  it('with credentials of an unknown type is refused, and the message names the types', () => {
    expect(() => readRegistrySettings(us('baseUrl: "https://a.example", auth: { type: digest }'))).toThrow(
      'registries.us.options.auth.type: must be none or basic or bearer or apiKey or oauth2 or mtls',
    );
  });

  it.each([
    us('baseUrl: "https://a.example", hmacSecret: hunter2'),
    us('baseUrl: "https://a.example", auth: { type: bearer, token: hunter2 }'),
    us('baseUrl: "https://me:hunter2@a.example"'),
    'registries: { us: { hmacSecret: hunter2, [ }',
  ])('never repeats its content when it refuses it: %#', (text) => {
    const message = (() => {
      try {
        readRegistrySettings(text);
        return 'accepted';
      } catch (error) {
        return error instanceof RegistrySettingsError ? error.message : 'another error';
      }
    })();
    expect(message).toMatch(/registries|line/);
    expect(message).not.toContain('hunter2');
  });
});

describe('A secret', () => {
  const sources = {
    env: { API_KEY: 'from the environment', EMPTY: '' },
    readFile: (path: string) => ({ '/run/key': 'two\nlines\n', '/run/empty': '\n' })[path] ?? '',
  };

  it.each([
    ['env:API_KEY', 'from the environment'],
    ['file:/run/key', 'two\nlines'],
    ['public:anyone', 'anyone'],
  ])('%s is read', (reference, text) => {
    expect(resolveSecret(reference, sources)).toBe(text);
  });

  it.each([
    ['env:MISSING', 'the variable MISSING is not set'],
    ['env:EMPTY', 'the variable EMPTY is not set'],
    ['file:/run/empty', 'the file /run/empty is empty'],
    ['plain text', 'a secret is referred to as env:NAME or file:/path'],
  ])('%s is missing', (reference, message) => {
    expect(() => resolveSecret(reference, sources)).toThrow(message);
  });
});
