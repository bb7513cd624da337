import { createHash } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { Client } from '../support/api.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import type { Person } from '../support/portal-browser.ts';
import { newOrganisation, type TestOrganisation } from '../support/portal-organisation.ts';

describeApiOnce('the request log in the portal', (given) => {
  let own: TestOrganisation;
  let developer: Person;
  beforeAll(async () => {
    own = await newOrganisation(given.api);
    developer = await own.add({ role: 'developer' });
  });

  const list = async (query: Record<string, string>) =>
    (await developer.browser.get(`/requests?${new URLSearchParams(query).toString()}`)).json;
  /** Rows are written behind the answers. */
  const logged = async ({ integrationId: integration }: Client, count: number) => {
    await expect.poll(async () => (await list({ integration })).rows.length, { timeout: 60_000 }).toBe(count);
    return (await list({ integration })).rows;
  };

  it('shows every request, newest first, and filters by each criterion', async () => {
    const client = await own.integrate();
    const { integrationId: integration } = client;
    const id = await client.createSession();
    await client.call({ path: `/sessions/${id}/attempts` });
    await client.call({ method: 'POST', path: '/sessions', body: { verification: { person: 7 } } });
    const last = await client.call({ path: '/sessions', sign: null });
    const rows = await logged(client, 4);
    expect(rows.map(({ route, status, code, cause }) => [route, status, code, cause])).toEqual([
      ['none', 405, '1101', 'method-not-allowed'],
      ['create-session', 400, '1104', 'parameter-invalid'],
      ['list-attempts', 200, null, null],
      ['create-session', 201, null, null],
    ]);
    const found = async (query: Record<string, string>) =>
      (await list({ integration, ...query })).rows.map(({ status }) => status);
    expect(await found({ status: '4xx' })).toEqual([405, 400]);
    expect(await found({ status: '201' })).toEqual([201]);
    expect(await found({ code: '1104' })).toEqual([400]);
    expect(await found({ cause: 'method-not-allowed' })).toEqual([405]);
    expect(await found({ route: 'create-session' })).toEqual([400, 201]);
    expect(await found({ session: id })).toEqual([200, 201]);
    expect(await found({ request: String(last.headers['x-request-id']) })).toEqual([405]);
    expect(await found({ since: '2099-01-31T12:00:00Z' })).toEqual([]);
    expect((await developer.browser.get('/requests?status=4x')).status).toBe(422);
    expect((await developer.browser.get('/requests?cause=%27%20or%201%3D1')).status).toBe(422);
  });

  it('pages through the requests of all integrations, each once', async () => {
    const [one, other] = [await own.integrate(), await own.integrate()];
    for (let times = 0; times < 3; times += 1) {
      await one.createSession();
      await other.createSession();
    }
    await logged(one, 3);
    await logged(other, 3);
    // Without a filter they are read in the order of the list, with one kind by kind.
    for (const filter of [{}, { route: 'create-session' }, { status: '2xx' }] as Record<string, string>[]) {
      const seen: string[] = [];
      let cursor = '';
      for (;;) {
        const { rows, next } = await list({ ...filter, limit: '4', ...(cursor === '' ? {} : { cursor }) });
        seen.push(...rows.map(({ id, at }) => `${at} ${id}`));
        if (next === null) break;
        cursor = next;
      }
      const times = seen.map((line) => line.split(' ', 1)[0]);
      expect(times).toEqual(times.toSorted().toReversed());
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.length).toBeGreaterThanOrEqual(6);
    }
    expect((await developer.browser.get('/requests?cursor=x')).status).toBe(422);
  });

  it('explains a request: the reason, what would be accepted, the bytes behind a wrong signature, ignored members', async () => {
    const client = await own.integrate();
    const id = await client.createSession();
    const body = '{"verification":{"status":"submitted"}}';
    const wrong = await client.call({ method: 'PATCH', path: `/sessions/${id}`, body, sign: `${body}\n` });
    const ignored = await client.call({
      method: 'POST',
      path: '/sessions',
      body: { verification: { vendorDatum: 'x', person: { firstName: 'Ada' } } },
    });
    await logged(client, 3);
    const show = async (answer: typeof wrong) =>
      (await developer.browser.get(`/requests/${String(answer.headers['x-request-id'])}`)).json;
    expect(await show(wrong)).toMatchObject({
      route: 'submit-session',
      status: 401,
      code: '1819',
      reason: 'The signature does not match the request body.',
      key: null,
      unverified: { bytes: body.length, sha256: createHash('sha256').update(body).digest('hex') },
      ignored: [],
    });
    expect(await show(ignored)).toMatchObject({
      status: 201,
      reason: null,
      unverified: null,
      ignored: ['verification.vendorDatum'],
    });
    expect((await developer.browser.get('/requests/00000000-0000-4000-8000-000000000000')).status).toBe(404);
  });

  it('rejects times that do not exist, in queries and cursors, as every list does', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    const cursorOf = (text: string) => Buffer.from(text).toString('base64url');
    for (const path of [
      '/requests?since=2026-02-30T00:00:00Z',
      '/webhooks?since=2026-99-01T00:00:00Z',
      '/sessions?until=2026-01-01T25:00:00Z',
      `/requests?cursor=${cursorOf(`2026-02-30T00:00:00.000000Z ${id}`)}`,
      `/sessions?cursor=${cursorOf(`2026-02-30T00:00:00.000000Z ${id}`)}`,
      `/sessions?cursor=${cursorOf(`2026-02-28T00:00:00.000000Z ${id.replaceAll('0', '-')}`)}`,
    ])
      expect([path, (await developer.browser.get(path)).status]).toEqual([path, 422]);
    const auditor = await own.add({ role: 'auditor' });
    const audit = `/audit?cursor=${cursorOf('2026-02-30T00:00:00.000000Z 0 1')}`;
    expect((await auditor.browser.get(audit)).status).toBe(422);
  });
});
