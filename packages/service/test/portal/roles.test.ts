import { randomUUID } from 'node:crypto';
import { type PortalRole, portalRoles } from '@countersign/contract';
import { beforeAll, expect, it } from 'vitest';
import { setWebhookUrl } from '../../src/usecases/webhook/set-webhook-url.ts';
import { insertWebhook } from '../../src/storage/webhook/webhooks.ts';
import { onePixelPng } from '../support/api.ts';
import { decided } from '../support/decide.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { rowsOn } from '../support/engines.ts';
import { newOrganisation, requestOf, type TestOrganisation } from '../support/portal-organisation.ts';
import type { Person } from '../support/portal-browser.ts';
import { type RoleThings, roleRows } from '../support/role-rows.ts';

const cells = roleRows.flatMap(([name, allowed, call]) =>
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

describeApiOnce('what roles may do over HTTP', (given) => {
  let own: TestOrganisation;
  const people = new Map<PortalRole, Person>();
  const things: Record<'test' | 'live', () => Promise<RoleThings>> = {
    test: () => thingsOf('test'),
    live: () => thingsOf('live'),
  };
  /** For calls that are refused, which change nothing. */
  let untouched: Promise<RoleThings> | undefined;
  const clients = new Map<'test' | 'live', TestOrganisation['client']>();
  const requests = new Map<string, string>();

  async function thingsOf(mode: 'test' | 'live'): Promise<RoleThings> {
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

  // An owner may do everything, so every statement runs on both engines by day.
  const daily = rowsOn(given.engine, cells, ({ role }) => role === 'owner' || role === 'viewer');
  it.each(daily)('$role, $name: $may (S06)', async ({ role, may, call }) => {
    const person = people.get(role);
    const on = may ? things.test() : (untouched ??= things.test());
    const answer = await person?.browser.call(call(await on));
    const code = answer?.json?.error?.code;
    if (may) {
      // What follows the check of the role: the thing is done, or refused for what it is.
      expect(code).not.toBe('not-allowed');
      expect(answer?.status).not.toBe(500);
    } else expect([answer?.status, code]).toEqual([403, 'not-allowed']);
  });

  it.each(reveals)(
    '%s with the grant %s reveals on test: %s, on live: %s (S06)',
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
        const { integrationId } = clients.get(mode) ?? own.client;
        const named = await person.browser.get(`/sessions?name=liisa&integration=${integrationId}`);
        expect([mode, 'name', named.status]).toEqual([mode, 'name', allowed ? 200 : 403]);
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

  it('lets people with the right decide the review of a session that waits for one', async () => {
    const id = await decided(given.api, own.client, 'Review');
    const reviewer = people.get('reviewer');
    const answer = await reviewer?.browser.post(`/sessions/${id}/review`, { decision: 'approve' });
    expect(answer?.json).toEqual({ status: 'approved', proposed: false });
  });
});
