import type { PortalScreeningQueue, PortalSession } from '@countersign/contract';
import { beforeAll, expect, it } from 'vitest';
import { setWebhookUrl } from '../../src/usecases/webhook/set-webhook-url.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { newOrganisation, type TestOrganisation } from '../support/portal-organisation.ts';
import type { Person } from '../support/portal-browser.ts';
import {
  listsOf,
  readResult,
  screenedSession,
  screeningOnly,
  watchlistWebhooks,
} from '../support/screening.ts';

const person = { firstName: 'Dario', lastName: 'Velmont', dateOfBirth: '1971-06-02' };
const lists = listsOf('lists-1', { id: 'x-1', name: 'Dario Velmont', lists: ['SANCTIONS'] });

type Screening = NonNullable<PortalSession['screening']>;
const screening = async ({ browser }: Person, id: string): Promise<Screening> => {
  const page = JSON.parse((await browser.get(`/sessions/${id}`)).bytes.toString()) as PortalSession;
  if (page.screening === null) throw new Error('no screening');
  return page.screening;
};
/** Whose it is, as a person sees it: account and version. */
const seen = async (who: Person, id: string) => {
  const { assignee, version } = (await screening(who, id)).assignment;
  return [assignee?.id ?? null, version];
};
const queue = async ({ browser }: Person, query: string): Promise<PortalScreeningQueue> =>
  JSON.parse((await browser.get(`/screening${query}`)).bytes.toString()) as PortalScreeningQueue;
/** Gives a screening as it was at that version to a person, or releases it. @returns status, or the code of the refusal */
const assign = async ({ browser }: Person, id: string, [to, version]: [Person | string | null, number]) => {
  const userId = typeof to === 'string' || to === null ? to : to.id;
  const path = `/sessions/${id}/screening/assignee`;
  const { status, json } = await browser.call({ method: 'PUT', path, body: { userId, version } });
  return status < 300 ? status : json.error.code;
};

describeApiOnce('the assignee of a screening', (given) => {
  let own: TestOrganisation;
  let owner: Person;
  let ada: Person;
  let bo: Person;
  beforeAll(async () => {
    own = await newOrganisation(given.api, { settings: { ...screeningOnly(), deletion: true } });
    owner = await own.add({ role: 'owner' });
    ada = await own.add({ role: 'reviewer' });
    bo = await own.add({ role: 'reviewer' });
    await owner.stepUp();
    const { integrationId } = own.client;
    const url = 'https://hooks.example.com/watchlist';
    await setWebhookUrl(given.api.ctx)({ integrationId, type: 'watchlist-screening', url, actor: 'test' });
  });
  const screened = () => screenedSession(given.api, own.client, { person, lists });

  it('takes it, releases it, and takes it over from the assignee last shown (A-284)', async () => {
    const id = await screened();
    expect((await screening(ada, id)).assignment).toEqual({ assignee: null, version: 0 });
    expect(await assign(ada, id, [ada, 0])).toBe(204);
    expect((await screening(bo, id)).assignment).toEqual({
      assignee: { id: ada.id, name: 'Test reviewer', since: expect.stringMatching(/Z$/) as string },
      version: 1,
    });
    // As it was before Ada had taken it.
    expect(await assign(bo, id, [bo, 0])).toBe('changed-meanwhile');
    expect(await seen(ada, id)).toEqual([ada.id, 1]);
    expect(await assign(bo, id, [bo, 1])).toBe(204);
    expect(await seen(ada, id)).toEqual([bo.id, 2]);
    // What is so already is no change.
    expect(await assign(bo, id, [bo, 2])).toBe(204);
    expect(await assign(ada, id, [null, 2])).toBe('not-allowed');
    expect(await assign(bo, id, [null, 2])).toBe(204);
    expect(await assign(bo, id, [null, 3])).toBe(204);
    expect(await seen(ada, id)).toEqual([null, 3]);

    const { rows } = (await owner.browser.get(`/audit?session=${id}`)).json;
    const assigned = rows.filter(({ action }) => /^(take|release|assign)-screening$/.test(action));
    expect(assigned.map(({ action, actor, details }) => [action, actor, details])).toEqual([
      ['release-screening', `portal:${bo.id}`, { fromUserId: bo.id, toUserId: null }],
      ['take-screening', `portal:${bo.id}`, { fromUserId: ada.id, toUserId: bo.id }],
      ['take-screening', `portal:${ada.id}`, { fromUserId: null, toUserId: ada.id }],
    ]);
  });

  it('is set and cleared by owners and admins, among people who may decide its hits', async () => {
    const id = await screened();
    const admin = await own.add({ role: 'admin' });
    const developer = await own.add({ role: 'developer' });
    const elsewhere = await (await newOrganisation(given.api)).add({ role: 'reviewer' });
    expect(await assign(ada, id, [bo, 0])).toBe('not-allowed');
    expect(await assign(developer, id, [developer, 0])).toBe('not-allowed');
    expect((await screening(ada, id)).assignable).toEqual([]);
    const people = (await screening(admin, id)).assignable.map((each) => each.id);
    expect(people).toEqual(expect.arrayContaining([owner.id, admin.id, ada.id, bo.id]));
    expect(people).not.toContain(developer.id);

    for (const stranger of [developer.id, elsewhere.id, '00000000-0000-4000-8000-000000000000'])
      expect([stranger, await assign(admin, id, [stranger, 0])]).toEqual([stranger, 'invalid']);
    expect(await seen(admin, id)).toEqual([null, 0]);
    expect(await assign(admin, id, [bo, 0])).toBe(204);
    expect(await seen(bo, id)).toEqual([bo.id, 1]);
    expect(await assign(owner, id, [null, 1])).toBe(204);
    expect(await seen(bo, id)).toEqual([null, 2]);
    const [newest, before] = (await owner.browser.get(`/audit?session=${id}`)).json.rows;
    expect([newest.action, newest.actor, before?.action, before?.actor]).toEqual([
      'release-screening',
      `portal:${owner.id}`,
      'assign-screening',
      `portal:${admin.id}`,
    ]);
  });

  it('is one of two people who take it at once', async () => {
    const id = await screened();
    const both = await Promise.all([assign(ada, id, [ada, 0]), assign(bo, id, [bo, 0])]);
    expect(both.toSorted()).toEqual([204, 'changed-meanwhile']);
    expect(await seen(owner, id)).toEqual([both[0] === 204 ? ada.id : bo.id, 1]);
  });

  it('stops no other person from deciding, and is not visible to clients', async () => {
    const id = await screened();
    const read = async () => {
      const { status, bytes } = await readResult(own.client, id);
      return [status, bytes];
    };
    const before = await read();
    expect(await assign(ada, id, [ada, 0])).toBe(204);
    expect(await read()).toEqual(before);
    // That of the result, and none more.
    expect(await watchlistWebhooks(given.api, id)).toHaveLength(1);
    const [hit] = (await screening(bo, id)).hits;
    const decided = await bo.browser.post(`/sessions/${id}/hits/${hit?.id ?? ''}/review`, {
      matchStatus: 'false_positive',
      riskLevel: null,
    });
    expect(decided.status).toBe(204);
    expect(await seen(bo, id)).toEqual([ada.id, 1]);
  });

  it('is cleared when that person is removed or may no longer decide its hits', async () => {
    const id = await screened();
    const member = async ({ id: userId }: Person) => {
      const { members } = (await owner.browser.get('/team')).json;
      return members.find((each) => each.id === userId);
    };
    const change = async (who: Person, body: object) => {
      const { version } = (await member(who)) ?? {};
      const path = `/team/${who.id}`;
      return (await owner.browser.call({ method: 'PATCH', path, body: { version, ...body } })).status;
    };
    const cy = await own.add({ role: 'reviewer' });
    expect(await assign(cy, id, [cy, 0])).toBe(204);
    expect(await change(cy, { role: 'viewer' })).toBe(204);
    expect(await seen(owner, id)).toEqual([null, 1]);
    expect((await screening(owner, id)).assignable.map((each) => each.id)).not.toContain(cy.id);

    // Of another integration only.
    const other = await own.integrate({ settings: screeningOnly() });
    const di = await own.add({ role: 'reviewer' });
    expect(await assign(di, id, [di, 1])).toBe(204);
    expect(await change(di, { integrations: [other.integrationId] })).toBe(204);
    expect(await seen(owner, id)).toEqual([null, 2]);

    const ed = await own.add({ role: 'reviewer' });
    expect(await assign(ed, id, [ed, 2])).toBe(204);
    const rowOf = async (query: string) =>
      (await queue(ada, query)).rows.find(({ sessionId }) => sessionId === id)?.assignment;
    expect(await rowOf('?limit=100')).toMatchObject({ assignee: { id: ed.id }, version: 3 });
    expect(await rowOf('?limit=100&assignee=none')).toBeUndefined();
    expect((await owner.browser.call({ method: 'DELETE', path: `/team/${ed.id}` })).status).toBe(204);
    expect(await seen(owner, id)).toEqual([null, 3]);
    expect(await rowOf('?limit=100&assignee=none')).toEqual({ assignee: null, version: 3 });
    // Somebody else takes it as if it had always been free.
    expect(await assign(ada, id, [ada, 3])).toBe(204);
    expect(await seen(owner, id)).toEqual([ada.id, 4]);
  });

  it('filters the queue and its counts: assigned to the reader, or unassigned', async () => {
    const team = await newOrganisation(given.api, { settings: screeningOnly() });
    const one = await team.add({ role: 'reviewer' });
    const two = await team.add({ role: 'reviewer' });
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1)
      ids.push(await screenedSession(given.api, team.client, { person, lists }));
    const [first = '', second = '', third = ''] = ids;
    expect(await assign(one, first, [one, 0])).toBe(204);
    expect(await assign(two, second, [two, 0])).toBe(204);
    const shown = async (who: Person, query: string) => {
      const { lanes, rows } = await queue(who, query);
      const open = lanes.find(({ lane }) => lane === 'open')?.count;
      return [open, rows.map(({ sessionId, assignment }) => [sessionId, assignment.assignee?.id ?? null])];
    };
    const [firsts, seconds, thirds] = [
      [first, one.id],
      [second, two.id],
      [third, null],
    ];
    expect(await shown(one, '')).toEqual([3, [firsts, seconds, thirds]]);
    expect(await shown(one, '?assignee=me')).toEqual([1, [firsts]]);
    expect(await shown(two, '?assignee=me')).toEqual([1, [seconds]]);
    expect(await shown(one, '?assignee=none')).toEqual([1, [thirds]]);
    expect(await shown(one, '?lane=reviewed&assignee=me')).toEqual([1, []]);
    expect((await one.browser.get('/screening?assignee=other')).status).toBe(422);

    const { next } = await queue(one, '?limit=1');
    expect(await shown(one, `?limit=1&cursor=${next ?? ''}`)).toEqual([3, [seconds]]);
  });

  it('is erased with the screening when the session is redacted or deleted', async () => {
    const webhooks = `update webhook set state = 'delivered', ended_at = now() where session_id = $1`;
    const id = await screened();
    expect(await assign(ada, id, [ada, 0])).toBe(204);
    await given.api.ctx.database.query(webhooks, [id]);
    const reason = { reason: 'Asked for by the customer' };
    expect((await owner.browser.post(`/sessions/${id}/redact`, reason)).status).toBe(204);
    const left = 'select 1 from watchlist_screening where session_id = $1';
    expect(await given.api.ctx.database.query(left, [id])).toEqual([]);
    expect(await assign(ada, id, [ada, 1])).toBe('not-found');

    const deleted = await screened();
    expect(await assign(ada, deleted, [ada, 0])).toBe(204);
    await given.api.ctx.database.query(webhooks, [deleted]);
    expect((await owner.browser.call({ method: 'DELETE', path: `/sessions/${deleted}` })).status).toBe(204);
    expect(await assign(ada, deleted, [ada, 1])).toBe('not-found');
    expect((await queue(ada, '?assignee=me')).rows.map(({ sessionId }) => sessionId)).not.toContain(deleted);
  });

  it('is rejected with no valid screening, account or version', async () => {
    const plain = await own.integrate();
    const id = await plain.createSession();
    expect(await assign(ada, id, [ada, 0])).toBe('not-found');
    const one = await screened();
    const path = `/sessions/${one}/screening/assignee`;
    for (const body of [{}, { userId: ada.id }, { userId: 'ada', version: 0 }, { userId: null, version: -1 }])
      expect((await ada.browser.call({ method: 'PUT', path, body })).status).toBe(422);
    expect(await seen(ada, one)).toEqual([null, 0]);
  });
});
