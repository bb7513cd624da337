import { expect, it } from 'vitest';
import type { Screener } from '@countersign/screening';
import { reportOverdueScreenings } from '../../src/storage/watchlist/watchlist.ts';
import { switchMonitoring } from '../../src/usecases/watchlist/switch-monitoring.ts';
import type { Client } from '../support/api.ts';
import { decided, verify } from '../support/decide.ts';
import { describeApiOnce, type GivenApi } from '../support/describe-api.ts';
import {
  countJobs,
  integrateScreening,
  type Invented,
  listsOf,
  monitor,
  patchResult,
  readResult,
  type ResultBody,
  screen,
  screenedSession,
  screeningOnly,
  watchlistWebhooks,
} from '../support/screening.ts';

const person = { firstName: 'Dario', lastName: 'Velmont' };
const velmont: Invented = { id: 'x-1', name: 'Dario Velmont', lists: ['PEP_CLASS_2'] };
const velmonte: Invented = { id: 'x-2', name: 'Dario Velmonte', lists: ['SANCTIONS'] };

interface Watched {
  client: Client;
  id: string;
}

async function watched(
  { api }: GivenApi,
  lists: Screener,
  decisions: Record<string, string> = {},
): Promise<Watched> {
  const client = await integrateScreening(api, screeningOnly({ monitoring: true }));
  const id = await screenedSession(api, client, { person, lists });
  const { hits } = (await readResult(client, id)).data;
  for (const hit of hits) {
    const matchStatus = decisions[hit.matchedName];
    if (matchStatus !== undefined) await patchResult(client, id, { hit: { id: hit.id, matchStatus } });
  }
  return { client, id };
}

const statuses = ({ hits }: ResultBody) =>
  hits.map(({ matchedName, matchStatus }) => `${matchedName} ${matchStatus}`);

describeApiOnce('ongoing monitoring (A-72, A-73)', (given) => {
  it('a new hit makes a reviewed result potential_match, unacknowledged, updated, and is sent once', async () => {
    const { api } = given;
    const { client, id } = await watched(given, listsOf('lists-1', velmont), {
      'Dario Velmont': 'false_positive',
    });
    const before = (await readResult(client, id)).data;
    expect([before.reviewStatus, before.checkType]).toEqual(['reviewed', 'initial_result']);
    const lists = listsOf('lists-2', velmont, velmonte);
    await monitor(api, id, lists);
    const { data } = await readResult(client, id);
    expect(data).toMatchObject({
      checkType: 'updated_result',
      reviewStatus: 'potential_match',
      hasUnacknowledgedChanges: true,
      monitorStatus: 'enabled',
      totalHits: 2,
    });
    expect(statuses(data).sort()).toEqual(['Dario Velmont false_positive', 'Dario Velmonte potential_match']);
    expect(data.hits.find(({ matchedName }) => matchedName === 'Dario Velmont')?.id).toBe(before.hits[0]?.id);
    const told = await watchlistWebhooks(api, id);
    expect([told.length, told.at(-1)]).toEqual([3, JSON.stringify(data)]);
    await monitor(api, id, lists);
    expect(await readResult(client, id)).toMatchObject({ data });
    expect((await watchlistWebhooks(api, id)).length).toBe(3);
  });

  it('after acknowledging and the review of the new hit it is reviewed again, in either order', async () => {
    const { api } = given;
    for (const acknowledgeFirst of [true, false]) {
      const { client, id } = await watched(given, listsOf('lists-1', velmont), {
        'Dario Velmont': 'false_positive',
      });
      await monitor(api, id, listsOf('lists-2', velmont, velmonte));
      const { hits } = (await readResult(client, id)).data;
      const fresh = hits.find(({ matchStatus }) => matchStatus === 'potential_match');
      const review = { hit: { id: fresh?.id, matchStatus: 'inconclusive' } };
      const acknowledge = { hasUnacknowledgedChanges: false };
      const [first, second] = acknowledgeFirst ? [acknowledge, review] : [review, acknowledge];
      expect(await patchResult(client, id, first)).toMatchObject({ reviewStatus: 'potential_match' });
      expect(await patchResult(client, id, second)).toMatchObject({
        reviewStatus: 'reviewed',
        hasUnacknowledgedChanges: false,
      });
      const told = (await watchlistWebhooks(api, id)).map((body) => JSON.parse(body) as ResultBody);
      expect(told.at(-1)).toMatchObject({ reviewStatus: 'reviewed', checkType: 'updated_result' });
    }
  });

  it('when the last hit leaves the result is no_match with unacknowledged changes; acknowledging sends nothing', async () => {
    const { api } = given;
    const { client, id } = await watched(given, listsOf('lists-1', velmont), {
      'Dario Velmont': 'true_match',
    });
    await monitor(api, id, listsOf('lists-2'));
    const { data } = await readResult(client, id);
    expect(data).toMatchObject({ reviewStatus: 'no_match', hasUnacknowledgedChanges: true, hits: [] });
    expect(await patchResult(client, id, { hasUnacknowledgedChanges: false })).toMatchObject({
      reviewStatus: 'no_match',
      hasUnacknowledgedChanges: false,
    });
    expect((await watchlistWebhooks(api, id)).length).toBe(3);
  });

  it.each<[string, Invented, string, string]>([
    [
      'a listing on a list it was not on',
      { ...velmont, lists: ['PEP_CLASS_2', 'WARNINGS'] },
      'true_match',
      'potential_match',
    ],
    [
      'a listing on a list it was not on',
      { ...velmont, lists: ['PEP_CLASS_2', 'WARNINGS'] },
      'inconclusive',
      'potential_match',
    ],
    [
      'a listing on a list it was not on',
      { ...velmont, lists: ['PEP_CLASS_2', 'WARNINGS'] },
      'false_positive',
      'potential_match',
    ],
    ['another country', { ...velmont, countries: ['EE'] }, 'true_match', 'potential_match'],
    ['another country', { ...velmont, countries: ['EE'] }, 'false_positive', 'false_positive'],
    ['a birth date', { ...velmont, born: '1960-01-01' }, 'inconclusive', 'potential_match'],
    ['one more name', { ...velmont, aka: ['D. Orlan'] }, 'false_positive', 'false_positive'],
  ])('a hit that gained %s: %#', async (_change, after, decision, expected) => {
    const { api } = given;
    const { client, id } = await watched(given, listsOf('lists-1', velmont), { 'Dario Velmont': decision });
    await monitor(api, id, listsOf('lists-2', after));
    const { data } = await readResult(client, id);
    expect([statuses(data), data.reviewStatus, data.hasUnacknowledgedChanges]).toEqual([
      [`Dario Velmont ${expected}`],
      'potential_match',
      true,
    ]);
  });

  it.each<[string, Invented]>([
    ['nothing at all', velmont],
    ['only its id, which it names among its former ones', { ...velmont, id: 'x-7', formerIds: ['x-1'] }],
    ['only its id', { ...velmont, id: 'x-7' }],
  ])('an entity of which changed %s keeps its review, and no webhook is sent', async (_what, after) => {
    const { api } = given;
    const { client, id } = await watched(given, listsOf('lists-1', velmont), {
      'Dario Velmont': 'true_match',
    });
    const before = await readResult(client, id);
    await monitor(api, id, listsOf('lists-2', after));
    expect(await readResult(client, id)).toEqual(before);
    expect((await watchlistWebhooks(api, id)).length).toBe(2);
  });

  it.each([
    ['false_positive', 'ZX4410097', 'potential_match', true],
    ['true_match', 'ZX4410097', 'potential_match', true],
    ['false_positive', 'AB1234567', 'false_positive', false],
  ])('a hit that was %s and gained the number %s (A-356)', async (decision, number, expected, isChange) => {
    const { api } = given;
    const client = await integrateScreening(api, screeningOnly({ monitoring: true }));
    const id = await client.createSession({ person, document: { number: 'ZX4410097' } });
    await client.submit(id);
    await verify(api, id);
    await screen(api, id, listsOf('lists-1', velmont));
    const [hit] = (await readResult(client, id)).data.hits;
    await patchResult(client, id, { hit: { id: hit?.id, matchStatus: decision } });
    await monitor(api, id, listsOf('lists-2', { ...velmont, numbers: [number] }));
    const { data } = await readResult(client, id);
    expect([statuses(data), data.hasUnacknowledgedChanges]).toEqual([
      [`Dario Velmont ${expected}`],
      isChange,
    ]);
  });

  it('two entities that become one are one hit with the stricter review, and the hit that went is reported', async () => {
    const { api } = given;
    const { client, id } = await watched(given, listsOf('lists-1', velmont, velmonte), {
      'Dario Velmont': 'false_positive',
      'Dario Velmonte': 'true_match',
    });
    const before = (await readResult(client, id)).data.hits;
    const kept = before.find(({ matchedName }) => matchedName === 'Dario Velmonte');
    const lists = listsOf('lists-2', { ...velmonte, id: 'x-3', formerIds: ['x-1', 'x-2'] });
    await monitor(api, id, lists);
    const { data } = await readResult(client, id);
    expect(data.hits.map((hit) => [hit.id, hit.matchStatus])).toEqual([[kept?.id, 'true_match']]);
    expect([data.totalHits, data.hasUnacknowledgedChanges, data.reviewStatus]).toEqual([
      1,
      true,
      'potential_match',
    ]);
    expect((await watchlistWebhooks(api, id)).at(-1)).toEqual(JSON.stringify(data));
    await monitor(api, id, lists);
    expect((await readResult(client, id)).data).toEqual(data);
  });

  it('an entity that is divided keeps its hit for the closer one, and the other one is a new hit', async () => {
    const { api } = given;
    const { client, id } = await watched(given, listsOf('lists-1', velmont), {
      'Dario Velmont': 'false_positive',
    });
    const [hit] = (await readResult(client, id)).data.hits;
    const parts: Invented[] = [
      { ...velmont, id: 'x-8', formerIds: ['x-1'] },
      { ...velmont, id: 'x-9', name: 'Dario Velmonte', formerIds: ['x-1'] },
    ];
    await monitor(api, id, listsOf('lists-2', ...parts));
    const { data } = await readResult(client, id);
    expect(data.hits.map(({ matchedName, matchStatus }) => [matchedName, matchStatus])).toEqual([
      ['Dario Velmont', 'false_positive'],
      ['Dario Velmonte', 'potential_match'],
    ]);
    expect([data.hits[0]?.id, new Set(data.hits.map((each) => each.id)).size]).toEqual([hit?.id, 2]);
  });

  it('an entity with another id is followed by that one afterwards', async () => {
    const { api } = given;
    const { client, id } = await watched(given, listsOf('lists-1', velmont), {
      'Dario Velmont': 'false_positive',
    });
    const [hit] = (await readResult(client, id)).data.hits;
    await monitor(api, id, listsOf('lists-2', { ...velmont, id: 'x-7' }));
    await monitor(api, id, listsOf('lists-3', { ...velmont, id: 'x-7', countries: ['EE'] }));
    const { data } = await readResult(client, id);
    expect([data.hits[0]?.id, statuses(data), data.hasUnacknowledgedChanges]).toEqual([
      hit?.id,
      ['Dario Velmont false_positive'],
      true,
    ]);
  });

  it('an entity that comes back has its id, and its decision where that still holds', async () => {
    const { api } = given;
    const { client, id } = await watched(given, listsOf('lists-1', velmont), {
      'Dario Velmont': 'false_positive',
    });
    const [hit] = (await readResult(client, id)).data.hits;
    await monitor(api, id, listsOf('lists-2'));
    await monitor(api, id, listsOf('lists-3', velmont));
    const { data } = await readResult(client, id);
    expect(data.hits).toEqual([hit]);
    expect(data.reviewStatus).toBe('potential_match');
  });

  it('a decision that a change took back stays in the history', async () => {
    const { api } = given;
    const { client, id } = await watched(given, listsOf('lists-1', velmont), {
      'Dario Velmont': 'true_match',
    });
    await monitor(api, id, listsOf('lists-2', { ...velmont, countries: ['EE'] }));
    expect(statuses((await readResult(client, id)).data)).toEqual(['Dario Velmont potential_match']);
    const history = await api.ctx.database.query(
      `select actor, from_status, to_status from watchlist_review where session_id = $1 order by id`,
      [id],
    );
    expect(history).toEqual([
      { actor: `api:${client.keyId}`, from_status: 'potential_match', to_status: 'true_match' },
      { actor: 'worker', from_status: 'true_match', to_status: 'potential_match' },
    ]);
  });

  it('the operator switches it on again: the session is screened anew and compared with its last result', async () => {
    const { api } = given;
    const { client, id } = await watched(given, listsOf('lists-1', velmont));
    const { integrationId } = client;
    const turn = (status: 'enabled' | 'disabled', sessionId = id) =>
      switchMonitoring(api.ctx)({ integrationId, sessionId, status, actor: 'test' });
    await patchResult(client, id, { monitorStatus: 'disabled' });
    expect(await turn('disabled')).toEqual({ outcome: 'disabled' });
    expect(await countJobs(api, id, 'monitor-session')).toBe(0);
    expect(await turn('enabled')).toEqual({ outcome: 'enabled' });
    expect(await turn('enabled')).toEqual({ outcome: 'enabled' });
    expect(await countJobs(api, id, 'monitor-session')).toBe(1);
    expect((await readResult(client, id)).data.monitorStatus).toBe('enabled');
    await monitor(api, id, listsOf('lists-2', velmont, velmonte));
    expect((await readResult(client, id)).data).toMatchObject({ totalHits: 2, checkType: 'updated_result' });
    const unscreened = await client.createSession();
    expect(await turn('enabled', unscreened)).toEqual({ outcome: 'not-screened' });
    expect(await turn('enabled', '9c3f8a52-1b7e-4d64-8f0a-5e2d7c91b346')).toEqual({
      outcome: 'unknown-session',
    });
  });

  it('follows the newest attempt, and stays disabled where it was disabled', async () => {
    const { api } = given;
    const client = await integrateScreening(api, {
      watchlistScreening: true,
      watchlist: { monitoring: true },
    });
    const lists = listsOf('lists-1', { id: 'x-5', name: 'Resubmit Maasikas', lists: ['WARNINGS'] });
    for (const disabled of [false, true]) {
      const id = await decided(api, client, 'Resubmit');
      await screen(api, id, lists);
      if (disabled) await patchResult(client, id, { monitorStatus: 'disabled' });
      await client.submit(id);
      await verify(api, id);
      await screen(api, id, lists);
      const { attemptId, monitorStatus } = (await readResult(client, id)).data;
      expect(monitorStatus).toBe(disabled ? 'disabled' : 'enabled');
      const [row] = await api.ctx.database.query<{ attempt: string }>(
        `select attempt_id as attempt from watchlist_monitor where session_id = $1`,
        [id],
      );
      expect(row?.attempt).toBe(attemptId);
    }
  });

  it('a new attempt gives each part of an entity that was divided a separate hit', async () => {
    const { api } = given;
    const client = await integrateScreening(api, { watchlistScreening: true });
    const entry: Invented = { id: 'x-1', name: 'Resubmit Maasikas', lists: ['WARNINGS'] };
    const id = await decided(api, client, 'Resubmit');
    await screen(api, id, listsOf('lists-1', entry));
    const [hit] = (await readResult(client, id)).data.hits;
    await client.submit(id);
    await verify(api, id);
    const parts = ['x-8', 'x-9'].map((part) => ({ ...entry, id: part, formerIds: ['x-1'] }));
    await screen(api, id, listsOf('lists-2', ...parts));
    const ids = (await readResult(client, id)).data.hits.map((each) => each.id);
    expect([ids[0], new Set(ids).size]).toEqual([hit?.id, 2]);
  });

  it('shows the operator a screening without a result after 15 minutes, until there is one (R20)', async () => {
    const { api } = given;
    const client = await integrateScreening(api);
    const id = await client.createSession({ person });
    await client.submit(id);
    await verify(api, id);
    const { database } = api.ctx;
    const entries = () =>
      database.query(`select kind from operator_entry where session_id = $1 and resolved_at is null`, [id]);
    await reportOverdueScreenings(database);
    expect(await entries()).toEqual([]);
    await given.clock.advance({ minutes: 16 });
    await reportOverdueScreenings(database);
    await reportOverdueScreenings(database);
    expect(await entries()).toEqual([{ kind: 'screening_overdue' }]);
    await screen(api, id, listsOf('lists-1'));
    await reportOverdueScreenings(database);
    expect(await entries()).toEqual([]);
  });
});
