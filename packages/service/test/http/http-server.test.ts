import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTokenBuckets } from '../../src/http/public/intake/token-buckets.ts';
import { type Client, startApi, type TestApi } from '../support/api.ts';
import { decided } from '../support/decide.ts';
import { describeEnginesOnce, openTestDatabase } from '../support/engines.ts';

describeEnginesOnce('beside the public API', (open) => {
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
    ['/readyz', 'ready 0.1.0\n'],
  ])('%s needs no key', async (path, body) => {
    const answer = await get(path);
    expect([answer.status, answer.bytes.toString()]).toEqual([200, body]);
  });

  it.each(['/healthz', '/openapi.json', '/v/x', '/portal', '/nowhere'])(
    '%s answers HEAD as GET, without the body',
    async (path) => {
      const [got, head] = [await get(path), await get(path, 'HEAD')];
      const comparable = ({ status, headers }: typeof got) => ({ status, headers: { ...headers, date: '' } });
      expect(comparable(head)).toEqual(comparable(got));
      expect(head.bytes.length).toBe(0);
    },
  );

  it('rejects other methods for a page', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect((await get('/healthz', method)).status).toBe(404);
  });

  it.each([
    ['http://kyc.example/healthz', 200],
    ['HTTPS://kyc.example:8443/healthz?deep=no', 200],
    ['http://kyc.example/v1/sessions', 401],
    ['http://kyc.example', 404],
    ['http://kyc.example?/healthz', 404],
  ])('goes by the path of a target that names the whole URL: %s', async (target, status) => {
    expect((await get(target)).status).toBe(status);
  });

  it('/metrics counts answers by route and status, without identifiers', async () => {
    const id = await client.createSession();
    await client.decision(id);
    const text = (await get('/metrics')).bytes.toString();
    expect(text).toMatch(/countersign_http_requests_total\{route="get-decision",status="200"\} [1-9]/);
    expect(text).not.toContain(id);
  });

  it('/metrics is not on the port of the API in production, nor where it has a port of its own', async () => {
    for (const env of [{ COUNTERSIGN_ENV: 'production' }, { METRICS_PORT: '9464' }]) {
      const apart = await startApi(await open(), env);
      const answer = await apart.send({ method: 'GET', path: '/metrics', headers: {} });
      expect(answer.status).toBe(404);
      await apart.close();
    }
  });

  it('/demo is not there in production', async () => {
    const production = await startApi(await open(), { COUNTERSIGN_ENV: 'production' });
    for (const method of ['GET', 'POST']) {
      const path = method === 'GET' ? '/demo' : '/demo/sessions';
      expect((await production.send({ method, path, headers: {} })).status).toBe(404);
    }
    await production.close();
  });

  it('/.well-known/security.txt names the contact of this installation, or is 404 (S28)', async () => {
    expect((await get('/.well-known/security.txt')).status).toBe(404);
    const reachable = await startApi(await open(), { SECURITY_CONTACT: 'mailto:security@example.com' });
    const answer = await reachable.send({ method: 'GET', path: '/.well-known/security.txt', headers: {} });
    await reachable.close();
    const [contact, expires = '', ...rest] = answer.bytes.toString().split('\n');
    expect([contact, rest]).toEqual([
      'Contact: mailto:security@example.com',
      ['Preferred-Languages: en', 'Canonical: https://id.example.com/.well-known/security.txt', ''],
    ]);
    const days = (Date.parse(expires.replace('Expires: ', '')) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(179);
    expect(days).toBeLessThan(182);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  it('every answer requires TLS where the public address is https, and none where it is not (S09)', async () => {
    const paths = ['/healthz', '/nowhere', '/openapi.json', '/v/x', '/v1/sessions', '/v1/nowhere'];
    const askedBy = (server: TestApi) =>
      Promise.all(
        paths.map(async (path) => {
          const { headers } = await server.send({ method: 'GET', path, headers: {} });
          return headers['strict-transport-security'];
        }),
      );
    expect(await askedBy(api)).toEqual(paths.map(() => 'max-age=31536000'));
    const plain = await startApi(await open(), { PUBLIC_URL: 'http://id.example.com' });
    expect(await askedBy(plain)).toEqual(paths.map(() => undefined));
    await plain.close();
  });

  it('/openapi.json describes every endpoint (S10)', async () => {
    const document = JSON.parse((await get('/openapi.json')).bytes.toString()) as {
      openapi: string;
      paths: object;
    };
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths).some((path) => path.endsWith('/sessions/{sessionId}/decision'))).toBe(
      true,
    );
  });

  it.each(['/', '/sessions', '/v2/sessions', '/V1/sessions', '/v1x', '/%zz', '/healthz/'])(
    '%s is 404 with a line that names the paths of the API',
    async (path) => {
      for (const method of ['GET', 'POST']) {
        const answer = await get(path, method);
        expect([answer.status, answer.bytes.toString(), answer.headers['x-hmac-signature']]).toEqual([
          404,
          'Nothing is served here. The paths of the API begin with /v1/, as in POST /v1/sessions.\n',
          undefined,
        ]);
      }
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

    it('of an open session shows that there is nothing to do here, and changes nothing', async () => {
      const { json } = await client.call({
        method: 'POST',
        path: '/sessions',
        body: { verification: { vendorData: 'v-canary', person: { lastName: 'Canary' } } },
      });
      const { id, sessionToken } = json.verification;
      const { status, text } = await view(sessionToken);
      expect([status, /over its API/.test(text), /canary/i.test(text)]).toEqual([200, true, false]);
      const [row] = await api.ctx.database.query(`select status, opened_at from session where id = $1`, [id]);
      expect(row).toEqual({ status: 'created', opened_at: null });
    });

    it('that is final, forged, for another installation or not a token at all gets one and the same answer (S15)', async () => {
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
      await api.ctx.database.query(`update session set status = 'expired' where id = $1`, [
        JSON.parse(Buffer.from(payload, 'base64url').toString()).session_id,
      ]);
      expect(await view(good)).toEqual(closed);
      expect(closed.text).not.toMatch(/over its API/);
    });
  });
});

describe('closing (R19)', () => {
  it('lets a request in flight finish, and takes no new connection (F33)', async () => {
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
    const arrived = async () => (await api.ctx.metrics.bodyBytesHeld.get()).values[0]?.value;
    await expect.poll(arrived).toBeGreaterThan(0);
    const closing = api.close();
    const connects = () =>
      new Promise((resolve) => {
        const other = net.connect(api.port, '127.0.0.1');
        other.on('error', () => resolve(false)).on('connect', () => (other.destroy(), resolve(true)));
      });
    await expect.poll(connects).toBe(false);
    socket.write(body.slice(5));
    await Promise.all([closing, ended]);
    expect(received).toMatch(/^HTTP\/1\.1 201 /);
  });
});

describe('what is refused before it costs anything', () => {
  it('a bucket gives its size at once and then its rate (I13)', () => {
    let now = 0;
    const buckets = createTokenBuckets(() => now);
    const taken = () => Array.from({ length: 5 }, () => buckets.take('a', { size: 3, perSecond: 2 }));
    expect(taken()).toEqual([true, true, true, false, false]);
    expect(buckets.take('b', { size: 3, perSecond: 2 })).toBe(true);
    now = 1000;
    expect(taken()).toEqual([true, true, false, false, false]);
  });
});
