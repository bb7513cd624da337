import { expect, it } from 'vitest';
import { runOn } from '../../src/bin/run-command.ts';
import { portalRoutes } from '../../src/http/portal/portal-api.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { openBrowser, type PortalBrowser } from '../support/portal-browser.ts';
import { newOrganisation } from '../support/portal-organisation.ts';

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

describeApiOnce("an operator's view of a portal", (given) => {
  const view = async (organisation: string, ...args: string[]) =>
    runOn(given.api.ctx, {
      command: 'portal view',
      args: ['--organisation', organisation, '--reason', 'ticket 4711', '--by', 'ada', ...args],
    });
  const linkOf = async (organisation: string, ...args: string[]) =>
    ((await view(organisation, ...args)).output as { url: string }).url.split('#')[1] ?? '';
  const opened = async (organisation: string): Promise<PortalBrowser> => {
    const browser = openBrowser(given.api);
    const answer = await browser.post('/view', { token: await linkOf(organisation) });
    if (answer.status !== 200) throw new Error(`view answered ${answer.bytes.toString()}`);
    return browser;
  };

  it('begins with a reason and a time of up to an hour, by a link to the portal', async () => {
    const own = await newOrganisation(given.api);
    expect(await view(own.name)).toMatchObject({
      exitCode: 0,
      output: {
        outcome: 'begun',
        url: expect.stringMatching(/^https:\/\/id\.example\.com\/portal\/view#[\w-]{75}$/) as string,
        until: moment,
      },
    });
    const bare = { command: 'portal view', args: ['--organisation', own.name] };
    expect(await runOn(given.api.ctx, bare)).toMatchObject({ exitCode: 2, output: null });
    expect(await view(own.name, '--minutes', '61')).toMatchObject({
      exitCode: 2,
      note: '--minutes: must be a whole number from 1 to 60, not "61"',
    });
    expect(await view('No such one')).toMatchObject({ exitCode: 4 });
  });

  it('reads as an auditor to whom nothing was granted, and names itself', async () => {
    const own = await newOrganisation(given.api);
    const other = await newOrganisation(given.api);
    const session = await own.client.call({
      method: 'POST',
      path: '/sessions',
      body: { verification: { person: { firstName: 'Vera', lastName: 'Quill' } } },
    });
    const { id } = (session.json as { verification: { id: string } }).verification;
    const browser = await opened(own.name);
    expect((await browser.get('/me')).json).toMatchObject({
      user: { name: 'ada', email: '' },
      role: 'auditor',
      operatorView: { by: 'ada', reason: 'ticket 4711', until: moment },
      organisation: { name: own.name },
      capabilities: ['see-sessions', 'read-webhooks', 'read-requests', 'read-audit'],
    });
    const page = await browser.get(`/sessions/${id}`);
    expect(page.status).toBe(200);
    expect(page.bytes.toString()).not.toContain('Quill');
    for (const denied of [`/sessions/${id}/decision`, '/sessions?name=Quill', '/team'])
      expect((await browser.get(denied)).json.error.code).toBe('not-allowed');
    expect((await browser.get(`/integrations/${other.client.integrationId}`)).status).toBe(404);
  });

  it('changes nothing: every route that changes is refused (S06)', async () => {
    const own = await newOrganisation(given.api);
    const browser = await opened(own.name);
    const nobody = '00000000-0000-4000-8000-000000000000';
    const changing = portalRoutes.filter(
      ({ method, access, name }) => method !== 'GET' && access !== 'public' && name !== 'portal-sign-out',
    );
    expect(changing.length).toBeGreaterThan(50);
    const done: string[] = [];
    for (const { method, path, name } of changing) {
      const filled = path
        .replaceAll('{id}', nobody)
        .replaceAll('{token}', 'A'.repeat(43))
        .replaceAll('{type}', 'decision');
      const { status, json } = await browser.call({ method, path: filled, body: {} });
      if (status !== 403 || json.error.code !== 'not-allowed') done.push(name);
    }
    expect(done).toEqual([]);
  });

  it("is in the organisation's log: who, why, until when, and each thing that was read, once", async () => {
    const own = await newOrganisation(given.api);
    const owner = await own.add({ role: 'owner' });
    const browser = await opened(own.name);
    const { integrationId } = own.client;
    for (const path of ['/me', `/integrations/${integrationId}`, `/integrations/${integrationId}`])
      expect((await browser.get(path)).status).toBe(200);
    expect((await browser.post('/sign-out')).status).toBe(204);
    const { rows } = (await owner.browser.get('/audit?actor=cli:ada')).json;
    const entry = expect.any(Number) as number;
    expect(rows.map(({ action, details }) => ({ action, details }))).toEqual([
      { action: 'end-operator-view', details: { view: entry } },
      {
        action: 'read-in-operator-view',
        details: { view: entry, route: 'portal-integration', ids: [integrationId] },
      },
      { action: 'read-in-operator-view', details: { view: entry, route: 'portal-me' } },
      { action: 'open-operator-view', details: { view: entry } },
      { action: 'begin-operator-view', details: { operator: 'ada', reason: 'ticket 4711', until: moment } },
    ]);
  });

  it('opens once by its link, and by nothing that resembles it', async () => {
    const own = await newOrganisation(given.api);
    const token = await linkOf(own.name);
    const [first, second, forger] = [openBrowser(given.api), openBrowser(given.api), openBrowser(given.api)];
    const both = await Promise.all([first.post('/view', { token }), second.post('/view', { token })]);
    expect(both.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 404]);
    forger.cookie = token;
    expect((await forger.get('/me')).status).toBe(401);
    const turned = `${token.slice(0, -2)}${token.endsWith('A') ? 'BA' : 'AA'}`;
    expect((await forger.post('/view', { token: turned })).status).toBe(404);
  });

  it('is over with its time, opened or not, and when it is ended', async () => {
    const own = await newOrganisation(given.api);
    const [unused, browser, ended] = [await linkOf(own.name), await opened(own.name), await opened(own.name)];
    const kept = ended.cookie;
    await ended.post('/sign-out');
    ended.cookie = kept;
    expect((await ended.get('/me')).status).toBe(401);
    expect((await browser.get('/me')).status).toBe(200);
    await given.clock.advance({ minutes: 16 });
    expect((await browser.get('/me')).status).toBe(401);
    expect((await openBrowser(given.api).post('/view', { token: unused })).status).toBe(404);
  });

  it('is not bound by the addresses that the organisation allows its people', async () => {
    const own = await newOrganisation(given.api);
    const owner = await own.add({ role: 'owner' });
    await owner.stepUp();
    const body = {
      version: 1,
      name: own.name,
      codesRequired: false,
      allowedAddresses: [owner.browser.address],
      idleMinutes: 30,
      signInMinutes: 720,
      revealByGrant: false,
    };
    expect((await owner.browser.call({ method: 'PUT', path: '/organisation', body })).status).toBe(204);
    expect((await (await opened(own.name)).get('/me')).status).toBe(200);
  });
});
