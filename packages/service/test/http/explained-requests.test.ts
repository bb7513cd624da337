import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { runOn } from '../../src/bin/run-command.ts';
import { followRequests } from '../../src/bin/follow-requests.ts';
import { deleteOldRequests } from '../../src/usecases/request/record-requests.ts';
import { type Client, onePixelPng } from '../support/api.ts';
import { describeApiOnce } from '../support/describe-api.ts';

interface Logged {
  requestId: string;
  [member: string]: unknown;
}

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
const anyNumber = expect.any(Number) as number;

describeApiOnce('requests that explain themselves', (given) => {
  const logs = async ({ integrationId }: Client, ...args: string[]): Promise<Logged[]> => {
    const listed = await runOn(given.api.ctx, { command: 'logs list', args: [integrationId, ...args] });
    if (listed.exitCode !== 0) throw new Error(listed.note);
    return listed.output as Logged[];
  };
  /** Rows are written behind the answers. */
  const logged = async (client: Client, count: number, ...args: string[]): Promise<Logged[]> => {
    await expect.poll(() => logs(client, ...args), { timeout: 60_000 }).toHaveLength(count);
    return logs(client, ...args);
  };

  describe('the request log', () => {
    it('has a row for every request, newest first, found by status, route, session and request id', async () => {
      const client = await given.api.integrate();
      const id = await client.createSession({ vendorData: 'order 7', person: { firstName: 'Ada' } });
      const media = await client.upload(id, { context: 'face', content: onePixelPng });
      await client.call({ path: `/media/${media.json.image.id}` });
      const missing = await client.decision('00000000-0000-4000-8000-000000000000');
      const rows = await logged(client, 4);
      expect(rows.map(({ route, status }) => [route, status])).toEqual([
        ['get-decision', 404],
        ['get-media', 200],
        ['upload-media', 200],
        ['create-session', 201],
      ]);
      expect(rows[2]).toEqual({
        at: moment,
        route: 'upload-media',
        status: 200,
        code: null,
        cause: null,
        requestId: media.headers['x-request-id'],
        sessionId: id,
        key: 'first',
        ms: anyNumber,
        bytes: JSON.stringify({ image: { context: 'face', content: onePixelPng } }).length,
        address: '127.0.0.1',
        detail: null,
        unverifiedBytes: null,
        unverifiedSha256: null,
        ignored: [],
      });
      expect(rows[3]).toMatchObject({ sessionId: id, key: null });
      expect(rows[0]).toMatchObject({
        code: '1101',
        cause: 'not-found',
        detail:
          'The path must be one of the API, without a slash at its end, and name what is there and belongs to the integration of the API key.',
        requestId: missing.headers['x-request-id'],
      });
      const found = async (...args: string[]) => (await logs(client, ...args)).map(({ route }) => route);
      expect(await found('--status', '404')).toEqual(['get-decision']);
      expect(await found('--status', '2xx', '--limit', '2')).toEqual(['get-media', 'upload-media']);
      expect(await found('--route', 'create-session')).toEqual(['create-session']);
      expect(await found('--session', id)).toEqual(['get-media', 'upload-media', 'create-session']);
      expect(await found('--request', String(missing.headers['x-request-id']))).toEqual(['get-decision']);
      expect(await found('--since', '1h')).toHaveLength(4);
      expect(await found('--since', '2099-01-31T12:00:00Z')).toEqual([]);
    });

    it('keeps nothing that was supplied, and no signature', async () => {
      const client = await given.api.integrate();
      const body = { verification: { vendorData: 'order-4711', person: { firstName: 'Zacharias' } } };
      await client.call({ method: 'POST', path: '/sessions', body });
      await client.call({ path: '/sessions/5043de43-828c-4b68-9ca0-15a1b9ea504d/decision', sign: 'x' });
      const [{ requestId } = { requestId: '' }] = await logged(client, 1, '--status', '401');
      const rows = await given.api.ctx.database.query(
        `select row_to_json(r)::text as row from api_request r where integration_id = $1`,
        [client.integrationId],
      );
      const stored = JSON.stringify(rows);
      expect(stored).toContain(requestId);
      expect(stored).not.toMatch(/order-4711|Zacharias/);
      expect(stored).not.toContain(client.secret);
    });

    it('keeps no address of a person: of a page in a browser none at all', async () => {
      const client = await given.api.integrate({ settings: { origins: ['https://shop.example.com'] } });
      await client.call({
        method: 'POST',
        path: '/sessions',
        body: { verification: {} },
        headers: { origin: 'https://shop.example.com' },
      });
      expect(await logged(client, 1)).toMatchObject([{ route: 'create-session', address: null }]);
    });

    it('names length and digest of what a signature did not fit', async () => {
      const client = await given.api.integrate();
      const id = await client.createSession();
      const body = '{"verification":{"status":"submitted"}}';
      const image = JSON.stringify({ image: { context: 'face', content: onePixelPng } });
      await client.call({ method: 'PATCH', path: `/sessions/${id}`, body, sign: `${body}\n` });
      await client.call({ path: `/sessions/${id.toUpperCase()}/decision`, sign: id });
      await client.call({ method: 'POST', path: `/sessions/${id}/media`, body: image, sign: 'x' });
      const seen = (bytes: string) => ({ unverifiedBytes: bytes.length, unverifiedSha256: sha256(bytes) });
      expect(await logged(client, 3, '--status', '401')).toMatchObject([
        { route: 'upload-media', cause: 'body-signature-mismatch', key: null, ...seen(image) },
        { route: 'get-decision', cause: 'identifier-signature-mismatch', ...seen(id.toUpperCase()) },
        { route: 'submit-session', cause: 'body-signature-mismatch', ...seen(body) },
      ]);
    });

    it('has no digest of uploads to live integrations, which would cost another pass over every picture', async () => {
      const client = await given.api.integrate({ mode: 'live' });
      const id = await client.createSession();
      const body = { image: { context: 'face', content: onePixelPng } };
      await client.call({ method: 'POST', path: `/sessions/${id}/media`, body, sign: 'x' });
      expect(await logged(client, 1, '--status', '401')).toMatchObject([
        { unverifiedBytes: JSON.stringify(body).length, unverifiedSha256: null },
      ]);
    });

    it('is not filled by strangers, and what it left out is counted', async () => {
      const client = await given.api.integrate();
      const dropped = async () => (await given.api.ctx.metrics.requestLogDropped.get()).values[0]?.value ?? 0;
      const before = await dropped();
      for (let times = 0; times < 90; times += 1) await client.call({ path: '/sessions', sign: null });
      await client.createSession();
      await logged(client, 1, '--status', '201');
      const refused = await logs(client, '--status', '4xx', '--limit', '1000');
      expect(refused.length).toBeGreaterThanOrEqual(60);
      expect(refused.length).toBeLessThan(90);
      expect((await dropped()) - before).toBe(90 - refused.length);
    });

    it('keeps a request for 30 days', async () => {
      const client = await given.api.integrate();
      await client.createSession();
      await logged(client, 1);
      await given.clock.advance({ days: 29, hours: 23 });
      await deleteOldRequests(given.api.ctx)(1_000);
      expect(await logs(client)).toHaveLength(1);
      await given.clock.advance({ hours: 2 });
      expect(await deleteOldRequests(given.api.ctx)(1)).toBe(1);
      while ((await deleteOldRequests(given.api.ctx)(1_000)) > 0);
      expect(await logs(client)).toEqual([]);
    });

    it.each([
      [['--status', '4x'], '--status: must be a status such as 401, or 4xx, not 4x'],
      [['--route', 'sessions'], /^--route: must be one of create-session, .*, none, not sessions$/],
      [['--request', 'abc'], 'identifier: must be a UUID, not abc'],
    ])('refuses %j', async (args, message) => {
      const listed = await runOn(given.api.ctx, {
        command: 'logs list',
        args: [given.client.integrationId, ...args],
      });
      expect(listed).toMatchObject({ exitCode: 2, note: expect.stringMatching(message) as string });
    });

    it('is followed: what is there, oldest first, then what comes, each once, under one heading', async () => {
      const client = await given.api.integrate();
      const first = await client.createSession();
      await logged(client, 1);
      const ending = new AbortController();
      const texts: string[] = [];
      const following = followRequests((request) => runOn(given.api.ctx, request), {
        args: [client.integrationId],
        limit: 50,
        format: 'csv',
        signal: ending.signal,
        print: (text) => void texts.push(text),
      });
      const lines = () => texts.join('').trimEnd().split('\r\n');
      await expect.poll(() => lines().length, { timeout: 60_000 }).toBe(2);
      await client.decision(first);
      await client.submit(first);
      await expect.poll(() => lines().length, { timeout: 60_000 }).toBe(4);
      ending.abort();
      expect(await following).toEqual({ exitCode: 0, output: undefined });
      expect(lines().map((line) => line.split(',')[1])).toEqual([
        'route',
        'create-session',
        'get-decision',
        'submit-session',
      ]);
    });
  });

  describe('headers', () => {
    it('name what a code means, and what would be accepted (A-245)', async () => {
      const id = await given.client.createSession();
      const explained = async (call: Parameters<Client['call']>[0]) => {
        const { headers } = await given.client.call(call);
        return [headers['x-error-cause'], headers['x-error-detail']];
      };
      expect(
        await explained({
          method: 'POST',
          path: '/sessions',
          body: { verification: { document: { type: 'PASPORT' } } },
        }),
      ).toEqual([
        'document-type-unsupported',
        'verification.document.type must be one of PASSPORT, ID_CARD, RESIDENCE_PERMIT, DRIVERS_LICENSE, VISA.',
      ]);
      const image = { context: 'portrait', content: onePixelPng };
      expect(await explained({ method: 'POST', path: `/sessions/${id}/media`, body: { image } })).toEqual([
        'image-context-unsupported',
        expect.stringMatching(/^image\.context must be one of face, /),
      ]);
      expect(await explained({ path: `/sessions/${id}/nothing` })).toEqual([
        'not-found',
        'The path must be one of the API, without a slash at its end, and name what is there and belongs to the integration of the API key.',
      ]);
      const signedElse = { path: `/sessions/${id}/decision`, sign: 'another text' };
      expect(await explained(signedElse)).toEqual([
        'identifier-signature-mismatch',
        expect.stringMatching(
          /^The signature must be the HMAC-SHA256 of the identifier as it stands in the path/,
        ),
      ]);
    });

    it('distinguish the causes of 1815, a missing signature first of all', async () => {
      const id = await given.client.createSession();
      const path = `/sessions/${id}/decision`;
      const causes = [
        { sign: null },
        { headers: { 'x-hmac-signature': ['a'.repeat(64), 'b'.repeat(64)] } },
        { headers: { 'x-auth-client': [given.client.apiKey, given.client.apiKey] } },
        { headers: { 'vrf-integration-id': '5043de43-828c-4b68-9ca0-15a1b9ea504d' } },
      ].map(async (call) => {
        const { json, headers } = await given.client.call({ path, ...call });
        return [json.code, headers['x-error-cause']];
      });
      expect(await Promise.all(causes)).toEqual([
        ['1815', 'signature-missing'],
        ['1815', 'signature-repeated'],
        ['1815', 'api-key-repeated'],
        ['1815', 'integration-not-of-api-key'],
      ]);
      const missing = await given.client.call({ path, sign: null });
      expect(missing.headers['x-error-detail']).toBe(
        'The request must be signed: X-HMAC-SIGNATURE is missing or empty, on the feedback API VRF-HMAC-SIGNATURE. X-SIGNATURE is ignored.',
      );
    });

    it('name addresses and origins that are not allowed', async () => {
      const elsewhere = await given.api.integrate({ settings: { allowedAddresses: ['192.0.2.0/24'] } });
      const { headers } = await elsewhere.call({
        method: 'POST',
        path: '/sessions',
        body: { verification: {} },
      });
      expect(headers['x-error-cause']).toBe('address-not-allowed');
      const pages = await given.api.integrate({ settings: { origins: ['https://shop.example.com'] } });
      const foreign = await pages.call({
        method: 'POST',
        path: '/sessions',
        body: { verification: {} },
        headers: { origin: 'https://other.example.com' },
      });
      expect(foreign.headers['x-error-cause']).toBe('origin-not-allowed');
    });

    it('name ignored input of test integrations, of accepted and refused requests, and the log does too (A-246)', async () => {
      const client = await given.api.integrate();
      const accepted = await client.call({
        method: 'POST',
        path: '/sessions?debug=1',
        body: { verification: { lang: 'et', person: { 'näme, 1': 'Ada' } } },
      });
      const names = 'verification.lang, verification.person.n%C3%A4me%2C%201, ?debug';
      expect(accepted.headers['x-ignored-members']).toBe(names);
      const refused = await client.call({
        method: 'POST',
        path: '/sessions',
        body: { verification: { person: 7 }, sandbox: true },
      });
      expect([refused.status, refused.headers['x-ignored-members']]).toEqual([400, 'sandbox']);
      const uploaded = await client.upload(accepted.json.verification.id, {
        context: 'face',
        content: onePixelPng,
        filename: 'face.png',
      });
      expect(uploaded.headers['x-ignored-members']).toBe('image.filename');
      expect((await logged(client, 3)).map(({ ignored }) => ignored)).toEqual([
        ['image.filename'],
        ['sandbox'],
        names.split(', '),
      ]);
    });

    it('name at most 20 of them, each cut at 128 characters', async () => {
      const many = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`${at}${'ü'.repeat(200)}`, 1]));
      const { headers } = await given.client.call({
        method: 'POST',
        path: '/sessions',
        body: { verification: {}, ...many },
      });
      const names = String(headers['x-ignored-members']).split(', ');
      expect(names).toHaveLength(21);
      expect(names.at(-1)).toBe('5 more');
      expect(names.slice(0, 20).map((name) => name.length)).toEqual(Array.from({ length: 20 }, () => 128));
    });

    it('name no ignored input of live integrations', async () => {
      const client = await given.api.integrate({ mode: 'live' });
      const { headers } = await client.call({
        method: 'POST',
        path: '/sessions',
        body: { verification: { lang: 'et' } },
      });
      expect(headers['x-ignored-members']).toBeUndefined();
      expect(await logged(client, 1)).toMatchObject([{ ignored: [] }]);
    });
  });
});
