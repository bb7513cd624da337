import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { setWebhookUrl } from '../../src/usecases/webhook/set-webhook-url.ts';
import { reviewSession } from '../../src/usecases/operator/review-session.ts';
import type { Client } from '../support/api.ts';
import { decided } from '../support/decide.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { newOrganisation, type TestOrganisation } from '../support/portal-organisation.ts';
import type { Person } from '../support/portal-browser.ts';

interface Seen {
  id: string;
  changedAt: string;
}

describeApiOnce('one status for many sessions', (given) => {
  let own: TestOrganisation;
  let admin: Person;
  let reviewer: Person;
  beforeAll(async () => {
    own = await newOrganisation(given.api, { settings: { manualReview: true } });
    admin = await own.add({ role: 'admin' });
  });
  // One sign-in may do this a few times a minute.
  beforeEach(async () => {
    reviewer = await own.add({ role: 'reviewer' });
  });

  const define = async ({ integrationId }: Client, body: object = {}) => {
    const name = `Status ${randomUUID()}`;
    const path = `/integrations/${integrationId}/statuses`;
    return (await admin.browser.post(path, { name, reasonForm: 'none', reasons: [], ...body })).json.id;
  };
  /** As the list shows them, newest first. */
  const seen = async ({ integrationId }: Client): Promise<Seen[]> => {
    const { rows } = (await reviewer.browser.get(`/sessions?limit=100&integration=${integrationId}`)).json;
    return (rows as unknown as Seen[]).map(({ id, changedAt }) => ({ id, changedAt }));
  };
  const change = (client: Client, body: object, person = reviewer) =>
    person.browser.post('/sessions/statuses', {
      integrationId: client.integrationId,
      action: 'add',
      reason: null,
      ...body,
    });
  const inForce = async (session: string) => {
    const { attemptList } = (await reviewer.browser.get(`/sessions/${session}`)).json;
    return attemptList[0]?.statuses.filter(({ removedAt }) => removedAt === null) ?? [];
  };
  const rowsOf = (client: Client, sql: string) =>
    given.api.ctx.database.query<{ sessionId: string }>(sql, [client.integrationId]);
  const auditOf = (client: Client, action: string) =>
    rowsOf(
      client,
      `select session_id as "sessionId" from audit where integration_id = $1 and action = '${action}' order by id`,
    );

  it('is added to each, with its webhook and its entry of the audit log', async () => {
    const client = await own.integrate();
    await setWebhookUrl(given.api.ctx)({
      integrationId: client.integrationId,
      type: 'user-defined-status',
      url: 'https://example.com/',
      actor: 'test',
    });
    for (let at = 0; at < 100; at += 1) await client.createSession();
    const statusId = await define(client, { reasonForm: 'list', reasons: ['Called', 'Written'] });
    const sessions = await seen(client);
    expect(sessions).toHaveLength(100);
    const answer = await change(client, { statusId, reason: 'Called', sessions });
    expect([answer.status, answer.json]).toEqual([
      200,
      { changed: 100, results: sessions.map(({ id }) => ({ id, refused: null })) },
    ]);
    const ids = sessions.map(({ id }) => id);
    expect((await auditOf(client, 'add-status')).map(({ sessionId }) => sessionId)).toEqual(ids);
    const webhooks = await rowsOf(
      client,
      `select session_id as "sessionId" from webhook where integration_id = $1 and type = 'user-defined-status'`,
    );
    expect(webhooks.map(({ sessionId }) => sessionId).toSorted()).toEqual(ids.toSorted());
    expect(await inForce(ids[0] ?? '')).toMatchObject([{ reason: 'Called', addedBy: 'Test reviewer' }]);
  });

  it('is removed from each that has it, and the others are reported as not having it', async () => {
    const client = await own.integrate();
    const [has, not] = [await client.createSession(), await client.createSession()];
    const statusId = await define(client);
    const sessions = await seen(client);
    await change(client, { statusId, sessions: sessions.filter(({ id }) => id === has) });
    const answer = await change(client, { statusId, action: 'remove', sessions });
    expect(answer.json).toEqual({
      changed: 1,
      results: [
        { id: not, refused: 'status-not-in-force' },
        { id: has, refused: null },
      ],
    });
    expect(await inForce(has)).toEqual([]);
    expect(await auditOf(client, 'remove-status')).toEqual([{ sessionId: has }]);
  });

  it('skips sessions that changed since the list was shown, that have it already, and that do not exist', async () => {
    const client = await own.integrate({ settings: { manualReview: true } });
    const review = await decided(given.api, client, 'Review');
    const [has, plain] = [await client.createSession(), await client.createSession()];
    const elsewhere = await (await own.integrate()).createSession();
    const statusId = await define(client);
    const sessions = await seen(client);
    await change(client, { statusId, sessions: sessions.filter(({ id }) => id === has) });
    await reviewSession(given.api.ctx)({
      integrationId: client.integrationId,
      sessionId: review,
      verdict: 'approve',
      code: null,
      note: null,
      actor: 'test',
    });
    const strange = { id: elsewhere, changedAt: sessions[0]?.changedAt };
    const answer = await change(client, { statusId, sessions: [...sessions, strange] });
    expect(answer.json).toEqual({
      changed: 1,
      results: [
        { id: plain, refused: null },
        { id: has, refused: 'status-in-force' },
        { id: review, refused: 'changed-meanwhile' },
        { id: elsewhere, refused: 'not-found' },
      ],
    });
    expect(await inForce(review)).toEqual([]);
  });

  it('is added once when two people add it at the same time', async () => {
    const client = await own.integrate();
    for (let at = 0; at < 10; at += 1) await client.createSession();
    const statusId = await define(client);
    const sessions = await seen(client);
    const answers = await Promise.all([
      change(client, { statusId, sessions }),
      change(client, { statusId, sessions }, admin),
    ]);
    const counts = answers.map(({ json }) => (json as unknown as { changed: number }).changed);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(10);
    for (const { id } of sessions) expect(await inForce(id)).toHaveLength(1);
  });

  it.each([
    ['retired', 'status-retired'],
    ['of another integration', 'not-found'],
    ['without the reason it takes', 'invalid'],
  ] as const)('that is %s refuses every session: %s', async (kind, refused) => {
    const client = await own.integrate();
    await client.createSession();
    const statusId = await define(
      kind === 'of another integration' ? own.client : client,
      kind === 'without the reason it takes' ? { reasonForm: 'text' } : {},
    );
    const path = `/integrations/${client.integrationId}/statuses/${statusId}`;
    if (kind === 'retired')
      await admin.browser.call({ method: 'PATCH', path, body: { version: 1, retired: true } });
    const answer = await change(client, { statusId, sessions: await seen(client) });
    expect(answer.json).toMatchObject({ changed: 0, results: [{ refused }] });
  });

  it('takes from one to a hundred sessions', async () => {
    const statusId = await define(own.client);
    const session = { id: randomUUID(), changedAt: '2026-01-01T00:00:00.000Z' };
    for (const count of [0, 101]) {
      const answer = await change(own.client, {
        statusId,
        sessions: Array.from({ length: count }, () => session),
      });
      expect([count, answer.status, answer.json.error.member]).toEqual([count, 422, 'sessions']);
    }
  });
});
