import type { Screener } from '@countersign/screening';
import { expect, it } from 'vitest';
import { configureIntegration } from '../../src/usecases/integration/configure-integration.ts';
import { eraseSession } from '../../src/workers/erase-session.ts';
import type { Client, TestApi } from '../support/api.ts';
import { describeApiOnce, type GivenApi } from '../support/describe-api.ts';
import {
  claim,
  integrateScreening,
  type Invented,
  listsOf,
  monitor,
  patchResult,
  readResult,
  screen,
  screeningOnly,
  watchlistWebhooks,
} from '../support/screening.ts';
import { verify } from '../support/decide.ts';

const velmont: Invented = { id: 'x-1', name: 'Dario Velmont', lists: ['PEP_CLASS_2'] };
const dario = { firstName: 'Dario', lastName: 'Velmont' };
const endUserId = '7d3f0c1e-52b4-4f6a-9c08-1b2a3d4e5f60';
const otherEndUserId = '0a9b8c7d-6e5f-4a3b-9c1d-2e3f4a5b6c7d';
const carrying = screeningOnly({ carryFalsePositives: true });

type Named = { endUserId?: string; vendorData?: string };

async function screened(
  { api }: GivenApi,
  client: Client,
  {
    named,
    lists,
    person = dario,
    document = {},
  }: { named: Named; lists: Screener; person?: Record<string, string>; document?: Record<string, string> },
): Promise<string> {
  const id = await client.createSession({ person, document, ...named });
  await client.submit(id);
  await verify(api, id);
  await screen(api, id, lists);
  return id;
}

async function decide(client: Client, id: string, matchStatus: string): Promise<void> {
  const [hit] = (await readResult(client, id)).data.hits;
  await patchResult(client, id, { hit: { id: hit?.id, matchStatus } });
}

const standing = async (client: Client, id: string) => {
  const { reviewStatus, hits } = (await readResult(client, id)).data;
  return [reviewStatus, ...hits.map(({ matchStatus }) => matchStatus)];
};

async function erase(api: TestApi, client: Client, id: string): Promise<void> {
  await client.call({ method: 'DELETE', path: `/sessions/${id}` });
  const { database, blobs } = api.ctx;
  await eraseSession({ database, blobs })(
    await claim(api, id, 'erase-session'),
    new AbortController().signal,
  );
}

/** `isWhitelisted` of the hits of the newest screening. */
async function whitelisted(client: Client, id: string): Promise<boolean[]> {
  const { person } = (await client.call({ path: `/sessions/${id}/person` })).json;
  const { pepSanctionMatches } = person as unknown as {
    pepSanctionMatches: { hits: { isWhitelisted: boolean }[] }[];
  };
  return pepSanctionMatches[0]?.hits.map(({ isWhitelisted }) => isWhitelisted) ?? [];
}

describeApiOnce('decisions carried to later sessions (section 13)', (given) => {
  it.each<[string, Named, Named, boolean]>([
    ['the same end-user', { endUserId }, { endUserId }, true],
    ['another end-user', { endUserId }, { endUserId: otherEndUserId }, false],
    ['the same vendor data', { vendorData: 'customer-1' }, { vendorData: 'customer-1' }, true],
    ['other vendor data', { vendorData: 'customer-1' }, { vendorData: 'customer-2' }, false],
    ['vendor data that read like the end-user', { endUserId }, { vendorData: endUserId }, false],
    [
      'the same vendor data of another end-user',
      { endUserId, vendorData: 'shop' },
      { endUserId: otherEndUserId, vendorData: 'shop' },
      false,
    ],
    [
      'the same vendor data, one of the two without end-user',
      { endUserId, vendorData: 'customer-1' },
      { vendorData: 'customer-1' },
      true,
    ],
    ['no end-user named', {}, {}, false],
  ])('%s', async (_what, first, second, carried) => {
    const client = await integrateScreening(given.api, carrying);
    const lists = listsOf('lists-1', velmont);
    const before = await screened(given, client, { named: first, lists });
    await decide(client, before, 'false_positive');
    const id = await screened(given, client, { named: second, lists });
    expect([await standing(client, id), await whitelisted(client, id)]).toEqual(
      carried ? [['reviewed', 'false_positive'], [true]] : [['potential_match', 'potential_match'], [false]],
    );
    expect(await whitelisted(client, before)).toEqual([false]);
    const told = await watchlistWebhooks(given.api, id);
    expect(told).toEqual([JSON.stringify((await readResult(client, id)).data)]);
  });

  it('the history names the session it comes from, and so does the audit log', async () => {
    const { api } = given;
    const client = await integrateScreening(api, carrying);
    const lists = listsOf('lists-1', velmont);
    const first = await screened(given, client, { named: { endUserId }, lists });
    await decide(client, first, 'false_positive');
    const id = await screened(given, client, { named: { endUserId }, lists });
    const { database } = api.ctx;
    expect(
      await database.query(
        `select actor, from_status, to_status from watchlist_review where session_id = $1`,
        [id],
      ),
    ).toEqual([{ actor: `session:${first}`, from_status: 'potential_match', to_status: 'false_positive' }]);
    const [row] = await database.query<{ details: Record<string, unknown> }>(
      `select details from audit where session_id = $1 and action = 'carry-false-positive'`,
      [id],
    );
    expect(row?.details['fromSession']).toBe(first);
  });

  it.each<[string, Invented, string]>([
    ['has another id now', { ...velmont, id: 'x-7', formerIds: ['x-1'] }, 'false_positive'],
    ['is on a list more', { ...velmont, lists: ['PEP_CLASS_2', 'SANCTIONS'] }, 'potential_match'],
    ['has a country more', { ...velmont, countries: ['EE'] }, 'false_positive'],
  ])('an entity that %s', async (_what, after, expected) => {
    const client = await integrateScreening(given.api, carrying);
    const named = { endUserId };
    const first = await screened(given, client, { named, lists: listsOf('lists-1', velmont) });
    await decide(client, first, 'false_positive');
    const id = await screened(given, client, { named, lists: listsOf('lists-2', after) });
    expect((await standing(client, id))[1]).toBe(expected);
  });

  it('ends when the score moves to a higher band', async () => {
    const client = await integrateScreening(given.api, carrying);
    const named = { endUserId };
    const lists = listsOf('lists-1', { ...velmont, born: '1971-06-02' });
    const far = { ...dario, lastName: 'Velmonta' };
    const near = { ...dario, dateOfBirth: '1971-06-02' };
    const first = await screened(given, client, { named, lists, person: far });
    await decide(client, first, 'false_positive');
    const again = await screened(given, client, { named, lists, person: far });
    expect((await standing(client, again))[1]).toBe('false_positive');
    const id = await screened(given, client, { named, lists, person: near });
    expect((await standing(client, id))[1]).toBe('potential_match');
  });

  it.each<[string, Partial<Invented>, object, string]>([
    ['no more is known', {}, {}, 'false_positive'],
    ['the list has the birth date of the person', { born: '1971-06-02' }, {}, 'potential_match'],
    ['the list has a number of the person', { numbers: ['ZX4410097'] }, {}, 'potential_match'],
    ['the list has another number', { numbers: ['AB1234567'] }, {}, 'false_positive'],
    [
      'the customer has another name of the entry',
      {},
      { person: { firstName: 'Orlan', lastName: 'Petrusek' } },
      'potential_match',
    ],
    [
      'the customer is of another year',
      {},
      { person: { ...dario, dateOfBirth: '1999-06-02' } },
      'potential_match',
    ],
  ])('where %s afterwards: %#', async (_what, change, data, expected) => {
    const client = await integrateScreening(given.api, carrying);
    const entry = { ...velmont, aka: ['Orlan Petrusek'] };
    const known = {
      named: { endUserId },
      person: { ...dario, dateOfBirth: '1971-06-02' },
      document: { number: 'ZX4410097' },
    };
    const first = await screened(given, client, { ...known, lists: listsOf('lists-1', entry) });
    await decide(client, first, 'false_positive');
    const lists = listsOf('lists-2', { ...entry, ...change });
    const id = await screened(given, client, { ...known, lists, ...data });
    expect((await standing(client, id))[1]).toBe(expected);
  });

  it('the newest decision counts, in whichever session it was made', async () => {
    const client = await integrateScreening(given.api, carrying);
    const lists = listsOf('lists-1', velmont);
    const next = () => screened(given, client, { named: { endUserId }, lists });
    await decide(client, await next(), 'false_positive');
    const second = await next();
    await decide(client, second, 'true_match');
    expect((await standing(client, await next()))[1]).toBe('potential_match');
    await decide(client, second, 'false_positive');
    expect(await whitelisted(client, second)).toEqual([false]);
    expect((await standing(client, await next()))[1]).toBe('false_positive');
    await decide(client, second, 'potential_match');
    expect((await standing(client, await next()))[1]).toBe('potential_match');
  });

  it('is off unless switched on, and then honours what was decided before', async () => {
    const client = await integrateScreening(given.api);
    const lists = listsOf('lists-1', velmont);
    const next = () => screened(given, client, { named: { endUserId }, lists });
    await decide(client, await next(), 'false_positive');
    expect((await standing(client, await next()))[1]).toBe('potential_match');
    const { integrationId } = client;
    await configureIntegration(given.api.ctx)({
      integrationId,
      settings: { watchlist: { carryFalsePositives: true } },
      actor: 'test',
    });
    expect((await standing(client, await next()))[1]).toBe('false_positive');
  });

  it('is never carried to another integration', async () => {
    const lists = listsOf('lists-1', velmont);
    const [one, other] = [
      await integrateScreening(given.api, carrying),
      await integrateScreening(given.api, carrying),
    ];
    const first = await screened(given, one, { named: { endUserId }, lists });
    await decide(one, first, 'false_positive');
    const id = await screened(given, other, { named: { endUserId }, lists });
    expect(await standing(other, id)).toEqual(['potential_match', 'potential_match']);
  });

  it('goes with the erasure of the session it came from', async () => {
    const { api } = given;
    const client = await integrateScreening(api, { ...carrying, deletion: true });
    const lists = listsOf('lists-1', velmont);
    const next = () => screened(given, client, { named: { endUserId }, lists });
    const first = await next();
    await decide(client, first, 'false_positive');
    const second = await next();
    await erase(api, client, first);
    expect(
      await api.ctx.database.query(`select 1 from watchlist_decision where session_id = $1`, [first]),
    ).toEqual([]);
    expect((await standing(client, second))[1]).toBe('false_positive');
    expect((await standing(client, await next()))[1]).toBe('potential_match');
  });

  it('a carried hit is taken back by monitoring when the entity appears on a list it was not judged on', async () => {
    const { api } = given;
    const client = await integrateScreening(
      api,
      screeningOnly({ carryFalsePositives: true, monitoring: true }),
    );
    const lists = listsOf('lists-1', velmont);
    const first = await screened(given, client, { named: { endUserId }, lists });
    await decide(client, first, 'false_positive');
    const id = await screened(given, client, { named: { endUserId }, lists });
    await monitor(api, id, listsOf('lists-2', { ...velmont, lists: ['PEP_CLASS_2', 'WARNINGS'] }));
    expect(await standing(client, id)).toEqual(['potential_match', 'potential_match']);
    expect(await whitelisted(client, id)).toEqual([false]);
  });
});
