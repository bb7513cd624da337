import { expect, it } from 'vitest';
import type { PortalHome, PortalScreeningQueue, PortalSession } from '@countersign/contract';
import { setWebhookUrl } from '../../src/usecases/webhook/set-webhook-url.ts';
import { decided, verify } from '../support/decide.ts';
import { onePixelPng } from '../support/api.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { newOrganisation } from '../support/portal-organisation.ts';
import type { Person } from '../support/portal-browser.ts';
import {
  listsOf,
  readResult,
  screen,
  screenedSession,
  screeningOnly,
  watchlistWebhooks,
} from '../support/screening.ts';

const person = { firstName: 'Dario', lastName: 'Velmont', dateOfBirth: '1971-06-02' };
const lists = listsOf(
  'lists-1',
  { id: 'x-1', name: 'Dario Velmont', lists: ['SANCTIONS'], born: '1971-06-02', countries: ['CO'] },
  { id: 'x-2', name: 'Dario Velmond', lists: ['PEP_CLASS_1'], born: '1970' },
);

const page = async (browser: Person['browser'], id: string): Promise<PortalSession> =>
  JSON.parse((await browser.get(`/sessions/${id}`)).bytes.toString()) as PortalSession;

const screening = async (
  { browser }: Person,
  id: string,
): Promise<NonNullable<PortalSession['screening']>> => {
  const { screening: shown } = await page(browser, id);
  if (shown === null) throw new Error('no screening');
  return shown;
};

const sessionIds = async ({ browser }: Person, query: string): Promise<string[]> => {
  const { rows } = JSON.parse((await browser.get(`/sessions?${query}`)).bytes.toString()) as {
    rows: { id: string }[];
  };
  return rows.map(({ id }) => id);
};

describeApiOnce('hits of a screening in the portal', (given) => {
  it('of one person on several lists are adjacent, even while names are masked (A-410)', async () => {
    const { api } = given;
    const own = await newOrganisation(api, { settings: screeningOnly() });
    const [reviewer, viewer] = [await own.add({ role: 'reviewer' }), await own.add({ role: 'viewer' })];
    const born = '1971-06-02';
    const id = await screenedSession(api, own.client, {
      person,
      lists: listsOf(
        'lists-of-one-person',
        { id: 'x-1', name: 'Dario Velmont', lists: ['SANCTIONS'], born, countries: ['CO'] },
        { id: 'x-2', name: 'Dario Velmond', lists: ['PEP_CLASS_1'], born },
        { id: 'x-3', name: 'Dario Belmont', aka: ['Velmont Dario'], lists: ['PEP_CLASS_2'], born },
      ),
    });
    const groups = async (browser: Person) =>
      (await screening(browser, id)).hits.map(({ group, score }) => [group, score]);
    const [first, second, third] = await groups(reviewer);
    expect([first?.[0], second?.[0], third?.[0]]).toEqual([0, 0, 1]);
    expect(Number(first?.[1])).toBeGreaterThanOrEqual(Number(second?.[1]));
    expect(await groups(viewer)).toEqual([first, second, third]);
    // The result of the API has them in its own order.
    const { data } = await readResult(own.client, id);
    expect(data).toMatchObject({ totalHits: 3 });
    expect(data.hits[0]).not.toHaveProperty('group');
  });

  it('keep a decision that the reviewer had not seen (A-353)', async () => {
    const { api } = given;
    const own = await newOrganisation(api, { settings: screeningOnly() });
    const [one, other] = [await own.add({ role: 'reviewer' }), await own.add({ role: 'reviewer' })];
    const id = await screenedSession(api, own.client, { person, lists });
    const [hit] = (await screening(one, id)).hits;
    const open = { matchStatus: 'potential_match', riskLevel: null };
    const high = { matchStatus: 'true_match', riskLevel: 'high' };
    const low = { matchStatus: 'true_match', riskLevel: 'low' };
    const wrong = { matchStatus: 'false_positive', riskLevel: null };
    const review = ({ browser }: Person, body: object) =>
      browser.post(`/sessions/${id}/hits/${hit?.id ?? ''}/review`, body);
    const decision = async () => (await screening(one, id)).hits.find((each) => each.id === hit?.id);

    expect((await review(one, { ...high, seen: open })).status).toBe(204);
    const late = await review(other, { ...wrong, seen: open });
    expect([late.status, JSON.parse(late.bytes.toString())]).toMatchObject([
      409,
      { error: { code: 'changed-meanwhile' } },
    ]);
    expect((await review(other, { ...wrong, seen: low })).status).toBe(409);
    expect(await decision()).toMatchObject({ ...high, history: [{ to: 'true_match' }] });
    expect((await review(other, { ...wrong, seen: high })).status).toBe(204);
    expect(await decision()).toMatchObject(wrong);
    expect((await review(other, { ...high, seen: { matchStatus: 'false_positive' } })).status).toBe(422);
  });

  it('are decided by people with the right, and the last decision sends the webhook (A-70 to A-72)', async () => {
    const { api } = given;
    const own = await newOrganisation(api, { settings: screeningOnly() });
    const reviewer = await own.add({ role: 'reviewer' });
    const viewer = await own.add({ role: 'viewer' });
    const { integrationId } = own.client;
    const url = 'https://hooks.example.com/watchlist';
    await setWebhookUrl(api.ctx)({ integrationId, type: 'watchlist-screening', url, actor: 'test' });
    const id = await screenedSession(api, own.client, { person, lists });
    const [first, second] = (await screening(reviewer, id)).hits;
    const review = ({ browser }: Person, hit: { id: string } | undefined, body: object) =>
      browser.post(`/sessions/${id}/hits/${hit?.id ?? ''}/review`, body);
    const wrong = { matchStatus: 'false_positive', riskLevel: null };
    const high = { matchStatus: 'true_match', riskLevel: 'high' };

    expect((await screening(viewer, id)).canDecide).toBe(false);
    expect((await screening(reviewer, id)).canDecide).toBe(true);
    expect((await review(viewer, first, wrong)).status).toBe(403);
    for (const body of [
      { matchStatus: 'true_match', riskLevel: null },
      { matchStatus: 'false_positive', riskLevel: 'low' },
      { matchStatus: 'maybe', riskLevel: null },
      {},
    ])
      expect((await review(reviewer, first, body)).status).toBe(422);
    expect(await sessionIds(reviewer, 'hits=waiting')).toEqual([id]);

    expect((await review(reviewer, first, high)).status).toBe(204);
    expect(await watchlistWebhooks(api, id)).toHaveLength(1);
    expect((await review(reviewer, second, wrong)).status).toBe(204);
    expect(await watchlistWebhooks(api, id)).toHaveLength(2);
    expect(await sessionIds(reviewer, 'hits=waiting')).toEqual([]);

    const { data } = await readResult(own.client, id);
    expect(data).toMatchObject({
      reviewStatus: 'reviewed',
      hits: [{ matchStatus: 'true_match', riskLevel: 'high' }, { matchStatus: 'false_positive' }],
    });
    const shown = await screening(reviewer, id);
    expect(shown).toMatchObject({ status: 'reviewed', hits: [high, wrong] });
    // Any decision may be changed to any other.
    expect((await review(reviewer, first, { matchStatus: 'inconclusive', riskLevel: null })).status).toBe(
      204,
    );
    const { timeline } = await page(reviewer.browser, id);
    expect(timeline.slice(0, 3).map(({ action }) => action)).toEqual([
      'review-hit',
      'review-hit',
      'review-hit',
    ]);
  });

  it('cannot be decided until a later attempt has its own result', async () => {
    const { api } = given;
    const own = await newOrganisation(api, { settings: { watchlistScreening: true } });
    const viewer = await own.add({ role: 'viewer' });
    const hit = listsOf('lists-1', { id: 'x-5', name: 'Resubmit Maasikas', lists: ['WARNINGS'] });
    const shown = async () => {
      const home = (await viewer.browser.get('/home')).json as unknown as PortalHome;
      const queue = (await viewer.browser.get('/screening')).json as unknown as PortalScreeningQueue;
      return {
        listed: await sessionIds(viewer, 'hits=waiting'),
        oldest: await sessionIds(viewer, 'hits=waiting&order=oldest'),
        declined: await sessionIds(viewer, 'hits=waiting&status=declined'),
        counted: home.charts.hitAges[0]?.count,
        alerts: home.alerts.map(({ kind, count, more }) => [kind, count, more]),
        queued: queue.rows.map(({ sessionId }) => sessionId),
        lanes: queue.lanes.filter(({ count }) => count > 0).map(({ lane, count }) => [lane, count]),
      };
    };
    const id = await decided(api, own.client, 'Resubmit');
    await screen(api, id, hit);
    const waiting = {
      listed: [id],
      oldest: [id],
      declined: [],
      counted: 1,
      alerts: [['hits-waiting', 1, false]],
      queued: [id],
      lanes: [['open', 1]],
    };
    expect(await shown()).toEqual(waiting);
    await own.client.upload(id, { context: 'face', content: onePixelPng });
    expect(await shown()).toEqual(waiting);
    await own.client.submit(id);
    await verify(api, id);
    await screen(api, id, listsOf('lists-2'));
    expect(await shown()).toEqual({
      ...waiting,
      listed: [],
      oldest: [],
      counted: 0,
      alerts: [],
      queued: [],
      lanes: [['no_match', 1]],
    });
  });

  it('show list data and the explanation of a match only once revealed', async () => {
    const { api } = given;
    const own = await newOrganisation(api, { settings: screeningOnly({ countries: ['CO'] }) });
    const reviewer = await own.add({ role: 'reviewer', reveal: true });
    const id = await screenedSession(api, own.client, { person, lists });
    const before = await screening(reviewer, id);
    const [masked] = before.hits;
    expect(before.term).toMatchObject({
      name: 'D••• V•••',
      year: null,
      countries: [],
      matchThreshold: 80,
      exactMatch: false,
    });
    expect(masked).toMatchObject({
      name: expect.not.stringContaining('Velmont') as string,
      explanation: null,
      listed: null,
    });
    expect((await reviewer.browser.post(`/sessions/${id}/reveal`, { reason: 'Ticket 1' })).status).toBe(200);
    const after = await screening(reviewer, id);
    expect(after.term).toMatchObject({ name: 'Dario Velmont', year: '1971', countries: ['CO'] });
    const [hit] = after.hits;
    expect(hit).toMatchObject({
      name: 'Dario Velmont',
      listed: {
        countries: ['Colombia'],
        dateOfBirth: '1971-06-02',
        listings: [{ list: 'SANCTIONS' }],
      },
    });
    expect(hit?.explanation?.summary).toContain('the birth date agrees');
    const { es, 'pt-BR': portuguese } = hit?.explanation?.translations ?? {};
    expect(es?.summary).toContain('la fecha de nacimiento coincide');
    expect(portuguese?.summary).toContain('a data de nascimento coincide');
    expect(es?.relations.slice(0, 2)).toEqual(['se comparan', 'igual']);
  });

  it('allow monitoring to be ended once, and cannot be decided where the integration has the other solution or no screening', async () => {
    const { api } = given;
    const own = await newOrganisation(api, { settings: screeningOnly({ monitoring: true }) });
    const reviewer = await own.add({ role: 'reviewer' });
    const id = await screenedSession(api, own.client, { person, lists });
    const end = (session: string) =>
      reviewer.browser.call({ method: 'DELETE', path: `/sessions/${session}/monitoring` });
    expect((await screening(reviewer, id)).monitorStatus).toBe('enabled');
    expect([(await end(id)).status, (await end(id)).status]).toEqual([204, 409]);
    expect((await screening(reviewer, id)).monitorStatus).toBe('disabled');

    const legacy = await own.integrate({ settings: screeningOnly({ solution: 'legacy' }) });
    const other = await screenedSession(api, legacy, { person, lists });
    const { canDecide, hits } = await screening(reviewer, other);
    const review = { matchStatus: 'false_positive', riskLevel: null };
    const path = `/sessions/${other}/hits/${hits[0]?.id ?? ''}/review`;
    expect([canDecide, (await reviewer.browser.post(path, review)).status]).toEqual([false, 403]);

    expect((await reviewer.browser.post(`/sessions/${id}/screening/acknowledge`)).status).toBe(204);
    const plain = await own.integrate();
    const open = await plain.createSession();
    expect((await reviewer.browser.post(`/sessions/${open}/screening/acknowledge`)).status).toBe(404);
  });
});
