import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTokenBuckets } from '../src/http/public/token-buckets.ts';
import { createUploadBudget } from '../src/http/public/upload-budget.ts';
import { type Client, startApi, type TestApi } from './support/api.ts';
import { decided } from './support/decide.ts';
import { describeEngines, openTestDatabase } from './support/engines.ts';

describeEngines('beside the public API', (open) => {
  let api: TestApi;
  let client: Client;
  beforeAll(async () => {
    api = await startApi(await open());
    client = await api.integrate();
  });
  afterAll(() => api.close());

  const get = (path: string, method = 'GET') => api.send({ method, path, headers: {} });

  it.each([
    ['/healthz', 'ok\n'],
    ['/readyz', 'ready\n'],
  ])('%s needs no key', async (path, body) => {
    const answer = await get(path);
    expect([answer.status, answer.bytes.toString()]).toEqual([200, body]);
  });

  it('/metrics counts answers by route and status, and names nobody', async () => {
    const id = await client.createSession();
    await client.decision(id);
    const text = (await get('/metrics')).bytes.toString();
    expect(text).toMatch(/countersign_http_requests_total\{route="get-decision",status="200"\} [1-9]/);
    expect(text).not.toContain(id);
  });

  it('/metrics has a port of its own where the operator sets one', async () => {
    const free = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => free.once('listening', resolve));
    const { port } = free.address() as net.AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    const apart = await startApi(await open(), { METRICS_PORT: String(port) });
    const answers = await Promise.all([
      fetch(`http://127.0.0.1:${port}/metrics`),
      fetch(`${apart.url}/metrics`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 404]);
    await apart.close();
    await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow('fetch failed');
  });

  it('/openapi.json describes every endpoint', async () => {
    const document = JSON.parse((await get('/openapi.json')).bytes.toString()) as {
      openapi: string;
      paths: object;
    };
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths).some((path) => path.endsWith('/sessions/{sessionId}/decision'))).toBe(
      true,
    );
  });

  it.each(['/', '/v2/sessions', '/V1/sessions', '/v1x', '/%zz', '/healthz/'])(
    '%s is 404 without a body',
    async (path) => {
      const answer = await get(path);
      expect([answer.status, answer.bytes.length, answer.headers['x-hmac-signature']]).toEqual([
        404,
        0,
        undefined,
      ]);
    },
  );

  describe('a session link (A-28)', () => {
    const view = async (token: string) => {
      const { status, headers, bytes } = await get(`/v/${token}`);
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
      expect(headers['content-security-policy']).not.toContain('unsafe-inline');
      return { status, text: bytes.toString() };
    };
    const tokenOf = async (id: string) => {
      const answer = await client.call({ method: 'POST', path: '/sessions', body: { verification: {} } });
      return id === '' ? answer.json.verification.sessionToken : '';
    };

    it('of an open session says that there is nothing to do here, and changes nothing', async () => {
      const { json } = await client.call({
        method: 'POST',
        path: '/sessions',
        body: { verification: { vendorData: 'v-canary', person: { lastName: 'Canary' } } },
      });
      const { id, sessionToken } = json.verification;
      const { status, text } = await view(sessionToken);
      expect([status, /over its API/.test(text), /canary/i.test(text)]).toEqual([200, true, false]);
      const [row] = await api.shell.database.query(`select status, opened_at from session where id = $1`, [
        id,
      ]);
      expect(row).toEqual({ status: 'created', opened_at: null });
    });

    it('that is final, forged, for another installation or not a token at all gets one and the same answer', async () => {
      const closed = await view('x');
      const approved = await decided(api, client, 'Approve');
      const again = await client.call({
        method: 'PATCH',
        path: `/sessions/${approved}`,
        body: { verification: { status: 'submitted' } },
      });
      expect(again.status).toBe(400);
      const good = await tokenOf('');
      const [header = '', payload = '', signature = ''] = good.split('.');
      const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
      const forged = [
        `${header}.${payload}.${signature.slice(1)}A`,
        `${none}.${payload}.`,
        `${none}.${payload}.${signature}`,
        header,
        'a.b.c',
        'x'.repeat(5000),
      ];
      for (const token of forged) expect(await view(token)).toEqual(closed);
      await api.shell.database.query(`update session set status = 'expired' where id = $1`, [
        JSON.parse(Buffer.from(payload, 'base64url').toString()).session_id,
      ]);
      expect(await view(good)).toEqual(closed);
      expect(closed.text).not.toMatch(/over its API/);
    });
  });
});

describe('closing (R19)', () => {
  it('lets a request in flight finish, and takes no new connection', async () => {
    const api = await startApi(await openTestDatabase('pglite'));
    const client = await api.integrate();
    const body = '{"verification":{}}';
    let received = '';
    const socket = net.connect(api.port, '127.0.0.1');
    socket.on('data', (chunk) => (received += chunk.toString()));
    const ended = new Promise((resolve) => socket.on('close', resolve));
    socket.write(
      `POST /v1/sessions HTTP/1.1\r\nHost: x\r\nX-AUTH-CLIENT: ${client.apiKey}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    const closing = api.close();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const refused = await new Promise((resolve) => {
      net
        .connect(api.port, '127.0.0.1')
        .on('error', () => resolve(true))
        .on('connect', () => resolve(false));
    });
    socket.write(body.slice(5));
    await Promise.all([closing, ended]);
    expect(refused).toBe(true);
    expect(received).toMatch(/^HTTP\/1\.1 201 /);
  });
});

describe('what is refused before it costs anything', () => {
  it('uploads beyond the bytes in flight, altogether or from one address, are 503 with Retry-After', () => {
    const budget = createUploadBudget({ set: () => {} }, { all: 100, address: 60 });
    const refusal = expect.objectContaining({ http: 503, retryAfter: 1 });
    const release = budget.reserve('a', 60);
    expect(() => budget.reserve('a', 1)).toThrow(refusal);
    expect(() => budget.reserve('b', 41)).toThrow(refusal);
    budget.reserve('b', 40)();
    release();
    expect(budget.reserve('a', 60)).toBeTypeOf('function');
  });

  it('a bucket gives its size at once and then its rate', () => {
    let now = 0;
    const buckets = createTokenBuckets(() => now);
    const taken = () => Array.from({ length: 5 }, () => buckets.take('a', { size: 3, perSecond: 2 }));
    expect(taken()).toEqual([true, true, true, false, false]);
    expect(buckets.take('b', { size: 3, perSecond: 2 })).toBe(true);
    now = 1000;
    expect(taken()).toEqual([true, true, false, false, false]);
  });
});
