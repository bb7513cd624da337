import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { runOn } from '../../src/bin/run-command.ts';
import { portalRoutes } from '../../src/http/portal/portal-api.ts';
import { startApi } from '../support/api.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { openOwnDatabase } from '../support/engines.ts';
import { goodPassword, openBrowser, type PortalBrowser } from '../support/portal-browser.ts';
import { newOrganisation } from '../support/portal-organisation.ts';
import { roleRows } from '../support/role-rows.ts';

type Route = (typeof portalRoutes)[number];

const nobody = '00000000-0000-4000-8000-000000000000';
const pathOf = ({ path }: Route) =>
  path.replaceAll('{id}', nobody).replaceAll('{token}', 'A'.repeat(43)).replaceAll('{type}', 'decision');
const named = ({ method, path }: Route) => `${method} ${path}`;

/** Routes of a sign-in that is complete, and of one that may not be. */
const complete = portalRoutes.filter(({ access }) => access === 'viewer');
const signedIn = portalRoutes.filter(({ access }) => access !== 'public');

/** What every route answers in one state of a sign-in: the routes that answer anything else. */
async function otherwise(
  browser: PortalBrowser,
  routes: readonly Route[],
  wanted: readonly [status: number, code: string],
): Promise<string[]> {
  const found: string[] = [];
  for (const route of routes) {
    const { status, json } = await browser.call({
      method: route.method,
      path: pathOf(route),
      ...(route.method === 'GET' ? {} : { body: {} }),
    });
    const answered = [status, json?.error?.code ?? null];
    if (answered.join() !== wanted.join()) found.push(`${named(route)}: ${answered.join(' ')}`);
  }
  return found;
}

/** Routes about the caller alone, which every role has. */
const ofOnesOwn: ReadonlySet<string> = new Set([
  'POST /sign-out/everywhere',
  'GET /me',
  'PATCH /me',
  'POST /me/password',
  'POST /me/email',
  'POST /me/sso/begin',
  'DELETE /me/sso',
  'GET /me/passkeys',
  'POST /me/passkeys/begin',
  'POST /me/passkeys',
  'DELETE /me/passkeys/{id}',
  'POST /step-up',
  'POST /step-up/passkey/begin',
  'POST /step-up/passkey',
  'POST /step-up/sso/begin',
  'GET /sign-ins',
  'DELETE /sign-ins/{id}',
  // By grant and mode: `reveals` of roles.test.ts.
  'POST /sessions/{id}/reveal',
  'GET /sessions/{id}/media/{id}',
  'GET /sessions/{id}/decision',
  'GET /sessions/{id}/screening/evidence',
]);

describeApiOnce('every route of the portal', (given) => {
  it('that needs a capability has a row in the comparison of roles (S06)', () => {
    const things = {
      integrationId: nobody,
      session: nobody,
      media: nobody,
      webhook: nobody,
      key: nobody,
      request: nobody,
      email: 'x@example.com',
    };
    const called = roleRows.map(([, , call]) => {
      const { method = 'GET', path } = call(things);
      return `${method} ${path.split('?', 1)[0] ?? ''}`;
    });
    const forms = complete.map((route) => ({
      name: named(route),
      form: new RegExp(
        `^${named(route)
          .replaceAll(/\{(id|token)\}/g, '[^/]+')
          .replaceAll('{type}', '(decision|event|watchlist)')}$`,
      ),
    }));
    const without = forms.filter(({ form }) => !called.some((each) => form.test(each)));
    expect(without.map(({ name }) => name).filter((name) => !ofOnesOwn.has(name))).toEqual([]);
  });

  it('refuses a sign-in that has not entered its code, and one without codes set up (S06, S16)', async () => {
    const own = await newOrganisation(given.api);
    const owner = await own.add({ role: 'owner' });
    const halfWay = openBrowser(given.api);
    const next = await halfWay.post('/sign-in', { email: owner.email, password: goodPassword });
    expect(next.json.next).toBe('totp');
    expect(await otherwise(halfWay, complete, [401, 'totp-required'])).toEqual([]);
    const { url } = (
      await runOn(given.api.ctx, {
        command: 'portal invite',
        args: [`new-${randomUUID()}@example.com`, '--organisation', own.name, '--role', 'admin'],
      })
    ).output as { url: string };
    const enrolling = openBrowser(given.api);
    const accepted = await enrolling.post(`/invitations/${url.split('/').at(-1) ?? ''}`, {
      name: 'New',
      password: goodPassword,
      language: 'en',
    });
    expect(accepted.json.next).toBe('enrol');
    expect(await otherwise(enrolling, complete, [401, 'totp-required'])).toEqual([]);
  });

  it('refuses people who signed out, were removed, or let the sign-in expire (S06, S16)', async () => {
    const own = await newOrganisation(given.api);
    const [owner, out, removed, idle] = [
      await own.add({ role: 'owner' }),
      await own.add({ role: 'admin' }),
      await own.add({ role: 'admin' }),
      await own.add({ role: 'admin' }),
    ];
    await owner.stepUp();
    const kept = out.browser.cookie;
    expect((await out.browser.post('/sign-out')).status).toBe(204);
    out.browser.cookie = kept;
    const removal = { method: 'DELETE', path: `/team/${removed.id}` };
    expect((await owner.browser.call(removal)).status).toBe(204);
    for (const { browser } of [out, removed])
      expect(await otherwise(browser, signedIn, [401, 'signed-out'])).toEqual([]);
    await given.clock.advance({ minutes: 31 });
    expect(await otherwise(idle.browser, signedIn, [401, 'signed-out'])).toEqual([]);
  });

  it('refuses all people of a suspended organisation (S06)', async () => {
    const own = await newOrganisation(given.api);
    const owner = await own.add({ role: 'owner' });
    await runOn(given.api.ctx, {
      command: 'portal suspend',
      args: ['--organisation', own.name, '--reason', 'trial'],
    });
    expect(await otherwise(owner.browser, signedIn, [401, 'signed-out'])).toEqual([]);
  });

  it('refuses addresses that the organisation does not allow, except for signing out (S06, S22)', async () => {
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
    const elsewhere: PortalBrowser = openBrowser(given.api);
    elsewhere.cookie = owner.browser.cookie;
    elsewhere.csrf = owner.browser.csrf;
    const others = signedIn.filter(({ fromAnywhere }) => fromAnywhere !== true);
    expect(signedIn.filter((route) => !others.includes(route)).map(named)).toEqual(['POST /sign-out']);
    expect(await otherwise(elsewhere, others, [403, 'address-refused'])).toEqual([]);
  });

  it('refuses a sign-in of another installation (S06)', async () => {
    const elsewhere = await openOwnDatabase(given.engine);
    onTestFinished(elsewhere.close);
    const there = await startApi(elsewhere.database);
    onTestFinished(there.close);
    const { browser } = await (await newOrganisation(there)).add({ role: 'owner' });
    const here: PortalBrowser = openBrowser(given.api);
    here.cookie = browser.cookie;
    here.csrf = browser.csrf;
    expect(await otherwise(here, signedIn, [401, 'signed-out'])).toEqual([]);
  });
});
