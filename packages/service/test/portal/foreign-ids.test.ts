import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { portalRoutes } from '../../src/http/portal/portal-api.ts';
import { insertWebhook } from '../../src/storage/webhook/webhooks.ts';
import { setWebhookUrl } from '../../src/usecases/webhook/set-webhook-url.ts';
import { onePixelPng } from '../support/api.ts';
import { ownLook } from '../support/brand.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { newOrganisation, requestOf } from '../support/portal-organisation.ts';
import { goodPassword, type Person } from '../support/portal-browser.ts';

/** Bodies that would do something on things of one's own. */
const bodies: Readonly<Record<string, object>> = {
  'PATCH /team/{id}': { version: 1, role: 'viewer' },
  'POST /sessions/{id}/reveal': { reason: 'Check' },
  'POST /sessions/{id}/redact': { reason: 'Check' },
  'POST /sessions/{id}/review': { decision: 'approve' },
  'POST /sessions/{id}/notes': { text: 'A note' },
  'POST /sessions/{id}/hits/{id}/review': { matchStatus: 'false_positive', riskLevel: null },
  'PUT /sessions/{id}/screening/assignee': { userId: null, version: 0 },
  'POST /sessions/{id}/fraud-report': { categories: ['injected_media'], comment: null },
  'POST /sessions/{id}/statuses': { statusId: '00000000-0000-4000-8000-000000000000', reason: null },
  'POST /integrations/{id}/statuses': { name: 'Mine', reasonForm: 'none', reasons: [] },
  'PATCH /integrations/{id}/statuses/{id}': { version: 1, retired: true },
  'POST /integrations/{id}/keys': { label: 'mine' },
  'PUT /integrations/{id}/webhooks/{type}': { url: 'https://example.com/', version: 'x' },
  'PUT /integrations/{id}/reviews': { fourEyes: true },
  'PUT /integrations/{id}/retention': {
    sessionDays: 1,
    pictureDays: 1,
    descriptorDays: 1,
    webhookDays: 1,
  },
  'PUT /integrations/{id}/flow': { origins: [], callback: null, handoff: 'offer', version: 'x' },
  'PUT /integrations/{id}/branding': { ...ownLook, logo: 'keep', version: 'x' },
  'POST /integrations/{id}/sandbox/clock': { seconds: 1, once: '00000000-0000-4000-8000-000000000000' },
  'POST /integrations/{id}/webhooks/recover': {
    since: '2026-01-01T00:00:00Z',
    until: '2026-01-02T00:00:00Z',
  },
  'POST /integrations/{id}/webhooks/check': {
    body: '{}',
    signature: '0'.repeat(64),
    keyId: null,
    webhookId: null,
    timestamp: null,
  },
  'POST /invitations/{token}/sso/begin': { language: 'en' },
  'POST /invitations/{token}': { name: 'Eve', password: goodPassword, language: 'en' },
};

/** Queries without which a route is refused before it looks at ids. */
const queries: Readonly<Record<string, string>> = {
  'GET /integrations/{id}/webhooks/failed': '?since=2026-01-01T00:00:00Z',
};

const withIds = portalRoutes.filter(({ path }) => path.includes('{'));

describeApiOnce('ids of another organisation', (given) => {
  let eve: Person;
  /** What there is over there, by the first segment of the path that names it. */
  let foreign: Record<string, string[]>;
  beforeAll(async () => {
    const { api } = given;
    const victim = await newOrganisation(api);
    const own = await newOrganisation(api);
    eve = await own.add({ role: 'owner', reveal: true });
    await eve.stepUp();
    const person = await victim.add({ role: 'owner' });
    const { integrationId, keyId } = victim.client;
    const session = await victim.client.createSession();
    const media = (await victim.client.upload(session, { context: 'face', content: onePixelPng })).json.image
      .id;
    await setWebhookUrl(api.ctx)({
      integrationId,
      type: 'decision',
      url: 'https://example.com/',
      actor: 'test',
    });
    const webhook = await api.ctx.database.transaction((tx) =>
      insertWebhook(tx, {
        integrationId,
        sessionId: session,
        attemptId: null,
        type: 'decision',
        body: Buffer.from('{}'),
        dataKey: null,
      }),
    );
    await person.stepUp();
    const invited = await person.browser.post('/team/invitations', {
      email: `victim-${randomUUID()}@example.com`,
      role: 'viewer',
      integrations: null,
    });
    const [signIn] = (await person.browser.get('/sign-ins')).json.rows;
    const exported = await person.browser.post('/exports', { format: 'csv', personal: false, reason: null });
    foreign = {
      sessions: [session, media],
      webhooks: [webhook ?? ''],
      integrations: [integrationId, keyId],
      team: [person.id],
      'team/invitations': [invited.json.id],
      'sign-ins': [signIn.id],
      requests: [await requestOf(api, victim.client)],
      exports: [exported.json.id],
    };
  });

  it.each(withIds)('$method $path answers 404 for them, as for those of nothing (S01)', async (route) => {
    const kind = route.path.startsWith('/team/invitations')
      ? 'team/invitations'
      : (route.path.split('/')[1] ?? '');
    const call = (ids: readonly string[]) => {
      const rest = [...ids];
      const path = route.path
        .replaceAll('{id}', () => rest.shift() ?? randomUUID())
        .replaceAll('{token}', 'A'.repeat(43))
        .replaceAll('{type}', 'decision');
      const name = `${route.method} ${route.path}`;
      const body = bodies[name];
      const query = queries[name] ?? '';
      return eve.browser.call({
        method: route.method,
        path: `${path}${query}`,
        ...(body === undefined ? {} : { body }),
      });
    };
    const [theirs, nobodys] = [await call(foreign[kind] ?? []), await call([])];
    expect([theirs.status, theirs.json.error.code]).toEqual([404, 'not-found']);
    expect(theirs.bytes).toEqual(nobodys.bytes);
  });

  it('in queries answer 404 as well, and list nothing (S01)', async () => {
    const [integration] = foreign['integrations'] ?? [];
    for (const path of ['/sessions', '/webhooks', '/audit', '/requests', '/screening'])
      expect((await eve.browser.get(`${path}?integration=${integration ?? ''}`)).status).toBe(404);
    const [session] = foreign['sessions'] ?? [];
    for (const path of [
      `/sessions?q=${session ?? ''}`,
      `/webhooks?session=${session ?? ''}`,
      `/audit?session=${session ?? ''}`,
      `/requests?session=${session ?? ''}`,
    ])
      expect((await eve.browser.get(path)).json).toEqual({ rows: [], next: null });
    expect((await eve.browser.get(`/audit/verification?integration=${integration ?? ''}`)).status).toBe(404);
    expect((await eve.browser.post('/audit/export', { integrationId: integration, after: 0 })).status).toBe(
      404,
    );
    expect((await eve.browser.post('/sessions', { integrationId: integration })).status).toBe(404);
    const many = {
      integrationId: integration,
      statusId: '00000000-0000-4000-8000-000000000000',
      action: 'add',
      reason: null,
      sessions: [{ id: session, changedAt: '2026-01-01T00:00:00Z' }],
    };
    expect((await eve.browser.post('/sessions/statuses', many)).status).toBe(404);
    const invite = { email: 'x@example.com', role: 'viewer', integrations: [integration] };
    expect((await eve.browser.post('/team/invitations', invite)).status).toBe(404);
  });

  it('of an integration outside the own reach are foreign too', async () => {
    const { api } = given;
    const organisation = await newOrganisation(api);
    const second = await organisation.integrate();
    const owner = await organisation.add({ role: 'owner' });
    const reviewer = await organisation.add({ role: 'reviewer' });
    await owner.stepUp();
    const body = { version: 1, integrations: [second.integrationId] };
    expect((await owner.browser.call({ method: 'PATCH', path: `/team/${reviewer.id}`, body })).status).toBe(
      204,
    );
    const hidden = await organisation.client.createSession();
    const seen = await second.createSession();
    expect((await reviewer.browser.get(`/sessions/${hidden}`)).status).toBe(404);
    expect((await reviewer.browser.get(`/sessions/${seen}`)).status).toBe(200);
    const { rows } = (await reviewer.browser.get('/sessions')).json;
    expect(rows.map(({ id }) => id)).toEqual([seen]);
  });
});
