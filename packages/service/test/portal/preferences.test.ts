import { beforeAll, expect, it } from 'vitest';
import { describeApiOnce } from '../support/describe-api.ts';
import type { Person } from '../support/portal-browser.ts';
import { newOrganisation, type TestOrganisation } from '../support/portal-organisation.ts';

describeApiOnce('preferences of a person in the portal', (given) => {
  let own: TestOrganisation;
  let viewer: Person;
  beforeAll(async () => {
    own = await newOrganisation(given.api);
    viewer = await own.add({ role: 'viewer' });
  });
  const patch = (body: object, person = viewer) =>
    person.browser.call({ method: 'PATCH', path: '/me', body });
  const preferences = async (person = viewer) => (await person.browser.get('/me')).json.preferences;

  it('are saved views and shortcuts, private to one person, and in the audit log', async () => {
    const other = await own.add({ role: 'auditor' });
    expect(await preferences()).toEqual({ views: [], shortcuts: true });
    const views = [
      { name: 'In review', status: 'review' },
      { name: 'November', since: '2026-11-01', until: '2026-11-30' },
      { name: 'Newest in review', status: 'review', order: 'newest' },
    ];
    expect((await patch({ views })).status).toBe(204);
    expect((await patch({ shortcuts: false })).status).toBe(204);
    expect(await preferences()).toEqual({ views, shortcuts: false });
    expect((await patch({ views: [] })).status).toBe(204);
    expect(await preferences()).toEqual({ views: [], shortcuts: false });
    expect(await preferences(other)).toEqual({ views: [], shortcuts: true });
    const { rows } = (await other.browser.get('/audit?action=change-profile')).json;
    expect(rows.map(({ actor }) => actor)).toEqual(Array(3).fill(`portal:${viewer.id}`));
  });

  it('contain no search text, and at most 20 views', async () => {
    const view = { name: 'One', status: 'review' };
    expect((await patch({ views: [{ ...view, q: 'order-4711' }] })).status).toBe(422);
    expect((await patch({ views: Array.from({ length: 21 }, () => view) })).status).toBe(422);
    expect((await patch({ views: [{ ...view, status: "x' or 1=1" }] })).status).toBe(422);
    expect((await patch({ views: [{ ...view, name: ' ' }] })).status).toBe(422);
    expect((await patch({ views: [{ ...view, order: 'risk' }] })).status).toBe(422);
  });

  it('are removed with the person', async () => {
    const owner = await own.add({ role: 'owner' });
    const leaver = await own.add({ role: 'reviewer' });
    await patch({ views: [{ name: 'Mine', status: 'review' }] }, leaver);
    await owner.stepUp();
    const removed = await owner.browser.call({ method: 'DELETE', path: `/team/${leaver.id}` });
    expect(removed.status).toBe(204);
    const rows = await given.api.ctx.database.query('select preferences from portal_user where id = $1', [
      leaver.id,
    ]);
    expect(rows).toEqual([{ preferences: {} }]);
  });
});
