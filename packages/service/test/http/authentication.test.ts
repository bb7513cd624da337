import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, type Client, failure, onePixelPng, startApi, type TestApi } from '../support/api.ts';
import { describeEnginesOnce } from '../support/engines.ts';

const unauthenticated = failure('1815', 'The request could not be authenticated.');
const malformed = failure('1812', 'The signature must be 64 hexadecimal digits.');
const hmac = (secret: string, message: string | Buffer) =>
  createHmac('sha256', secret).update(message).digest('hex');
const signatureHeaders = [
  'x-auth-client',
  'vrf-auth-client',
  'x-hmac-signature',
  'vrf-hmac-signature',
  'vrf-integration-id',
];
const isSigned = ({ headers }: Answer) =>
  signatureHeaders.filter((name) => headers[name] !== undefined).length;
const refusal = ({ status, json }: Answer) => [status, json];

describeEnginesOnce('the API key (A-11, A-12, A-19)', (open) => {
  let api: TestApi;
  let client: Client;
  beforeAll(async () => {
    api = await startApi(await open(), { TRUSTED_PROXIES: '127.0.0.1/32' });
    client = await api.integrate();
  });
  afterAll(() => api.close());

  const create = (headers: Record<string, string | string[] | null>) =>
    client.call({ method: 'POST', path: '/sessions', body: { verification: {} }, headers });

  it.each<[string, () => string | string[] | null, number, unknown]>([
    ['sent twice', () => [client.apiKey, client.apiKey], 401, unauthenticated],
    ['missing', () => null, 401, failure('1801', 'The X-AUTH-CLIENT header with the API key is missing.')],
    ['empty', () => '', 401, failure('1801', 'The X-AUTH-CLIENT header with the API key is missing.')],
    ['not a UUID', () => 'x', 401, failure('1802', 'The API key must be a UUID.')],
    ['unknown', () => randomUUID(), 401, failure('1803', 'No integration was found for the API key.')],
  ])('%s is refused without signature headers', async (_name, apiKey, status, body) => {
    const answer = await create({ 'x-auth-client': apiKey() });
    expect(refusal(answer)).toEqual([status, body]);
    expect(isSigned(answer)).toBe(0);
    expect(answer.headers['x-request-id']).toMatch(/./);
  });

  it('is compared without regard to letter case, and blanks around it are dropped', async () => {
    expect((await create({ 'x-auth-client': ` ${client.apiKey.toUpperCase()} ` })).status).toBe(201);
  });

  it('of a deactivated integration is refused, signed by the master key', async () => {
    const inactive = await api.integrate();
    await inactive.createSession();
    await api.ctx.database.query(`update integration set active = false where id = $1`, [
      inactive.integrationId,
    ]);
    const answer = await inactive.call({ method: 'POST', path: '/sessions', body: { verification: {} } });
    expect(refusal(answer)).toEqual([401, failure('1804', 'The integration is not active.')]);
    expect(answer.headers['x-hmac-signature']).toBe(hmac(inactive.secret, answer.bytes));
    await api.ctx.database.query(`update integration set active = true where id = $1`, [
      inactive.integrationId,
    ]);
    expect(
      (await inactive.call({ method: 'POST', path: '/sessions', body: { verification: {} } })).status,
    ).toBe(201);
  });

  it('in query, cookie or body counts as missing (H27)', async () => {
    const answer = await client.call({
      method: 'POST',
      path: `/sessions?x-auth-client=${client.apiKey}`,
      body: { 'x-auth-client': client.apiKey },
      headers: { 'x-auth-client': null, cookie: `x-auth-client=${client.apiKey}` },
    });
    expect(answer.json.code).toBe('1801');
  });

  it('may be shared: the first integration is meant, or the one that vrf-integration-id names', async () => {
    const second = await api.integrate({ apiKey: client.apiKey });
    expect((await create({})).headers['vrf-integration-id']).toBe(client.integrationId);
    const named = { 'vrf-integration-id': second.integrationId.toUpperCase() };
    expect((await create(named)).headers['vrf-integration-id']).toBe(second.integrationId);
    for (const wrong of [randomUUID(), 'x', [client.integrationId, client.integrationId]]) {
      expect(refusal(await create({ 'vrf-integration-id': wrong }))).toEqual([401, unauthenticated]);
    }
  });

  it('may be bound to networks; the address is taken through trusted proxies only (S22)', async () => {
    const bound = await api.integrate({
      settings: { allowedAddresses: ['203.0.113.0/24', '2001:db8::/32'] },
    });
    const from = async (forwarded: string | null) => {
      const body = { verification: {} };
      return (
        await bound.call({
          method: 'POST',
          path: '/sessions',
          body,
          headers: { 'x-forwarded-for': forwarded },
        })
      ).status;
    };
    expect(await from('203.0.113.9')).toBe(201);
    expect(await from('198.51.100.1, 2001:db8::7')).toBe(201);
    expect(await from('203.0.113.9, 198.51.100.1')).toBe(401);
    // Gateways that write ports, and brackets around addresses of IPv6.
    expect(await from('203.0.113.9:51234')).toBe(201);
    expect(await from('[2001:db8::7]:443')).toBe(201);
    expect(await from('[2001:db8::7]:443, 198.51.100.1:80')).toBe(401);
    expect(await from('203.0.113.9:70000')).toBe(401);
    expect(await from(null)).toBe(401);
  });
});

describeEnginesOnce('signatures (A-13 to A-16, A-21)', (open) => {
  let api: TestApi;
  let client: Client;
  let id: string;
  beforeAll(async () => {
    api = await startApi(await open());
    client = await api.integrate();
    id = await client.createSession();
  });
  afterAll(() => api.close());

  const submitted = '{"verification":{"status":"submitted"}}';
  const get = (signature: string | string[] | null, path = `/sessions/${id}/decision`) =>
    client.call({ path, headers: { 'x-hmac-signature': signature } });
  const patch = (signature: string | string[] | null, body = '{"verification":{"status":"wrong"}}') =>
    client.call({
      method: 'PATCH',
      path: `/sessions/${id}`,
      body,
      headers: { 'x-hmac-signature': signature },
    });

  it.each<[string, (digest: string) => string | string[] | null, unknown]>([
    ['missing (H01)', () => null, unauthenticated],
    ['empty', () => '', unauthenticated],
    ['sent twice (H05)', (digest) => [digest, digest], unauthenticated],
    ['of 63 digits (H02)', (digest) => digest.slice(1), malformed],
    ['of 65 digits (H02)', (digest) => `${digest}0`, malformed],
    ['with a letter that is no digit (H02)', (digest) => `g${digest.slice(1)}`, malformed],
    ['of 64 such letters (H02)', () => 'z'.repeat(64), malformed],
    ['in base64', (digest) => Buffer.from(digest, 'hex').toString('base64'), malformed],
    ['under another prefix', (digest) => `sha512=${digest}`, malformed],
  ])('%s', async (_name, change, body) => {
    expect(refusal(await get(change(hmac(client.secret, id))))).toEqual([401, body]);
    expect(refusal(await patch(change(hmac(client.secret, submitted)), submitted))).toEqual([401, body]);
  });

  it.each<[string, (digest: string) => string]>([
    ['lower case', (digest) => digest],
    ['upper case (H03)', (digest) => digest.toUpperCase()],
    ['with the prefix (H03)', (digest) => `sha256=${digest}`],
    ['with the prefix in capitals', (digest) => `SHA256=${digest.toUpperCase()}`],
    ['with blanks around (H08)', (digest) => `  ${digest} `],
  ])('%s is accepted', async (_name, change) => {
    expect((await get(change(hmac(client.secret, id)))).status).toBe(200);
    const body = '{"verification":{"status":"wrong"}}';
    expect((await patch(change(hmac(client.secret, body)), body)).json.code).toBe('1303');
  });

  it('one changed digit is 1818 on GET and DELETE and 1819 on PATCH and POST (S02)', async () => {
    const flip = (digest: string) => (digest.startsWith('0') ? '1' : '0') + digest.slice(1);
    const identifier = failure('1818', 'The signature does not match the identifier.');
    const body = failure('1819', 'The signature does not match the request body.');
    expect(refusal(await get(flip(hmac(client.secret, id))))).toEqual([401, identifier]);
    const deletion = {
      method: 'DELETE',
      path: `/sessions/${id}`,
      headers: { 'x-hmac-signature': flip(hmac(client.secret, id)) },
    };
    expect(refusal(await client.call(deletion))).toEqual([401, identifier]);
    expect(refusal(await patch(flip(hmac(client.secret, submitted)), submitted))).toEqual([401, body]);
    for (const path of ['media', 'collected-data']) {
      const call = { method: 'POST', path: `/sessions/${id}/${path}`, body: '{}', sign: '{} ' };
      expect(refusal(await client.call(call))).toEqual([401, body]);
    }
  });

  it('the raw body is what is signed: layout is free, one blank more is not (H15)', async () => {
    const pretty = '{ "verification": { "status": "wrong" } }\n';
    expect((await patch(hmac(client.secret, pretty), pretty)).json.code).toBe('1303');
    expect((await patch(hmac(client.secret, pretty), `${pretty} `)).json.code).toBe('1819');
  });

  it('an empty body can be signed, and is then no JSON (H19)', async () => {
    expect((await patch(hmac(client.secret, ''), '')).json).toEqual(
      failure('1101', 'The request body could not be read as JSON.'),
    );
  });

  it.each([
    ['invalid UTF-8 (H09)', Buffer.from('{"verification":{"status":"\xff"}}', 'latin1')],
    ['a byte order mark (H10)', Buffer.from('\ufeff{"verification":{"status":"submitted"}}')],
    [
      'a repeated key (H11)',
      Buffer.from('{"verification":{"status":"submitted","stat\\u0075s":"submitted"}}'),
    ],
    ['33 levels', Buffer.from(`{"a":${'['.repeat(32)}${']'.repeat(32)}}`)],
    ['two values', Buffer.from('{}{}')],
  ])('%s: the signature over the bytes is good, the body is 1101', async (_name, body) => {
    const answer = await client.call({ method: 'PATCH', path: `/sessions/${id}`, body });
    expect([answer.status, answer.json.code]).toEqual([400, '1101']);
    const unsigned = await client.call({ method: 'PATCH', path: `/sessions/${id}`, body, sign: 'x' });
    expect(unsigned.json.code).toBe('1819');
  });

  it('__proto__ and the like are ordinary unknown members (H12)', async () => {
    const body = '{"verification":{"__proto__":{"status":"submitted"},"constructor":1,"prototype":2}}';
    expect((await client.call({ method: 'PATCH', path: `/sessions/${id}`, body })).json.code).toBe('1102');
    expect((await client.call({ method: 'POST', path: '/sessions', body })).status).toBe(201);
  });

  it('on GET the identifier counts as written in the path, query left out (H16, H17)', async () => {
    const upper = id.toUpperCase();
    expect((await get(hmac(client.secret, upper), `/sessions/${upper}/decision?x=1`)).status).toBe(200);
    expect((await get(hmac(client.secret, id), `/sessions/${upper}/decision`)).json.code).toBe('1818');
    expect((await get(hmac(client.secret, `${id}?x=1`), `/sessions/${id}/decision?x=1`)).json.code).toBe(
      '1818',
    );
  });

  it('media and attempts are signed by their own identifier or by that of their session (H18)', async () => {
    const mediaId = (await client.upload(id, { context: 'face', content: onePixelPng })).json.image.id;
    const attemptId = (await client.call({ path: `/sessions/${id}/attempts` })).json.verifications[0].id;
    const foreign = await client.createSession();
    for (const path of [`/media/${mediaId}`, `/attempts/${attemptId}/media`]) {
      expect((await client.call({ path })).status).toBe(200);
      expect((await client.call({ path, sign: id })).status).toBe(200);
      expect((await client.call({ path, sign: id.toUpperCase() })).json.code).toBe('1818');
      expect((await client.call({ path, sign: foreign })).json.code).toBe('1818');
    }
    for (const path of [`/media/${randomUUID()}`, `/attempts/${randomUUID()}/media`]) {
      expect((await client.call({ path })).status).toBe(404);
      expect((await client.call({ path, sign: id })).json.code).toBe('1818');
    }
  });

  it('a body sent in chunks is signed as a whole; trailers are not part of it (H26)', async () => {
    const body = '{"verification":{"status":"wrong"}}';
    const digest = hmac(client.secret, body);
    const chunks = `5\r\n${body.slice(0, 5)}\r\n${(body.length - 5).toString(16)}\r\n${body.slice(5)}\r\n0\r\nX-Trailer: 1\r\n\r\n`;
    const answer = await api.raw(
      `PATCH /v1/sessions/${id} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-AUTH-CLIENT: ${client.apiKey}\r\n` +
        `X-HMAC-SIGNATURE: ${digest}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nTrailer: X-Trailer\r\n\r\n${chunks}`,
    );
    expect(answer).toContain('"code":"1303"');
  });

  it('a client that waits for 100 is refused before its body, or gets 100 (H26)', async () => {
    const head = (apiKey: string) =>
      `POST /v1/sessions HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 100-continue\r\nX-AUTH-CLIENT: ${apiKey}\r\n` +
      `Content-Type: application/json\r\nContent-Length: 19\r\n\r\n`;
    expect(await api.raw(head(randomUUID()))).toMatch(/^HTTP\/1\.1 401 /);
    expect(await api.raw(`${head(client.apiKey)}{"verification":{}}`)).toMatch(
      /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /,
    );
  });

  it.each([
    ['two Host headers (H06)', 'Host: x\r\nHost: x\r\n'],
    ['no Host header', ''],
    [
      'Content-Length with Transfer-Encoding (H07)',
      'Host: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n',
    ],
    ['two lengths (H07)', 'Host: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n'],
    ['a header name with a blank', 'Host: x\r\nX Y: 1\r\n'],
  ])('%s is refused as invalid HTTP', async (_name, headers) => {
    const answer = await api.raw(`POST /v1/sessions HTTP/1.1\r\n${headers}Connection: close\r\n\r\n{}`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('headers above 16 KiB are refused (S05)', async () => {
    const answer = await api.raw(`GET /v1/x HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(17_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  });

  it('the secret is the text as shown, even if it is valid hex (H24)', async () => {
    const bytes = Buffer.from(client.secret.replace(/^csk_/, ''), 'base64url');
    const digest = createHmac('sha256', bytes).update(id).digest('hex');
    expect((await get(digest)).json.code).toBe('1818');
  });

  it('no answer shows a digest that was expected (H21)', async () => {
    const answer = await get('0'.repeat(64));
    const text = JSON.stringify(answer.headers) + answer.bytes.toString();
    expect(text).not.toContain(hmac(client.secret, id));
  });
});
