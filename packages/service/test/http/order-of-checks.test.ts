import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Call, type Client, failure, startApi, type TestApi } from '../support/api.ts';
import { describeEnginesOnce } from '../support/engines.ts';

const notFound = failure('1101', 'The requested resource does not exist.');
const notAllowed = failure('1101', 'This method is not available here.');
const unknown = 'f3c2a9d0-5b1e-4c77-8a36-0d9e6b2f4a11';
const wrong = '0'.repeat(64);

describeEnginesOnce('paths and methods (A-06)', (open) => {
  let api: TestApi;
  let client: Client;
  let id: string;
  beforeAll(async () => {
    api = await startApi(await open());
    client = await api.integrate();
    id = await client.createSession();
  });
  afterAll(() => api.close());

  it.each([
    ['an unknown path', '/nothing'],
    ['no path', ''],
    ['a trailing slash', '/sessions/'],
    ['a trailing slash behind an identifier', `/sessions/${unknown}/decision/`],
    ['another letter case', '/Sessions'],
    ['a percent sign', '/sessions%2f'],
    ['a percent-encoded identifier', `/sessions/%66${unknown.slice(1)}/decision`],
    ['a broken percent sign', '/sessions/%zz/decision'],
    ['a doubled slash', `/sessions//${unknown}/decision`],
    ['an empty identifier', '/sessions//decision'],
    ['dots', `/sessions/../sessions/${unknown}/decision`],
    ['a path below an endpoint', `/sessions/${unknown}/decision/more`],
  ])('%s is 404 (H20)', async (_name, path) => {
    for (const method of ['GET', 'POST']) {
      const answer = await client.call({ method, path });
      expect([answer.status, answer.json]).toEqual([404, notFound]);
    }
  });

  it.each([
    ['GET', '/sessions', 'POST'],
    ['OPTIONS', `/sessions/${unknown}`, 'PATCH, DELETE'],
    ['GET', `/sessions/${unknown}`, 'PATCH, DELETE'],
    ['PUT', `/sessions/${unknown}/media`, 'POST, GET'],
    ['POST', `/sessions/${unknown}/decision`, 'GET'],
    ['PATCH', '/sessions/validate-registry', 'POST'],
    ['DELETE', `/media/${unknown}`, 'GET'],
    ['PROPFIND', '/sessions', 'POST'],
  ])('%s %s is 405 with the allowed methods', async (method, path, allow) => {
    const answer = await client.call({ method, path });
    expect([answer.status, answer.json, answer.headers['allow']]).toEqual([405, notAllowed, allow]);
  });

  it('HEAD is another method, and has no body', async () => {
    const answer = await client.call({ method: 'HEAD', path: `/sessions/${id}/decision` });
    expect([answer.status, answer.headers['allow'], answer.bytes.length]).toEqual([405, 'GET', 0]);
  });

  it('identifiers are matched in any letter case, and unknown query parameters ignored', async () => {
    const path = `/sessions/${id.toUpperCase()}/decision?version=9&x`;
    expect((await client.call({ path })).status).toBe(200);
  });
});

describeEnginesOnce('content type, encoding and size (A-07)', (open) => {
  let api: TestApi;
  let client: Client;
  beforeAll(async () => {
    api = await startApi(await open());
    client = await api.integrate();
  });
  afterAll(() => api.close());

  const create = (headers: Record<string, string | string[] | null>, body: unknown = { verification: {} }) =>
    client.call({ method: 'POST', path: '/sessions', headers, body });
  const unsupported = failure(
    '1104',
    'The content type or encoding is not supported. Send application/json, not compressed.',
  );

  it.each([
    ['application/json'],
    ['application/json; charset=utf-8'],
    ['Application/JSON;charset=UTF-8'],
    ['application/json;'],
    ['application/json; ;charset="utf-8";'],
  ])('%s is accepted', async (type) => {
    expect((await create({ 'content-type': type })).status).toBe(201);
  });

  it.each([
    ['no type', null],
    ['text', 'text/plain'],
    ['another charset', 'application/json; charset=iso-8859-1'],
    ['another parameter', 'application/json; version=1'],
    ['two charsets', 'application/json; charset=utf-8; charset=utf-8'],
    ['a parameter without a semicolon', 'application/json charset=utf-8'],
    ['a suffix', 'application/problem+json'],
    ['a malformed type', 'application json'],
    ['two types', ['application/json', 'application/json']],
  ])('%s is 415 (H14, H06)', async (_name, type) => {
    const answer = await create({ 'content-type': type });
    expect([answer.status, answer.json]).toEqual([415, unsupported]);
  });

  it.each([
    ['gzip', 415],
    ['identity', 201],
    ['Identity', 201],
  ])('content encoding %s is %i (H13)', async (encoding, status) => {
    expect((await create({ 'content-encoding': encoding })).status).toBe(status);
  });

  it('a body of exactly 1 MB is read, and one byte more is 413 (S05)', async () => {
    const padded = (size: number) => `{"verification":{}}${' '.repeat(size - 19)}`;
    expect((await create({}, padded(1_048_576))).status).toBe(201);
    const answer = await create({}, padded(1_048_577));
    expect([answer.status, answer.json]).toEqual([413, failure('1104', 'The request is too large.')]);
    const chunked = await create({ 'transfer-encoding': 'chunked' }, padded(1_048_577));
    expect(chunked.status).toBe(413);
  });

  it('a body whose stated length is above the limit is refused before it is sent (H22)', async () => {
    const head = (path: string, length: number) =>
      `POST /v1${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-AUTH-CLIENT: ${client.apiKey}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
    expect(await api.raw(head('/sessions', 1_048_577))).toMatch(/^HTTP\/1\.1 413 /);
    expect(await api.raw(head(`/sessions/${unknown}/media`, 33_554_433))).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('bodies on GET and DELETE are ignored', async () => {
    const id = await client.createSession();
    const headers = { 'content-type': 'text/plain', 'content-encoding': 'gzip' };
    const answer = await client.call({ path: `/sessions/${id}/decision`, body: 'x', sign: id, headers });
    expect(answer.status).toBe(200);
  });
});

describeEnginesOnce('the order of checks (A-08)', (open) => {
  let api: TestApi;
  let client: Client;
  let other: Client;
  let id: string;
  beforeAll(async () => {
    api = await startApi(await open());
    client = await api.integrate();
    other = await api.integrate();
    id = await client.createSession();
  });
  afterAll(() => api.close());

  const text = { 'content-type': 'text/plain' };
  const large = 'x'.repeat(1_048_577);
  const badSignature = { 'x-hmac-signature': wrong };
  const patch = (session: string, body: unknown, headers: Call['headers'] = {}): Call => ({
    method: 'PATCH',
    path: `/sessions/${session}`,
    body,
    headers,
  });

  // Every request fails in its own step and, where it can, in every later one.
  it.each<[number, string, () => Call, number, string]>([
    [
      1,
      'API key before route',
      () => ({ path: '/nothing', headers: { 'x-auth-client': null } }),
      401,
      '1801',
    ],
    [
      3,
      'route before content type',
      () => ({ method: 'POST', path: '/nothing', body: large, headers: text }),
      404,
      '1101',
    ],
    [
      3,
      'method before content type',
      () => ({ method: 'PUT', path: '/sessions', body: large, headers: text }),
      405,
      '1101',
    ],
    [4, 'content type before size', () => patch('x', large, { ...text, ...badSignature }), 415, '1104'],
    [5, 'size before signature', () => patch('x', large, badSignature), 413, '1104'],
    [6, 'signature before JSON', () => patch('x', '{', badSignature), 401, '1819'],
    [7, 'JSON before identifier', () => patch('x', '{'), 400, '1101'],
    [7, 'object before identifier', () => patch('x', '[]'), 400, '1104'],
    [8, 'length before form', () => patch('x', {}), 400, '1001'],
    [8, 'identifier before resource', () => patch('x'.repeat(36), {}), 400, '1002'],
    [9, 'resource before members', () => patch(unknown, {}), 404, '1101'],
    [11, 'members before state', () => patch(id, {}), 400, '1102'],
  ])('step %i: %s', async (_step, _name, call, status, code) => {
    const answer = await client.call(call());
    expect([answer.status, answer.json.code]).toEqual([status, code]);
  });

  it('step 10: the feature comes after the resource and before the members', async () => {
    const path = (session: string) => `/sessions/${session}/watchlist-screening`;
    expect((await client.call({ method: 'PATCH', path: path(unknown), body: {} })).status).toBe(404);
    expect((await client.call({ method: 'PATCH', path: path(id), body: {} })).status).toBe(402);
  });

  it.each([
    ['19 characters', 'a'.repeat(19), 400, '1001'],
    ['20 characters', 'a'.repeat(20), 400, '1002'],
    ['40 characters', 'a'.repeat(40), 400, '1002'],
    ['41 characters', 'a'.repeat(41), 400, '1001'],
    ['a UUID of version 1', '2c5ea4c0-4067-11e9-8bad-9b1deb4d3b7d', 400, '1002'],
    ['hundreds of characters', 'a'.repeat(900), 400, '1001'],
  ])('an identifier of %s', async (_name, session, status, code) => {
    const answer = await client.call({ path: `/sessions/${session}/decision` });
    expect([answer.status, answer.json.code]).toEqual([status, code]);
  });

  it('unknown and foreign resources are indistinguishable (S01)', async () => {
    const image = { context: 'face', content: 'iVBORw0KGgo=' };
    const mine = (await client.upload(id, image)).json.image.id;
    const paths: [string, string, unknown?][] = [
      ['GET', '/sessions/:/decision'],
      ['GET', '/sessions/:/decision/fullauto?version=1.0.0'],
      ['GET', '/sessions/:/person'],
      ['GET', '/sessions/:/media'],
      ['GET', '/sessions/:/attempts'],
      ['GET', '/sessions/:/watchlist-screening'],
      ['DELETE', '/sessions/:'],
      ['PATCH', '/sessions/:', { verification: { status: 'submitted' } }],
      ['POST', '/sessions/:/media', { image }],
      ['POST', '/sessions/:/collected-data', {}],
      ['GET', '/media/:'],
      ['GET', '/attempts/:/media'],
    ];
    for (const [method, path, body] of paths) {
      const foreign = path.startsWith('/media') ? mine : id;
      const answers = await Promise.all(
        [foreign, unknown].map((named) =>
          other.call({
            method,
            path: path.replace(':', named),
            body,
            sign: body ? undefined : named,
          } as Call),
        ),
      );
      for (const answer of answers)
        expect([method, path, answer.status, answer.json]).toEqual([method, path, 404, notFound]);
    }
    const decision = await client.decision(id);
    expect(decision.json.verification).toBeNull();
  });
});
