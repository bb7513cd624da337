import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, failure, onePixelPng, startApi, type TestApi } from '../support/api.ts';
import { describeEngines } from '../support/engines.ts';

const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describeEngines('POST /sessions (A-25 to A-28)', (open) => {
  let api: TestApi;
  let client: Client;
  beforeAll(async () => {
    api = await startApi(await open());
    client = await api.integrate();
  });
  afterAll(() => api.close());

  const create = (body: unknown, headers: Record<string, string | null> = {}) =>
    client.call({ method: 'POST', path: '/sessions', body, headers });

  it('answers 201 with exactly the members of A-27, in their order (S03)', async () => {
    const endUserId = '5C22E2E1-4416-42C2-A589-16AD2B536B95';
    const { status, json, bytes } = await create({
      verification: { vendorData: ' customer 70341 ', endUserId },
    });
    expect(status).toBe(201);
    const { id, sessionToken } = json.verification;
    expect(id).toMatch(uuid4);
    expect(bytes.toString()).toBe(
      `{"status":"success","verification":{"id":"${id}","url":"https://verify.example.com/v/${sessionToken}",` +
        `"vendorData":" customer 70341 ","endUserId":"${endUserId}","host":"https://verify.example.com","status":"created",` +
        `"sessionToken":"${sessionToken}"}}`,
    );
  });

  it('returns a token with the session and the second of its creation, signed with the installation’s key', async () => {
    const { verification } = (await create({ verification: {} })).json;
    const [header, payload, signature] = verification.sessionToken.split('.') as [string, string, string];
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
    expect(read(header)).toEqual({ alg: 'HS256', typ: 'JWT' });
    expect(Object.keys(read(payload))).toEqual(['session_id', 'iat']);
    expect(read(payload).session_id).toBe(verification.id);
    expect(Math.abs(read(payload).iat - Date.now() / 1000)).toBeLessThan(5);
    const sign = (key: string | Buffer) =>
      createHmac('sha256', key).update(`${header}.${payload}`).digest('base64url');
    expect(signature).toBe(sign(api.ctx.vault.derive('session-token')));
    expect(signature).not.toBe(sign(client.secret));
  });

  it('stores session, first attempt and audit row together, the personal data sealed (S18, I7)', async () => {
    const id = await client.createSession({ vendorData: 'canary-7c1e', person: { lastName: 'Canary7c1e' } });
    const [row] = await api.ctx.database.query<Record<string, unknown>>(
      `select s.status, s.attempt_count, a.status as attempt, a.ordinal, u.actor, u.action, u.to_state,
         extract(epoch from s.expires_at - s.created_at)::int as lifetime, s.sealed, s.data_key
       from session s join attempt a on a.id = s.attempt_id join audit u on u.session_id = s.id where s.id = $1`,
      [id],
    );
    expect(row).toMatchObject({ status: 'created', attempt_count: 1, attempt: 'created', ordinal: 1 });
    expect(row).toMatchObject({
      actor: 'api',
      action: 'create-session',
      to_state: 'created',
      lifetime: 604_800,
    });
    for (const column of ['sealed', 'data_key']) {
      expect(Buffer.from(row?.[column] as Uint8Array).toString('latin1')).not.toMatch(/canary7?/i);
    }
  });

  it('makes a new session of every request, however equal', async () => {
    const ids = await Promise.all(
      Array.from({ length: 5 }, () => client.createSession({ vendorData: 'same' })),
    );
    expect(new Set(ids).size).toBe(5);
  });

  it('leads to the domain of the integration where it has one, on submission too (A-283)', async () => {
    const one = await api.integrate({ settings: { flowUrl: 'https://identity.bank.example' } });
    const made = await one.call({ method: 'POST', path: '/sessions', body: { verification: {} } });
    const { id, url, host, sessionToken } = made.json.verification;
    expect([host, url]).toEqual([
      'https://identity.bank.example',
      `https://identity.bank.example/v/${sessionToken}`,
    ]);
    await one.upload(id, { context: 'face', content: onePixelPng });
    const submitted = await one.submit(id);
    expect(submitted.json.verification).toMatchObject({ host, url, status: 'submitted' });
  });

  it('admits a callback over http on a loopback host, on test integrations only (A-135)', async () => {
    const body = { verification: { callback: 'http://127.0.0.1:3000/verified' } };
    const created = async (mode: 'test' | 'live') => {
      const one = await api.integrate({ mode });
      return (await one.call({ method: 'POST', path: '/sessions', body })).status;
    };
    expect([await created('test'), await created('live')]).toEqual([201, 400]);
  });

  const m = (path: string) => `A parameter is not valid: verification.${path}.`;
  it.each<[string, unknown, number, string, string]>([
    ['no verification', {}, 400, '1102', 'A mandatory parameter is missing: verification.'],
    [
      'verification of another type',
      { verification: [] },
      400,
      '1104',
      'A parameter is not valid: verification.',
    ],
    [
      'a callback over http',
      { verification: { callback: 'http://shop.example.com/' } },
      400,
      '1302',
      'The callback must be an https address.',
    ],
    [
      'vendorData of another type',
      { verification: { vendorData: 1 } },
      400,
      '1501',
      'vendorData must be a string.',
    ],
    [
      'long vendorData',
      { verification: { vendorData: '😀'.repeat(1001) } },
      400,
      '1500',
      'vendorData must not be longer than 1000 characters.',
    ],
    ['endUserId', { verification: { endUserId: 'x' } }, 400, '1104', m('endUserId')],
    ['person', { verification: { person: 1 } }, 400, '1104', m('person')],
    [
      'a form of date',
      { verification: { person: { dateOfBirth: '14.03.1991' } } },
      400,
      '1203',
      'The date must have the form YYYY-MM-DD: verification.person.dateOfBirth.',
    ],
    [
      'no calendar date',
      { verification: { person: { dateOfBirth: '1991-02-30' } } },
      400,
      '2003',
      'The date of birth is not valid.',
    ],
    [
      'document number',
      { verification: { document: { number: 'KQ-1' } } },
      400,
      '2102',
      'The document number may contain only letters and digits.',
    ],
    [
      'document type',
      { verification: { document: { type: 'OTHER' } } },
      400,
      '2103',
      'The document type is not supported.',
    ],
    [
      'document country',
      { verification: { document: { country: 'ee' } } },
      400,
      '2104',
      'The document country is not supported.',
    ],
    [
      'a consent',
      { verification: { consents: [{ approved: true }] } },
      400,
      '1102',
      'A mandatory parameter is missing: verification.consents[0].type.',
    ],
    [
      'two wrong members: the first of the table',
      { verification: { address: { country: 1 }, person: { gender: 'X' } } },
      400,
      '1104',
      m('person.gender'),
    ],
  ])('refuses %s', async (_name, body, status, code, message) => {
    const answer = await create(body);
    expect([answer.status, answer.json]).toEqual([status, failure(code, message)]);
  });

  it('accepts a member twice a thousand code points long, unknown members, and null for absent ones (A-04, A-05)', async () => {
    const vendorData = '😀'.repeat(1000);
    const verification = {
      vendorData,
      endUserId: null,
      person: null,
      lang: 'et',
      features: ['x'],
      timestamp: 1,
    };
    const answer = await create({ verification, extra: { deep: [1] } });
    expect([answer.status, answer.json.verification.vendorData, answer.json.verification.endUserId]).toEqual([
      201,
      vendorData,
      null,
    ]);
    expect(answer.bytes.toString()).not.toMatch(/lang|features|extra/);
  });

  it('ignores a signature header, valid or not (A-15)', async () => {
    for (const signature of ['0'.repeat(64), 'x', '']) {
      expect((await create({ verification: {} }, { 'x-hmac-signature': signature })).status).toBe(201);
    }
  });

  it('requires a signature where the integration is set so (A-111 b)', async () => {
    const strict = await api.integrate({ settings: { requireSignedCreation: true } });
    const call = { method: 'POST', path: '/sessions', body: { verification: {} } };
    expect((await strict.call(call)).status).toBe(201);
    expect((await strict.call({ ...call, sign: null })).json.code).toBe('1815');
    expect((await strict.call({ ...call, secret: client.secret })).json.code).toBe('1819');
  });
});

describeEngines('calls from browsers (A-30)', (open) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(await open());
  });
  afterAll(() => api.close());

  const origin = 'https://shop.example.com';
  const create = (client: Client, headers: Record<string, string>, body: unknown = { verification: {} }) =>
    client.call({ method: 'POST', path: '/sessions', body, sign: null, headers });
  const exposed =
    'vrf-auth-client, vrf-hmac-signature, vrf-integration-id, x-auth-client, x-hmac-signature, x-request-id';

  it('a preflight needs no API key and is answered 204 without body', async () => {
    const { status, bytes, headers } = await api.send({
      method: 'OPTIONS',
      path: '/v1/sessions',
      headers: { origin },
    });
    expect([status, bytes.length]).toEqual([204, 0]);
    expect(headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers':
        'content-type, x-auth-client, x-hmac-signature, x-origin, vrf-integration-id',
      'access-control-max-age': '600',
      vary: 'Origin',
    });
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('a test integration admits every origin by default, null included; errors carry the headers too', async () => {
    const client = await api.integrate();
    for (const [from, body, status] of [
      [origin, undefined, 201],
      ['null', undefined, 201],
      [origin, {}, 400],
      [origin, '', 400],
    ] as const) {
      const answer = await create(client, { origin: from }, body);
      expect(answer.status).toBe(status);
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': from,
        'access-control-expose-headers': exposed,
        vary: 'Origin',
      });
    }
    const unknownKey = await create(client, { origin, 'x-auth-client': randomUUID() });
    expect([unknownKey.status, unknownKey.headers['access-control-allow-origin']]).toEqual([401, origin]);
  });

  it('a live integration admits the origins on its list, none by default; without Origin nothing is checked (S09)', async () => {
    const closed = await api.integrate({ mode: 'live' });
    const refused = await create(closed, { origin });
    expect([refused.status, refused.json.code, refused.headers['access-control-allow-origin']]).toEqual([
      401,
      '1815',
      origin,
    ]);
    expect((await create(closed, {})).status).toBe(201);
    const listed = await api.integrate({ mode: 'live', settings: { origins: [origin] } });
    expect((await create(listed, { origin })).status).toBe(201);
    expect((await create(listed, { origin: 'https://shop.example.com.evil.example' })).status).toBe(401);
    const [{ count }] = (await api.ctx.database.query<{ count: number }>(
      `select count(*)::int as count from session where integration_id = $1`,
      [closed.integrationId],
    )) as [{ count: number }];
    expect(count).toBe(1);
  });

  it('no other endpoint answers cross-origin calls (S09)', async () => {
    const client = await api.integrate();
    const id = await client.createSession();
    const preflight = await client.call({
      method: 'OPTIONS',
      path: `/sessions/${id}/media`,
      headers: { origin },
    });
    const upload = await client.call({
      method: 'POST',
      path: `/sessions/${id}/media`,
      body: {},
      headers: { origin },
    });
    expect([preflight.status, upload.status]).toEqual([405, 400]);
    for (const { headers } of [preflight, upload])
      expect(headers['access-control-allow-origin']).toBeUndefined();
  });
});
