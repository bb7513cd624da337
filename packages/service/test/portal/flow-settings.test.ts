import { beforeAll, expect, it } from 'vitest';
import { describeApiOnce } from '../support/describe-api.ts';
import type { Person } from '../support/portal-browser.ts';
import { newOrganisation, type TestOrganisation } from '../support/portal-organisation.ts';

describeApiOnce('origins, callback and handoff in the portal', (given) => {
  let own: TestOrganisation;
  let developer: Person;
  beforeAll(async () => {
    own = await newOrganisation(given.api);
    developer = await own.add({ role: 'developer' });
  });
  const pathOf = ({ integrationId }: { integrationId: string }) => `/integrations/${integrationId}/flow`;
  const show = async (client: { integrationId: string }, person = developer) =>
    (await person.browser.get(pathOf(client))).json;
  const put = (client: { integrationId: string }, body: object, person = developer) =>
    person.browser.call({ method: 'PUT', path: pathOf(client), body: { handoff: 'offer', ...body } });

  it('change together, apply to sessions at once, and are in the audit log', async () => {
    const client = await own.integrate();
    const first = await show(client);
    expect(first).toMatchObject({
      origins: null,
      callback: null,
      handoff: 'offer',
      flowUrl: 'https://verify.example.com',
      canConfigure: true,
    });
    const wanted = {
      origins: ['https://shop.example.com'],
      callback: 'https://shop.example.com/done',
      handoff: 'prefer',
    };
    expect((await put(client, { ...wanted, version: first.version })).status).toBe(200);
    expect(await show(client)).toMatchObject(wanted);
    const create = (origin: string) =>
      client.call({ method: 'POST', path: '/sessions', body: { verification: {} }, headers: { origin } });
    expect((await create('https://other.example.com')).headers['x-error-cause']).toBe('origin-not-allowed');
    expect((await create('https://shop.example.com')).status).toBe(201);
    const auditor = await own.add({ role: 'auditor' });
    const { rows } = (
      await auditor.browser.get(`/audit?action=configure-integration&integration=${client.integrationId}`)
    ).json;
    expect(rows[0]).toMatchObject({
      actor: `portal:${developer.id}`,
      details: {
        changed: {
          origins: { from: '*', to: wanted.origins },
          callback: { from: null, to: wanted.callback },
          handoff: { from: 'offer', to: 'prefer' },
        },
      },
    });
    expect(rows).toHaveLength(1);
  });

  it('answer 409 to the second of two concurrent changes', async () => {
    const client = await own.integrate();
    const owner = await own.add({ role: 'owner' });
    const { version } = await show(client);
    const answers = await Promise.all([
      put(client, { origins: ['https://a.example.com'], callback: null, version }),
      put(client, { origins: ['https://b.example.com'], callback: null, version }, owner),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('are rejected with the member, the value and the form that is allowed', async () => {
    const client = await own.integrate();
    const { version } = await show(client);
    const refused = async (change: object) => {
      const { status, json } = await put(client, { origins: [], callback: null, version, ...change });
      return [status, json.error.member, json.error.message];
    };
    const origin = (text: string) => refused({ origins: ['https://good.example.com', text] });
    expect(await origin('https://shop.example.com/cart')).toEqual([
      422,
      'origins.1',
      'origins, line 2: “https://shop.example.com/cart” must have exactly the form that browsers send, without a path: https://shop.example.com',
    ]);
    expect((await origin('HTTPS://Shop.Example.com'))[2]).toMatch(
      /browsers send.*https:\/\/shop\.example\.com$/,
    );
    expect((await origin('https://*.example.com'))[2]).toMatch(/without “\*”/);
    expect((await origin('http://shop.example.com'))[2]).toMatch(
      /must begin with https:\/\/; http:\/\/ is allowed/,
    );
    expect((await origin('shop.example.com'))[2]).toMatch(/must be an origin, such as/);
    expect((await origin('https://x.example.com; script-src *'))[2]).toMatch(/without “\*”/);
    expect((await origin('https://x.example.com; script-src evil'))[2]).toMatch(/must be an origin/);
    expect((await put(client, { origins: [], callback: null, handoff: 'always', version })).status).toBe(422);
    expect((await refused({ callback: 'http://shop.example.com/' })).slice(0, 2)).toEqual([422, 'callback']);
    expect((await refused({ callback: 'javascript:alert(1)' }))[2]).toBe(
      'callback: “javascript:alert(1)” must be a complete address of at most 2048 characters that begins with https://, or with http:// on localhost, 127.0.0.1 or [::1], without user name and blanks',
    );
    expect(await show(client)).toMatchObject({ origins: null, callback: null });
  });

  it('may be on localhost for a test integration; a live one needs https and a step-up', async () => {
    const local = { origins: ['http://localhost:5173'], callback: 'http://127.0.0.1:3000/done' };
    const test = await own.integrate();
    expect((await put(test, { ...local, version: (await show(test)).version })).status).toBe(200);
    const live = await own.integrate({ mode: 'live' });
    const { version } = await show(live);
    expect((await put(live, { ...local, version })).json.error.code).toBe('step-up');
    await developer.stepUp();
    expect((await put(live, { ...local, version })).json.error.message).toBe(
      'origins, line 1: “http://localhost:5173” must begin with https://',
    );
    const good = { origins: ['https://shop.example.com:8443'], callback: 'https://shop.example.com/' };
    expect((await put(live, { ...good, version })).status).toBe(200);
  });
});
