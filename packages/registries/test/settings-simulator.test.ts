import { describe, expect, it } from 'vitest';
import { readRegistrySettings } from '../src/read-registry-settings.ts';
import { sandboxSettings, simulatorSettings, usesSimulator } from '../src/simulator-settings.ts';

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

describe('The simulator in the settings', () => {
  const simulated = 'registries: { co: { CC: { connector: simulator }, CE: { connector: simulator } } }';

  it('is the same connector at the address of the process, with the breaker off', () => {
    const { co } = readRegistrySettings(simulated, 'http://127.0.0.1:8090/');
    expect(co.CE).toEqual(co.CC);
    expect(co.CC).toEqual({
      connector: 'ani-json',
      simulated: true,
      options: {
        baseUrl: 'http://127.0.0.1:8090',
        auth: {
          type: 'oauth2',
          tokenUrl: 'http://127.0.0.1:8090/token',
          clientId: 'public:countersign',
          clientSecret: 'public:countersign',
        },
        resilience: { ...usual, breaker: null },
        contractId: 'simulated',
        shape: 'flat',
      },
    });
  });

  it('has a breaker where the file turns it on', () => {
    const { us } = readRegistrySettings(
      'registries: { us: { connector: simulator, options: { baseUrl: "http://127.0.0.1:1", resilience: { retries: 0, breaker: { failures: 2 } } } } }',
    );
    expect(us?.options.resilience).toEqual({
      ...usual,
      retries: 0,
      breaker: { failures: 2, trialAfterMs: 30_000 },
    });
  });

  it('is detected, for production', () => {
    expect(usesSimulator(readRegistrySettings(simulated, 'http://127.0.0.1:8090'))).toBe(true);
    expect(usesSimulator(simulatorSettings('http://127.0.0.1:8090'))).toBe(true);
    const others =
      'registries: { us: { connector: http-generic, options: { baseUrl: "https://adapter.example" } } }';
    expect(usesSimulator(readRegistrySettings(others))).toBe(false);
  });

  it('is detected under the name of another connector too', () => {
    const settings = readRegistrySettings(
      'registries: { co: { CC: { connector: ani-json, options: { baseUrl: "http://10.1.1.1:8090/ani", contractId: x } } } }',
    );
    expect(usesSimulator(settings, 'http://10.1.1.1:8090')).toBe(true);
    expect(usesSimulator(settings, 'http://10.1.1.1:8091')).toBe(false);
  });

  it.each([
    ['another spelling of this machine', 'baseUrl: "http://localhost:8090/ine"'],
    ['the address of this machine in the new protocol', 'baseUrl: "http://[::1]:8090"'],
    [
      'its tokens',
      'baseUrl: "https://ine.example", auth: { type: oauth2, tokenUrl: "http://127.0.0.1:8090/token", clientId: env:I, clientSecret: env:S }',
    ],
  ])('is detected at %s', (_, options) => {
    const settings = readRegistrySettings(
      `registries: { mx: { ine: { connector: ine-json, options: { ${options} } } } }`,
    );
    expect(usesSimulator(settings, 'http://127.0.0.1:8090')).toBe(true);
    expect(usesSimulator(settings, 'http://127.0.0.1:8091')).toBe(false);
    expect(usesSimulator(settings, null)).toBe(false);
  });

  it('is detected where only consent comes from it', () => {
    const settings = readRegistrySettings(
      'registries: { br: { connector: datavalid, options: { consumerKey: env:K, consumerSecret: env:S, consent: { idTemplate: t, payerCnpj: "00000000000191", provider: { url: "http://127.0.0.1:8090/datavalid/v5/gcc/token" } } } } }',
    );
    expect(usesSimulator(settings, 'http://127.0.0.1:8090')).toBe(true);
  });

  it('serves test integrations below /sandbox: the status lookup on, consent by its own route, one known template', () => {
    const { br, mx, co, us } = sandboxSettings('http://127.0.0.1:8090');
    expect(br?.options).toMatchObject({
      baseUrl: 'http://127.0.0.1:8090/sandbox',
      tokenUrl: 'http://127.0.0.1:8090/sandbox/token',
      wireVersion: 'v5',
      consultaCpf: { path: '/consulta-cpf-df/v2' },
      consent: {
        idTemplate: '00000000-0000-4000-8000-000000000001',
        provider: { url: 'http://127.0.0.1:8090/sandbox/datavalid/v5/gcc/token' },
      },
      resilience: { breaker: null },
    });
    expect(mx.ine?.options.baseUrl).toBe('http://127.0.0.1:8090/sandbox');
    expect(mx.curp?.options.baseUrl).toBe('http://127.0.0.1:8090/sandbox/renapo');
    expect(mx.voterList?.options.baseUrl).toBe('http://127.0.0.1:8090/sandbox');
    expect(co.CC?.options.baseUrl).toBe('http://127.0.0.1:8090/sandbox');
    expect([co.CE, co.NIT]).toEqual([null, null]);
    expect(us?.options.baseUrl).toBe('http://127.0.0.1:8090/sandbox/generic/us');
  });
});
