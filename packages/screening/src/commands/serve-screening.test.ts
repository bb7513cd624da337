import { request } from 'node:http';
import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invented } from '../../test/support/invented-entity.ts';
import { createScanScreener } from '../score/hits/scan-screener.ts';
import { defaultOptions } from '../model/screener.ts';
import { buildSnapshot } from '../search/build/build-snapshot.ts';
import { createIndexScreener } from '../search/index-screener.ts';
import { listenAddress, startScreeningServer } from './serve-screening.ts';

let server: Server;
let url = '';

beforeAll(async () => {
  const entities = [invented({ id: 'entry-1', names: [{ text: 'Velmar Orsintao', kind: 'primary' }] })];
  const screener = createScanScreener(entities, { snapshot: 'lists-1' });
  const served = { screener, options: defaultOptions, explain: false, about: { snapshot: 'lists-1' } };
  ({ server, url } = await startScreeningServer(served, listenAddress('0')));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

interface Sent {
  to?: string;
  path?: string;
  method?: string;
  body?: string;
  headers?: Record<string, string>;
}

function send({ to = url, path = '/screen', method = 'POST', body = '', headers = {} }: Sent) {
  return new Promise<{ status: number; json: Record<string, unknown> }>((resolve, reject) => {
    const sent = request(`${to}${path}`, {
      method,
      agent: false,
      headers: { 'content-type': 'application/json', ...headers },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, json: JSON.parse(text) as Record<string, unknown> }),
      );
    });
    sent.end(body);
  });
}

describe('screening over HTTP', () => {
  it('POST /screen answers a subject with its result, without traces', async () => {
    const { status, json } = await send({ body: '{"name":"Velmar Orsintao","birthDate":"1970"}' });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      total: 1,
      truncated: false,
      snapshot: 'lists-1',
      hits: [{ entityId: 'entry-1', score: 100 }],
    });
    expect(Object.keys((json['hits'] as [object])[0])).not.toContain('trace');
  });

  it('has the explanation of each hit where explanations are on', async () => {
    const entities = [invented({ id: 'entry-1', names: [{ text: 'Velmar Orsintao', kind: 'primary' }] })];
    const screener = createScanScreener(entities, { snapshot: 'lists-1' });
    const served = { screener, options: defaultOptions, explain: true, about: {} };
    const explaining = await startScreeningServer(served, listenAddress('0'));
    const { json } = await send({ to: explaining.url, body: '{"name":"Velmar Orsintao"}' });
    await new Promise((resolve) => explaining.server.close(resolve));
    expect(json['hits']).toMatchObject([
      {
        trace: { score: 100 },
        explanation: {
          score: 100,
          summary:
            'The names are the same; the birth date is unknown; the country is unknown. The list has nothing more that would settle it.',
        },
      },
    ]);
  });

  it('options of a request go over those of the command line', async () => {
    const body = JSON.stringify({ name: 'Velmar Orsintao', options: { lists: ['WARNINGS'] } });
    expect((await send({ body })).json).toMatchObject({ total: 0, hits: [] });
  });

  it('POST /screen-many answers in order; a bad query has its own error', async () => {
    const queries = [{ name: 'Velmar Orsintao' }, { name: 7 }, { name: 'Torvin Ashkelund' }];
    const { status, json } = await send({ path: '/screen-many', body: JSON.stringify({ queries }) });
    expect(status).toBe(200);
    expect(json['results']).toMatchObject([{ total: 1 }, { error: 'name is a string' }, { total: 0 }]);
  });

  it('GET /health names the lists that are screened against', async () => {
    expect(await send({ path: '/health', method: 'GET' })).toEqual({
      status: 200,
      json: { snapshot: 'lists-1' },
    });
  });

  const refusals: [what: string, sent: Sent, status: number][] = [
    ['a body that is not JSON', { body: '{' }, 400],
    ['a body that is no subject', { body: '[]' }, 400],
    ['a name of marks alone', { body: '{"name":"--"}' }, 400],
    ['a threshold out of range', { body: '{"name":"Velmar","options":{"matchThreshold":101}}' }, 400],
    ['a batch without queries', { path: '/screen-many', body: '{}' }, 400],
    [
      'a batch of 1,001 queries',
      { path: '/screen-many', body: JSON.stringify({ queries: Array.from({ length: 1001 }, () => ({})) }) },
      400,
    ],
    ['another path', { path: '/other', body: '{}' }, 404],
    ['another method', { method: 'PUT', body: '{}' }, 405],
    ['a body over 64 KiB', { body: `{"name":"${'a'.repeat(70_000)}"}` }, 413],
    ['what a web form sends', { body: '{}', headers: { 'content-type': 'text/plain' } }, 415],
    ['a request under another host name', { body: '{}', headers: { host: 'evil.example' } }, 421],
  ];
  for (const [what, sent, status] of refusals) {
    it(`refuses ${what} with ${status}`, async () => {
      const answer = await send(sent);
      expect([answer.status, typeof answer.json['error']]).toEqual([status, 'string']);
    });
  }

  const addresses: [text: string, host: string, port: number][] = [
    ['8090', '127.0.0.1', 8090],
    ['0.0.0.0:8090', '0.0.0.0', 8090],
    ['[::1]:80', '::1', 80],
    ['screening.internal:0', 'screening.internal', 0],
  ];
  for (const [text, host, port] of addresses) {
    it(`--listen ${text} is port ${port} of ${host}`, () => {
      expect(listenAddress(text)).toEqual({ host, port });
    });
  }
  for (const text of ['', 'x', '65536', ':80', '1:2:3']) {
    it(`--listen ${JSON.stringify(text)} is refused`, () => {
      expect(() => listenAddress(text)).toThrow(`--listen: must be [HOST:]PORT, not ${text}`);
    });
  }
});

describe('a screening that reaches its limit of work, over HTTP', () => {
  const names = ['Velmar Orsintao', 'Velmar Orsintaro', 'Velmaar Orsintao', 'Quorlan Thistlecroft'];
  const error = 'the screening was ended without a result: it takes more work than scoring 2 listed names';
  let limited: { server: Server; url: string };

  beforeAll(async () => {
    const entities = names.map((text, index) =>
      invented({ id: `entry-${String(index)}`, names: [{ text, kind: 'primary' }] }),
    );
    const snapshot = buildSnapshot(entities, { engine: 'test', sources: [] });
    const screener = createIndexScreener(snapshot, { mostScored: 2 });
    const served = { screener, options: defaultOptions, explain: false, about: {} };
    limited = await startScreeningServer(served, listenAddress('0'));
  });
  afterAll(() => new Promise((resolve) => limited.server.close(resolve)));

  it('is 503 with the cause and without hits', async () => {
    const { status, json } = await send({ to: limited.url, body: '{"name":"Velmar Orsintao"}' });
    expect(status).toBe(503);
    expect(json).toEqual({ error });
  });

  it('is an error in its place among many, and the others are answered', async () => {
    const queries = [{ name: 'Velmar Orsintao' }, { name: 'Quorlan Thistlecroft' }];
    const { status, json } = await send({
      to: limited.url,
      path: '/screen-many',
      body: JSON.stringify({ queries }),
    });
    expect(status).toBe(200);
    expect(json['results']).toMatchObject([{ error }, { total: 1, hits: [{ entityId: 'entry-3' }] }]);
    expect((json['results'] as [object])[0]).not.toHaveProperty('hits');
  });
});

it.each(['J. K.', 'A', 'x y z'])('a name of nothing but initials is refused: %s', async (name) => {
  const { status, json } = await send({ body: JSON.stringify({ name }) });
  expect(status).toBe(400);
  expect(json).toEqual({
    error: 'the name cannot be screened: nothing but initials',
  });
});
