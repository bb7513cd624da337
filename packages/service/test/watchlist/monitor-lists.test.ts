import { afterEach, beforeEach, expect, it } from 'vitest';
import { defaultPolicies } from '@countersign/screening';
import { configureIntegration } from '../../src/usecases/integration/configure-integration.ts';
import { dryRun } from '../../src/usecases/watchlist/compare-anew.ts';
import { planRescreening } from '../../src/usecases/watchlist/monitor-rescreen.ts';
import type { Client } from '../support/api.ts';
import { describeApiOnce, type GivenApi } from '../support/describe-api.ts';
import { isNightly, rowsOn } from '../support/engines.ts';
import { dyingAt, forgetMonitoring, PublishedLists, runsOf, watcher } from '../support/monitoring.ts';
import {
  countJobs,
  integrateScreening,
  type Invented,
  patchResult,
  readResult,
  screenedSession,
  screeningOnly,
  watchlistWebhooks,
} from '../support/screening.ts';

const person = { firstName: 'Dario', lastName: 'Velmont' };
const velmont: Invented = { id: 'x-1', name: 'Dario Velmont', lists: ['PEP_CLASS_2'] };
const velmonte: Invented = { id: 'x-2', name: 'Dario Velmonte', lists: ['SANCTIONS'] };
const stranger: Invented = { id: 'y-1', name: 'Ilse Karvonnen', lists: ['WARNINGS'] };

interface Watched {
  client: Client;
  id: string;
}

async function watched(
  { api }: GivenApi,
  lists: PublishedLists,
  given: { decision?: string; person?: Record<string, unknown>; client?: Client } = {},
): Promise<Watched> {
  const client = given.client ?? (await integrateScreening(api, screeningOnly({ monitoring: true })));
  const screener = lists.engine().screener();
  const id = await screenedSession(api, client, { person: given.person ?? person, lists: screener });
  const [hit] = (await readResult(client, id)).data.hits;
  if (given.decision !== undefined)
    await patchResult(client, id, { hit: { id: hit?.id, matchStatus: given.decision } });
  return { client, id };
}

async function stateOf({ client, id }: Watched) {
  const { data } = await readResult(client, id);
  return {
    hits: data.hits.map(({ matchedName, matchStatus }) => `${matchedName} ${matchStatus}`),
    status: data.reviewStatus,
    unacknowledged: data.hasUnacknowledgedChanges,
    checkType: data.checkType,
  };
}

type Change = [string, Invented[], string | undefined, string[] | null];

const changes: readonly Change[] = [
  ['an entity that concerns no person', [velmont, stranger], 'true_match', null],
  [
    'a new hit',
    [velmont, velmonte],
    'false_positive',
    ['Dario Velmonte potential_match', 'Dario Velmont false_positive'],
  ],
  ['a hit that is gone', [], 'true_match', []],
  [
    'a list it was not on, true match',
    [{ ...velmont, lists: ['PEP_CLASS_2', 'WARNINGS'] }],
    'true_match',
    ['Dario Velmont potential_match'],
  ],
  [
    'a list it was not on, false positive',
    [{ ...velmont, lists: ['PEP_CLASS_2', 'WARNINGS'] }],
    'false_positive',
    ['Dario Velmont potential_match'],
  ],
  [
    'a country, true match',
    [{ ...velmont, countries: ['EE'] }],
    'true_match',
    ['Dario Velmont potential_match'],
  ],
  [
    'a country, false positive',
    [{ ...velmont, countries: ['EE'] }],
    'false_positive',
    ['Dario Velmont false_positive'],
  ],
  [
    'a country, not judged',
    [{ ...velmont, countries: ['EE'] }],
    undefined,
    ['Dario Velmont potential_match'],
  ],
  [
    'a birth date, inconclusive',
    [{ ...velmont, born: '1960-01-01' }],
    'inconclusive',
    ['Dario Velmont potential_match'],
  ],
  [
    'a name, false positive',
    [{ ...velmont, aka: ['D. Orlan'] }],
    'false_positive',
    ['Dario Velmont false_positive'],
  ],
  [
    'a lower band, false positive',
    [{ ...velmont, name: 'Dario Velmondt' }],
    'false_positive',
    ['Dario Velmondt false_positive'],
  ],
  [
    'a lower band, true match',
    [{ ...velmont, name: 'Dario Velmondt' }],
    'true_match',
    ['Dario Velmondt potential_match'],
  ],
  ['only another id', [{ ...velmont, id: 'x-9', formerIds: ['x-1'] }], 'true_match', null],
];

/** One of each that is written in another way: by day on the embedded engine. */
const isKind = ([change]: Change) => !change.includes(', ') || change === 'a country, true match';

describeApiOnce('monitoring follows the lists (A-72, A-73)', (given) => {
  beforeEach(() => forgetMonitoring(given.api.ctx));
  afterEach(() => forgetMonitoring(given.api.ctx));

  /** Lists in force that the first run has been done for. */
  async function followed(...entries: Invented[]): Promise<PublishedLists> {
    const lists = new PublishedLists();
    lists.publish(...entries);
    await watcher(given.api.ctx, lists).look();
    return lists;
  }

  it.each(rowsOn(given.engine, changes, isKind))('%s', async (_change, after, decision, expected) => {
    const { api } = given;
    const lists = await followed(velmont);
    const session = await watched(given, lists, decision === undefined ? {} : { decision });
    const before = await readResult(session.client, session.id);
    const told = (await watchlistWebhooks(api, session.id)).length;
    lists.publish(...after);
    const process = watcher(api.ctx, lists);
    await process.look();
    await process.work();
    const webhooks = await watchlistWebhooks(api, session.id);
    if (expected === null) {
      expect(await readResult(session.client, session.id)).toEqual(before);
      expect(webhooks.length).toBe(told);
      return;
    }
    const status = expected.length === 0 ? 'no_match' : 'potential_match';
    expect(await stateOf(session)).toEqual({
      hits: expected,
      status,
      unacknowledged: true,
      checkType: 'updated_result',
    });
    expect(webhooks.length).toBe(told + 1);
    const { data } = await readResult(session.client, session.id);
    expect(webhooks.at(-1)).toBe(JSON.stringify(data));
    for (const hit of data.hits.filter(({ matchedName }) => matchedName === 'Dario Velmont'))
      expect(hit.id).toBe(before.data.hits[0]?.id);
  });

  it('screens only people affected by the change', async () => {
    const { api } = given;
    const lists = await followed(velmont);
    const { client, id } = await watched(given, lists);
    const other = await watched(given, lists, {
      client,
      person: { firstName: 'Ilse', lastName: 'Karvonnen' },
    });
    lists.publish(velmont, stranger);
    await watcher(api.ctx, lists).look();
    expect([
      await countJobs(api, id, 'monitor-session'),
      await countJobs(api, other.id, 'monitor-session'),
    ]).toEqual([0, 1]);
    expect(await runsOf(api.ctx)).toEqual([
      { ordinal: 1, queued: 0, done: true },
      { ordinal: 2, queued: 1, done: true },
    ]);
  });

  it('two schedulers start one run, and report once however often it is repeated (F31)', async () => {
    const { api } = given;
    const lists = await followed(velmont);
    const session = await watched(given, lists);
    lists.publish(velmont, velmonte);
    const [one, two] = [watcher(api.ctx, lists), watcher(api.ctx, lists)];
    await Promise.all([one.look(), two.look()]);
    await Promise.all([one.work(), two.work()]);
    await two.look();
    expect((await runsOf(api.ctx)).map(({ ordinal }) => ordinal)).toEqual([1, 2]);
    expect((await watchlistWebhooks(api, session.id)).length).toBe(2);
    await api.ctx.database.query(`update watchlist_run set finished_at = null, cursor = ''`);
    await one.look();
    expect(await one.work()).toBe(1);
    expect((await watchlistWebhooks(api, session.id)).length).toBe(2);
  });

  it('a process that dies at any step loses nothing and reports nothing twice (F10, I12)', async () => {
    const { api } = given;
    const lists = await followed(velmont);
    let steps = 0;
    for (let fatal = 1; ; fatal += isNightly ? 1 : 3) {
      await forgetMonitoring(api.ctx);
      lists.publish(velmont);
      await watcher(api.ctx, lists).look();
      const session = await watched(given, lists, { decision: 'false_positive' });
      lists.publish(velmont, velmonte);
      const mortal = dyingAt(api.ctx, fatal);
      const process = watcher(mortal.ctx, lists);
      const died = await process
        .look()
        .then(() => process.work())
        .then(
          () => false,
          () => true,
        );
      // The leases of the dead process run out.
      await given.clock.advance({ seconds: 31 });
      const next = watcher(api.ctx, lists);
      await next.look();
      await next.work();
      expect([
        fatal,
        (await stateOf(session)).hits,
        (await watchlistWebhooks(api, session.id)).length,
      ]).toEqual([fatal, ['Dario Velmonte potential_match', 'Dario Velmont false_positive'], 3]);
      if (!died) break;
      steps += 1;
    }
    expect(steps).toBeGreaterThan(isNightly ? 10 : 3);
  });

  it('a decision returns with an entity that had disappeared', async () => {
    const { api } = given;
    const lists = await followed(velmont);
    const session = await watched(given, lists, { decision: 'false_positive' });
    const [hit] = (await readResult(session.client, session.id)).data.hits;
    const process = watcher(api.ctx, lists);
    for (const entries of [[], [velmont, stranger]]) {
      lists.publish(...entries);
      await process.look();
      await process.work();
    }
    expect((await readResult(session.client, session.id)).data.hits).toEqual([hit]);
  });

  it('skips sessions whose monitoring is disabled, and erased ones', async () => {
    const { api } = given;
    const lists = await followed(velmont);
    const { client, id } = await watched(given, lists);
    const process = watcher(api.ctx, lists);
    lists.publish(velmont, stranger);
    await process.look();
    await patchResult(client, id, { monitorStatus: 'disabled' });
    const erased = await watched(given, lists);
    await process.look();
    await api.ctx.database.query(`update session set deleted_at = now() where id = $1`, [erased.id]);
    lists.publish(velmont, velmonte);
    await process.look();
    expect([
      await countJobs(api, id, 'monitor-session'),
      await countJobs(api, erased.id, 'monitor-session'),
    ]).toEqual([0, 0]);
    expect((await watchlistWebhooks(api, id)).length).toBe(1);
  });

  it('screens again where a result on earlier lists is recorded late', async () => {
    const { api } = given;
    const lists = await followed(velmont);
    const client = await integrateScreening(api, screeningOnly({ monitoring: true }));
    const earlier = lists.engine().screener();
    lists.publish(velmont, velmonte);
    const process = watcher(api.ctx, lists);
    await process.look();
    const id = await screenedSession(api, client, { person, lists: earlier });
    await process.look();
    expect(await countJobs(api, id, 'monitor-session')).toBe(1);
    await given.clock.advance({ seconds: 5 });
    await process.work();
    expect((await readResult(client, id)).data.totalHits).toBe(2);
    expect(await countJobs(api, id, 'monitor-session')).toBe(0);
  });

  it.each<[string, (lists: PublishedLists) => unknown]>([
    ['after ten minutes', () => given.clock.advance({ minutes: 11 })],
    ['at once where they were built again', (lists) => (lists.builtAt = '2100-01-01T00:00:00Z')],
  ])('follows lists that are rolled back %s, but not while processes are switching', async (_, later) => {
    const { api } = given;
    const lists = await followed(velmont);
    const session = await watched(given, lists);
    const process = watcher(api.ctx, lists);
    lists.builtAt = '2001-01-01T00:00:00Z';
    lists.publish(velmont, velmonte);
    await process.look();
    await process.work();
    lists.publish(velmont);
    await process.look();
    expect((await runsOf(api.ctx)).length).toBe(2);
    await later(lists);
    await process.look();
    await process.work();
    expect((await stateOf(session)).hits).toEqual(['Dario Velmont potential_match']);
  });

  it.each<[string, (lists: PublishedLists) => void]>([
    ['the earlier lists are not kept', (lists) => lists.kept.clear()],
    ['the policies are others', (lists) => (lists.policies = { ...defaultPolicies, weakAliases: 'all' })],
  ])('screens everyone again when %s', async (_why, change) => {
    const { api } = given;
    const lists = await followed(velmont);
    const session = await watched(given, lists);
    const other = await watched(given, lists, { person: { firstName: 'Nobody', lastName: 'Listedatall' } });
    change(lists);
    lists.publish(velmont, velmonte);
    const process = watcher(api.ctx, lists);
    await process.look();
    expect([
      await countJobs(api, session.id, 'monitor-session'),
      await countJobs(api, other.id, 'monitor-session'),
    ]).toEqual([1, 0]);
    await process.work();
    expect((await stateOf(session)).hits.length).toBe(2);
  });

  it('screens sessions monitored before the first run against the lists in force', async () => {
    const { api } = given;
    const lists = new PublishedLists();
    lists.publish(velmont);
    const session = await watched(given, lists);
    lists.publish(velmont, velmonte);
    const process = watcher(api.ctx, lists);
    await process.look();
    await process.work();
    expect((await stateOf(session)).hits.length).toBe(2);
  });

  it('screens the monitored sessions of an integration again when its screening settings change', async () => {
    const { api } = given;
    const lists = await followed(velmont, velmonte);
    const session = await watched(given, lists, { decision: 'true_match' });
    const { integrationId } = session.client;
    const configure = (watchlist: { matchThreshold?: number; listings?: boolean }) =>
      configureIntegration(api.ctx)({ integrationId, settings: { watchlist }, actor: 'test' });
    await configure({ listings: false });
    expect((await runsOf(api.ctx)).length).toBe(1);
    await configure({ matchThreshold: 100 });
    const process = watcher(api.ctx, lists);
    await process.look();
    expect(await process.work()).toBe(1);
    expect(await stateOf(session)).toMatchObject({
      hits: ['Dario Velmont potential_match'],
      unacknowledged: true,
    });
  });

  it('a dry run counts the hits gained and lost, by list and band, and writes nothing', async () => {
    const { api } = given;
    const lists = await followed(velmont);
    const session = await watched(given, lists);
    const { integrationId } = session.client;
    const before = await readResult(session.client, session.id);
    lists.publish(velmonte);
    expect(await dryRun(api.ctx, lists.screen, { integrationId })).toEqual({
      screened: 1,
      changed: 1,
      changes: [
        { list: 'PEP_CLASS_2', band: '95 and more', gained: 0, lost: 1, samples: [session.id] },
        { list: 'SANCTIONS', band: '80 to 94', gained: 1, lost: 0, samples: [session.id] },
      ],
    });
    expect(await readResult(session.client, session.id)).toEqual(before);
    expect(await countJobs(api, session.id, 'monitor-session')).toBe(0);
    expect(await planRescreening(api.ctx)({ integrationId, actor: 'test' })).toMatchObject({
      outcome: 'planned',
    });
    const process = watcher(api.ctx, lists);
    await process.look();
    expect(await process.work()).toBe(1);
    expect((await stateOf(session)).hits).toEqual(['Dario Velmonte potential_match']);
    const unknown = { integrationId: '9c3f8a52-1b7e-4d64-8f0a-5e2d7c91b346', actor: 'test' };
    expect(await planRescreening(api.ctx)(unknown)).toEqual({ outcome: 'unknown-integration' });
  });

  it('the built-in persona follows its own lists (A-103)', async () => {
    const { api } = given;
    const lists = await followed(velmont);
    const { id } = await watched(given, lists, { person: { firstName: 'Dario', lastName: 'Testmonitor' } });
    await api.ctx.database.query(`delete from job where session_id = $1 and kind = 'monitor-session'`, [id]);
    lists.publish({ id: 'z-1', name: 'Dario Testmonitor', lists: ['WARNINGS'] });
    await watcher(api.ctx, lists).look();
    expect(await countJobs(api, id, 'monitor-session')).toBe(0);
  });
});
