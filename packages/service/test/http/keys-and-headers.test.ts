import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createKeyRing } from '../../src/signing/key-ring.ts';
import { addKey } from '../../src/usecases/integration/add-key.ts';
import { deleteKey } from '../../src/usecases/integration/delete-key.ts';
import { promoteKey } from '../../src/usecases/integration/promote-key.ts';
import { type Client, failure, onePixelPng, startApi, type TestApi } from '../support/api.ts';
import { describeEnginesOnce, silent } from '../support/engines.ts';

const hmac = (secret: string, message: string | Buffer) =>
  createHmac('sha256', secret).update(message).digest('hex');

async function addSecond({ ctx }: TestApi, integrationId: string) {
  const added = await addKey(ctx)({ integrationId, label: 'second', actor: 'test' });
  if (added.outcome !== 'added') throw new Error(added.outcome);
  return added;
}

describeEnginesOnce('several keys (A-14, A-18, A-20)', (open) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(await open());
  });
  afterAll(() => api.close());

  it('a key made in another process verifies the very next request, an upload included', async () => {
    const client = await api.integrate();
    const [forUpload, forRead] = [await client.createSession(), await client.createSession()];
    const { database, vault } = api.ctx;
    const elsewhere = { database, vault, keyRing: createKeyRing({ database, vault, log: silent }) };
    for (const [label, use] of [
      ['first', (secret: string) => client.call({ path: `/sessions/${forRead}/decision`, secret })],
      [
        'second',
        (secret: string) =>
          client.call({
            method: 'POST',
            path: `/sessions/${forUpload}/media`,
            body: JSON.stringify({ image: { context: 'face', content: onePixelPng } }),
            secret,
          }),
      ],
    ] as const) {
      const added = await addKey(elsewhere)({ integrationId: client.integrationId, label, actor: 'test' });
      if (added.outcome !== 'added') throw new Error(added.outcome);
      expect((await use(added.secret)).status).toBe(200);
    }
  });

  it('every current key verifies; the answer is signed by the one that did, and by the master where none did', async () => {
    const client = await api.integrate();
    const id = await client.createSession();
    const added = await addSecond(api, client.integrationId);
    const path = `/sessions/${id}/decision`;
    const bySecond = await client.call({ path, secret: added.secret });
    expect([bySecond.status, bySecond.headers['x-hmac-signature']]).toEqual([
      200,
      hmac(added.secret, bySecond.bytes),
    ]);
    const byFirst = await client.call({ path });
    expect([byFirst.status, byFirst.headers['x-hmac-signature']]).toEqual([
      200,
      hmac(client.secret, byFirst.bytes),
    ]);
    const byNone = await client.call({ path, secret: 'x' });
    expect([byNone.status, byNone.headers['x-hmac-signature']]).toEqual([
      401,
      hmac(client.secret, byNone.bytes),
    ]);
    const created = await client.call({
      method: 'POST',
      path: '/sessions',
      body: { verification: {} },
      secret: added.secret,
    });
    expect(created.headers['x-hmac-signature']).toBe(hmac(client.secret, created.bytes));
    const media = {
      method: 'POST',
      path: `/sessions/${id}/media`,
      body: { image: { context: 'face', content: onePixelPng } },
    };
    const upload = await client.call({ ...media, secret: added.secret });
    expect([upload.status, upload.headers['x-hmac-signature']]).toEqual([
      200,
      hmac(added.secret, upload.bytes),
    ]);
  });

  it('a deleted key stops at once, on every endpoint, whatever another process has cached (S02)', async () => {
    const client = await api.integrate();
    const id = await client.createSession();
    const { integrationId } = client;
    const added = await addSecond(api, integrationId);
    const use = (secret: string) => [
      client.call({ path: `/sessions/${id}/decision`, secret }),
      client.call({ path: `/sessions/${id}/attempts`, secret }),
      client.call({ path: `/sessions/${id}/media`, secret }),
      client.call({ path: `/sessions/${id}/person`, secret }),
      client.call({
        method: 'POST',
        path: `/sessions/${id}/media`,
        body: { image: { context: 'face', content: onePixelPng } },
        secret,
      }),
      client.call({
        method: 'PATCH',
        path: `/sessions/${id}`,
        body: { verification: { status: 'wrong' } },
        secret,
      }),
    ];
    await Promise.all(use(client.secret));
    // As another process would do it: nobody here forgets the old key.
    const { keyRing } = api.ctx;
    const elsewhere = { ...api.ctx, keyRing: { ...keyRing, forget: () => {} } };
    await promoteKey(elsewhere)({ integrationId, keyId: added.keyId, actor: 'test' });
    await deleteKey(elsewhere)({ integrationId, keyId: client.keyId, actor: 'test' });
    expect((await Promise.all(use(client.secret))).map(({ status }) => status)).toEqual([
      401, 401, 401, 401, 401, 401,
    ]);
    expect((await client.call({ path: `/sessions/${id}/decision`, secret: added.secret })).status).toBe(200);
  });
});

describeEnginesOnce('response headers (A-18)', (open) => {
  let api: TestApi;
  let client: Client;
  beforeAll(async () => {
    api = await startApi(await open());
    client = await api.integrate();
  });
  afterAll(() => api.close());

  it.each([
    '/openapi.json',
    '/healthz',
    '/readyz',
    '/.well-known/security.txt',
    '/nothing',
    '/portal/assets/x',
  ])('make browsers use the page %s by its content type only (S09)', async (path) => {
    const { headers } = await api.send({ method: 'GET', path, headers: {} });
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('are on every answer to a known API key: success, error, media (S09, H25)', async () => {
    const id = await client.createSession();
    const media = (await client.upload(id, { context: 'face', content: onePixelPng })).json.image.id;
    const answers = await Promise.all([
      client.call({ method: 'POST', path: '/sessions', body: { verification: {} } }),
      client.call({ method: 'POST', path: '/sessions', body: '' }),
      client.call({ path: `/sessions/${id}/decision` }),
      client.call({ path: `/sessions/${randomUUID()}/decision` }),
      client.call({ path: `/media/${media}` }),
      client.call({ path: '/nothing' }),
      client.call({ method: 'HEAD', path: '/sessions' }),
      client.call({ path: `/sessions/${id}/decision`, headers: { 'accept-encoding': 'gzip, br' } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 400, 200, 404, 200, 404, 405, 200]);
    for (const { headers, bytes } of answers) {
      const digest = hmac(client.secret, bytes);
      expect(headers).toMatchObject({
        'x-auth-client': client.apiKey,
        'vrf-auth-client': client.apiKey,
        'x-hmac-signature': digest,
        'vrf-hmac-signature': digest,
        'vrf-integration-id': client.integrationId,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect(headers['server'] ?? headers['x-powered-by']).toBeUndefined();
    }
    expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(answers.length);
    expect(answers[0]?.headers['content-type']).toBe('application/json; charset=utf-8');
  });
});

describeEnginesOnce('throttling (A-24)', (open) => {
  it('is off by default; above a limit it is 429 with Retry-After (S05, S07)', async () => {
    const api = await startApi(await open());
    const client = await api.integrate({ settings: { requestsPerSecond: 1 } });
    const id = await client.createSession();
    const answers = await Promise.all(Array.from({ length: 12 }, () => client.decision(id)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(4);
    expect(refused[0]?.json).toEqual(failure('1101', 'Too many requests. Try again later.'));
    expect(refused[0]?.headers['retry-after']).toBe('1');
    await api.close();
  });
});
