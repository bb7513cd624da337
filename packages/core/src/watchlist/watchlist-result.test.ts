import type { SearchTerm } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import type { FoundHit, FoundListing } from './found-hit.ts';
import { newHit } from './material-change.ts';
import { pepSanctionMatches } from './person-matches.ts';
import { watchlistResult } from './watchlist-result.ts';
import { snippetOf, wireListings, wireMatchTypes } from './wire-hit.ts';

const listing = (over: Partial<FoundListing>): FoundListing => ({
  list: 'SANCTIONS',
  source: 'example-consolidated-list',
  sourceName: 'Example Consolidated List',
  url: 'https://lists.example.org/consolidated',
  date: '2019-03-05',
  programme: null,
  title: null,
  snippet: null,
  ...over,
});

/** The invented person of the contract's example. */
const velmont: FoundHit = {
  entityId: 'EX-000417',
  formerIds: [],
  score: 96.5,
  matchTypes: ['aka_exact', 'year_of_birth'],
  matchedName: 'Dario Velmont',
  listTypes: ['SANCTIONS', 'ADVERSE_MEDIA'],
  countries: ['CO'],
  countryNames: ['Colombia'],
  birthDate: '1971',
  deathDate: null,
  gender: null,
  aka: ['Dario Velmonte Ruiz'],
  associates: [{ name: 'Orlan Petrusek', relation: 'business partner' }],
  positions: [],
  listings: [
    listing({}),
    listing({
      list: 'ADVERSE_MEDIA',
      source: 'example-daily',
      sourceName: 'Example Daily',
      url: 'https://news.example.org/a/417',
      date: '2020-09-23',
      title: 'Invented headline',
      snippet: 'An invented article that mentions the name.',
    }),
  ],
  trace: {
    listedKind: 'alias',
    pairs: [
      { query: 'Dario', op: 'exact_match' },
      { query: 'Velmont', op: 'exact_match' },
    ],
    leftQuery: [],
    leftListed: [],
  },
};
const hitId = 'ae848cc3-cf05-49c4-9aa4-e072c4dfae0f';
const at = '2026-11-20T10:20:04.118Z';

describe('match types on the wire (A-67)', () => {
  const left = { leftQuery: [{ word: 'ilian' }], leftListed: [] };
  it.each<[string[], Partial<FoundHit['trace']>, string[]]>([
    [['name_exact'], {}, ['name_exact']],
    [['name_exact', 'removed_personal_title', 'year_of_birth'], {}, ['name_exact', 'year_of_birth']],
    [['aka_fuzzy', 'name_variations_removal'], left, ['aka_fuzzy']],
    [
      ['phonetic_name', 'name_variations_removal', 'removed_clerical_mark'],
      left,
      ['phonetic_name', 'removed_clerical_mark'],
    ],
    [['equivalent_name'], {}, ['equivalent_name']],
    [['equivalent_name'], left, ['name_fuzzy']],
    [['equivalent_aka'], left, ['aka_fuzzy']],
    [['unknown'], {}, ['unknown']],
    [['something_else'], {}, ['unknown']],
    [[], {}, ['unknown']],
  ])('%j %j', (matchTypes, trace, expected) => {
    expect(wireMatchTypes({ ...velmont, matchTypes, trace: { ...velmont.trace, ...trace } })).toEqual(
      expected,
    );
  });
});

describe('listings on the wire (A-68)', () => {
  it('every list has its array', () => {
    const lists = [
      'SANCTIONS',
      'PEP_CLASS_1',
      'PEP_CLASS_2',
      'PEP_CLASS_3',
      'PEP_CLASS_4',
      'ADVERSE_MEDIA',
      'FITNESS_PROBITY',
      'WARNINGS',
    ] as const;
    const shown = wireListings(
      lists.map((list) => listing({ list, sourceName: list })),
      true,
    );
    const names = Object.entries(shown).map(([name, items]) => [
      name,
      items.map(({ sourceName }) => sourceName),
    ]);
    expect(names).toEqual([
      ['warnings', ['WARNINGS']],
      ['sanctions', ['SANCTIONS']],
      ['fitnessProbity', ['FITNESS_PROBITY']],
      ['pep', ['PEP_CLASS_1', 'PEP_CLASS_2', 'PEP_CLASS_3', 'PEP_CLASS_4']],
      ['adverseMedia', ['ADVERSE_MEDIA']],
    ]);
    expect(Object.keys(shown.pep?.[0] ?? {})).toEqual(['sourceName', 'sourceUrl']);
    expect(wireListings([listing({})], false)).toEqual({});
  });

  it.each([
    ['https://lists.example.org/1', 'https://lists.example.org/1'],
    ['HTTP://lists.example.org/1', 'HTTP://lists.example.org/1'],
    ['javascript:alert(1)', null],
    ['ftp://lists.example.org/1', null],
    ['data:text/html,x', null],
    ['https://lists.example.org/a b', null],
    [null, null],
  ])('the address %j is shown as %j', (url, expected) => {
    expect(wireListings([listing({ url })], true).sanctions?.[0]?.sourceUrl).toBe(expected);
  });

  it.each([
    ['2024-03-05', '2024-03-05T00:00:00Z'],
    ['2024-03', null],
    ['2024', null],
    ['5 March 2024', null],
    [null, null],
  ])('the date %j is shown as %j (A-09)', (date, expected) => {
    expect(wireListings([listing({ date })], true).sanctions?.[0]?.date).toBe(expected);
  });

  it('a snippet has at most 500 whole characters', () => {
    expect(snippetOf('𝒳'.repeat(501))).toBe('𝒳'.repeat(500));
    expect(snippetOf('short')).toBe('short');
    expect(snippetOf(null)).toBeNull();
  });
});

describe('a result (A-64, A-66)', () => {
  const searchTerm: SearchTerm = {
    name: 'Dario Velmont',
    year: '1971',
    lists: ['SANCTIONS'],
    countries: [],
    exactMatch: false,
    matchThreshold: 80,
    excludeDeceased: false,
  };
  const result = {
    checkType: 'initial_result',
    attemptId: 'a95cab70-cf3c-4b59-a75e-3be8e70d63e7',
    sessionId: '6daf5736-30eb-4a4a-8e70-68e483338f76',
    vendorData: null,
    endUserId: null,
    reviewStatus: 'potential_match',
    hasUnacknowledgedChanges: false,
    monitorStatus: '',
    searchTerm,
    totalHits: 1,
    createdAt: at,
  } as const;

  it.each([
    ['a range that agrees best', ['1966 to 1969', '1968-10-15', '1971'], '1968-10-15'],
    ['a range alone', ['1966 to 1969'], ''],
  ])('shows of %s no date that was not listed', (_, birthDates, dateOfBirth) => {
    const hit = newHit(hitId, { ...velmont, birthDate: birthDates[0] ?? '', birthDates });
    const shape = { solution: 'enhanced', listings: true, explanations: false } as const;
    expect(watchlistResult({ ...result, hits: [hit] }, shape).hits[0]?.dateOfBirth).toBe(dateOfBirth);
  });

  it('shows current hits only, dates no more precise than known and never other than dates', () => {
    const gone = { ...newHit(hitId, velmont), current: false };
    const odd = newHit(hitId, { ...velmont, birthDate: 'circa 1971', deathDate: '2001-05' });
    const shown = watchlistResult(
      { ...result, hits: [odd, gone] },
      {
        solution: 'enhanced',
        listings: true,
        explanations: false,
      },
    );
    expect(shown.hits.map(({ dateOfBirth, dateOfDeath }) => [dateOfBirth, dateOfDeath])).toEqual([
      ['', '2001-05'],
    ]);
  });

  it('has explanations where the integration enables them, null for hits of earlier releases (A-270)', () => {
    const explanation = { score: 96.5, summary: 'The names are the same.', settledBy: [], evidence: [] };
    const hits = [newHit(hitId, { ...velmont, explanation }), newHit(hitId, velmont)];
    const shape = { solution: 'enhanced', listings: true, explanations: true } as const;
    const of = (shown: object) => ('explanation' in shown ? shown.explanation : 'none');
    expect(watchlistResult({ ...result, hits }, shape).hits.map(of)).toEqual([explanation, null]);
    const without = { ...shape, explanations: false };
    expect(watchlistResult({ ...result, hits }, without).hits.map(of)).toEqual(['none', 'none']);
    const legacy = { ...shape, solution: 'legacy' } as const;
    expect(watchlistResult({ ...result, hits }, legacy).hits.map(of)).toEqual(['none', 'none']);
  });
});

describe('person.pepSanctionMatches (A-58)', () => {
  it('is empty without screenings and without hits', () => {
    expect(pepSanctionMatches([])).toEqual([]);
    expect(pepSanctionMatches([{ totalHits: 0, createdAt: at, hits: [] }])).toEqual([]);
  });

  it('has an item per screening, newest first, and the older structure of every hit', () => {
    const hits = [newHit(hitId, velmont)];
    const items = pepSanctionMatches([
      { totalHits: 1, createdAt: at, hits },
      { totalHits: 0, createdAt: '2026-11-19T10:20:04.118Z', hits: [] },
    ]);
    expect(items.map(({ date, numberOfMatches }) => [date, numberOfMatches])).toEqual([
      [at, 1],
      ['2026-11-19T10:20:04.118Z', 0],
    ]);
    expect(items[0]).toEqual({
      provider: 'countersign',
      numberOfMatches: 1,
      date: at,
      matches: [],
      hits: [
        {
          doc: {
            id: 'EX-000417',
            lastUpdatedUtc: '2020-09-23T00:00:00.000Z',
            createdUtc: '2019-03-05T00:00:00.000Z',
            fields: [
              { name: 'dateOfBirth', source: 'example-consolidated-list', value: '1971' },
              { name: 'country', source: 'example-consolidated-list', value: 'Colombia' },
            ],
            types: ['sanction', 'adverse-media'],
            name: 'Dario Velmonte Ruiz',
            entityType: 'person',
            aka: [{ name: 'Dario Velmont' }],
            associates: [{ association: 'business partner', name: 'Orlan Petrusek' }],
            sources: ['example-consolidated-list', 'example-daily'],
            keywords: [],
            media: [
              {
                date: '2020-09-23T00:00:00Z',
                snippet: 'An invented article that mentions the name.',
                title: 'Invented headline',
                url: 'https://news.example.org/a/417',
              },
            ],
            assets: [],
            sourceNotes: {
              'example-consolidated-list': {
                amlTypes: ['sanction'],
                listingStartedUtc: '2019-03-05T00:00:00.000Z',
                name: 'Example Consolidated List',
                url: 'https://lists.example.org/consolidated',
              },
              'example-daily': {
                amlTypes: ['adverse-media'],
                listingStartedUtc: '2020-09-23T00:00:00.000Z',
                name: 'Example Daily',
                url: 'https://news.example.org/a/417',
              },
            },
          },
          matchTypes: ['aka_exact', 'year_of_birth'],
          matchTypesDetails: {
            'Dario Velmont': { matchTypes: { dario: ['aka_exact'], velmont: ['aka_exact'] }, type: 'aka' },
          },
          matchStatus: 'potential_match',
          isWhitelisted: false,
          score: 2.07,
        },
      ],
    });
  });

  it.each<[number, FoundHit['listTypes'], number]>([
    [0, ['SANCTIONS'], 1.1],
    [100, ['SANCTIONS', 'WARNINGS'], 2.1],
    [100, ['WARNINGS'], 1.09],
    [80, ['PEP_CLASS_1'], 0.87],
  ])('a score of %d on %j ranks as %d', (score, listTypes, rank) => {
    const hits = [newHit(hitId, { ...velmont, score, listTypes })];
    expect(pepSanctionMatches([{ totalHits: 1, createdAt: at, hits }])[0]?.hits[0]?.score).toBe(rank);
  });

  it('keys that mean something to JavaScript are words like others', () => {
    const trace = { ...velmont.trace, pairs: [{ query: '__proto__', op: 'constructor' }] };
    const hits = [newHit(hitId, { ...velmont, matchedName: '__proto__', trace })];
    const details = pepSanctionMatches([{ totalHits: 1, createdAt: at, hits }])[0]?.hits[0]
      ?.matchTypesDetails;
    expect(JSON.stringify(details)).toBe(
      '{"__proto__":{"matchTypes":{"__proto__":["unknown"]},"type":"aka"}}',
    );
  });
});
