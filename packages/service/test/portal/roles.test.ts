import { randomUUID } from 'node:crypto';
import { type PortalRole, portalRoles } from '@countersign/contract';
import { beforeAll, expect, it } from 'vitest';
import { setWebhookUrl } from '../../src/usecases/webhook/set-webhook-url.ts';
import { insertWebhook } from '../../src/storage/webhooks.ts';
import { onePixelPng } from '../support/api.ts';
import { decided } from '../support/decide.ts';
import { describeApi } from '../support/describe-api.ts';
import { newOrganisation, requestOf, type TestOrganisation } from '../support/portal-organisation.ts';
import { ownLook } from '../support/brand.ts';
import type { Person, PortalCall } from '../support/portal-browser.ts';

/** A session, a medium of it, a webhook, a key, on an integration of one mode. */
interface Things {
  integrationId: string;
  session: string;
  media: string;
  webhook: string;
  key: string;
  /** A request to the API. */
  request: string;
  email: string;
}

const post = (path: string, body?: object): PortalCall => ({
  method: 'POST',
  path,
  ...(body ? { body } : {}),
});

const anySignature = {
  body: '{}',
  signature: '0'.repeat(64),
  keyId: null,
  webhookId: null,
  timestamp: null,
};

/** One call of every route that a capability guards, and the roles it lets through: all others get 403. */
const rows: readonly [name: string, allowed: readonly PortalRole[], call: (things: Things) => PortalCall][] =
  [
    ['see the first page', portalRoles, () => ({ path: '/home' })],
    ['list sessions', portalRoles, () => ({ path: '/sessions' })],
    ['see a session', portalRoles, ({ session }) => ({ path: `/sessions/${session}` })],
    [
      'create a session',
      ['owner', 'admin', 'developer'],
      ({ integrationId }) => post('/sessions', { integrationId }),
    ],
    [
      'write a note',
      ['owner', 'admin', 'reviewer'],
      ({ session }) => post(`/sessions/${session}/notes`, { text: 'Note' }),
    ],
    [
      'see the statuses',
      portalRoles,
      ({ integrationId }) => ({ path: `/integrations/${integrationId}/statuses` }),
    ],
    [
      'define a status',
      ['owner', 'admin'],
      ({ integrationId }) =>
        post(`/integrations/${integrationId}/statuses`, { name: 'Mine', reasonForm: 'none', reasons: [] }),
    ],
    [
      'change a status',
      ['owner', 'admin'],
      ({ integrationId, key }) => ({
        method: 'PATCH',
        path: `/integrations/${integrationId}/statuses/${key}`,
        body: { version: 1, retired: true },
      }),
    ],
    [
      'add a status to an attempt',
      ['owner', 'admin', 'reviewer'],
      ({ session, key }) => post(`/sessions/${session}/statuses`, { statusId: key, reason: null }),
    ],
    [
      'take a status back',
      ['owner', 'admin', 'reviewer'],
      ({ session, key }) => ({ method: 'DELETE', path: `/sessions/${session}/statuses/${key}` }),
    ],
    [
      'change statuses of several sessions',
      ['owner', 'admin', 'reviewer'],
      ({ integrationId, session, key }) =>
        post('/sessions/statuses', {
          integrationId,
          statusId: key,
          action: 'add',
          reason: null,
          sessions: [{ id: session, changedAt: '2026-01-01T00:00:00.000Z' }],
        }),
    ],
    [
      'report a session as fraud',
      ['owner', 'admin', 'reviewer'],
      ({ session }) =>
        post(`/sessions/${session}/fraud-report`, { categories: ['injected_media'], comment: null }),
    ],
    [
      'decide a review',
      ['owner', 'admin', 'reviewer'],
      ({ session }) => post(`/sessions/${session}/review`, { decision: 'approve' }),
    ],
    [
      'delete a session',
      ['owner', 'admin'],
      ({ session }) => ({ method: 'DELETE', path: `/sessions/${session}` }),
    ],
    [
      'add a key',
      ['owner', 'admin'],
      ({ integrationId }) => post(`/integrations/${integrationId}/keys`, { label: 'mine' }),
    ],
    [
      'promote a key',
      ['owner', 'admin'],
      ({ integrationId, key }) => post(`/integrations/${integrationId}/keys/${key}/promote`),
    ],
    [
      'delete a key',
      ['owner', 'admin'],
      ({ integrationId, key }) => ({ method: 'DELETE', path: `/integrations/${integrationId}/keys/${key}` }),
    ],
    ['list webhooks', ['owner', 'admin', 'developer', 'auditor'], () => ({ path: '/webhooks' })],
    [
      'see a webhook',
      ['owner', 'admin', 'developer', 'auditor'],
      ({ webhook }) => ({ path: `/webhooks/${webhook}` }),
    ],
    [
      'replay a webhook',
      ['owner', 'admin', 'developer'],
      ({ webhook }) => post(`/webhooks/${webhook}/replay`),
    ],
    [
      'set a webhook URL',
      ['owner', 'admin', 'developer'],
      ({ integrationId }) => ({
        method: 'PUT',
        path: `/integrations/${integrationId}/webhooks/event`,
        body: { url: 'https://example.com/', version: 'of yesterday' },
      }),
    ],
    [
      'test a webhook URL',
      ['owner', 'admin', 'developer'],
      ({ integrationId }) => post(`/integrations/${integrationId}/webhooks/event/test`),
    ],
    [
      'resume a webhook URL',
      ['owner', 'admin', 'developer'],
      ({ integrationId }) => post(`/integrations/${integrationId}/webhooks/event/resume`),
    ],
    [
      'count failed webhooks',
      ['owner', 'admin', 'developer', 'auditor'],
      ({ integrationId }) => ({
        path: `/integrations/${integrationId}/webhooks/failed?since=2026-01-01T00:00:00Z`,
      }),
    ],
    [
      'recover failed webhooks',
      ['owner', 'admin', 'developer'],
      ({ integrationId }) =>
        post(`/integrations/${integrationId}/webhooks/recover`, {
          since: '2026-01-01T00:00:00Z',
          until: '2026-01-01T00:00:01Z',
        }),
    ],
    [
      'check a signature',
      ['owner', 'admin', 'developer', 'auditor'],
      ({ integrationId }) => post(`/integrations/${integrationId}/webhooks/check`, anySignature),
    ],
    ['list requests', ['owner', 'admin', 'developer', 'auditor'], () => ({ path: '/requests' })],
    [
      'see a request',
      ['owner', 'admin', 'developer', 'auditor'],
      ({ request }) => ({ path: `/requests/${request}` }),
    ],
    [
      'see the sandbox',
      portalRoles,
      ({ integrationId }) => ({ path: `/integrations/${integrationId}/sandbox` }),
    ],
    [
      'move the clock',
      ['owner', 'admin', 'developer'],
      ({ integrationId, key }) =>
        post(`/integrations/${integrationId}/sandbox/clock`, { seconds: 1, once: key }),
    ],
    [
      'see who may show the flow',
      portalRoles,
      ({ integrationId }) => ({ path: `/integrations/${integrationId}/flow` }),
    ],
    [
      'change who may show the flow',
      ['owner', 'admin', 'developer'],
      ({ integrationId }) => ({
        method: 'PUT',
        path: `/integrations/${integrationId}/flow`,
        body: { origins: [], callback: null, version: 'of yesterday' },
      }),
    ],
    [
      'see the branding',
      portalRoles,
      ({ integrationId }) => ({ path: `/integrations/${integrationId}/branding` }),
    ],
    [
      'see the preview of the flow',
      portalRoles,
      ({ integrationId }) => ({ path: `/integrations/${integrationId}/branding/preview` }),
    ],
    [
      'change the branding',
      ['owner', 'admin', 'developer'],
      ({ integrationId }) => ({
        method: 'PUT',
        path: `/integrations/${integrationId}/branding`,
        body: { ...ownLook, logo: 'keep', version: 'of yesterday' },
      }),
    ],
    [
      'export sessions',
      ['owner', 'admin'],
      ({ integrationId }) =>
        post('/exports', { integration: integrationId, format: 'csv', personal: false, reason: null }),
    ],
    ['see the exports', ['owner', 'admin'], () => ({ path: '/exports' })],
    ['cancel an export', ['owner', 'admin'], ({ key }) => ({ method: 'DELETE', path: `/exports/${key}` })],
    ['download an export', ['owner', 'admin'], ({ key }) => ({ path: `/exports/${key}/file` })],
    ['see the team', ['owner', 'admin'], () => ({ path: '/team' })],
    [
      'invite somebody',
      ['owner', 'admin'],
      ({ email }) => post('/team/invitations', { email, role: 'viewer', integrations: null }),
    ],
    [
      'take an invitation back',
      ['owner', 'admin'],
      ({ key }) => ({ method: 'DELETE', path: `/team/invitations/${key}` }),
    ],
    [
      'change somebody',
      ['owner', 'admin'],
      ({ key }) => ({ method: 'PATCH', path: `/team/${key}`, body: { version: 1 } }),
    ],
    ['remove somebody', ['owner', 'admin'], ({ key }) => ({ method: 'DELETE', path: `/team/${key}` })],
    ['see single sign-on', ['owner'], () => ({ path: '/organisation/sso' })],
    [
      'change single sign-on',
      ['owner'],
      () => ({
        method: 'PUT',
        path: '/organisation/sso',
        body: { version: 1, issuer: 'none', clientId: 'a', domains: [], enabled: false, required: false },
      }),
    ],
    ['remove single sign-on', ['owner'], () => ({ method: 'DELETE', path: '/organisation/sso' })],
    ['test a provider', ['owner'], () => post('/organisation/sso/check', { issuer: 'none' })],
    ['see the chains of the audit log', ['owner', 'admin', 'auditor'], () => ({ path: '/audit/chains' })],
    ['verify the audit log', ['owner', 'admin', 'auditor'], () => ({ path: '/audit/verification' })],
    [
      'export the audit log',
      ['owner', 'admin', 'auditor'],
      ({ integrationId }) => post('/audit/export', { integrationId, after: 0 }),
    ],
    ['read the audit log', ['owner', 'admin', 'auditor'], () => ({ path: '/audit' })],
    ['see an integration', portalRoles, ({ integrationId }) => ({ path: `/integrations/${integrationId}` })],
  ];
const cells = rows.flatMap(([name, allowed, call]) =>
  portalRoles.map((role) => ({ name, role, may: allowed.includes(role), call })),
);

/** Who reveals, by role, own grant, and mode: the cells of the design's second row. */
const reveals: readonly [role: PortalRole, grant: boolean | null, test: boolean, live: boolean][] = [
  ['owner', null, false, false],
  ['owner', true, true, true],
  ['admin', null, false, false],
  ['admin', true, true, true],
  ['developer', null, true, false],
  ['developer', true, true, false],
  ['reviewer', null, true, true],
  ['reviewer', false, false, false],
  ['viewer', null, false, false],
  ['viewer', true, false, false],
  ['auditor', null, false, false],
  ['auditor', true, true, true],
];

describeApi('what roles may do over HTTP', (given) => {
  let own: TestOrganisation;
  const people = new Map<PortalRole, Person>();
  const things: Record<'test' | 'live', () => Promise<Things>> = {
    test: () => thingsOf('test'),
    live: () => thingsOf('live'),
  };
  const clients = new Map<'test' | 'live', TestOrganisation['client']>();
  const requests = new Map<string, string>();

  async function thingsOf(mode: 'test' | 'live'): Promise<Things> {
    const client = clients.get(mode);
    if (!client) throw new Error('no integration of this mode');
    const { integrationId, keyId } = client;
    const session = await client.createSession();
    const media = (await client.upload(session, { context: 'face', content: onePixelPng })).json.image.id;
    const webhook = await given.api.ctx.database.transaction((tx) =>
      insertWebhook(tx, {
        integrationId,
        sessionId: session,
        attemptId: null,
        type: 'decision',
        body: Buffer.from('{}'),
        dataKey: null,
      }),
    );
    const email = `guest-${randomUUID()}@example.com`;
    const request = requests.get(integrationId) ?? '';
    return { integrationId, session, media, webhook: webhook ?? '', key: keyId, request, email };
  }

  beforeAll(async () => {
    const { api } = given;
    own = await newOrganisation(api, { settings: { manualReview: true, deletion: true } });
    clients.set('test', own.client);
    clients.set('live', await own.integrate({ mode: 'live' }));
    for (const { integrationId } of clients.values())
      await setWebhookUrl(api.ctx)({
        integrationId,
        type: 'decision',
        url: 'https://example.com/',
        actor: 'test',
      });
    for (const client of clients.values()) {
      await client.createSession();
      requests.set(client.integrationId, await requestOf(api, client));
    }
    for (const role of portalRoles) {
      const person = await own.add({ role });
      await person.stepUp();
      people.set(role, person);
    }
  });

  it.each(cells)('$role, $name: $may', async ({ role, may, call }) => {
    const person = people.get(role);
    const answer = await person?.browser.call(call(await things.test()));
    const code = answer?.json?.error?.code;
    if (may) {
      // What follows the check of the role: the thing is done, or refused for what it is.
      expect(code).not.toBe('not-allowed');
      expect(answer?.status).not.toBe(500);
    } else expect([answer?.status, code]).toEqual([403, 'not-allowed']);
  });

  it.each(reveals)(
    '%s with the grant %s reveals on test: %s, on live: %s',
    async (role, reveal, test, live) => {
      const owner = people.get('owner');
      const person = await own.add({ role });
      if (reveal !== null) {
        const body = { version: 1, grants: { reveal, export: null } };
        const changed = await owner?.browser.call({ method: 'PATCH', path: `/team/${person.id}`, body });
        expect(changed?.status).toBe(204);
      }
      for (const [mode, allowed] of [
        ['test', test],
        ['live', live],
      ] as const) {
        const { session, media } = await things[mode]();
        const asked = await person.browser.post(`/sessions/${session}/reveal`, { reason: 'Check' });
        expect([mode, asked.status]).toEqual([mode, allowed ? 200 : 403]);
        for (const path of [`/sessions/${session}/media/${media}`, `/sessions/${session}/decision`]) {
          const answer = await person.browser.get(path);
          expect([mode, path, answer.status]).toEqual([mode, path, allowed ? 200 : 403]);
        }
      }
    },
  );

  it('narrows every capability to the integrations of the person', async () => {
    const owner = people.get('owner');
    const auditor = await own.add({ role: 'auditor' });
    const [hidden, seen] = [await things.live(), await things.test()];
    const body = { version: 1, integrations: [seen.integrationId] };
    await owner?.browser.call({ method: 'PATCH', path: `/team/${auditor.id}`, body });
    expect((await auditor.browser.get(`/webhooks/${hidden.webhook}`)).status).toBe(404);
    expect((await auditor.browser.get(`/webhooks/${seen.webhook}`)).status).toBe(200);
    const audit = (await auditor.browser.get('/audit?limit=100')).json.rows;
    const of = new Set(audit.map(({ integrationId }) => integrationId));
    expect([...of]).toEqual([seen.integrationId]);
  });

  it('lets a review be decided by those who may, of a session that waits for one', async () => {
    const id = await decided(given.api, own.client, 'Review');
    const reviewer = people.get('reviewer');
    const answer = await reviewer?.browser.post(`/sessions/${id}/review`, { decision: 'approve' });
    expect(answer?.json).toEqual({ status: 'approved' });
  });
});
