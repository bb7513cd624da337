import { type PortalRole, portalRoles } from '@countersign/contract';
import { ownLook } from './brand.ts';
import type { PortalCall } from './portal-browser.ts';

/** A session, a medium of it, a webhook, a key, on an integration of one mode. */
export interface RoleThings {
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
export const roleRows: readonly [
  name: string,
  allowed: readonly PortalRole[],
  call: (things: RoleThings) => PortalCall,
][] = [
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
    'decide a hit',
    ['owner', 'admin', 'reviewer'],
    ({ session, key }) =>
      post(`/sessions/${session}/hits/${key}/review`, { matchStatus: 'false_positive', riskLevel: null }),
  ],
  ['see the queue of screenings', portalRoles, () => ({ path: '/screening' })],
  [
    'acknowledge changes of a screening',
    ['owner', 'admin', 'reviewer'],
    ({ session }) => post(`/sessions/${session}/screening/acknowledge`),
  ],
  [
    'take a screening',
    ['owner', 'admin', 'reviewer'],
    ({ session }) => ({
      method: 'PUT',
      path: `/sessions/${session}/screening/assignee`,
      body: { userId: null, version: 0 },
    }),
  ],
  [
    'end the monitoring of a session',
    ['owner', 'admin', 'reviewer'],
    ({ session }) => ({ method: 'DELETE', path: `/sessions/${session}/monitoring` }),
  ],
  [
    'decide a review',
    ['owner', 'admin', 'reviewer'],
    ({ session }) => post(`/sessions/${session}/review`, { decision: 'approve' }),
  ],
  ...(['confirm', 'reject'] as const).map((verb): (typeof roleRows)[number] => [
    `${verb} a proposal`,
    ['owner', 'admin', 'reviewer'],
    ({ session, key }) => post(`/sessions/${session}/proposals/${key}/${verb}`),
  ]),
  [
    'withdraw a proposal',
    ['owner', 'admin', 'reviewer'],
    ({ session, key }) => ({ method: 'DELETE', path: `/sessions/${session}/proposals/${key}` }),
  ],
  [
    'require two people',
    ['owner', 'admin'],
    ({ integrationId }) => ({
      method: 'PUT',
      path: `/integrations/${integrationId}/reviews`,
      body: { fourEyes: false },
    }),
  ],
  [
    'delete a session',
    ['owner', 'admin'],
    ({ session }) => ({ method: 'DELETE', path: `/sessions/${session}` }),
  ],
  [
    'redact a session',
    ['owner', 'admin'],
    ({ session }) => post(`/sessions/${session}/redact`, { reason: 'Asked for' }),
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
  ['replay a webhook', ['owner', 'admin', 'developer'], ({ webhook }) => post(`/webhooks/${webhook}/replay`)],
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
  ['see how the system is', portalRoles, () => ({ path: '/status' })],
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
      body: { origins: [], callback: null, handoff: 'offer', version: 'of yesterday' },
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
  ['see the rules', ['owner'], () => ({ path: '/organisation' })],
  [
    'change the rules',
    ['owner'],
    () => ({
      method: 'PUT',
      path: '/organisation',
      body: {
        version: 1_000,
        name: 'Other',
        codesRequired: false,
        allowedAddresses: [],
        idleMinutes: 30,
        signInMinutes: 720,
        revealByGrant: false,
      },
    }),
  ],
  [
    'shorten what is kept',
    ['owner'],
    ({ integrationId }) => ({
      method: 'PUT',
      path: `/integrations/${integrationId}/retention`,
      body: { sessionDays: null, pictureDays: null, descriptorDays: 1, webhookDays: null },
    }),
  ],
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
