import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installationDigest } from '../../src/encryption/keyed-digest.ts';
import { type Client, failure, startApi, type TestApi } from '../support/api.ts';
import { sharedClock } from '../support/clock.ts';
import { verify } from '../support/decide.ts';
import { describeEngines } from '../support/engines.ts';

describeEngines('Idempotency-Key (A-111)', (open, engine) => {
  const clock = sharedClock(open);
  let api: TestApi;
  let client: Client;
  beforeAll(async () => {
    api = await startApi(await open());
    client = await api.integrate();
  });
  afterAll(() => api.close());

  const create = (key: string | string[], body: unknown, by = client) =>
    by.call({ method: 'POST', path: '/sessions', body, headers: { 'idempotency-key': key } });

  it('the same key and bytes get the first answer again, also when all come at once (I15)', async () => {
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => create(key, { verification: { vendorData: 'v' } })),
    );
    expect(new Set(answers.map(({ status, bytes }) => `${status} ${bytes.toString()}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    const sessions = await api.ctx.database.query(`select 1 from session where id = $1`, [
      answers[0]?.json.verification.id,
    ]);
    expect(sessions.length).toBe(1);
  });

  it('another body is 409/1104 and creates nothing; another integration has keys of its own', async () => {
    const key = randomUUID();
    const first = await create(key, { verification: { vendorData: 'a' } });
    const second = await create(key, { verification: { vendorData: 'b' } });
    expect([second.status, second.json]).toEqual([
      409,
      failure('1104', 'The idempotency key was used for another request.'),
    ]);
    const other = await create(key, { verification: { vendorData: 'b' } }, await api.integrate());
    expect([other.status, other.json.verification.id === first.json.verification.id]).toEqual([201, false]);
  });

  it('opens no session to a caller with the API key alone that guesses key and body (S02)', async () => {
    const [key, body] = ['order-17', { verification: { vendorData: 'order-17' } }];
    const headers = { 'idempotency-key': key };
    const path = '/sessions';
    const signed = await create(key, body);
    const unsigned = () => client.call({ method: 'POST', path, body, headers, sign: null });
    const forged = await client.call({ method: 'POST', path, body, headers, secret: 'x' });
    const [first, again] = [await unsigned(), await unsigned()];
    expect([signed.status, forged.status, first.status, again.status]).toEqual([201, 201, 201, 201]);
    expect(first.json.verification.id).not.toBe(signed.json.verification.id);
    expect([again.json, forged.json]).toEqual([first.json, first.json]);
    expect((await create(key, body)).json).toEqual(signed.json);
  });

  it('opens no session to an unsigned request from elsewhere that guesses key and body (S02)', async () => {
    const [key, body] = ['basket-17', { verification: { vendorData: 'basket-17' } }];
    const from = (address: string) =>
      client.call({
        method: 'POST',
        path: '/sessions',
        body,
        headers: { 'idempotency-key': key },
        sign: null,
        from: address,
      });
    const own = await from('127.0.3.1');
    const guessed = await from('127.0.3.2');
    const repeated = await from('127.0.3.1');
    expect([own.status, guessed.status, repeated.status]).toEqual([201, 201, 201]);
    expect(guessed.json.verification.id).not.toBe(own.json.verification.id);
    expect(guessed.json.verification.sessionToken).not.toBe(own.json.verification.sessionToken);
    expect(repeated.bytes).toEqual(own.bytes);
  });

  // The embedded engine has one connection: nobody can be waited for.
  it.each(engine === 'postgres' ? ['409/1101 with Retry-After'] : [])(
    'while the first is still running after 5 s, it is %s',
    async () => {
      const key = randomUUID();
      const parts = [client.integrationId, 'POST /sessions', key];
      const keyMac = installationDigest(api.ctx.vault, 'idempotency-key', parts);
      let finish = () => {};
      let begun = () => {};
      const running = new Promise<void>((resolve) => (begun = resolve));
      const first = api.ctx.database.transaction(async (tx) => {
        await tx.query(
          `insert into idempotency (integration_id, key_mac, session_id, body_mac, resource_id) values ($1, $2, $3, $4, $3)`,
          [client.integrationId, keyMac, randomUUID(), Buffer.alloc(32)],
        );
        begun();
        await new Promise<void>((resolve) => (finish = resolve));
        throw new Error('given up');
      });
      await running;
      const waiting = await create(key, { verification: {} });
      expect([waiting.status, waiting.json]).toEqual([
        409,
        failure('1101', 'The first request with this idempotency key is still being processed.'),
      ]);
      expect(waiting.headers['retry-after']).toBe('1');
      finish();
      await expect(first).rejects.toThrow('given up');
      expect((await create(key, { verification: {} })).status).toBe(201);
    },
  );

  it('a refused request stores nothing', async () => {
    const key = randomUUID();
    expect((await create(key, { verification: { person: 1 } })).status).toBe(400);
    expect((await create(key, { verification: {} })).status).toBe(201);
  });

  it('holds for 24 hours', async () => {
    const key = randomUUID();
    const first = await create(key, { verification: {} });
    await clock.advance({ hours: 23, minutes: 59 });
    expect((await create(key, { verification: {} })).json).toEqual(first.json);
    await clock.advance({ minutes: 1, seconds: 1 });
    expect((await create(key, { verification: { vendorData: 'new' } })).json.verification.id).not.toBe(
      first.json.verification.id,
    );
  });

  it.each([[''], ['x'.repeat(256)], ['é'], [['a', 'b']]])('%j is not a valid key', async (key) => {
    const answer = await create(key, { verification: {} });
    expect([answer.status, answer.json.code]).toEqual([400, '1104']);
  });

  it('works for uploads and collected data, also after the session has moved on', async () => {
    const id = await client.createSession();
    const content = 'iVBORw0KGgo=';
    const upload = (context: string) =>
      client.call({
        method: 'POST',
        path: `/sessions/${id}/media`,
        body: { image: { context, content } },
        headers: { 'idempotency-key': 'upload-1' },
      });
    const data = {
      providerName: 'x',
      network: { ip: { addressV4: '203.0.113.24' } },
      device: { fingerprint: 'f' },
    };
    const collect = (body: unknown) =>
      client.call({
        method: 'POST',
        path: `/sessions/${id}/collected-data`,
        body,
        headers: { 'idempotency-key': 'collect-1' },
      });
    const [first, collected] = [await upload('face'), await collect(data)];
    await client.submit(id);
    expect([(await upload('face')).json, (await collect(data)).json]).toEqual([first.json, collected.json]);
    expect([
      (await upload('document-front')).status,
      (await collect({ ...data, person: {} })).status,
    ]).toEqual([409, 409]);
    expect((await upload('document-front')).json.code).toBe('1104');
    expect((await client.upload(id, { context: 'face', content })).json.code).toBe('1303');
  });

  it.each([
    ['Approve', 'approved', [400, '1304']],
    ['Decline', 'declined', [400, '1304']],
    ['Review', 'review', [400, '1304']],
    // Without a key a second attempt begins, with no picture.
    ['Resubmit', 'resubmission_requested', [200, undefined]],
  ])('works for a submission also after its decision: %s', async (firstName, status, withoutKey) => {
    const reviewing = await api.integrate({ settings: { manualReview: true } });
    const id = await reviewing.createSession({ person: { firstName } });
    const submit = (key: string | null, more: object = {}) =>
      reviewing.call({
        method: 'PATCH',
        path: `/sessions/${id}`,
        body: { verification: { status: 'submitted', ...more } },
        headers: key === null ? {} : { 'idempotency-key': key },
      });
    const countAttempts = async () =>
      (await api.ctx.database.query(`select 1 from attempt where session_id = $1`, [id])).length;
    const first = await submit('submit-1');
    expect(first.status).toBe(200);
    expect((await submit('submit-2')).json).toEqual(first.json);
    await verify(api, id);
    expect((await reviewing.decision(id)).json.verification.status).toBe(status);
    expect([(await submit('submit-1')).json, (await submit('submit-2')).json]).toEqual([
      first.json,
      first.json,
    ]);
    expect(await countAttempts()).toBe(1);
    expect((await submit('submit-1', { id })).json.code).toBe('1104');
    const { status: answered, json } = await submit(null);
    expect([answered, json.code]).toEqual(withoutKey);
    expect(await countAttempts()).toBe(answered === 200 ? 2 : 1);
  });
});
