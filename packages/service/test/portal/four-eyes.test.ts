import type { PortalHome, PortalSession } from '@countersign/contract';
import { beforeAll, expect, it } from 'vitest';
import { configureIntegration } from '../../src/usecases/integration/configure-integration.ts';
import { reviewSession } from '../../src/usecases/operator/review-session.ts';
import { endOldProposals } from '../../src/usecases/portal/organisation/review-rules.ts';
import { switchMonitoring } from '../../src/usecases/watchlist/switch-monitoring.ts';
import { setWebhookUrl } from '../../src/usecases/webhook/set-webhook-url.ts';
import { decided } from '../support/decide.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import {
  goodPassword,
  me,
  openBrowser,
  type Person,
  type PortalAnswer,
  type PortalBrowser,
} from '../support/portal-browser.ts';
import { newOrganisation, type TestOrganisation } from '../support/portal-organisation.ts';
import { listsOf, monitor, screenedSession, screeningOnly } from '../support/screening.ts';

const lists = listsOf('lists-1', { id: 'x-1', name: 'Dario Velmont', lists: ['SANCTIONS'] });
const person = { firstName: 'Dario', lastName: 'Velmont' };

describeApiOnce('decisions that take two people', (given) => {
  let own: TestOrganisation;
  let screening: TestOrganisation['client'];
  let owner: Person;
  let ada: Person;
  let grace: Person;
  beforeAll(async () => {
    own = await newOrganisation(given.api, {
      settings: { manualReview: true, fourEyes: true, deletion: true },
    });
    screening = await own.integrate({ settings: { ...screeningOnly(), fourEyes: true } });
    for (const { integrationId } of [own.client, screening])
      for (const type of ['decision', 'watchlist-screening'] as const) {
        const url = 'https://hooks.example.com/in';
        await setWebhookUrl(given.api.ctx)({ integrationId, type, url, actor: 'test' });
      }
    owner = await own.add({ role: 'owner' });
    await owner.stepUp();
    ada = await own.add({ role: 'reviewer' });
    grace = await own.add({ role: 'reviewer' });
  });

  type Someone = Pick<Person, 'browser'>;
  /** Another sign-in of somebody without one-time codes. */
  const signInAgain = async ({ email }: Person): Promise<{ browser: PortalBrowser }> => {
    const browser = openBrowser(given.api);
    await browser.post('/sign-in', { email, password: goodPassword });
    await me(browser);
    return { browser };
  };
  const page = async ({ browser }: Someone, id: string) =>
    JSON.parse((await browser.get(`/sessions/${id}`)).bytes.toString()) as PortalSession;
  const codeOf = ({ status, json }: PortalAnswer) => (status < 300 ? status : json.error.code);
  const inReview = () => decided(given.api, own.client, 'Review');
  const review = ({ browser }: Someone, id: string, body: object = { decision: 'approve' }) =>
    browser.post(`/sessions/${id}/review`, body);
  const proposalOf = async (who: Person, id: string) => {
    const [proposal] = (await page(who, id)).proposals;
    if (!proposal) throw new Error('nothing is proposed');
    return proposal;
  };
  const act = async (who: Person, id: string, verb: 'confirm' | 'reject' | 'withdraw') => {
    const path = `/sessions/${id}/proposals/${(await proposalOf(who, id)).id}`;
    return codeOf(
      verb === 'withdraw'
        ? await who.browser.call({ method: 'DELETE', path })
        : await who.browser.post(`${path}/${verb}`),
    );
  };
  const webhooks = async (id: string) =>
    (await given.api.ctx.database.query('select 1 from webhook where session_id = $1', [id])).length;
  const statusOf = async (id: string) => (await page(owner, id)).status;
  /** A session with a hit that waits, and the path that decides it. */
  const withHit = async () => {
    const id = await screenedSession(given.api, screening, { person, lists });
    const hitId = (await page(ada, id)).screening?.hits[0]?.id ?? '';
    return { id, path: `/sessions/${id}/hits/${hitId}/review` };
  };
  const trueMatch = { matchStatus: 'true_match', riskLevel: 'high' };

  it('are proposed by one, confirmed by another, and reach the client only then (A-275)', async () => {
    const id = await inReview();
    const before = await webhooks(id);
    const decision = { decision: 'decline', reasonCode: 102, note: 'Looks wrong' };
    const proposed = await review(ada, id, decision);
    expect([proposed.status, proposed.json]).toEqual([200, { status: 'review', proposed: true }]);
    expect([await statusOf(id), await webhooks(id)]).toEqual(['review', before]);
    const shown = await page(grace, id);
    expect(shown).toMatchObject({ fourEyes: true, canReview: false });
    expect(shown.proposals).toMatchObject([
      {
        kind: 'review',
        hitId: null,
        decision: 'decline',
        reasonCode: 102,
        riskLevel: null,
        note: 'Looks wrong',
        proposedBy: 'Test reviewer',
        canConfirm: true,
        canWithdraw: false,
      },
    ]);
    expect(await proposalOf(ada, id)).toMatchObject({ canConfirm: false, canWithdraw: true });
    expect(await act(grace, id, 'confirm')).toBe(204);
    const after = await page(grace, id);
    expect(after).toMatchObject({ status: 'declined', reasonCode: 102, proposals: [] });
    expect(await webhooks(id)).toBe(before + 1);
    const history = after.timeline.slice(0, 4).map(({ action, note }) => [action, note]);
    expect(history).toEqual([
      ['note', 'Looks wrong'],
      ['review_declined', null],
      ['confirm-proposal', null],
      ['propose-decision', null],
    ]);
  });

  it('cannot be confirmed or rejected by the proposer, from any sign-in', async () => {
    const id = await inReview();
    await review(ada, id);
    const { id: proposalId } = await proposalOf(ada, id);
    const path = `/sessions/${id}/proposals/${proposalId}`;
    for (const verb of ['confirm', 'reject'])
      expect([verb, codeOf(await ada.browser.post(`${path}/${verb}`))]).toEqual([verb, 'own-proposal']);
    const { browser } = await signInAgain(ada);
    expect(codeOf(await browser.post(`${path}/confirm`))).toBe('own-proposal');
    expect(await statusOf(id)).toBe('review');
  });

  it('are open one at a time, and end when rejected or withdrawn', async () => {
    const id = await inReview();
    await review(ada, id);
    expect(codeOf(await review(grace, id))).toBe('proposal-there');
    expect(codeOf(await grace.browser.call({ method: 'DELETE', path: await pathOf(id) }))).toBe(
      'not-allowed',
    );
    const path = await pathOf(id);
    expect(await act(grace, id, 'reject')).toBe(204);
    expect(codeOf(await grace.browser.post(`${path}/confirm`))).toBe('proposal-over');
    await review(grace, id);
    const withdrawn = await pathOf(id);
    expect(await act(grace, id, 'withdraw')).toBe(204);
    expect(codeOf(await ada.browser.post(`${withdrawn}/confirm`))).toBe('proposal-over');
    expect((await page(ada, id)).canReview).toBe(true);
    expect(await statusOf(id)).toBe('review');
  });
  const pathOf = async (id: string) => `/sessions/${id}/proposals/${(await proposalOf(ada, id)).id}`;

  it('take effect once when several people confirm at the same time', async () => {
    const id = await inReview();
    const before = await webhooks(id);
    await review(ada, id);
    const path = `${await pathOf(id)}/confirm`;
    const admins = [grace, owner, await own.add({ role: 'admin' })];
    const answers = await Promise.all(admins.map(({ browser }) => browser.post(path)));
    expect(answers.map(codeOf).map(String).toSorted()).toEqual(['204', 'proposal-over', 'proposal-over']);
    expect(await webhooks(id)).toBe(before + 1);
  });

  it('cover true matches and their reversal, and no other decision about a hit', async () => {
    const { id, path } = await withHit();
    const before = await webhooks(id);
    const proposed = await ada.browser.post(path, { ...trueMatch, note: 'Same passport' });
    expect([proposed.status, proposed.json]).toEqual([202, { proposed: true }]);
    expect(await proposalOf(grace, id)).toMatchObject({ kind: 'hit', note: 'Same passport' });
    expect((await page(ada, id)).screening?.hits[0]?.matchStatus).toBe('potential_match');
    expect(await webhooks(id)).toBe(before);
    expect(await act(grace, id, 'confirm')).toBe(204);
    expect((await page(ada, id)).screening?.hits[0]).toMatchObject({
      matchStatus: 'true_match',
      riskLevel: 'high',
    });
    expect(await webhooks(id)).toBe(before + 1);
    // What the first person wrote stays theirs.
    expect((await page(grace, id)).timeline).toContainEqual(
      expect.objectContaining({ actor: 'Test reviewer', note: 'Same passport' }),
    );

    const back = await grace.browser.post(path, { matchStatus: 'false_positive', riskLevel: null });
    expect(back.status).toBe(202);
    expect(await act(ada, id, 'confirm')).toBe(204);
    expect((await page(ada, id)).screening?.hits[0]?.matchStatus).toBe('false_positive');
    const alone = await ada.browser.post(path, { matchStatus: 'inconclusive', riskLevel: null });
    expect(alone.status).toBe(204);
    expect((await page(ada, id)).screening?.hits[0]?.matchStatus).toBe('inconclusive');
  });

  it('are superseded by a decision made another way', async () => {
    const id = await inReview();
    await review(ada, id);
    const path = await pathOf(id);
    const { integrationId } = own.client;
    await reviewSession(given.api.ctx)({
      integrationId,
      sessionId: id,
      verdict: 'approve',
      code: null,
      actor: 'cli',
    });
    expect((await page(grace, id)).proposals).toEqual([]);
    expect(codeOf(await grace.browser.post(`${path}/confirm`))).toBe('proposal-over');
    expect(await statusOf(id)).toBe('approved');

    const hit = await withHit();
    await ada.browser.post(hit.path, trueMatch);
    const alone = { matchStatus: 'false_positive', riskLevel: null };
    expect((await grace.browser.post(hit.path, alone)).status).toBe(204);
    expect((await page(grace, hit.id)).proposals).toEqual([]);
  });

  it('are superseded by a change of the lists: a proposal is about the hit as it was', async () => {
    const later = [
      listsOf('lists-2', { id: 'x-1', name: 'Dario Velmont', lists: ['SANCTIONS'], countries: ['EE'] }),
      listsOf('lists-3'),
    ];
    for (const changed of later) {
      const { id, path } = await withHit();
      await ada.browser.post(path, trueMatch);
      const confirming = await pathOf(id);
      await switchMonitoring(given.api.ctx)({
        integrationId: screening.integrationId,
        sessionId: id,
        status: 'enabled',
        actor: 'test',
      });
      await monitor(given.api, id, lists);
      expect((await page(grace, id)).proposals.length).toBe(1);
      await monitor(given.api, id, changed);
      expect((await page(grace, id)).proposals).toEqual([]);
      expect(codeOf(await grace.browser.post(`${confirming}/confirm`))).toBe('proposal-over');
    }
  });

  it('are not required of a client that decides over the API (A-275)', async () => {
    const { id, path } = await withHit();
    const hitId = path.split('/')[4] ?? '';
    const answer = await screening.call({
      method: 'PATCH',
      path: `/sessions/${id}/watchlist-screening`,
      body: { hit: { id: hitId, ...trueMatch } },
    });
    expect([answer.status, (await page(ada, id)).screening?.hits[0]?.matchStatus]).toEqual([
      200,
      'true_match',
    ]);
  });

  it('are listed among the sessions, and on the home page of everyone except the proposer', async () => {
    const mine = await newOrganisation(given.api, { settings: { manualReview: true, fourEyes: true } });
    const [one, other, viewer] = [
      await mine.add({ role: 'reviewer' }),
      await mine.add({ role: 'reviewer' }),
      await mine.add({ role: 'viewer' }),
    ];
    const id = await decided(given.api, mine.client, 'Review');
    await decided(given.api, mine.client, 'Review');
    await review(one, id);
    const listed = async ({ browser }: Person, query: string) =>
      (await browser.get(`/sessions?${query}`)).json.rows.map((row) => row.id);
    expect(await listed(other, 'proposals=waiting')).toEqual([id]);
    expect(await listed(other, 'proposals=waiting&status=approved')).toEqual([]);
    expect(await listed(other, 'proposals=waiting&hits=waiting')).toEqual([]);
    expect(await listed(other, `proposals=waiting&q=${id}`)).toEqual([id]);
    expect(await listed(other, 'proposals=waiting&name=maasikas')).toEqual([id]);
    const alerts = async ({ browser }: Person) =>
      (JSON.parse((await browser.get('/home')).bytes.toString()) as PortalHome).alerts
        .filter(({ kind }) => kind === 'proposals-waiting')
        .map(({ count }) => count);
    expect([await alerts(other), await alerts(one), await alerts(viewer)]).toEqual([[1], [], []]);
    expect((await page(viewer, id)).proposals).toMatchObject([
      { note: null, canConfirm: false, canWithdraw: false },
    ]);
  });

  it('lapse once the proposer is removed or loses the right', async () => {
    for (const change of ['remove', 'demote'] as const) {
      const id = await inReview();
      const leaving = await own.add({ role: 'reviewer' });
      await review(leaving, id);
      const path = await pathOf(id);
      const member = `/team/${leaving.id}`;
      const changed =
        change === 'remove'
          ? await owner.browser.call({ method: 'DELETE', path: member })
          : await owner.browser.call({ method: 'PATCH', path: member, body: { version: 1, role: 'viewer' } });
      expect(changed.status).toBe(204);
      expect([change, codeOf(await grace.browser.post(`${path}/confirm`))]).toEqual([
        change,
        'proposal-over',
      ]);
    }
  });

  it('are switched on by owners and admins after a step-up, and that is recorded', async () => {
    const client = await own.integrate({ settings: { manualReview: true } });
    const path = `/integrations/${client.integrationId}/reviews`;
    const set = ({ browser }: Person, fourEyes: boolean) =>
      browser.call({ method: 'PUT', path, body: { fourEyes } });
    const shown = async () => (await owner.browser.get(`/integrations/${client.integrationId}`)).json;
    expect(await shown()).toMatchObject({ fourEyes: false, canConfigureReviews: true });
    const admin = await own.add({ role: 'admin' });
    expect([codeOf(await set(ada, true)), codeOf(await set(admin, true))]).toEqual([
      'not-allowed',
      'step-up',
    ]);
    expect(codeOf(await set(owner, true))).toBe(204);
    expect(await shown()).toMatchObject({ fourEyes: true });
    const id = await decided(given.api, client, 'Review');
    expect((await review(ada, id)).json).toEqual({ status: 'review', proposed: true });
    expect(codeOf(await set(owner, false))).toBe(204);
    // What is proposed stays so; the next one decides alone.
    expect(await act(grace, id, 'reject')).toBe(204);
    expect((await review(ada, id)).json).toEqual({ status: 'approved', proposed: false });
    const audit = await owner.browser.get(
      `/audit?integration=${client.integrationId}&action=configure-integration`,
    );
    expect(audit.json.rows.map(({ details }) => (details as { changed: unknown }).changed)).toMatchObject([
      { fourEyes: { from: true, to: false } },
      { fourEyes: { from: false, to: true } },
    ]);
    const configured = await configureIntegration(given.api.ctx)({
      integrationId: client.integrationId,
      settings: { fourEyes: true },
      actor: 'cli',
    });
    expect(configured).toMatchObject({ outcome: 'configured', settings: { fourEyes: true } });
  });

  // The last one: the clock ends the sign-ins of all others.
  it('expire after seven days', async () => {
    const id = await inReview();
    await review(ada, id);
    const path = await pathOf(id);
    await given.clock.advance({ days: 7, seconds: 1 });
    const [again, other] = [await signInAgain(ada), await signInAgain(grace)];
    expect(codeOf(await other.browser.post(`${path}/confirm`))).toBe('proposal-over');
    expect(await endOldProposals(given.api.ctx)(100)).toBeGreaterThan(0);
    const { proposals, timeline } = await page(again, id);
    expect([proposals, timeline[0]?.action]).toEqual([[], 'expire-proposal']);
    expect((await review(again, id)).json).toEqual({ status: 'review', proposed: true });
  });
});
