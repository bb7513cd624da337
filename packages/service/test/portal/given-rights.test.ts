import { randomUUID } from 'node:crypto';
import type { PortalRole } from '@countersign/contract';
import { expect, it } from 'vitest';
import { SoftwareAuthenticator } from '../../../testkit/src/software-authenticator.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { signIn } from '../support/passkey-person.ts';
import {
  goodPassword,
  me,
  openBrowser,
  type Person,
  type PortalAnswer,
  portalOrigin,
} from '../support/portal-browser.ts';
import { newOrganisation } from '../support/portal-organisation.ts';

const newAddress = () => `guest-${randomUUID()}@example.com`;
const outcome = ({ status, json }: PortalAnswer) => [status, json?.error?.code ?? null];

const change = (by: Person, of: Person, body: object) =>
  by.browser.call({ method: 'PATCH', path: `/team/${of.id}`, body });

describeApiOnce('rights granted by people of an organisation', (given) => {
  const invite = (by: Person, role: PortalRole, integrations: readonly string[] | null = null) =>
    by.browser.post('/team/invitations', { email: newAddress(), role, integrations });
  const accept = ({ json }: PortalAnswer) =>
    openBrowser(given.api).post(`/invitations/${json.url.split('/').at(-1) ?? ''}`, {
      name: 'Guest',
      password: goodPassword,
      language: 'en',
    });

  it('need a step-up, also in an invitation, which creates an account with a password of its own (S06)', async () => {
    const own = await newOrganisation(given.api);
    const owner = await own.add({ role: 'owner' });
    expect(outcome(await invite(owner, 'owner'))).toEqual([403, 'step-up']);
    await owner.stepUp();
    expect((await invite(owner, 'owner')).status).toBe(201);
    await given.clock.advance({ minutes: 11 });
    expect(outcome(await invite(owner, 'viewer'))).toEqual([403, 'step-up']);
  });

  it('end with the person who granted them: the invitations of a removed person are void (S06)', async () => {
    const own = await newOrganisation(given.api);
    const [owner, leaving] = [await own.add({ role: 'owner' }), await own.add({ role: 'admin' })];
    await owner.stepUp();
    await leaving.stepUp();
    const [kept, backDoor] = [await invite(owner, 'viewer'), await invite(leaving, 'admin')];
    expect((await owner.browser.call({ method: 'DELETE', path: `/team/${leaving.id}` })).status).toBe(204);
    expect(outcome(await accept(backDoor))).toEqual([404, 'not-found']);
    expect((await owner.browser.get('/team')).json.invitations.map(({ id }) => id)).toContain(kept.json.id);
    expect((await accept(kept)).status).toBe(200);
    const { rows } = (await owner.browser.get('/audit?limit=100')).json;
    expect(rows.filter(({ action }) => action === 'revoke-invitation')).toMatchObject([
      { actor: `portal:${owner.id}`, details: { role: 'admin' } },
    ]);
  });

  it('end as far as the granter may no longer grant them (S06)', async () => {
    const own = await newOrganisation(given.api);
    const second = await own.integrate();
    const [owner, inviter] = [await own.add({ role: 'owner' }), await own.add({ role: 'owner' })];
    await owner.stepUp();
    await inviter.stepUp();
    const [first] = [own.client.integrationId];
    const asOwner = await invite(inviter, 'owner', [first]);
    const ofBoth = await invite(inviter, 'viewer', [first, second.integrationId]);
    const ofAll = await invite(inviter, 'viewer');
    const ofOne = await invite(inviter, 'admin', [first]);
    const lowered = { version: 1, role: 'admin', integrations: [first] };
    expect((await change(owner, inviter, lowered)).status).toBe(204);
    for (const invited of [asOwner, ofBoth, ofAll]) expect((await accept(invited)).status).toBe(404);
    expect((await accept(ofOne)).status).toBe(200);
  });

  it('never exceed the granter’s own, whatever is changed about a person (S06)', async () => {
    const own = await newOrganisation(given.api);
    const second = await own.integrate();
    const [owner, narrow] = [await own.add({ role: 'owner' }), await own.add({ role: 'admin' })];
    const [everywhere, elsewhere, beside] = [
      await own.add({ role: 'auditor' }),
      await own.add({ role: 'auditor' }),
      await own.add({ role: 'auditor' }),
    ];
    await owner.stepUp();
    const [here, there] = [own.client.integrationId, second.integrationId];
    for (const [person, integrations] of [
      [narrow, [here]],
      [elsewhere, [there]],
      [beside, [here]],
    ] as const)
      expect((await change(owner, person, { version: 1, integrations })).status).toBe(204);
    const open = await invite(owner, 'viewer', [there]);
    await narrow.stepUp();
    const grants = { reveal: true, export: true };
    for (const [person, version] of [
      [everywhere, 1],
      [elsewhere, 2],
    ] as const) {
      expect(outcome(await change(narrow, person, { version, grants }))).toEqual([403, 'not-allowed']);
      const removal = { method: 'DELETE', path: `/team/${person.id}` };
      expect(outcome(await narrow.browser.call(removal))).toEqual([403, 'not-allowed']);
    }
    const withdrawal = { method: 'DELETE', path: `/team/invitations/${open.json.id}` };
    expect(outcome(await narrow.browser.call(withdrawal))).toEqual([403, 'not-allowed']);
    const shown = (await narrow.browser.get('/team')).json.members;
    const changeable = shown.filter((member) => member.changeable).map(({ id }) => id);
    expect(changeable.toSorted()).toEqual([narrow.id, beside.id].toSorted());
    expect((await change(narrow, beside, { version: 2, grants })).status).toBe(204);
  });

  it('that need codes end a sign-in made by password alone (S16)', async () => {
    const own = await newOrganisation(given.api);
    const [owner, raised, other] = [
      await own.add({ role: 'owner' }),
      await own.add({ role: 'viewer' }),
      await own.add({ role: 'viewer' }),
    ];
    await owner.stepUp();
    expect((await change(owner, raised, { version: 1, role: 'admin' })).status).toBe(204);
    expect(outcome(await raised.browser.get('/team'))).toEqual([401, 'signed-out']);
    const again = openBrowser(given.api);
    const entered = await again.post('/sign-in', { email: raised.email, password: goodPassword });
    expect(entered.json.next).toBe('enrol');
    expect(outcome(await again.get('/team'))).toEqual([401, 'totp-required']);
    expect((await change(owner, other, { version: 1, role: 'reviewer' })).status).toBe(204);
    expect((await me(other.browser)).capabilities).toContain('triage');
  });

  it('are checked at the moment of use: of two people who remove each other at once, one stays (S06)', async () => {
    const own = await newOrganisation(given.api);
    await own.add({ role: 'owner' });
    const pair = [await own.add({ role: 'admin' }), await own.add({ role: 'admin' })] as const;
    for (const person of pair) await person.stepUp();
    const remove = (by: Person, of: Person) => by.browser.call({ method: 'DELETE', path: `/team/${of.id}` });
    const answers = await Promise.all([remove(pair[0], pair[1]), remove(pair[1], pair[0])]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 401]);
  });
});

describeApiOnce('a second step', (given) => {
  it('is set up only after a step-up: an unattended sign-in cannot lock its owner out (S16)', async () => {
    const own = await newOrganisation(given.api);
    const reviewer = await own.add({ role: 'reviewer' });
    expect(outcome(await reviewer.browser.post('/totp/begin'))).toEqual([403, 'step-up']);
    expect((await reviewer.stepUp()).status).toBe(200);
    expect((await reviewer.browser.post('/totp/begin')).status).toBe(200);
    await given.clock.advance({ minutes: 11 });
    expect(outcome(await reviewer.browser.post('/totp/confirm', { code: '000000' }))).toEqual([
      403,
      'step-up',
    ]);
  });

  it('that is a passkey counts as a step-up too, where a password alone does not suffice to sign in (S16)', async () => {
    const own = await newOrganisation(given.api);
    const [owner, person] = [await own.add({ role: 'owner' }), await own.add({ role: 'reviewer' })];
    await owner.stepUp();
    await person.stepUp();
    const key = new SoftwareAuthenticator(portalOrigin, 'P-256');
    const begun = await person.browser.post('/me/passkeys/begin');
    expect((await person.browser.post('/me/passkeys', key.make(begun.json, 'Mine'))).status).toBe(201);
    expect((await change(owner, person, { version: 1, role: 'admin' })).status).toBe(204);
    const { browser } = await signIn(given.api, key);
    await me(browser);
    const byPassword = await browser.post('/step-up', { password: goodPassword });
    expect(outcome(byPassword)).toEqual([403, 'passkey-required']);
    const wanted = await browser.post('/step-up/passkey/begin');
    expect((await browser.post('/step-up/passkey', key.use(wanted.json))).status).toBe(200);
  });
});
