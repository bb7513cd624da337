/** Consent: one token per validation. @see spec/registries.md 10, 17.6 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDatavalidConnector } from '../src/br-cpf/datavalid-connector.ts';
import { createRegistryHttp } from '../src/calls/create-registry-http.ts';
import type { DatavalidOptions } from '../src/registry-settings.ts';
import {
  callContext,
  datavalidOptions,
  drop,
  type FarReply,
  openDatavalid,
  openFarEnd,
  resilience,
  stepBefore,
  wholeQuestion,
} from './br-fixtures.ts';

const good: FarReply = { body: { rfb_existe: true } };
const answered = { kind: 'answered', answer: { licenceFound: null, face: null, compared: {} } };

interface Validation {
  privacidade?: { senatran: { token: string } };
}

/** A registry that gives these answers to validations in order, and a consent manager that numbers its tokens. */
async function openRegistry(validations: FarReply[], more: Partial<DatavalidOptions> = {}) {
  let issued = 0;
  const left = [...validations];
  const farEnd = await openFarEnd(({ path }) =>
    path.endsWith('/gcc/token') ? { body: `token-${(issued += 1)}` } : (left.shift() ?? good),
  );
  const { connector } = openDatavalid(datavalidOptions(farEnd.url, { consultaCpf: null, ...more }));
  const tokens = () =>
    farEnd.requests
      .filter(({ path }) => !path.endsWith('/gcc/token'))
      .map(({ body }) => (JSON.parse(body) as Validation).privacidade?.senatran.token ?? null);
  return { check: () => connector.check(wholeQuestion, callContext()), tokens, issued: () => issued };
}

describe('a consent token', () => {
  it('is fetched anew for every validation', async () => {
    const { check, tokens, issued } = await openRegistry([]);
    await check();
    await check();
    expect(tokens()).toEqual(['token-1', 'token-2']);
    expect(issued()).toBe(2);
  });

  it.each([
    ['429', { status: 429, body: '' }],
    ['429 with Retry-After', { status: 429, headers: { 'retry-after': '0' }, body: '' }],
    ['401', { status: 401, body: '' }],
  ])('goes out again after %s', async (_, refusal) => {
    const { check, tokens, issued } = await openRegistry([refusal]);
    expect(await check()).toMatchObject(answered);
    expect(tokens()).toEqual(['token-1', 'token-1']);
    expect(issued()).toBe(1);
  });

  it.each([
    [
      '500',
      { status: 500, body: '' },
      { kind: 'unavailable', cause: 'http_5xx', attempts: 1, delivered: 'maybe' },
    ],
    [
      '502',
      { status: 502, body: '' },
      { kind: 'unavailable', cause: 'http_5xx', attempts: 1, delivered: 'maybe' },
    ],
    [
      '503',
      { status: 503, body: '' },
      { kind: 'unavailable', cause: 'http_5xx', attempts: 1, delivered: 'maybe' },
    ],
    [
      '504',
      { status: 504, body: '' },
      { kind: 'unavailable', cause: 'http_5xx', attempts: 1, delivered: 'maybe' },
    ],
    ['a reset', { body: drop }, { kind: 'unavailable', cause: 'timeout', attempts: 1, delivered: 'maybe' }],
    ['DV203', { status: 422, body: 'DV203' }, { kind: 'technical', cause: 'config', attempts: 1 }],
    ['DV150', { status: 422, body: 'DV150' }, { kind: 'unavailable', cause: 'maintenance', attempts: 1 }],
  ])('does not go out again after %s', async (_, reply, result) => {
    const { check, tokens, issued } = await openRegistry([reply]);
    expect(await check()).toMatchObject(result);
    expect(tokens()).toEqual(['token-1']);
    expect(issued()).toBe(1);
  });

  it('goes out again when no connection came about, since nothing was sent', async () => {
    const manager = await openFarEnd(() => ({ body: 'token-1' }));
    const bodies: string[] = [];
    const registry = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        bodies.push(Buffer.concat(chunks).toString('utf8'));
        response.end('{"rfb_existe":true}');
      });
    });
    const listen = (port: number) =>
      new Promise<number>((resolve) => {
        registry.listen(port, '127.0.0.1', () => resolve((registry.address() as AddressInfo).port));
      });
    const port = await listen(0);
    await new Promise((resolve) => registry.close(resolve));
    onTestFinished(() => void registry.close());

    const options = datavalidOptions(`http://127.0.0.1:${port}`, {
      auth: { type: 'none' },
      consultaCpf: null,
    });
    const consent = options.consent && {
      ...options.consent,
      provider: { url: manager.url, auth: options.auth },
    };
    const deps = { connector: 'datavalid', readSecret: () => '', onCall: () => undefined };
    const http = createRegistryHttp(options, { ...deps, wait: async () => void (await listen(port)) });
    const consentManager = createRegistryHttp({ ...options, baseUrl: manager.url }, deps);
    onTestFinished(async () => void (await Promise.all([http.close(), consentManager.close()])));

    const connector = createDatavalidConnector({ ...options, consent }, http, { consentManager });
    expect(await connector.check(wholeQuestion, callContext())).toMatchObject(answered);
    expect(manager.requests).toHaveLength(1);
    expect(bodies).toHaveLength(1);
    expect(bodies[0]).toContain('"token":"token-1"');
  });

  it('is not requested in V4, where an outage of a gateway is retried and a lost connection is not', async () => {
    const v4 = { wireVersion: 'v4', consent: null } as const;
    const outage = await openRegistry([{ status: 503, body: '' }], v4);
    expect(await outage.check()).toMatchObject(answered);
    expect([outage.tokens(), outage.issued()]).toEqual([[null, null], 0]);
    const silence = await openRegistry([{ body: drop }], v4);
    expect(await silence.check()).toMatchObject({
      kind: 'unavailable',
      cause: 'timeout',
      delivered: 'maybe',
    });
    expect(silence.tokens()).toEqual([null]);
  });
});

describe('a consent manager', () => {
  /** Sends a question with this answer from the consent manager; returns what the validation was sent with. */
  async function askManager(reply: FarReply) {
    const farEnd = await openFarEnd(({ path }) => (path.endsWith('/gcc/token') ? reply : good));
    const { connector } = openDatavalid(datavalidOptions(farEnd.url, { consultaCpf: null }));
    const result = await connector.check(wholeQuestion, callContext());
    const validation = farEnd.requests.find(({ path }) => path.endsWith('/validacao'));
    const token = validation && (JSON.parse(validation.body) as Validation).privacidade?.senatran.token;
    return { result, token, calls: farEnd.requests.length };
  }

  it.each([
    ['text', { headers: { 'content-type': 'text/plain; charset=utf-8' }, body: 'abc.def-1\n' }],
    ['JSON', { headers: { 'content-type': 'application/json' }, body: { token: 'abc.def-1' } }],
    ['text without a type', { body: 'abc.def-1' }],
    ['JSON without a type', { body: { token: 'abc.def-1' } }],
    ['JSON called text', { headers: { 'content-type': 'text/plain' }, body: { token: 'abc.def-1' } }],
    [
      'JSON of another type',
      { headers: { 'content-type': 'application/hal+json' }, body: { token: 'abc.def-1' } },
    ],
  ])('may answer in %s', async (_, reply) => {
    const { result, token } = await askManager(reply);
    expect([result.kind, token]).toEqual(['answered', 'abc.def-1']);
  });

  const json = { 'content-type': 'application/json' };
  it.each([
    ['nothing', { body: '' }, 'malformed_body'],
    ['a page', { body: '<html> </html>' }, 'malformed_body'],
    ['a page without blanks', { body: '<html/>' }, 'malformed_body'],
    ['more than a token', { body: 'x'.repeat(4097) }, 'malformed_body'],
    ['JSON without a token', { headers: json, body: {} }, 'schema'],
    ['JSON with an empty token', { headers: json, body: { token: '' } }, 'schema'],
    ['400', { status: 400, body: '' }, 'config'],
    ['406', { status: 406, body: '' }, 'config'],
    ['404', { status: 404, body: '' }, 'unexpected_status'],
    ['422', { status: 422, body: 'DV202' }, 'unexpected_status'],
    ['403', { status: 403, body: '' }, 'auth'],
  ])('that answers %s stops the check', async (_, reply, cause) => {
    const { result, calls } = await askManager(reply);
    expect(result).toMatchObject({ kind: 'technical', cause });
    expect(calls).toBe(1);
  });

  it('that stops responding is not called for a second token', async () => {
    const { result, calls } = await askManager({ body: drop });
    expect(result).toEqual({ kind: 'unavailable', cause: 'timeout', attempts: 1, delivered: 'maybe' });
    expect(calls).toBe(1);
  });

  it('that is down makes the registry unavailable', async () => {
    const { result, token } = await askManager({ status: 503, body: '' });
    expect([result, token]).toMatchObject([
      { kind: 'unavailable', cause: 'http_5xx', attempts: 3 },
      undefined,
    ]);
  });
});

describe('a check of several questions', () => {
  it.each([
    ['the validation', (path: string) => path.endsWith('/validacao')],
    ['the consent manager', (path: string) => path.endsWith('/gcc/token')],
  ])('sends nothing while the breaker of %s is open, and everything at its trial', async (_, isDown) => {
    let now = Date.parse('2026-11-20T14:05:09.000Z');
    let down = true;
    const farEnd = await openFarEnd((request) =>
      down && isDown(request.path) ? { status: 503, body: '' } : (stepBefore(request) ?? good),
    );
    const limits = { ...resilience, retries: 0, breaker: { failures: 2, trialAfterMs: 30_000 } };
    const { connector, records } = openDatavalid(datavalidOptions(farEnd.url, { resilience: limits }), {
      now: () => now,
    });
    const check = () =>
      connector.check(wholeQuestion, callContext({ deadline: new Date(now + 30_000).toISOString() }));
    await check();
    await check();
    const paid = farEnd.requests.length;
    expect(await check()).toEqual({
      kind: 'unavailable',
      cause: 'circuit_open',
      attempts: 0,
      delivered: 'no',
    });
    expect(farEnd.requests).toHaveLength(paid);
    expect(records.at(-1)).toMatchObject({ cause: 'circuit_open', attempts: 0, breaker: 'open' });
    now += 30_000;
    down = false;
    expect(await check()).toMatchObject({ kind: 'answered' });
  });

  it('has one overall limit, status lookup and consent included: the validation is not sent when they took it all', async () => {
    let now = Date.parse('2026-11-20T14:05:09.000Z');
    const farEnd = await openFarEnd((request) => {
      now += 20_000;
      return stepBefore(request) ?? good;
    });
    const options = datavalidOptions(farEnd.url, { resilience: { ...resilience, overallMs: 30_000 } });
    const { connector } = openDatavalid(options, { now: () => now });
    const deadline = new Date(now + 90_000).toISOString();
    expect(await connector.check(wholeQuestion, callContext({ deadline }))).toEqual({
      kind: 'unavailable',
      cause: 'timeout',
      attempts: 0,
      delivered: 'no',
    });
    expect(farEnd.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /consulta-cpf-df/v2/cpf/90000000175',
      'POST /datavalid/v5/gcc/token',
    ]);
  });
});
