import type { PortalScreeningQueue, PortalSession } from '@countersign/contract';
import { expect, it } from 'vitest';
import { describeApiOnce } from '../support/describe-api.ts';
import { newOrganisation } from '../support/portal-organisation.ts';
import type { Person } from '../support/portal-browser.ts';
import { listsOf, monitor, screenedSession, screeningOnly } from '../support/screening.ts';

const person = { firstName: 'Dario', lastName: 'Velmont', dateOfBirth: '1971-06-02' };
const velmont = {
  id: 'x-1',
  name: 'Dario Velmont',
  lists: ['PEP_CLASS_1' as const],
  born: '1971-06-02',
  countries: ['CO'],
};
const velmond = { id: 'x-2', name: 'Dario Velmond', lists: ['PEP_CLASS_1' as const], born: '1970' };
const lists = listsOf('lists-1', velmont, velmond);

const page = async ({ browser }: Person, id: string): Promise<PortalSession> =>
  JSON.parse((await browser.get(`/sessions/${id}`)).bytes.toString()) as PortalSession;
const screening = async (who: Person, id: string) => {
  const { screening: shown } = await page(who, id);
  if (shown === null) throw new Error('no screening');
  return shown;
};
const queue = async ({ browser }: Person, query = ''): Promise<PortalScreeningQueue> =>
  JSON.parse((await browser.get(`/screening${query}`)).bytes.toString()) as PortalScreeningQueue;
const reveal = ({ browser }: Person, id: string) =>
  browser.post(`/sessions/${id}/reveal`, { reason: 'Ticket 1' });

describeApiOnce('decisions about hits and what monitoring changed, in the portal', (given) => {
  it('keep a note with each decision, sealed, in the history of the hit', async () => {
    const { api } = given;
    const own = await newOrganisation(api, { settings: screeningOnly() });
    const reviewer = await own.add({ role: 'reviewer' });
    const auditor = await own.add({ role: 'auditor' });
    const id = await screenedSession(api, own.client, { person, lists });
    const hit = (await screening(reviewer, id)).hits[0];
    const review = (body: object) =>
      reviewer.browser.post(`/sessions/${id}/hits/${hit?.id ?? ''}/review`, body);
    const wrong = { matchStatus: 'false_positive', riskLevel: null };
    expect((await review({ ...wrong, note: 'Born in another year ' })).status).toBe(204);
    expect((await review({ matchStatus: 'true_match', riskLevel: 'low' })).status).toBe(204);
    expect((await review({ ...wrong, note: '' })).status).toBe(422);
    expect((await review({ ...wrong, note: 'x'.repeat(4_001) })).status).toBe(422);

    const decided = { actor: 'Test reviewer', at: expect.any(String) as string };
    expect((await screening(reviewer, id)).hits[0]?.history).toEqual([
      { ...decided, from: 'false_positive', to: 'true_match', riskLevel: 'low', note: null },
      {
        ...decided,
        from: 'potential_match',
        to: 'false_positive',
        riskLevel: null,
        note: 'Born in another year',
      },
    ]);
    // Notes are for those who write them.
    const seen = (await screening(auditor, id)).hits[0]?.history ?? [];
    expect(seen.map(({ to, note }) => [to, note])).toEqual([
      ['true_match', null],
      ['false_positive', null],
    ]);
    const rows = await api.ctx.database.query<{ note: Uint8Array | null }>(
      'select note from watchlist_review where session_id = $1 order by id',
      [id],
    );
    expect(rows.map(({ note }) => note === null)).toEqual([false, true]);
    expect(Buffer.from(rows[0]?.note ?? []).toString('latin1')).not.toContain('another year');
  });

  it('show each hit before and after a change found by monitoring, until it is acknowledged', async () => {
    const { api } = given;
    const own = await newOrganisation(api, { settings: screeningOnly({ monitoring: true }) });
    const reviewer = await own.add({ role: 'reviewer' });
    const id = await screenedSession(api, own.client, { person, lists });
    expect((await screening(reviewer, id)).changes).toEqual([]);
    const third = { id: 'x-3', name: 'Dario Velmont', lists: ['WARNINGS' as const], born: '1971-06-02' };
    await monitor(
      api,
      id,
      listsOf('lists-2', { ...velmont, lists: ['PEP_CLASS_1', 'SANCTIONS'], born: '1971-06-02' }, third),
    );
    const masked = (await screening(reviewer, id)).changes;
    expect(masked.map(({ kinds }) => kinds)).toEqual(
      expect.arrayContaining([['appeared'], ['disappeared'], expect.arrayContaining(['listings'])]),
    );
    expect(JSON.stringify(masked)).not.toMatch(/Velmon|1971|Colombia/);

    await reveal(reviewer, id);
    const { changes } = await screening(reviewer, id);
    const of = (kind: (typeof changes)[number]['kinds'][number]) =>
      changes.find(({ kinds }) => kinds.includes(kind));
    expect(of('appeared')).toMatchObject({ before: null, after: { name: 'Dario Velmont' } });
    expect(of('disappeared')).toMatchObject({
      before: { name: 'Dario Velmond', listed: { dateOfBirth: '1970' } },
      after: null,
    });
    const listings = (side: { listed: { listings: { list: string }[] } | null } | null | undefined) =>
      side?.listed?.listings.map(({ list }) => list).toSorted();
    const changed = of('listings');
    expect([listings(changed?.before), listings(changed?.after)]).toEqual([
      ['PEP_CLASS_1'],
      ['PEP_CLASS_1', 'SANCTIONS'],
    ]);

    // A second change shows what there was before the first one.
    await monitor(api, id, listsOf('lists-3', { ...velmont, lists: ['WARNINGS'] }, third));
    const again = (await screening(reviewer, id)).changes.find(({ kinds }) => kinds.includes('listings'));
    expect([listings(again?.before), listings(again?.after)]).toEqual([['PEP_CLASS_1'], ['WARNINGS']]);
    expect((await reviewer.browser.post(`/sessions/${id}/screening/acknowledge`)).status).toBe(204);
    expect((await screening(reviewer, id)).changes).toEqual([]);
    await monitor(api, id, listsOf('lists-4', { ...velmont, lists: ['WARNINGS'] }));
    expect((await screening(reviewer, id)).changes.map(({ kinds }) => kinds)).toEqual([['disappeared']]);
  });

  it('put each screening into one lane of the queue, with counts and the age of the oldest', async () => {
    const { api, clock } = given;
    const own = await newOrganisation(api, { settings: screeningOnly({ monitoring: true }) });
    const reviewer = await own.add({ role: 'reviewer' });
    const counts = async () =>
      Object.fromEntries((await queue(reviewer)).lanes.map(({ lane, count }) => [lane, count]));
    expect(await queue(reviewer)).toEqual({
      lanes: ['changed', 'open', 'in_progress', 'reviewed', 'no_match'].map((lane) => ({
        lane,
        count: 0,
        more: false,
        oldest: null,
      })),
      rows: [],
      next: null,
    });
    const first = await screenedSession(api, own.client, { person, lists });
    await clock.advance({ minutes: 1 });
    const second = await screenedSession(api, own.client, { person, lists });
    await screenedSession(api, own.client, { person, lists: listsOf('lists-0') });
    expect(await counts()).toEqual({ changed: 0, open: 2, in_progress: 0, reviewed: 0, no_match: 1 });
    const one = await queue(reviewer, '?limit=1');
    expect(one.rows).toEqual([
      {
        sessionId: first,
        integrationId: own.client.integrationId,
        status: 'potential_match',
        totalHits: 2,
        undecided: 2,
        monitorStatus: 'enabled',
        assignment: { assignee: null, version: 0 },
        since: expect.any(String) as string,
      },
    ]);
    expect(one.lanes.find(({ lane }) => lane === 'open')?.oldest).toBe(one.rows[0]?.since);
    const two = await queue(reviewer, `?limit=1&cursor=${one.next ?? ''}`);
    expect([two.rows.map(({ sessionId }) => sessionId), two.next]).toEqual([[second], null]);

    await monitor(api, first, listsOf('lists-2', { ...velmont, lists: ['SANCTIONS'] }));
    for (const hit of (await screening(reviewer, second)).hits)
      await reviewer.browser.post(`/sessions/${second}/hits/${hit.id}/review`, {
        matchStatus: 'false_positive',
        riskLevel: null,
      });
    expect(await counts()).toEqual({ changed: 1, open: 0, in_progress: 0, reviewed: 1, no_match: 1 });
    const lane = async (name: string) =>
      (await queue(reviewer, `?lane=${name}`)).rows.map(({ sessionId, undecided }) => [sessionId, undecided]);
    expect([await lane('changed'), await lane('reviewed'), await lane('open')]).toEqual([
      [[first, 1]],
      [[second, 0]],
      [],
    ]);
    expect((await reviewer.browser.get('/screening?cursor=nothing')).status).toBe(422);
    expect((await reviewer.browser.get('/screening?lane=other')).status).toBe(422);
  });
});
