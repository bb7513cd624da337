import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Auth } from '../src/registry-settings.ts';
import {
  type Behaviour,
  connectTo,
  context,
  type FarEnd,
  question,
  readStatus,
  reply,
  startFarEnd,
} from './calls-far-end.ts';
import { operatorCertificate, registryCertificate } from './certificates.ts';

let farEnd: FarEnd | undefined;
afterEach(async () => {
  await farEnd?.close();
  farEnd = undefined;
});

describe('Credentials', () => {
  it.each<[string, Auth, Record<string, string | undefined>]>([
    ['none', { type: 'none' }, { authorization: undefined }],
    [
      'basic',
      { type: 'basic', username: 'env:registry', password: 'env:open: sesame' },
      { authorization: 'Basic cmVnaXN0cnk6b3Blbjogc2VzYW1l' },
    ],
    ['bearer', { type: 'bearer', token: 'env:abc.def' }, { authorization: 'Bearer abc.def' }],
    ['apiKey', { type: 'apiKey', header: 'X-Api-Key', key: 'env:k-1' }, { 'x-api-key': 'k-1' }],
  ])('of the kind %s go with every request', async (_, auth, headers) => {
    farEnd = await startFarEnd(reply(200));
    const { http } = connectTo(farEnd.url, { auth });
    await http.request(question, context(), readStatus);
    expect(farEnd.requests[0]?.headers).toMatchObject(
      Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)),
    );
    expect(farEnd.requests[0]?.headers['authorization']).toBe(headers['authorization']);
    await http.close();
  });

  it('that are refused are not tried again when there are no others', async () => {
    farEnd = await startFarEnd(reply(401));
    const { http } = connectTo(farEnd.url, {
      auth: { type: 'bearer', token: 'env:old' },
      resilience: { retries: 2 },
    });
    expect(await http.request(question, context(), readStatus)).toMatchObject({
      kind: 'technical',
      cause: 'auth',
      attempts: 1,
      httpStatus: 401,
    });
    expect(farEnd.requests).toHaveLength(1);
    await http.close();
  });

  it("go to the base URL's origin and nowhere else", async () => {
    farEnd = await startFarEnd(reply(200));
    const { http } = connectTo('http://127.0.0.1:9', { auth: { type: 'bearer', token: 'env:abc' } });
    await http.request({ ...question, path: `${farEnd.url}/consent` }, context(), readStatus);
    expect(farEnd.requests[0]?.line).toBe('POST /consent HTTP/1.1');
    expect(farEnd.requests[0]?.headers['authorization']).toBeUndefined();
    await http.close();
  });

  it('are not sent to another origin after its 401 either, and it is not called twice', async () => {
    farEnd = await startFarEnd(reply(401));
    const auth = {
      type: 'oauth2',
      tokenUrl: 'http://127.0.0.1:9/token',
      clientId: 'env:a',
      clientSecret: 'env:b',
    } as const;
    const { http } = connectTo('http://127.0.0.1:9', { auth });
    expect(
      await http.request({ ...question, path: `${farEnd.url}/consent` }, context(), readStatus),
    ).toMatchObject({ kind: 'technical', cause: 'auth', attempts: 1 });
    expect(farEnd.requests.map(({ headers }) => headers['authorization'])).toEqual([undefined]);
    await http.close();
  });

  it('cannot be replaced by a header of the question', async () => {
    farEnd = await startFarEnd(reply(200));
    const { http } = connectTo(farEnd.url, { auth: { type: 'bearer', token: 'env:abc' } });
    await http.request({ ...question, headers: { Authorization: 'Bearer other' } }, context(), readStatus);
    expect(farEnd.requests[0]?.headers['authorization']).toBe('Bearer abc');
    await http.close();
  });

  it('with a line break in them send nothing: technical, config', async () => {
    farEnd = await startFarEnd(reply(200));
    const { http } = connectTo(farEnd.url, { auth: { type: 'bearer', token: 'env:a\r\nb' } });
    expect(await http.request(question, context(), readStatus)).toMatchObject({
      kind: 'technical',
      cause: 'config',
    });
    expect(farEnd.requests).toEqual([]);
    await http.close();
  });

  it('that are missing stop the start', () => {
    const readSecret = (): string => {
      throw new Error('the variable KEY is not set');
    };
    expect(() =>
      connectTo('http://127.0.0.1:9', { auth: { type: 'bearer', token: 'env:KEY' }, deps: { readSecret } }),
    ).toThrow('the variable KEY is not set');
  });
});

describe('A certificate of our own', () => {
  const server = registryCertificate;
  const ours = operatorCertificate;

  async function startTls(onlyWithCertificate: boolean) {
    const seen: (string | undefined)[] = [];
    const far = https.createServer(
      {
        key: server.key,
        cert: server.cert,
        ...(onlyWithCertificate && { requestCert: true, rejectUnauthorized: true, ca: [ours.cert] }),
      },
      (request, response) => {
        seen.push((request.socket as TLSSocket).getPeerCertificate().subject?.CN);
        response.end('{}');
      },
    );
    await new Promise<void>((resolve) => far.listen(0, '127.0.0.1', resolve));
    const close = async () => {
      far.closeAllConnections();
      await new Promise((resolve) => far.close(resolve));
    };
    farEnd = { url: '', requests: [], close };
    return { url: `https://127.0.0.1:${(far.address() as AddressInfo).port}`, seen };
  }
  const pems: Record<string, string> = {
    'env:CERT': ours.cert,
    'env:KEY': ours.key,
    'env:CA': server.cert,
  };
  const readSecret = (reference: string) => pems[reference] ?? '';

  it('is shown to a registry that requests it', async () => {
    const { url, seen } = await startTls(true);
    const { http } = connectTo(url, {
      auth: { type: 'mtls', cert: 'env:CERT', key: 'env:KEY', ca: 'env:CA' },
      deps: { readSecret },
    });
    expect(await http.request(question, context(), readStatus)).toMatchObject({
      kind: 'answered',
      answer: 200,
    });
    expect(seen).toEqual(['operator']);
    await http.close();
  });

  it('that is missing is unavailable, tls, not delivered, though TLS 1.3 refuses it after the handshake', async () => {
    const { url, seen } = await startTls(true);
    const { http } = connectTo(url, { deps: { certificateAuthorities: server.cert } });
    expect(await http.request(question, context(), readStatus)).toEqual({
      kind: 'unavailable',
      cause: 'tls',
      attempts: 1,
      delivered: 'no',
    });
    expect(seen).toEqual([]);
    await http.close();
  });

  it('is not needed where the registry is trusted by an authority of the operator', async () => {
    const { url } = await startTls(false);
    const trusting = connectTo(url, { deps: { certificateAuthorities: server.cert } });
    expect(await trusting.http.request(question, context(), readStatus)).toMatchObject({ kind: 'answered' });
    expect(await trusting.http.reachable()).toBe('up');
    await trusting.http.close();
  });

  it('of the registry without a trusted issuer is unavailable, tls, not delivered', async () => {
    const { url, seen } = await startTls(false);
    const { http } = connectTo(url);
    expect(await http.request(question, context(), readStatus)).toEqual({
      kind: 'unavailable',
      cause: 'tls',
      attempts: 1,
      delivered: 'no',
    });
    expect(seen).toEqual([]);
    await http.close();
  });
});

describe('An environment variable that turns certificate verification off', () => {
  it('makes no connector accept an untrusted certificate', async () => {
    const server = registryCertificate;
    const far = https.createServer({ key: server.key, cert: server.cert }, (_, response) =>
      response.end('{}'),
    );
    await new Promise<void>((resolve) => far.listen(0, '127.0.0.1', resolve));
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    try {
      const { http } = connectTo(`https://127.0.0.1:${(far.address() as AddressInfo).port}`);
      expect(await http.request(question, context(), readStatus)).toMatchObject({
        cause: 'tls',
        delivered: 'no',
      });
      expect(await http.reachable()).toBe('down');
      await http.close();
    } finally {
      vi.unstubAllEnvs();
      far.closeAllConnections();
      far.close();
    }
  });
});

describe('An OAuth 2 token', () => {
  const issued = (token: string, rest: object = { expires_in: 3295 }): Behaviour =>
    reply(200, JSON.stringify({ scope: 'default', token_type: 'Bearer', access_token: token, ...rest }));

  /** A remote end whose token endpoint and data route follow separate lists; the last entry repeats. */
  async function withTokens(tokens: Behaviour[], data: Behaviour[] = [reply(200)], retries = 0) {
    const world = { now: Date.now(), tokens: 0, data: 0 };
    farEnd = await startFarEnd((socket, request) => {
      const isToken = request.line.startsWith('POST /token ');
      const list = isToken ? tokens : data;
      const next = isToken ? (world.tokens += 1) : (world.data += 1);
      list[Math.min(next, list.length) - 1]?.(socket, request);
    });
    const auth: Auth = {
      type: 'oauth2',
      tokenUrl: `${farEnd.url}/token`,
      clientId: 'env:consumer',
      clientSecret: 'env:secret',
    };
    const connected = connectTo(farEnd.url, {
      auth,
      resilience: { retries },
      deps: { now: () => world.now },
    });
    const check = (repeat: 'data' | 'single_use' = 'data') =>
      connected.http.request(
        { ...question, repeat },
        { ...context(), deadline: new Date(world.now + 20_000).toISOString() },
        readStatus,
      );
    const sent = () =>
      farEnd?.requests.map(({ line, headers }) => `${line.split(' ')[1]} ${headers['authorization']}`);
    return { world, check, sent, ...connected };
  }
  const basic = '/token Basic Y29uc3VtZXI6c2VjcmV0';

  it('is fetched with HTTP Basic and client credentials, and used for the questions that follow', async () => {
    const { check, sent, http } = await withTokens([issued('t1')]);
    await check();
    await check();
    expect(sent()).toEqual([basic, '/check Bearer t1', '/check Bearer t1']);
    expect(farEnd?.requests[0]).toMatchObject({
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
    });
    await http.close();
  });

  it('is fetched once for all simultaneous calls', async () => {
    const { check, world, http } = await withTokens([issued('t1')]);
    await Promise.all([check(), check(), check(), check()]);
    expect(world).toMatchObject({ tokens: 1, data: 4 });
    await http.close();
  });

  it.each([
    ['3295 seconds', { expires_in: 3295 }, 3_235_000],
    ['3600 seconds as text', { expires_in: '3600' }, 3_540_000],
    ['an unspecified time: 300 seconds', {}, 240_000],
    ['a time that is none: 300 seconds', { expires_in: null }, 240_000],
  ])('valid for %s is renewed a minute before', async (_, rest, renewedAfterMs) => {
    const { check, world, http } = await withTokens([issued('t1', rest), issued('t2', rest)]);
    await check();
    world.now += renewedAfterMs - 1;
    await check();
    expect(world.tokens).toBe(1);
    world.now += 1;
    await check();
    expect(world.tokens).toBe(2);
    await http.close();
  });

  it.each(['data', 'single_use'] as const)(
    'that is refused is dropped, fetched once, and the question repeated once: %s',
    async (repeat) => {
      const { check, sent, http } = await withTokens([issued('t1'), issued('t2')], [reply(401), reply(200)]);
      expect(await check(repeat)).toMatchObject({ kind: 'answered', answer: 200 });
      expect(sent()).toEqual([basic, '/check Bearer t1', basic, '/check Bearer t2']);
      await http.close();
    },
  );

  it('that is refused a second time is technical, auth', async () => {
    const { check, world, http } = await withTokens([issued('t1'), issued('t2')], [reply(401)], 2);
    expect(await check()).toMatchObject({ kind: 'technical', cause: 'auth', attempts: 2, httpStatus: 401 });
    expect(world).toMatchObject({ tokens: 2, data: 2 });
    await http.close();
  });

  it('that another call has renewed meanwhile is not dropped', async () => {
    const held: (() => void)[] = [];
    const { check, world, http } = await withTokens(
      [issued('t1'), issued('t2')],
      [
        (socket, request) => held.push(() => reply(401)(socket, request)),
        (socket, request) => held.push(() => reply(401)(socket, request)),
        reply(200),
      ],
    );
    const both = [check(), check()];
    await expect.poll(() => held.length).toBe(2);
    held[0]?.();
    await expect.poll(() => world.tokens).toBe(2);
    await both[0];
    held[1]?.();
    expect(await both[1]).toMatchObject({ kind: 'answered' });
    expect(world.tokens).toBe(2);
    await http.close();
  });

  it.each([
    ['400', reply(400)],
    ['401', reply(401)],
    ['403', reply(403)],
    ['a 200 without access_token', reply(200, '{"expires_in":3295}')],
    ['a 200 that is no JSON', reply(200, '<html>')],
    ['a token that no header can carry', issued('a b')],
  ])('that ends in %s is technical, auth, and the question is not sent', async (_, behaviour) => {
    const { check, world, http } = await withTokens([behaviour], [reply(200)], 2);
    expect(await check()).toMatchObject({ kind: 'technical', cause: 'auth', attempts: 1 });
    expect(world).toMatchObject({ tokens: 1, data: 0 });
    await http.close();
  });

  it.each<[string, Behaviour, string]>([
    ['503', reply(503), 'http_5xx'],
    ['500', reply(500), 'http_5xx'],
    ['429', reply(429), 'rate_limited'],
    ['a reset', (socket) => socket.resetAndDestroy(), 'timeout'],
  ])(
    'whose endpoint answers %s is unavailable: nothing of the question was delivered',
    async (_, behaviour, cause) => {
      const { check, world, http } = await withTokens([behaviour]);
      expect(await check()).toEqual({ kind: 'unavailable', cause, attempts: 1, delivered: 'no' });
      expect(world.data).toBe(0);
      await http.close();
    },
  );

  it('is requested again by the table for questions of which nothing was sent, even for a single use', async () => {
    const { check, world, http } = await withTokens([reply(503), issued('t1')], [reply(200)], 2);
    expect(await check('single_use')).toMatchObject({ kind: 'answered' });
    expect(world).toMatchObject({ tokens: 2, data: 1 });
    await http.close();
  });
});
