import { expect, it } from 'vitest';
import { describeApiOnce } from '../support/describe-api.ts';
import { addPerson, goodPassword, me, openBrowser, type Person } from '../support/portal-browser.ts';

const teamOf = async ({ browser }: Person) => (await browser.get('/team')).json;
const memberOf = async (reader: Person, { id }: Person) =>
  (await teamOf(reader)).members.find((member) => member.id === id);

describeApiOnce('the team', (given) => {
  const newOrganisation = () => `Organisation ${Math.random()}`;

  it('invites with a link that works once, only into the inviter’s organisation', async () => {
    const { api, clock } = given;
    const owner = await addPerson(api, { role: 'owner', organisation: newOrganisation() });
    await owner.stepUp();
    const invite = (email: string, role = 'reviewer') =>
      owner.browser.post('/team/invitations', { email, role, integrations: null });
    const email = `new-${Math.random()}@example.com`;
    const invited = await invite(email);
    expect(invited.status).toBe(201);
    expect(invited.json.url).toMatch(/^https:\/\/id\.example\.com\/portal\/invitations\/[\w-]{43}$/);
    const token = invited.json.url.split('/').at(-1);
    const guest = openBrowser(api);
    const shown = (await guest.get(`/invitations/${token}`)).json;
    expect(shown).toMatchObject({ email, role: 'reviewer' });
    expect(Object.keys(shown)).toEqual(['email', 'organisation', 'role', 'expiresAt', 'sso']);
    const body = { name: 'Ada', password: goodPassword, language: 'es' };
    const answers = await Promise.all(
      [guest, openBrowser(api)].map((one) => one.post(`/invitations/${token}`, body)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect((await guest.get(`/invitations/${token}`)).status).toBe(404);
    expect((await invite(email)).json.error.code).toBe('already-member');

    const later = (await invite(`late-${Math.random()}@example.com`)).json;
    await clock.advance({ hours: 73 });
    expect((await guest.get(`/invitations/${later.url.split('/').at(-1)}`)).status).toBe(404);
  });

  it('takes an invitation back', async () => {
    const { api } = given;
    const owner = await addPerson(api, { role: 'owner', organisation: newOrganisation() });
    const stranger = await addPerson(api, { role: 'owner', organisation: newOrganisation() });
    await owner.stepUp();
    const email = `new-${Math.random()}@example.com`;
    const { id, url } = (
      await owner.browser.post('/team/invitations', { email, role: 'viewer', integrations: null })
    ).json;
    expect((await stranger.browser.call({ method: 'DELETE', path: `/team/invitations/${id}` })).status).toBe(
      404,
    );
    expect((await teamOf(owner)).invitations).toMatchObject([
      { id, email, role: 'viewer', integrations: null },
    ]);
    expect((await owner.browser.call({ method: 'DELETE', path: `/team/invitations/${id}` })).status).toBe(
      204,
    );
    expect((await openBrowser(api).get(`/invitations/${url.split('/').at(-1)}`)).status).toBe(404);
  });

  it('grants no role above one’s own, changes no person above, and keeps the last owner', async () => {
    const { api } = given;
    const organisation = newOrganisation();
    const owner = await addPerson(api, { role: 'owner', organisation });
    const admin = await addPerson(api, { role: 'admin', organisation });
    const invite = (role: string) =>
      admin.browser.post('/team/invitations', { email: 'x@example.com', role, integrations: null });
    expect((await invite('owner')).json.error.code).toBe('not-allowed');
    expect((await admin.stepUp()).status).toBe(200);
    expect((await owner.stepUp()).status).toBe(200);
    const change = (by: Person, of: Person, body: object) =>
      by.browser.call({ method: 'PATCH', path: `/team/${of.id}`, body });
    expect((await change(admin, owner, { version: 1, role: 'viewer' })).json.error.code).toBe('not-allowed');
    expect((await change(admin, admin, { version: 1, role: 'owner' })).json.error.code).toBe('not-allowed');
    expect((await admin.browser.call({ method: 'DELETE', path: `/team/${owner.id}` })).status).toBe(403);
    expect((await change(owner, owner, { version: 1, role: 'admin' })).json.error.code).toBe('last-owner');
    expect((await owner.browser.call({ method: 'DELETE', path: `/team/${owner.id}` })).json.error.code).toBe(
      'last-owner',
    );
    expect((await teamOf(admin)).roles).toEqual(['admin', 'developer', 'reviewer', 'viewer', 'auditor']);
    expect((await memberOf(admin, owner))?.changeable).toBe(false);
  });

  it('requires a step-up for roles and removals', async () => {
    const { api, clock } = given;
    const organisation = newOrganisation();
    const owner = await addPerson(api, { role: 'owner', organisation });
    const viewer = await addPerson(api, { role: 'viewer', organisation });
    const change = { method: 'PATCH', path: `/team/${viewer.id}`, body: { version: 1, role: 'developer' } };
    const removal = { method: 'DELETE', path: `/team/${viewer.id}` };
    expect((await owner.browser.call(change)).json.error.code).toBe('step-up');
    expect((await owner.browser.call(removal)).json.error.code).toBe('step-up');
    const wrong = await owner.browser.post('/step-up', {
      password: 'not the password',
      code: await owner.code(1),
    });
    expect(wrong.json.error.code).toBe('wrong-credentials');
    const without = await owner.browser.post('/step-up', { password: goodPassword });
    expect(without.json.error).toMatchObject({ code: 'invalid', member: 'code' });
    expect((await owner.stepUp()).status).toBe(200);
    expect((await owner.browser.call(change)).status).toBe(204);
    await clock.advance({ minutes: 11 });
    expect((await owner.browser.call(removal)).json.error.code).toBe('step-up');
  });

  it('answers 409 to the second of two changes of one person', async () => {
    const { api } = given;
    const organisation = newOrganisation();
    const [one, other] = [
      await addPerson(api, { role: 'owner', organisation }),
      await addPerson(api, { role: 'owner', organisation }),
    ];
    const viewer = await addPerson(api, { role: 'viewer', organisation });
    await one.stepUp();
    await other.stepUp();
    const version = (await memberOf(one, viewer))?.version;
    const change = (by: Person, role: string) =>
      by.browser.call({ method: 'PATCH', path: `/team/${viewer.id}`, body: { version, role } });
    const answers = await Promise.all([change(one, 'reviewer'), change(other, 'auditor')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.json.error.code).toBe('changed-meanwhile');
    const winner = answers[0]?.status === 204 ? 'reviewer' : 'auditor';
    expect((await memberOf(one, viewer))?.role).toBe(winner);
  });

  it('applies a role change and a removal at once', async () => {
    const { api } = given;
    const organisation = newOrganisation();
    const owner = await addPerson(api, { role: 'owner', organisation });
    const developer = await addPerson(api, { role: 'developer', organisation });
    expect((await me(developer.browser)).capabilities).toContain('create-sessions');
    await owner.stepUp();
    const body = { version: 1, role: 'viewer', grants: { reveal: null, export: null } };
    expect((await owner.browser.call({ method: 'PATCH', path: `/team/${developer.id}`, body })).status).toBe(
      204,
    );
    expect((await me(developer.browser)).capabilities).toEqual(['see-sessions']);
    expect((await owner.browser.call({ method: 'DELETE', path: `/team/${developer.id}` })).status).toBe(204);
    expect((await developer.browser.get('/me')).json.error.code).toBe('signed-out');
    const again = await openBrowser(api).post('/sign-in', { email: developer.email, password: goodPassword });
    expect(again.status).toBe(401);
    const audit = (await owner.browser.get('/audit?actor=portal&limit=5')).json.rows;
    expect(audit.map(({ action }) => action)).toEqual([
      'remove-member',
      'change-member',
      'step-up',
      'sign-in',
      'accept-invitation',
    ]);
    expect(audit[0]).toMatchObject({
      actorName: 'Test owner',
      details: { userId: developer.id, role: 'viewer' },
    });
  });
});
