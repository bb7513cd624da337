import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RegistryClients } from '../../src/workers/registry/registry-clients.ts';
import { type Answer, type Client, onePixelPng, startApi, type TestApi } from '../support/api.ts';
import { decided } from '../support/decide.ts';
import { describeEnginesOnce } from '../support/engines.ts';
import { runCheck } from '../support/registry-jobs.ts';

/** Forced outcomes ask no registry. */
const nobodyToAsk: RegistryClients = {
  registriesOf: () => Promise.reject(new Error('no registry is asked here')),
  ending: new AbortController().signal,
  refuse: () => {},
  close: () => Promise.resolve(),
};

/*
 * One key and one construction sign requests, answers and webhooks (A-17; O1 to O8 of the reliability rules). So no body that
 * the service signs may be of use as a request.
 */
describeEnginesOnce('a signed answer is of no use as a request', (open) => {
  let api: TestApi;
  let client: Client;
  let victim: string;
  beforeAll(async () => {
    api = await startApi(await open());
    client = await api.integrate({
      settings: {
        deletion: true,
        validateRegistry: true,
        watchlistScreening: true,
        mexico: { ineQuery: true, curpQuery: true, combinedQuery: true },
      },
    });
    victim = await client.createSession({ vendorData: 'victim' });
  });
  afterAll(() => api.close());

  /** Everything that whoever knows nothing but the API key can have signed. */
  async function unsignedCallersGet(): Promise<Answer[]> {
    const open200: [string, string, unknown?][] = [
      ['POST', '/sessions', { verification: {} }],
      ['POST', '/sessions', { verification: { vendorData: '{"verification":{"status":"submitted"}}' } }],
      ['POST', '/sessions', { verification: { vendorData: '","status":"submitted","x":"' } }],
      ['POST', '/sessions', { verification: { vendorData: '\u2028"}}' } }],
      ['POST', '/sessions', { verification: { status: 'submitted', id: victim, vendorData: victim } }],
      ['POST', '/sessions', { verification: { person: { gender: victim } } }],
      ['POST', '/sessions', { verification: { vendorData: 1 } }],
      ['POST', '/sessions', '{'],
      ['POST', '/sessions', '[]'],
      ['GET', '/nothing'],
      ['GET', `/${victim}`],
      ['GET', '/sessions'],
      ['HEAD', '/sessions'],
      ['OPTIONS', '/sessions'],
      ['OPTIONS', `/sessions/${victim}`],
      ['GET', `/sessions/${victim}/decision`],
      ['DELETE', `/sessions/${victim}`],
      ['PATCH', `/sessions/${victim}`, { verification: { status: 'submitted' } }],
      ['POST', `/sessions/${victim}/media`, {}],
      ['POST', `/sessions/${victim}/collected-data`, {}],
      ['GET', `/media/${victim}`],
      ['GET', '/feedback/fraud-categories'],
    ];
    const calls = open200.map(([method, path, body]) => client.call({ method, path, body, sign: null }));
    const origin = client.call({
      method: 'POST',
      path: '/sessions',
      body: {},
      headers: { origin: 'https://x.example' },
    });
    return Promise.all([...calls, origin]);
  }

  const signedEndpoints = (id: string): [string, string][] => [
    ['PATCH', `/sessions/${id}`],
    ['POST', `/sessions/${id}/media`],
    ['POST', `/sessions/${id}/collected-data`],
    ['PATCH', `/sessions/${id}/watchlist-screening`],
    ['POST', '/sessions/validate-registry'],
    ['POST', '/validate-registry'],
    ['POST', '/feedback/fraud-reports'],
    ['POST', '/feedback/fraud-reports/retrieve'],
  ];

  /** Sends a captured body with its captured signature; gives every status that is not a refusal. */
  async function replay({ bytes, headers }: Answer, id: string): Promise<number[]> {
    const signature = String(headers['x-hmac-signature']);
    const body = [
      ...signedEndpoints(id).map(([method, path]) =>
        client.call({
          method,
          path,
          body: bytes,
          sign: null,
          headers: { 'x-hmac-signature': signature, 'vrf-hmac-signature': signature },
        }),
      ),
      ...['decision', 'person', 'media', 'attempts'].map((name) =>
        client.call({ path: `/sessions/${id}/${name}`, headers: { 'x-hmac-signature': signature } }),
      ),
      client.call({ method: 'DELETE', path: `/sessions/${id}`, headers: { 'x-hmac-signature': signature } }),
    ];
    return (await Promise.all(body)).map(({ status }) => status).filter((status) => status < 400);
  }

  const validated = {
    idNumber: '987-65-4320',
    firstName: 'Approve',
    lastName: 'Tavistock',
    dateOfBirth: '1979-12-05',
  };

  const validate = () =>
    client.call({
      method: 'POST',
      path: '/validate-registry',
      body: { verification: { person: validated } },
    });

  /** A session of registry validation whose decision shows everything that a validation asks for. @returns its id */
  async function validatedSession(): Promise<string> {
    const { id } = (await validate()).json.verification;
    await runCheck(api, id, { registry: 'us', registryClients: nobodyToAsk });
    return id;
  }

  const stateOf = async (id: string) => {
    const [row] = await api.ctx.database.query(
      `select s.status, s.deleted_at, s.attempt_count, a.collected, (select count(*)::int from media m where m.session_id = s.id) as media
       from session s join attempt a on a.id = s.attempt_id where s.id = $1`,
      [id],
    );
    return row;
  };

  it('no body given to an unsigned caller is accepted by any signed endpoint (O1 to O3)', async () => {
    const before = await stateOf(victim);
    const answers = await unsignedCallersGet();
    const signed = answers.filter(({ headers }) => headers['x-hmac-signature'] !== undefined);
    // All but the preflight, which names no integration.
    expect(signed.length).toBe(answers.length - 1);
    for (const answer of signed)
      expect([answer.bytes.toString(), await replay(answer, victim)]).toEqual([answer.bytes.toString(), []]);
    expect(await stateOf(victim)).toEqual(before);
  });

  it('no answer to a signed request works on another session (O4)', async () => {
    const before = await stateOf(victim);
    const other = await client.createSession({ vendorData: victim });
    const upload = await client.upload(other, { context: 'face', content: onePixelPng });
    const attempts = await client.call({ path: `/sessions/${other}/attempts` });
    const answers = [
      upload,
      attempts,
      await client.call({ path: `/media/${upload.json.image.id}` }),
      await client.call({ path: `/sessions/${other}/person` }),
      await client.call({ path: `/sessions/${other}/media` }),
      await client.submit(other),
      await client.decision(other),
      await client.decision(await decided(api, client, 'Approve')),
      await client.decision(await decided(api, client, 'Resubmit')),
      await validate(),
      await client.decision(await validatedSession()),
    ];
    for (const answer of answers)
      expect([answer.bytes.toString(), await replay(answer, victim)]).toEqual([answer.bytes.toString(), []]);
    expect(await stateOf(victim)).toEqual(before);
  });

  it('bodies for unsigned callers have a fixed set of members, and errors nothing of the caller (O1)', async () => {
    for (const { json, status } of (await unsignedCallersGet()).filter(({ bytes }) => bytes.length > 0)) {
      if (status === 201) {
        expect(Object.keys(json)).toEqual(['status', 'verification']);
        expect(Object.keys(json.verification)).toEqual([
          'id',
          'url',
          'vendorData',
          'endUserId',
          'host',
          'status',
          'sessionToken',
        ]);
        expect(json.verification.status).toBe('created');
      } else {
        expect(JSON.stringify(json)).not.toContain(victim);
        expect(Object.keys(json).filter((name) => name !== 'status')).toEqual(['code', 'message']);
      }
    }
  });

  it('a session token is not signed with a shared secret (O8), and no body is a bare identifier (O7)', async () => {
    for (const { bytes } of await unsignedCallersGet())
      expect(bytes.toString()).not.toMatch(/^[0-9a-f-]{36}$/i);
  });
});
