import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWebhookReceiver, type WebhookReceiver } from '../../../testkit/src/webhook-receiver.ts';
import { decided } from '../support/decide.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { newOrganisation, type TestOrganisation } from '../support/portal-organisation.ts';
import type { Person } from '../support/portal-browser.ts';
import { attempted, type RunningDelivery, startDelivery, untilStored } from '../support/webhook-setup.ts';

describeApiOnce('integrations and webhooks in the portal', (given) => {
  let own: TestOrganisation;
  let owner: Person;
  let developer: Person;
  let receiver: WebhookReceiver;
  let delivery: RunningDelivery;
  const integration = async (person: Person) =>
    (await person.browser.get(`/integrations/${own.client.integrationId}`)).json;
  const putUrl = (person: Person, body: object, type = 'decision') =>
    person.browser.call({
      method: 'PUT',
      path: `/integrations/${own.client.integrationId}/webhooks/${type}`,
      body,
    });

  beforeAll(async () => {
    own = await newOrganisation(given.api);
    owner = await own.add({ role: 'owner', reveal: true });
    developer = await own.add({ role: 'developer' });
    receiver = await startWebhookReceiver();
    delivery = startDelivery(given.api.ctx);
  });
  afterAll(async () => {
    await delivery.stop();
    await receiver.close();
  });

  it('show keys without secrets, which are added, promoted and deleted after a step-up', async () => {
    const client = await own.integrate();
    const { integrationId } = client;
    const keys = `/integrations/${integrationId}/keys`;
    const shown = async () => (await owner.browser.get(`/integrations/${integrationId}`)).json;
    const before = await shown();
    expect(before).toMatchObject({
      id: integrationId,
      mode: 'test',
      active: true,
      apiKey: client.apiKey,
      apiUrl: 'https://id.example.com/v1',
      keys: [{ id: client.keyId, label: 'first', master: true }],
      keyLimit: 5,
      canManageKeys: true,
    });
    expect(JSON.stringify(before)).not.toContain(client.secret);
    const label = `<img src=x onerror=alert(1)>'; --`;
    expect((await owner.browser.post(keys, { label })).json.error.code).toBe('step-up');
    await owner.stepUp();
    const added = await owner.browser.post(keys, { label });
    expect(added.status).toBe(201);
    const { id, secret } = added.json;
    const call = { path: `/sessions/${await client.createSession()}/attempts` };
    expect((await client.call({ ...call, secret })).status).toBe(200);
    expect((await shown()).keys[1]).toMatchObject({ id, label, master: false });

    const master = `${keys}/${client.keyId}`;
    const remove = (path: string) => owner.browser.call({ method: 'DELETE', path });
    expect((await remove(master)).json.error.code).toBe('is-master');
    expect((await owner.browser.post(`${keys}/${id}/promote`)).status).toBe(204);
    expect((await shown()).keys.map((key) => [key.id, key.master])).toEqual([
      [id, true],
      [client.keyId, false],
    ]);
    expect((await remove(master)).status).toBe(204);
    expect((await client.call(call)).status).toBe(401);
    for (let count = 1; count < 5; count += 1)
      expect((await owner.browser.post(keys, { label: `key ${count}` })).status).toBe(201);
    expect((await owner.browser.post(keys, { label: 'one more' })).json.error.code).toBe('too-many-keys');
    const rows = (await owner.browser.get('/audit?actor=portal&limit=7')).json.rows.map(
      ({ action }) => action,
    );
    expect(rows).toEqual([
      'add-key',
      'add-key',
      'add-key',
      'add-key',
      'delete-key',
      'promote-key',
      'add-key',
    ]);
  });

  it('answer 409 to the second of two changes of one URL, and reject a wrong URL with the reason', async () => {
    const { version } = await integration(owner);
    const answers = await Promise.all([
      putUrl(owner, { url: `${receiver.url}/owner`, version }),
      putUrl(developer, { url: `${receiver.url}/developer`, version }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const won = answers[0]?.status === 200 ? 'owner' : 'developer';
    const now = await integration(developer);
    expect(now.webhooks[0]).toMatchObject({ type: 'decision', url: `${receiver.url}/${won}` });
    expect(now.webhooks).toHaveLength(8);
    for (const url of [
      'ftp://example.com',
      'javascript:alert(1)',
      'https://user:word@example.com',
      "' or 1=1 --",
    ]) {
      const refused = await putUrl(developer, { url, version: now.version });
      expect([url, refused.status, refused.json.error.member]).toEqual([url, 422, 'url']);
    }
    expect((await putUrl(developer, { url: null, version: now.version }, 'event')).status).toBe(200);
  });

  it('test a URL, and show the result', async () => {
    const { version } = await integration(owner);
    const test = (type: string) =>
      developer.browser.post(`/integrations/${own.client.integrationId}/webhooks/${type}/test`);
    expect((await putUrl(developer, { url: `${receiver.url}/tested`, version })).status).toBe(200);
    expect((await test('decision')).json).toMatchObject({
      outcome: 'delivered',
      httpStatus: 200,
      errorClass: null,
    });
    expect((await test('event')).json.error.code).toBe('no-webhook-url');
    expect((await test('nothing')).status).toBe(404);
  });

  it('list webhooks with their attempts, and replay one with the same id and bytes', async () => {
    const id = await decided(given.api, own.client, 'Approve');
    const [received] = await receiver.waitFor(1, ({ body }) => body.includes(id));
    if (!received) throw new Error('nothing was received');
    await untilStored(given.api.ctx.database, received.id, attempted(1));
    const { rows } = (await developer.browser.get(`/webhooks?session=${id}`)).json;
    expect(rows).toMatchObject([
      {
        id: received.id,
        type: 'decision',
        state: 'delivered',
        attempts: 1,
        lastHttpStatus: 200,
        lastError: null,
      },
    ]);
    const shown = (await owner.browser.get(`/webhooks/${received.id}`)).json;
    expect(shown).toMatchObject({
      body: null,
      bodyWithheld: 'reveal-required',
      canReplay: true,
      deliveries: [{ attempt: 1, httpStatus: 200, errorClass: null, response: null }],
    });
    await owner.browser.post(`/sessions/${id}/reveal`, { reason: 'The client lost it' });
    expect((await owner.browser.get(`/webhooks/${received.id}`)).json.body).toBe(received.body.toString());
    expect((await developer.browser.post(`/webhooks/${received.id}/replay`)).json).toEqual({ count: 1 });
    const again = await receiver.waitFor(2, (one) => one.id === received.id);
    expect(again[1]?.body).toEqual(received.body);
    await untilStored(given.api.ctx.database, received.id, attempted(2));
    const delivered = (await developer.browser.get('/webhooks?state=delivered&limit=1')).json.rows;
    expect(delivered).toMatchObject([{ id: received.id, attempts: 2 }]);
    expect((await developer.browser.get('/webhooks?state=exhausted')).json).toEqual({ rows: [], next: null });
  });

  it('list webhooks page by page, newest first', async () => {
    const expected = [];
    for (let at = 0; at < 3; at += 1) expected.unshift(await decided(given.api, own.client, 'Decline'));
    const page = async (query: string) => (await developer.browser.get(`/webhooks?limit=2${query}`)).json;
    const sessions = ({ rows }: { rows: { sessionId: string | null }[] }) =>
      rows.map(({ sessionId }) => sessionId);
    const first = await page('');
    expect(sessions(first)).toEqual(expected.slice(0, 2));
    expect(sessions(await page(`&cursor=${first.next}`))[0]).toBe(expected[2]);
    expect((await developer.browser.get('/webhooks?cursor=x')).status).toBe(422);
  });

  it('show the audit log page by page, integrations and organisation in one order', async () => {
    const seen: string[] = [];
    let cursor = '';
    for (;;) {
      const { rows, next } = (await owner.browser.get(`/audit?limit=7${cursor}`)).json;
      seen.push(...rows.map((row) => `${row.at} ${row.integrationId} ${row.id}`));
      if (next === null) break;
      cursor = `&cursor=${next}`;
    }
    const times = seen.map((line) => line.split(' ', 1)[0]);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThan(20);
    const actions = (await owner.browser.get('/audit?action=invite')).json.rows;
    expect(actions.every(({ action }) => action === 'invite')).toBe(true);
    const cli = (await owner.browser.get('/audit?actor=cli')).json.rows;
    expect(cli.length).toBeGreaterThan(2);
    expect((await owner.browser.get(`/audit?action=${encodeURIComponent("x' or 1=1")}`)).status).toBe(422);
    expect((await owner.browser.get(`/audit?actor=${encodeURIComponent("x' or 1=1")}`)).json.rows).toEqual(
      [],
    );
  });

  it('find entries by action, made by programs and by people', async () => {
    const { client } = own;
    const sessionId = await decided(given.api, client, 'Approve');
    const of = async (query: string) =>
      (await owner.browser.get(`/audit?session=${sessionId}&${query}`)).json.rows.map(({ action }) => action);
    await owner.browser.post(`/sessions/${sessionId}/notes`, { text: 'Called back' });
    expect(await of('action=pass_checks')).toEqual(['pass_checks']);
    expect(await of('action=create-session')).toEqual(['create-session']);
    expect(await of('action=note')).toEqual(['note']);
    expect(await of('actor=portal')).toEqual(['note']);
    expect(await of('actor=portal&action=pass_checks')).toEqual([]);
    expect(await of('actor=api&action=create-session')).toEqual(['create-session']);
    expect(await of('actor=cli')).toEqual([]);
  });
});
