import { LegacyWatchlistResult, WatchlistResult } from '@countersign/contract';
import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { failure } from '../support/api.ts';
import { decided, seeing, verify } from '../support/decide.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { seenPictures } from '../support/findings.ts';
import {
  countJobs,
  integrateScreening,
  listsOf,
  readResult,
  screen,
  screenedSession,
  screeningOnly,
  watchlistWebhooks,
} from '../support/screening.ts';
import { endSession } from '../../src/usecases/session/end-session.ts';

const velmont = { firstName: 'Dario', lastName: 'Velmont', dateOfBirth: '1971-06-02' };
const someLists = listsOf(
  'lists-1',
  { id: 'x-1', name: 'Dario Velmont', lists: ['PEP_CLASS_2'], born: '1971-06-02', countries: ['ES', 'CO'] },
  { id: 'x-2', name: 'Dario Velmonte Ruiz', aka: ['Dario Velmont'], lists: ['SANCTIONS', 'WARNINGS'] },
  { id: 'x-3', name: 'Orlan Petrusek', lists: ['SANCTIONS'] },
);

describeApiOnce('GET /sessions/{sessionId}/watchlist-screening', (given) => {
  it('is 402/1301 on an integration that does not screen (A-63)', async () => {
    const { client } = given;
    const id = await client.createSession();
    const { status, json } = await client.call({ path: `/sessions/${id}/watchlist-screening` });
    expect([status, json]).toEqual([
      402,
      failure('1301', 'Watchlist screening is not enabled for the integration.'),
    ]);
  });

  it('is 202 with Retry-After and no data until there is a result (A-63)', async () => {
    const { api } = given;
    const client = await integrateScreening(api);
    const id = await client.createSession({ person: velmont });
    const pending = { status: 202, bytes: '{"status":"success","data":null}', retryAfter: '3' };
    expect(await readResult(client, id)).toMatchObject(pending);
    await client.submit(id);
    expect(await readResult(client, id)).toMatchObject(pending);
    await verify(api, id);
    expect((await client.decision(id)).json.verification.status).toBe('approved');
    expect(await readResult(client, id)).toMatchObject(pending);
    await screen(api, id, someLists);
    expect((await readResult(client, id)).status).toBe(200);
  });

  it('is signed and authenticated like every other endpoint', async () => {
    const client = await integrateScreening(given.api);
    const id = await client.createSession();
    const path = `/sessions/${id}/watchlist-screening`;
    const codes = [
      await client.call({ path, sign: 'x' }),
      await client.call({ path: '/sessions/no-uuid-but-twenty-chars/watchlist-screening' }),
      await client.call({ path: '/sessions/9c3f8a52-1b7e-4d64-8f0a-5e2d7c91b346/watchlist-screening' }),
    ].map(({ status, json }) => `${status}/${json.code}`);
    expect(codes).toEqual(['401/1818', '400/1002', '404/1101']);
  });

  it.each([
    ['no name was supplied: declined with 129', {}, 'declined', 129],
    ['only a name in one text was supplied', { fullName: 'Dario Velmont' }, 'declined', 129],
    ['the name holds neither letter nor digit', { firstName: '…', lastName: '-' }, 'declined', 129],
  ])('is 404 when %s (A-55, A-63)', async (_case, person, status, reasonCode) => {
    const { api } = given;
    const client = await integrateScreening(api, { ...screeningOnly(), granularReasonCodes: true });
    const id = await client.createSession({ person });
    await client.submit(id);
    await verify(api, id);
    expect((await client.decision(id)).json.verification).toMatchObject({ status, reasonCode });
    expect(await readResult(client, id)).toMatchObject({ status: 404, code: '1101' });
    expect(await countJobs(api, id, 'screen-session')).toBe(0);
    expect(await watchlistWebhooks(api, id)).toEqual([]);
  });

  it('is 404 when the session expired without being submitted (A-63)', async () => {
    const { api } = given;
    const client = await integrateScreening(api);
    const id = await client.createSession({ person: velmont });
    await given.clock.advance({ days: 7 });
    await endSession(api.ctx)({ integrationId: client.integrationId, sessionId: id });
    expect(await readResult(client, id)).toMatchObject({ status: 404, code: '1101' });
  });

  it('approves a screening-only session whatever is found, and shows nothing of the person (A-49, A-55)', async () => {
    const { api } = given;
    const client = await integrateScreening(api);
    const id = await screenedSession(api, client, { person: velmont, lists: someLists });
    const { verification } = (await client.decision(id)).json;
    expect(verification).toMatchObject({
      status: 'approved',
      code: 9001,
      reasonCode: null,
      person: { firstName: null, lastName: null, dateOfBirth: null, yearOfBirth: null },
      document: { number: null, type: null, country: null },
    });
  });

  it('answers 200 with the whole result; the webhook is its data (A-64, A-66, A-68, A-74)', async () => {
    const { api } = given;
    const client = await integrateScreening(api);
    const created = {
      vendorData: 'aml-0093',
      endUserId: '4f511cad-e0ba-4bb7-a735-61fae67e4d9e',
      person: velmont,
    };
    const id = await client.createSession(created);
    await client.submit(id);
    await verify(api, id);
    await screen(api, id, someLists);
    const { data, bytes } = await readResult(client, id);
    const [attempt] = (await client.call({ path: `/sessions/${id}/attempts` })).json.verifications;
    expect(data).toEqual({
      checkType: 'initial_result',
      attemptId: attempt.id,
      sessionId: id,
      vendorData: 'aml-0093',
      endUserId: '4f511cad-e0ba-4bb7-a735-61fae67e4d9e',
      reviewStatus: 'potential_match',
      matchStatus: 'possible_match',
      hasUnacknowledgedChanges: false,
      monitorStatus: '',
      searchTerm: {
        name: 'Dario Velmont',
        year: '1971',
        lists: [
          'SANCTIONS',
          'PEP_CLASS_1',
          'PEP_CLASS_2',
          'PEP_CLASS_3',
          'PEP_CLASS_4',
          'ADVERSE_MEDIA',
          'FITNESS_PROBITY',
          'WARNINGS',
        ],
        countries: [],
        exactMatch: false,
        matchThreshold: 80,
        excludeDeceased: false,
      },
      totalHits: 2,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      hits: [
        {
          id: data.hits[0]?.id,
          matchStatus: 'potential_match',
          matchedName: 'Dario Velmont',
          countries: [],
          dateOfBirth: '',
          dateOfDeath: null,
          matchTypes: ['aka_exact'],
          aka: ['Dario Velmonte Ruiz'],
          associates: [],
          listingsRelatedToMatch: {
            warnings: [
              {
                sourceName: 'Example WARNINGS',
                sourceUrl: 'https://lists.example.org/x-2',
                date: '2019-03-05T00:00:00Z',
              },
            ],
            sanctions: [
              {
                sourceName: 'Example SANCTIONS',
                sourceUrl: 'https://lists.example.org/x-2',
                date: '2019-03-05T00:00:00Z',
              },
            ],
            fitnessProbity: [],
            pep: [],
            adverseMedia: [],
          },
        },
        {
          id: data.hits[1]?.id,
          matchStatus: 'potential_match',
          matchedName: 'Dario Velmont',
          countries: ['Colombia', 'Spain'],
          dateOfBirth: '1971-06-02',
          dateOfDeath: null,
          matchTypes: ['name_exact', 'year_of_birth'],
          aka: [],
          associates: [],
          listingsRelatedToMatch: {
            warnings: [],
            sanctions: [],
            fitnessProbity: [],
            pep: [{ sourceName: 'Example PEP_CLASS_2', sourceUrl: 'https://lists.example.org/x-1' }],
            adverseMedia: [],
          },
        },
      ],
    });
    expect(Value.Check(WatchlistResult, data)).toBe(true);
    const [webhook, ...more] = await watchlistWebhooks(api, id);
    expect([`{"status":"success","data":${webhook}}`, more]).toEqual([bytes, []]);
  });

  it('without hits the result is no_match, and is sent by webhook as well (A-72)', async () => {
    const { api } = given;
    const client = await integrateScreening(api);
    const person = { firstName: 'Ilse', lastName: 'Karvonnen' };
    const id = await screenedSession(api, client, { person, lists: someLists });
    const { data } = await readResult(client, id);
    expect(data).toMatchObject({ reviewStatus: 'no_match', matchStatus: 'no_match', totalHits: 0, hits: [] });
    expect(data.searchTerm['year']).toBe('');
    expect(
      (await watchlistWebhooks(api, id)).map((body) => (JSON.parse(body) as typeof data).reviewStatus),
    ).toEqual(['no_match']);
  });

  it('shows the configuration of the integration, its filter merged with the countries of the person (A-65)', async () => {
    const { api } = given;
    const watchlist = {
      lists: ['WARNINGS' as const, 'SANCTIONS' as const],
      matchThreshold: 91,
      countries: ['PT', 'CO'],
      excludeDeceased: true,
    };
    const client = await integrateScreening(api, screeningOnly(watchlist));
    const id = await client.createSession({
      person: { lastName: 'Velmont' },
      document: { country: 'CO' },
      address: { country: 'AR', fullAddress: 'Somewhere 1' },
    });
    await client.submit(id);
    await verify(api, id);
    await screen(api, id, someLists);
    expect((await readResult(client, id)).data.searchTerm).toEqual({
      name: 'Velmont',
      year: '',
      lists: ['SANCTIONS', 'WARNINGS'],
      countries: ['AR', 'CO', 'PT'],
      exactMatch: false,
      matchThreshold: 91,
      excludeDeceased: true,
    });
  });

  it('limits the hits to the number configured, and returns how many there were (A-64)', async () => {
    const { api } = given;
    const client = await integrateScreening(api, screeningOnly({ limit: 1 }));
    const id = await screenedSession(api, client, { person: velmont, lists: someLists });
    const { totalHits, hits } = (await readResult(client, id)).data;
    expect([totalHits, hits.length]).toEqual([2, 1]);
  });

  it('returns an empty object with listings off (A-68)', async () => {
    const { api } = given;
    const client = await integrateScreening(api, screeningOnly({ listings: false }));
    const id = await screenedSession(api, client, { person: velmont, lists: someLists });
    const { hits } = (await readResult(client, id)).data;
    expect(hits.map(({ listingsRelatedToMatch }) => listingsRelatedToMatch)).toEqual([{}, {}]);
  });

  it('the legacy solution lacks the members that the contract names (A-69)', async () => {
    const { api } = given;
    const client = await integrateScreening(api, screeningOnly({ solution: 'legacy', lists: ['SANCTIONS'] }));
    const id = await screenedSession(api, client, { person: velmont, lists: someLists });
    const { data, bytes } = await readResult(client, id);
    expect(Object.keys(data)).toEqual([
      'checkType',
      'attemptId',
      'sessionId',
      'vendorData',
      'endUserId',
      'matchStatus',
      'monitorStatus',
      'searchTerm',
      'totalHits',
      'createdAt',
      'hits',
    ]);
    expect(data.searchTerm).toEqual({ name: 'Dario Velmont', year: '1971', lists: ['SANCTIONS'] });
    expect(Object.keys(data.hits[0] ?? {}).slice(0, 2)).toEqual(['matchedName', 'countries']);
    expect(Value.Check(LegacyWatchlistResult, data)).toBe(true);
    expect((await watchlistWebhooks(api, id)).map((body) => `{"status":"success","data":${body}}`)).toEqual([
      bytes,
    ]);
  });

  it('screens an identity session under the name that was read, after the decision (A-63)', async () => {
    const { api } = given;
    const client = await integrateScreening(api, { watchlistScreening: true });
    const id = await client.createSession();
    await client.submit(id);
    expect(await countJobs(api, id, 'screen-session')).toBe(0);
    await verify(api, id, seeing(seenPictures({ lastName: 'VELMONT' })));
    await screen(api, id, listsOf('lists-1', { id: 'x-9', name: 'Liisa Velmont', lists: ['WARNINGS'] }));
    const { data } = await readResult(client, id);
    expect(data.searchTerm).toMatchObject({ name: 'LIISA VELMONT', year: '1991' });
    expect(data.hits.map(({ matchedName }) => matchedName)).toEqual(['Liisa Velmont']);
  });

  it.each(['Approve', 'Decline', 'Resubmit', 'Review', 'Expire', 'Abandon'])(
    'screens whatever the decision is: %s (A-63, A-102)',
    async (firstName) => {
      const { api } = given;
      const client = await integrateScreening(api, { watchlistScreening: true });
      const id = await decided(api, client, firstName);
      await screen(api, id, someLists);
      expect((await readResult(client, id)).data.searchTerm).toMatchObject({ name: `${firstName} Maasikas` });
    },
  );

  it('screens every attempt: GET is 202 until the newest is done; an entity keeps its id (A-63, A-66)', async () => {
    const { api } = given;
    const client = await integrateScreening(api, { watchlistScreening: true });
    const id = await decided(api, client, 'Resubmit');
    const lists = listsOf('lists-1', { id: 'x-4', name: 'Resubmit Maasikas', lists: ['WARNINGS'] });
    await screen(api, id, lists);
    const first = (await readResult(client, id)).data;
    await client.submit(id);
    expect((await readResult(client, id)).data).toEqual(first);
    await verify(api, id);
    expect((await readResult(client, id)).status).toBe(202);
    await screen(api, id, lists);
    const second = (await readResult(client, id)).data;
    expect(second.attemptId).not.toBe(first.attemptId);
    expect(second.hits.map((hit) => hit.id)).toEqual(first.hits.map((hit) => hit.id));
    expect((await watchlistWebhooks(api, id)).length).toBe(2);
    const { person } = (await client.call({ path: `/sessions/${id}/person` })).json;
    expect((person as unknown as { pepSanctionMatches: unknown[] }).pepSanctionMatches.length).toBe(2);
  });

  it('shows nothing to another integration', async () => {
    const { api } = given;
    const client = await integrateScreening(api);
    const stranger = await integrateScreening(api);
    const id = await screenedSession(api, client, { person: velmont, lists: someLists });
    expect(await readResult(stranger, id)).toMatchObject({ status: 404, code: '1101' });
  });
});
