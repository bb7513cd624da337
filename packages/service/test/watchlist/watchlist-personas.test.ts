import type { ListType } from '@countersign/screening';
import { expect, it } from 'vitest';
import { configureIntegration } from '../../src/usecases/integration/configure-integration.ts';
import { verify } from '../support/decide.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import {
  countJobs,
  integrateScreening,
  limitedListsOf,
  listsOf,
  monitor,
  readResult,
  type ResultBody,
  screen,
  screenedSession,
  screeningOnly,
  watchlistWebhooks,
} from '../support/screening.ts';

const realLists = listsOf('lists-1', { id: 'x-1', name: 'Nils Testsanction', lists: ['WARNINGS'] });

/** Names of the arrays that hold a listing. */
const arraysOf = ({ hits }: ResultBody) =>
  hits.map(({ listingsRelatedToMatch }) =>
    Object.entries(listingsRelatedToMatch).flatMap(([name, listings]) => (listings.length > 0 ? [name] : [])),
  );

describeApiOnce('screening personas of test integrations (A-103)', (given) => {
  it.each([
    ['Testclean', []],
    ['Testsanction', [['sanctions']]],
    [' TESTSANCTION ', [['sanctions']]],
    ['Testpep1', [['pep']]],
    ['Testpep2', [['pep']]],
    ['Testpep3', [['pep']]],
    ['testpep4', [['pep']]],
    ['Testmedia', [['adverseMedia']]],
    ['Testwarning', [['warnings']]],
    ['Testfitness', [['fitnessProbity']]],
    ['Testmonitor', []],
  ])('%s', async (lastName, expected) => {
    const { api } = given;
    const client = await integrateScreening(api);
    for (const firstName of ['Nils', 'Ámbar Lucía']) {
      // No lists are loaded: personas do not need them.
      const id = await screenedSession(api, client, { person: { firstName, lastName }, lists: null });
      const { data } = await readResult(client, id);
      expect(arraysOf(data)).toEqual(expected);
      expect(data.reviewStatus).toBe(expected.length > 0 ? 'potential_match' : 'no_match');
    }
  });

  it.each<[string, ListType[]]>([
    ['Testpep3', ['PEP_CLASS_1', 'PEP_CLASS_2', 'PEP_CLASS_4']],
    ['Testmedia', ['SANCTIONS']],
    ['Testsanction', ['WARNINGS']],
  ])('%s is not found where its list is not selected', async (lastName, lists) => {
    const { api } = given;
    const client = await integrateScreening(api, screeningOnly({ lists }));
    const id = await screenedSession(api, client, { person: { firstName: 'Nils', lastName }, lists: null });
    expect((await readResult(client, id)).data).toMatchObject({ reviewStatus: 'no_match', hits: [] });
  });

  it('Testmany has 40 hits across all configured lists', async () => {
    const { api } = given;
    const client = await integrateScreening(
      api,
      screeningOnly({ lists: ['SANCTIONS', 'PEP_CLASS_1', 'WARNINGS'] }),
    );
    const person = { firstName: 'Nils', lastName: 'Testmany', dateOfBirth: '1980-01-01' };
    const id = await screenedSession(api, client, { person, lists: null });
    const { data } = await readResult(client, id);
    expect([data.totalHits, data.hits.length]).toEqual([40, 40]);
    expect([...new Set(arraysOf(data).flat())].sort()).toEqual(['pep', 'sanctions', 'warnings']);
  });

  it('Testmonitor is found on a sanctions list a minute later, if monitoring is enabled', async () => {
    const { api } = given;
    const client = await integrateScreening(api, screeningOnly({ monitoring: true }));
    const person = { firstName: 'Nils', lastName: 'Testmonitor' };
    const id = await screenedSession(api, client, { person, lists: null });
    expect((await readResult(client, id)).data).toMatchObject({
      reviewStatus: 'no_match',
      monitorStatus: 'enabled',
    });
    const [job] = await api.ctx.database.query<{ seconds: number }>(
      `select round(extract(epoch from due_at - now()))::int as seconds from job where session_id = $1 and kind = 'monitor-session'`,
      [id],
    );
    expect(job?.seconds).toBeGreaterThan(50);
    expect(job?.seconds).toBeLessThanOrEqual(60);
    await monitor(api, id, null);
    const { data } = await readResult(client, id);
    expect(data).toMatchObject({
      checkType: 'updated_result',
      reviewStatus: 'potential_match',
      hasUnacknowledgedChanges: true,
    });
    expect(arraysOf(data)).toEqual([['sanctions']]);
    expect((await watchlistWebhooks(api, id)).length).toBe(2);
    expect(await countJobs(api, id, 'monitor-session')).toBe(0);
  });

  it('monitored personas are screened again when the rules of the integration change (A-73)', async () => {
    const { api } = given;
    const client = await integrateScreening(api, screeningOnly({ monitoring: true }));
    const [sanctioned, later] = [
      await screenedSession(api, client, { person: { lastName: 'Testsanction' }, lists: null }),
      await screenedSession(api, client, { person: { lastName: 'Testmonitor' }, lists: null }),
    ];
    const { integrationId } = client;
    const settings = { watchlist: { lists: ['WARNINGS' as const] } };
    await configureIntegration(api.ctx)({ integrationId, settings, actor: 'test' });
    // The change of Testmonitor comes in its time, and not for the rules.
    expect(await countJobs(api, later, 'monitor-session')).toBe(1);
    expect(await countJobs(api, sanctioned, 'monitor-session')).toBe(1);
    await monitor(api, sanctioned, null);
    expect((await readResult(client, sanctioned)).data).toMatchObject({
      checkType: 'updated_result',
      reviewStatus: 'no_match',
      hasUnacknowledgedChanges: true,
      searchTerm: { lists: ['WARNINGS'] },
      hits: [],
    });
    expect((await watchlistWebhooks(api, sanctioned)).length).toBe(2);
  });

  it('without monitoring Testmonitor stays clean', async () => {
    const { api } = given;
    const client = await integrateScreening(api);
    const id = await screenedSession(api, client, { person: { lastName: 'Testmonitor' }, lists: null });
    expect(await countJobs(api, id, 'monitor-session')).toBe(0);
  });

  it('every other name, and every name on a live integration, is screened against the lists of the installation', async () => {
    const { api } = given;
    const person = { firstName: 'Nils', lastName: 'Testsanction' };
    const live = await integrateScreening(api, screeningOnly(), 'live');
    const id = await screenedSession(api, live, { person, lists: realLists });
    expect(arraysOf((await readResult(live, id)).data)).toEqual([['warnings']]);
    const test = await integrateScreening(api);
    const other = await screenedSession(api, test, {
      person: { firstName: 'Nils', lastName: 'Testsanctions' },
      lists: listsOf('lists-1', { id: 'x-2', name: 'Nils Testsanctions', lists: ['WARNINGS'] }),
    });
    expect(arraysOf((await readResult(test, other)).data)).toEqual([['warnings']]);
  });

  it('without lists a screening waits: it is in progress, never clean', async () => {
    const { api } = given;
    const client = await integrateScreening(api);
    const id = await client.createSession({ person: { firstName: 'Nils', lastName: 'Ordinary' } });
    await client.submit(id);
    await verify(api, id);
    await expect(screen(api, id, null)).rejects.toThrow('no watchlists are loaded');
    expect((await readResult(client, id)).status).toBe(202);
    await screen(api, id, realLists);
    expect((await readResult(client, id)).data.reviewStatus).toBe('no_match');
  });

  it('a name that cannot be screened waits for a person, and is in progress until then', async () => {
    const { api } = given;
    const client = await integrateScreening(api);
    const firstName = Array.from({ length: 40 }, (_, at) => `Nils${at}`)
      .join(' ')
      .slice(0, 200);
    const id = await client.createSession({ person: { firstName, lastName: 'Ordinary' } });
    await client.submit(id);
    await verify(api, id);
    await screen(api, id, realLists);
    const [job] = await api.ctx.database.query<{ parked: boolean; cause: string }>(
      `select parked_at is not null as parked, cause from job where session_id = $1 and kind = 'screen-session'`,
      [id],
    );
    expect(job).toEqual({ parked: true, cause: 'the name cannot be screened: too long, or without letters' });
    expect((await readResult(client, id)).status).toBe(202);
  });

  it('initials alone are not searched: they wait for a person, and are never clean (A-136)', async () => {
    const { api } = given;
    const client = await integrateScreening(api);
    const id = await client.createSession({ person: { firstName: 'A', lastName: 'B.' } });
    await client.submit(id);
    await verify(api, id);
    await screen(api, id, realLists);
    const [job] = await api.ctx.database.query<{ cause: string }>(
      `select cause from job where session_id = $1 and kind = 'screen-session' and parked_at is not null`,
      [id],
    );
    expect(job).toEqual({ cause: 'the name cannot be screened: nothing but initials' });
    expect((await readResult(client, id)).status).toBe(202);
  });

  it('a screening that reached its work limit waits for a person, and is never clean (A-200)', async () => {
    const { api } = given;
    const client = await integrateScreening(api);
    const id = await client.createSession({ person: { firstName: 'Nils', lastName: 'Ordinary' } });
    await client.submit(id);
    await verify(api, id);
    await screen(api, id, limitedListsOf(1, 'Nils Ordinari', 'Nils Ordinarry'));
    const [job] = await api.ctx.database.query<{ cause: string }>(
      `select cause from job where session_id = $1 and kind = 'screen-session' and parked_at is not null`,
      [id],
    );
    expect(job).toEqual({
      cause: 'the screening was ended without a result: it takes more work than scoring 1 listed names',
    });
    expect((await readResult(client, id)).status).toBe(202);
    expect(await watchlistWebhooks(api, id)).toEqual([]);
  });
});
