import { randomUUID } from 'node:crypto';
import { isUuid4, type PortalSession } from '@countersign/contract';
import { beforeAll, expect, it } from 'vitest';
import { portalRoutes } from '../../src/http/portal/portal-api.ts';
import { insertWebhook } from '../../src/storage/webhook/webhooks.ts';
import { setWebhookUrl } from '../../src/usecases/webhook/set-webhook-url.ts';
import { onePixelPng, type TestApi } from '../support/api.ts';
import { ownLook } from '../support/brand.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { newOrganisation, requestOf } from '../support/portal-organisation.ts';
import { add } from '../support/passkey-person.ts';
import { goodPassword, type Person, portalOrigin } from '../support/portal-browser.ts';
import { listsOf, screenedSession, screeningOnly } from '../support/screening.ts';
import { SoftwareAuthenticator } from '../../../testkit/src/software-authenticator.ts';

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

/** What the ids of a path are of: each by the words that lead to it, such as `sessions` and `sessions/media`. */
const kindsOf = (path: string): string[] => {
  const words = path.split('/').slice(1);
  return words.flatMap((word, at) => {
    const before = words.slice(0, at).filter((each) => !each.startsWith('{'));
    return word === '{id}' ? [before.join('/')] : [];
  });
};

/** An organisation with one of everything that a path can name. @returns ids by their kinds, see `kindsOf` */
async function victims(api: TestApi): Promise<Readonly<Record<string, string>>> {
  const victim = await newOrganisation(api, {
    settings: { ...screeningOnly(), manualReview: true, fourEyes: true },
  });
  const { integrationId, keyId } = victim.client;
  const person = await victim.add({ role: 'owner' });
  const { browser } = person;
  const screened = await screenedSession(api, victim.client, {
    person: { firstName: 'Review', lastName: 'Velmont' },
    lists: listsOf('lists-1', { id: 'x-1', name: 'Review Velmont', lists: ['SANCTIONS'] }),
  });
  const session = await victim.client.createSession();
  const media = await victim.client.upload(session, { context: 'face', content: onePixelPng });
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
  const invitation = { email: `victim-${randomUUID()}@example.com`, role: 'viewer', integrations: null };
  const invited = await browser.post('/team/invitations', invitation);
  const [signIn] = (await browser.get('/sign-ins')).json.rows;
  const exported = await browser.post('/exports', { format: 'csv', personal: false, reason: null });
  const status = { name: 'Theirs', reasonForm: 'none', reasons: [] };
  const statusId = (await browser.post(`/integrations/${integrationId}/statuses`, status)).json.id;
  const entry = await browser.post(`/sessions/${session}/statuses`, { statusId, reason: null });
  await browser.post(`/sessions/${screened}/review`, { decision: 'approve' });
  const { proposals, screening } = (await browser.get(`/sessions/${screened}`))
    .json as unknown as PortalSession;
  const passkey = await add(person, new SoftwareAuthenticator(portalOrigin, 'P-256'));
  return {
    sessions: session,
    'sessions/media': media.json.image.id,
    'sessions/hits': screening?.hits[0]?.id ?? '',
    'sessions/proposals': proposals[0]?.id ?? '',
    'sessions/statuses': entry.json.id,
    webhooks: webhook ?? '',
    integrations: integrationId,
    'integrations/keys': keyId,
    'integrations/statuses': statusId,
    team: person.id,
    'team/invitations': invited.json.id,
    'sign-ins': signIn.id,
    'me/passkeys': passkey.json.id,
    requests: await requestOf(api, victim.client),
    exports: exported.json.id,
  };
}

describeApiOnce('ids of another organisation', (given) => {
  let eve: Person;
  let foreign: Readonly<Record<string, string>>;
  /** Of Eve's own organisation: sessions and integrations. */
  let eves: Readonly<Record<string, string>>;
  beforeAll(async () => {
    const { api } = given;
    const own = await newOrganisation(api);
    eve = await own.add({ role: 'owner', reveal: true });
    await eve.stepUp();
    eves = { sessions: await own.client.createSession(), integrations: own.client.integrationId };
    // Pictures of a session that is masked are 403, whosever they are.
    await eve.browser.post(`/sessions/${eves['sessions'] ?? ''}/reveal`, { reason: 'Check' });
    foreign = await victims(api);
  });

  it('there are of every kind that a path of the portal names', () => {
    const kinds = new Set(withIds.flatMap(({ path }) => kindsOf(path)));
    expect([...kinds].toSorted()).toEqual(Object.keys(foreign).toSorted());
    expect(Object.entries(foreign).filter(([, id]) => !isUuid4(id))).toEqual([]);
  });

  const call = ({ method, path }: (typeof withIds)[number], ids: readonly string[]) => {
    const rest = [...ids];
    const filled = path
      .replaceAll('{id}', () => rest.shift() ?? randomUUID())
      .replaceAll('{token}', 'A'.repeat(43))
      .replaceAll('{type}', 'decision');
    const body = bodies[`${method} ${path}`];
    const query = queries[`${method} ${path}`] ?? '';
    return eve.browser.call({ method, path: `${filled}${query}`, ...(body === undefined ? {} : { body }) });
  };

  it.each(withIds)('$method $path answers 404 for them, as for those of nothing (S01)', async (route) => {
    const [theirs, nobodys] = [
      await call(
        route,
        kindsOf(route.path).map((kind) => foreign[kind] ?? ''),
      ),
      await call(route, []),
    ];
    expect([theirs.status, theirs.json.error.code]).toEqual([404, 'not-found']);
    expect(theirs.bytes).toEqual(nobodys.bytes);
  });

  it.each(withIds.filter(({ path }) => kindsOf(path).length > 1))(
    '$method $path answers as for those of nothing behind an id of one’s own (S01)',
    async (route) => {
      const [outer = '', inner = ''] = kindsOf(route.path);
      const [theirs, nobodys] = [
        await call(route, [eves[outer] ?? '', foreign[inner] ?? '']),
        await call(route, [eves[outer] ?? '']),
      ];
      expect(theirs.status).toBe(404);
      expect(theirs.bytes).toEqual(nobodys.bytes);
    },
  );

  it('in bodies are those of nothing (S01)', async () => {
    const session = `/sessions/${eves['sessions'] ?? ''}`;
    const team = `/team/${(await eve.browser.get('/team')).json.members[0]?.id ?? ''}`;
    const rows: [method: string, path: string, body: (kind: (kind: string) => string) => object][] = [
      ['POST', `${session}/statuses`, (of) => ({ statusId: of('integrations/statuses'), reason: null })],
      ['PUT', `${session}/screening/assignee`, (of) => ({ userId: of('team'), version: 0 })],
      ['PATCH', team, (of) => ({ version: 1, integrations: [of('integrations')] })],
      [
        'POST',
        '/exports',
        (of) => ({ format: 'csv', personal: false, reason: null, integration: of('integrations') }),
      ],
    ];
    for (const [method, path, body] of rows) {
      const theirs = await eve.browser.call({ method, path, body: body((kind) => foreign[kind] ?? '') });
      const nobodys = await eve.browser.call({ method, path, body: body(() => randomUUID()) });
      expect([path, theirs.status >= 400]).toEqual([path, true]);
      expect([path, theirs.status, theirs.bytes.toString()]).toEqual([
        path,
        nobodys.status,
        nobodys.bytes.toString(),
      ]);
    }
  });

  it('in queries answer 404 as well, and list nothing (S01)', async () => {
    const integration = foreign['integrations'];
    for (const path of ['/sessions', '/webhooks', '/audit', '/requests', '/screening'])
      expect((await eve.browser.get(`${path}?integration=${integration ?? ''}`)).status).toBe(404);
    const session = foreign['sessions'];
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
