import { randomUUID } from 'node:crypto';
import type { PortalHome } from '@countersign/contract';
import { beforeAll, expect, it } from 'vitest';
import { startWebhookReceiver } from '../../../testkit/src/webhook-receiver.ts';
import { raiseRegistryAlert } from '../../src/storage/registry/registry-alerts.ts';
import { noteSecretUse } from '../../src/storage/integration/shared-secrets.ts';
import { raiseWebhookAlert } from '../../src/storage/webhook/webhook-alerts.ts';
import { setWebhookUrl } from '../../src/usecases/webhook/set-webhook-url.ts';
import { decided, verify } from '../support/decide.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { enterFlow } from '../support/flow-client.ts';
import { addPerson, type Person } from '../support/portal-browser.ts';
import { newOrganisation, type TestOrganisation } from '../support/portal-organisation.ts';
import { listsOf, screen, screeningOnly } from '../support/screening.ts';
import { startDelivery } from '../support/webhook-setup.ts';

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

const homeOf = async ({ browser }: Person, query = ''): Promise<PortalHome> => {
  const answer = await browser.get(`/home${query}`);
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.bytes.toString()}`);
  return answer.json as unknown as PortalHome;
};
const counts = (rows: readonly { count: number }[]) => rows.map(({ count }) => count);
const doneOf = ({ setup }: PortalHome) => setup.filter(({ done }) => done).map(({ step }) => step);

describeApiOnce('the home page of the portal', (given) => {
  let own: TestOrganisation;
  let owner: Person;
  beforeAll(async () => {
    own = await newOrganisation(given.api, { settings: { manualReview: true } });
    owner = await own.add({ role: 'owner' });
  });

  it('shows a new organisation what to set up', async () => {
    const person = await addPerson(given.api, { role: 'owner', organisation: `New ${randomUUID()}` });
    expect(await homeOf(person)).toEqual({
      setup: [
        { step: 'integration', done: false },
        { step: 'webhook-url', done: false },
        { step: 'key-used', done: false },
        { step: 'session', done: false },
        { step: 'webhook-delivered', done: false },
      ],
      alerts: [],
      charts: {
        days: 30,
        sessions: 0,
        isCut: false,
        statuses: [
          'created',
          'started',
          'submitted',
          'review',
          'approved',
          'declined',
          'resubmission_requested',
          'expired',
          'abandoned',
        ].map((status) => ({ status, count: 0 })),
        steps: ['created', 'opened', 'handed-in', 'decided'].map((step) => ({ step, count: 0 })),
        decisionTimes: [10, 30, 60, 300, 3600, 86400, null].map((below) => ({ below, count: 0 })),
        hitAges: [1, 3, 7, 30, null].map((below) => ({ below, count: 0 })),
      },
    });
  });

  it('marks a step as done once it is', async () => {
    const organisation = await newOrganisation(given.api);
    const person = await organisation.add({ role: 'viewer' });
    const { client } = organisation;
    const { ctx } = given.api;
    expect(doneOf(await homeOf(person))).toEqual(['integration']);
    const receiver = await startWebhookReceiver();
    const delivery = startDelivery(ctx);
    try {
      const url = { integrationId: client.integrationId, url: receiver.url, actor: 'test' };
      await setWebhookUrl(ctx)({ ...url, type: 'decision' });
      expect(doneOf(await homeOf(person))).toEqual(['integration', 'webhook-url']);
      const session = await client.createSession({ person: { firstName: 'Approve' } });
      await client.submit(session);
      // A process notes the uses of its keys twice a minute.
      await noteSecretUse(ctx.database, [{ integrationId: client.integrationId, keyId: client.keyId }]);
      expect(doneOf(await homeOf(person))).toEqual(['integration', 'webhook-url', 'key-used', 'session']);
      await verify(given.api, session);
      await expect
        .poll(async () => doneOf(await homeOf(person)), { timeout: 60_000 })
        .toContain('webhook-delivered');
    } finally {
      await delivery.stop();
      await receiver.close();
    }
  });

  it('counts sessions by status, by how far they got, and by time to decision', async () => {
    const { client } = own;
    await client.createSession();
    const opened = await client.call({
      method: 'POST',
      path: '/sessions',
      body: { verification: { person: { firstName: 'Ada' } } },
    });
    await enterFlow(given.api, opened.json.verification.sessionToken);
    await decided(given.api, client, 'Approve');
    await decided(given.api, client, 'Approve');
    await decided(given.api, client, 'Decline');
    await decided(given.api, client, 'Review');
    const late = await client.createSession({ person: { firstName: 'Decline' } });
    await client.submit(late);
    await given.clock.advance({ minutes: 2 });
    await verify(given.api, late);
    const { charts } = await homeOf(owner);
    expect([charts.sessions, charts.isCut]).toEqual([7, false]);
    expect(charts.statuses.filter(({ count }) => count > 0)).toEqual([
      { status: 'created', count: 2 },
      { status: 'review', count: 1 },
      { status: 'approved', count: 2 },
      { status: 'declined', count: 2 },
    ]);
    expect(charts.steps).toEqual([
      { step: 'created', count: 7 },
      { step: 'opened', count: 6 },
      { step: 'handed-in', count: 5 },
      { step: 'decided', count: 4 },
    ]);
    expect(counts(charts.decisionTimes)).toEqual([3, 0, 0, 1, 0, 0, 0]);
  });

  it('counts only the chosen integration, and none that the reader has no access to', async () => {
    const other = await own.integrate();
    await other.createSession();
    expect((await homeOf(owner)).charts.sessions).toBe(8);
    expect((await homeOf(owner, `?integration=${other.integrationId}`)).charts.sessions).toBe(1);
    const { integrationId } = (await newOrganisation(given.api)).client;
    expect((await owner.browser.get(`/home?integration=${integrationId}`)).status).toBe(404);
  });

  it('counts hits awaiting a decision by age', async () => {
    const organisation = await newOrganisation(given.api, { settings: screeningOnly() });
    const lists = listsOf('lists-1', { id: 'x-1', name: 'Dario Velmont', lists: ['SANCTIONS'] });
    const screened = async () => {
      const person = { firstName: 'Dario', lastName: 'Velmont' };
      const id = await organisation.client.createSession({ person });
      await organisation.client.submit(id);
      await verify(given.api, id);
      await screen(given.api, id, lists);
    };
    await screened();
    await given.clock.advance({ days: 4 });
    await screened();
    const home = await homeOf(await organisation.add({ role: 'viewer' }));
    expect(counts(home.charts.hitAges)).toEqual([1, 0, 1, 0, 0]);
    expect(home.alerts).toEqual([
      {
        kind: 'hits-waiting',
        integrationId: organisation.client.integrationId,
        webhookType: null,
        subject: null,
        count: 2,
        more: false,
        since: moment,
      },
    ]);
  });

  it('lists what needs attention, for the people responsible', async () => {
    const organisation = await newOrganisation(given.api, { settings: { manualReview: true } });
    const { integrationId } = organisation.client;
    await given.clock.advance({ days: 366 });
    await decided(given.api, organisation.client, 'Review');
    await given.api.ctx.database.transaction(async (tx) => {
      const alert = { integrationId, type: 'decision', cause: 'HTTP 500' } as const;
      await raiseWebhookAlert(tx, { ...alert, kind: 'webhook-endpoint-failing' });
      await raiseWebhookAlert(tx, { ...alert, kind: 'webhook-failed' });
      await raiseRegistryAlert(tx, { integrationId, registry: 'br', idType: null }, 'unauthorized');
    });
    const seen = async (role: 'owner' | 'developer' | 'viewer') =>
      (await homeOf(await organisation.add({ role }))).alerts.map((alert) => [
        alert.kind,
        alert.webhookType ?? alert.subject,
        alert.count,
      ]);
    const webhooks = [
      ['webhook-failing', 'decision', null],
      ['webhook-given-up', 'decision', null],
    ];
    const registry = ['registry-unusable', 'br', null];
    const waiting = ['reviews-waiting', null, 1];
    expect((await seen('owner')).toSorted()).toEqual(
      [...webhooks, registry, ['key-old', 'first', null], waiting].toSorted(),
    );
    expect((await seen('developer')).toSorted()).toEqual([...webhooks, registry, waiting].toSorted());
    expect((await seen('viewer')).toSorted()).toEqual([registry, waiting].toSorted());
    // What began first comes first: the secret is a year older than all else.
    expect((await seen('owner'))[0]).toEqual(['key-old', 'first', null]);
  });
});
