import type { PortalOrganisation } from '@countersign/contract';
import { expect, it } from 'vitest';
import { SoftwareAuthenticator } from '../../../testkit/src/software-authenticator.ts';
import { runOn } from '../../src/bin/run-command.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { add, ask } from '../support/passkey-person.ts';
import {
  goodPassword,
  me,
  openBrowser,
  type Person,
  type PortalBrowser,
  portalOrigin,
} from '../support/portal-browser.ts';
import { newOrganisation } from '../support/portal-organisation.ts';

const rulesOf = async ({ get }: PortalBrowser): Promise<PortalOrganisation> =>
  JSON.parse((await get('/organisation')).bytes.toString()) as PortalOrganisation;

/** Puts what is given over what is in force. */
async function put({ browser }: Person, change: Partial<PortalOrganisation>) {
  const { name, codesRequired, allowedAddresses, idleMinutes, signInMinutes, revealByGrant, version } =
    await rulesOf(browser);
  const now = { name, codesRequired, allowedAddresses, idleMinutes, signInMinutes, revealByGrant, version };
  return browser.call({ method: 'PUT', path: '/organisation', body: { ...now, ...change } });
}

describeApiOnce('rules of an organisation', (given) => {
  const ofOwner = async () => {
    const own = await newOrganisation(given.api);
    const owner = await own.add({ role: 'owner' });
    await owner.stepUp();
    return { own, owner };
  };
  const signIn = ({ email }: Person, browser: PortalBrowser) =>
    browser.post('/sign-in', { email, password: goodPassword });

  it('are shown with their bounds, changed by an owner after a step-up, and recorded with old and new values', async () => {
    const { own, owner } = await ofOwner();
    expect(await rulesOf(owner.browser)).toEqual({
      name: own.name,
      codesRequired: false,
      allowedAddresses: [],
      idleMinutes: 30,
      signInMinutes: 720,
      revealByGrant: false,
      version: 1,
      ownAddress: owner.browser.address,
      withoutSecondStep: 0,
      sessionLimits: [],
      retention: [
        {
          integrationId: own.client.integrationId,
          name: expect.any(String) as string,
          mode: 'test',
          sessionDays: null,
          pictureDays: null,
          descriptorDays: 1095,
          webhookDays: null,
        },
      ],
    });
    const second = await own.add({ role: 'owner' });
    expect((await put(second, { idleMinutes: 10 })).json.error.code).toBe('step-up');
    const name = `${own.name} renamed`;
    expect((await put(owner, { name, idleMinutes: 10 })).status).toBe(204);
    expect((await put(owner, { version: 1 })).json.error.code).toBe('changed-meanwhile');
    expect((await me(owner.browser)).organisation).toMatchObject({ name });
    const audit = (await owner.browser.get('/audit?action=change-organisation')).json.rows;
    expect(audit.map(({ details }) => details)).toEqual([
      { from: { name: own.name, idleMinutes: 30 }, to: { name, idleMinutes: 10 } },
    ]);
  });

  it.each([
    ['idleMinutes', 'less than 5', { idleMinutes: 4 }],
    ['idleMinutes', 'more than 30', { idleMinutes: 31 }],
    ['signInMinutes', 'less than 30', { signInMinutes: 29 }],
    ['signInMinutes', 'more than 12 hours', { signInMinutes: 721 }],
    ['name', 'blank', { name: ' ' }],
    ['allowedAddresses', 'a prefix of IPv4 that is too long', { allowedAddresses: ['10.0.0.0/33'] }],
    ['allowedAddresses', 'a prefix of IPv6 that is too long', { allowedAddresses: ['2001:db8::/129'] }],
    ['allowedAddresses', 'the name of a host', { allowedAddresses: ['office.example.com'] }],
    [
      'allowedAddresses',
      'more than 100',
      { allowedAddresses: Array.from({ length: 101 }, (_, at) => `10.0.0.${at}`) },
    ],
  ])('reject %s that is %s', async (member, _, change) => {
    const { owner } = await ofOwner();
    const { status, json } = await put(owner, change);
    expect([status, json.error.code, json.error.member?.split('.')[0]]).toEqual([422, 'invalid', member]);
  });

  it('show the session limits that the operator set, which apply to sessions of the portal too (A-412)', async () => {
    const { own, owner } = await ofOwner();
    const args = ['--organisation', own.name, '--mode', 'test', '--month', '1', '--reason', 'trial'];
    expect((await runOn(given.api.ctx, { command: 'portal set-limits', args })).exitCode).toBe(0);
    const create = () => owner.browser.post('/sessions', { integrationId: own.client.integrationId });
    expect((await create()).status).toBe(201);
    const used = { usedToday: 1, usedThisMonth: 1 };
    expect((await rulesOf(owner.browser)).sessionLimits).toEqual([
      { mode: 'test', perDay: null, perMonth: 1, ...used },
    ]);
    const refused = await create();
    expect([refused.status, refused.json.error]).toMatchObject([
      429,
      {
        code: 'session-limit',
        message: 'Your organisation has reached its session limit for now. Your operator can raise it.',
      },
    ]);
  });

  it('reserve an organisation’s name for it, in upper or lower case', async () => {
    const { owner } = await ofOwner();
    const other = await newOrganisation(given.api);
    const { json } = await put(owner, { name: other.name.toUpperCase() });
    expect(json.error).toMatchObject({ code: 'organisation-name-taken', member: 'name' });
  });

  it('block the portal from other addresses, both for signing in and for those already signed in', async () => {
    const { api } = given;
    const { own, owner } = await ofOwner();
    const viewer = await own.add({ role: 'viewer' });
    const [inside, outside] = [owner.browser.address, viewer.browser.address];
    const rules = { allowedAddresses: [`${inside}/32`, '2001:DB8::/32 '] };
    expect((await put(owner, rules)).status).toBe(204);
    expect((await rulesOf(owner.browser)).allowedAddresses).toEqual([`${inside}/32`, '2001:db8::/32']);

    expect((await viewer.browser.get('/me')).json.error).toEqual({
      code: 'address-refused',
      message: `Your organisation does not allow its portal to be used from ${outside}. Use one of its networks, or ask an owner.`,
    });
    expect((await viewer.browser.get('/sessions')).status).toBe(403);
    const stranger = openBrowser(api);
    expect((await signIn(viewer, stranger)).json.error.code).toBe('address-refused');
    expect(stranger.cookie).toBeNull();
    // A wrong password says no more than without the rule.
    const wrong = await stranger.post('/sign-in', { email: viewer.email, password: 'wrong horse battery' });
    expect(wrong.json.error.code).toBe('wrong-credentials');
    const noted = (await owner.browser.get('/audit?action=sign-in-failed')).json.rows;
    expect(noted.map(({ actor, details }) => [actor, details])).toContainEqual([
      `portal:${viewer.id}`,
      { wrong: 'address', address: stranger.address },
    ]);

    viewer.browser.address = inside;
    expect((await viewer.browser.get('/me')).status).toBe(200);
    stranger.address = inside;
    expect((await signIn(viewer, stranger)).json.next).toBe('done');
    stranger.address = outside;
    expect((await stranger.post('/sign-out')).status).toBe(204);
  });

  it('create no account from an invitation at another address, and keep the invitation', async () => {
    const { api } = given;
    const { own, owner } = await ofOwner();
    const email = `guest-${Math.random()}@example.com`;
    const { url } = (
      await owner.browser.post('/team/invitations', { email, role: 'viewer', integrations: null })
    ).json;
    await put(owner, { allowedAddresses: [owner.browser.address] });
    const guest = openBrowser(api);
    const accept = () =>
      guest.post(`/invitations/${url.split('/').at(-1) ?? ''}`, {
        name: 'Guest',
        password: goodPassword,
        language: 'en',
      });
    expect((await accept()).json.error.code).toBe('address-refused');
    guest.address = owner.browser.address;
    expect((await accept()).status).toBe(200);
    expect((await me(guest)).organisation).toMatchObject({ name: own.name });
  });

  it('never lock out the person who sets them; an operator can clear a list that locks everyone out', async () => {
    const { api } = given;
    const { own, owner } = await ofOwner();
    const elsewhere = { allowedAddresses: ['203.0.113.0/24', '2001:db8::1'] };
    const refused = await put(owner, elsewhere);
    expect([refused.status, refused.json.error]).toEqual([
      409,
      {
        code: 'own-address',
        member: 'allowedAddresses',
        message: `allowedAddresses: must contain your own address, ${owner.browser.address}; otherwise you would be locked out`,
      },
    ]);
    await put(owner, { allowedAddresses: [owner.browser.address] });
    owner.browser.address = '127.1.2.3';
    expect((await owner.browser.get('/me')).status).toBe(403);
    const run = (command: string, ...args: string[]) => runOn(api.ctx, { command, args });
    const clear = (name: string) => run('portal clear-addresses', '--organisation', name, '--by', 'ada');
    expect(await clear(own.name)).toMatchObject({ exitCode: 0, output: { outcome: 'cleared' } });
    expect(await clear('none of this name')).toMatchObject({
      exitCode: 4,
      output: { outcome: 'unknown-organisation' },
    });
    expect(await run('portal rules', '--organisation', own.name.toUpperCase())).toMatchObject({
      exitCode: 0,
      output: {
        name: own.name,
        codesRequired: false,
        allowedAddresses: [],
        idleMinutes: 30,
        signInMinutes: 720,
        revealByGrant: false,
      },
    });
    expect((await owner.browser.get('/me')).status).toBe(200);
    const [last] = (await owner.browser.get('/audit?action=change-organisation')).json.rows;
    expect([last.actor, last.details['to']]).toEqual(['cli:ada', { allowedAddresses: [] }]);
  });

  it('can require codes of everyone: people without them set them up at their next sign-in', async () => {
    const { api } = given;
    const { own, owner } = await ofOwner();
    const viewer = await own.add({ role: 'viewer' });
    expect((await rulesOf(owner.browser)).withoutSecondStep).toBe(1);
    expect((await put(owner, { codesRequired: true })).status).toBe(204);
    // The present sign-ins of those without codes end; that of the owner, who has them, goes on.
    expect((await viewer.browser.get('/me')).json.error.code).toBe('signed-out');
    expect((await me(owner.browser)).organisation).toMatchObject({ name: own.name });
    const browser = openBrowser(api);
    expect((await signIn(viewer, browser)).json.next).toBe('enrol');
    expect((await browser.get('/sessions')).json.error.code).toBe('totp-required');
    const guest = await own.add({ role: 'auditor' });
    expect(guest.secret).not.toBeNull();
    expect((await put(owner, { codesRequired: false })).status).toBe(204);
    expect((await signIn(viewer, openBrowser(api))).json.next).toBe('done');
  });

  it('can require codes or a passkey: with a passkey and no codes, the password alone does not suffice', async () => {
    const { api } = given;
    const { own, owner } = await ofOwner();
    const viewer = await own.add({ role: 'viewer' });
    await viewer.stepUp();
    const device = new SoftwareAuthenticator(portalOrigin, 'P-256');
    expect((await add(viewer, device)).status).toBe(201);
    expect((await rulesOf(owner.browser)).withoutSecondStep).toBe(0);
    expect((await signIn(viewer, openBrowser(api))).json.next).toBe('done');
    await put(owner, { codesRequired: true });
    const refused = await signIn(viewer, openBrowser(api));
    expect([refused.status, refused.json.error.code]).toEqual([403, 'passkey-required']);
    const browser = openBrowser(api);
    const shown = await browser.post('/sign-in/passkey', device.use(await ask(browser)));
    expect([shown.status, shown.json.next]).toEqual([200, 'done']);
  });

  it('can end sign-ins earlier, including existing ones', async () => {
    const { clock } = given;
    const { own, owner } = await ofOwner();
    const viewer = await own.add({ role: 'viewer' });
    await put(owner, { idleMinutes: 5, signInMinutes: 30 });
    await clock.advance({ minutes: 4 });
    expect((await viewer.browser.get('/me')).status).toBe(200);
    await clock.advance({ minutes: 6 });
    expect((await viewer.browser.get('/me')).status).toBe(401);
    const late = await own.add({ role: 'viewer' });
    for (let minutes = 4; minutes < 30; minutes += 4) {
      await clock.advance({ minutes: 4 });
      expect([minutes, (await late.browser.get('/me')).status]).toEqual([minutes, 200]);
    }
    await clock.advance({ minutes: 4 });
    expect((await late.browser.get('/me')).status).toBe(401);
  });

  it('can require a grant of everyone for revealing', async () => {
    const { own, owner } = await ofOwner();
    const reviewer = await own.add({ role: 'reviewer' });
    const session = await own.client.createSession();
    const reveal = () => reviewer.browser.post(`/sessions/${session}/reveal`, { reason: 'Ticket 1' });
    await put(owner, { revealByGrant: true });
    expect((await reveal()).json.error.code).toBe('not-allowed');
    const body = { version: 1, grants: { reveal: true, export: null } };
    expect((await owner.browser.call({ method: 'PATCH', path: `/team/${reviewer.id}`, body })).status).toBe(
      204,
    );
    expect((await reveal()).status).toBe(200);
  });
});
