import { describe, expect, it } from 'vitest';
import type { FoundHit, FoundListing } from './found-hit.ts';
import { bandOf, compareResults, judgedAs, newHit, type StoredHit } from './material-change.ts';

const listing = (over: Partial<FoundListing> = {}): FoundListing => ({
  list: 'PEP_CLASS_2',
  source: 'regional',
  sourceName: 'Example Regional',
  url: 'https://pep.example.org/12',
  date: null,
  programme: null,
  title: null,
  snippet: null,
  ...over,
});

const found = (over: Partial<FoundHit> = {}): FoundHit => ({
  entityId: 'x-1',
  formerIds: [],
  score: 90,
  matchTypes: ['name_exact'],
  matchedName: 'Dario Velmont',
  listTypes: ['PEP_CLASS_2'],
  countries: ['CO'],
  countryNames: ['Colombia'],
  birthDate: '1971',
  birthDates: ['1971', '1973'],
  deathDate: null,
  gender: null,
  aka: ['D. Velmont'],
  associates: [],
  positions: [],
  listings: [listing()],
  trace: { listedKind: 'primary', pairs: [], leftQuery: [], leftListed: [] },
  ...over,
});

function stored(matchStatus: StoredHit['matchStatus'], over: Partial<FoundHit> = {}, id = 'h-1'): StoredHit {
  const hit = found(over);
  const judged = matchStatus === 'potential_match' ? null : judgedAs(hit);
  return { ...newHit(id, hit), matchStatus, judged, riskLevel: matchStatus === 'true_match' ? 'high' : null };
}

let made = 0;
const newId = () => `new-${(made += 1)}`;
const kinds = (before: StoredHit[], now: FoundHit[]) =>
  compareResults(before, now, newId).differences.map(({ entityId, kind }) => `${entityId} ${kind}`);

describe('what counts as a change (A-73)', () => {
  it.each<[string, Partial<FoundHit>, string[]]>([
    ['nothing', {}, []],
    ['a listing added', { listings: [listing(), listing({ source: 'second' })] }, ['listings']],
    ['a listing removed', { listings: [] }, ['listings']],
    ['the matched name', { matchedName: 'Dario Velmond' }, ['facts']],
    ['another name', { aka: ['D. Velmont', 'Darius'] }, ['facts']],
    ['the birth date', { birthDate: '1971-06-02', birthDates: ['1971-06-02', '1973'] }, ['facts']],
    ['one more birth date', { birthDates: ['1971', '1973', '1975'] }, ['facts']],
    ['birth dates in another order', { birthDate: '1973', birthDates: ['1973', '1971'] }, []],
    ['the death date', { deathDate: '2020' }, ['facts']],
    ['a country', { countries: ['CO', 'ES'] }, ['facts']],
    ['the gender', { gender: 'M' }, ['facts']],
    ['a score in another band', { score: 95 }, ['band']],
    ['a score in the same band', { score: 94.99 }, []],
    ['the order of names', { matchedName: 'D. Velmont', aka: ['Dario Velmont'] }, []],
    ['the case of a name', { matchedName: 'DARIO VELMONT' }, []],
    ['a new address of the same listing', { listings: [listing({ url: 'https://new.example.org/' })] }, []],
    ['the name of the list', { listings: [listing({ sourceName: 'Example Regional Offices' })] }, []],
    ['an associate', { associates: [{ name: 'Orlan Petrusek', relation: null }] }, []],
    ['an order of listings', { listings: [listing(), listing()] }, []],
  ])('%s', (_what, over, expected) => {
    expect(kinds([stored('potential_match')], [found(over)])).toEqual(expected.map((kind) => `x-1 ${kind}`));
  });

  it('every article about a person is a separate listing', () => {
    const media = (title: string) => listing({ list: 'ADVERSE_MEDIA', source: 'daily', title });
    const before = stored('potential_match', { listings: [media('one')] });
    expect(kinds([before], [found({ listings: [media('one'), media('two')] })])).toEqual(['x-1 listings']);
  });

  it('hits that appear and disappear', () => {
    expect(kinds([stored('true_match')], [found({ entityId: 'x-2', birthDates: ['1999'] })])).toEqual([
      'x-2 appeared',
      'x-1 disappeared',
    ]);
  });

  it('an id that replaced another one is the same hit', () => {
    expect(kinds([stored('true_match')], [found({ entityId: 'x-9', formerIds: ['x-1'] })])).toEqual([]);
  });

  it.each([
    [0, 0],
    [79.99, 0],
    [80, 1],
    [94.99, 1],
    [95, 2],
    [100, 2],
  ])('the score %d is in band %d', (score, band) => expect(bandOf(score)).toBe(band));
});

describe('the review of a hit after a change (A-73)', () => {
  const after = (before: StoredHit, over: Partial<FoundHit>) => {
    const [hit] = compareResults([before], [found(over)], newId).hits;
    return [hit?.id, hit?.matchStatus, hit?.riskLevel];
  };
  const wider = {
    listTypes: ['PEP_CLASS_2', 'SANCTIONS'],
    listings: [listing(), listing({ list: 'SANCTIONS' })],
  } satisfies Partial<FoundHit>;

  it.each<[StoredHit['matchStatus'], string, Partial<FoundHit>, string]>([
    ['true_match', 'unchanged', {}, 'true_match'],
    ['true_match', 'another country', { countries: ['EE'] }, 'potential_match'],
    ['inconclusive', 'another country', { countries: ['EE'] }, 'potential_match'],
    ['potential_match', 'another country', { countries: ['EE'] }, 'potential_match'],
    ['false_positive', 'another country', { countries: ['EE'] }, 'false_positive'],
    ['false_positive', 'a lower band', { score: 79 }, 'false_positive'],
    ['false_positive', 'a higher band', { score: 96 }, 'potential_match'],
    ['false_positive', 'a list it was not on', wider, 'potential_match'],
    [
      'false_positive',
      'another listing on the same list',
      { listings: [listing(), listing({ source: 'second' })] },
      'false_positive',
    ],
  ])('%s, %s', (status, _change, over, expected) => {
    const risk = expected === 'true_match' ? 'high' : null;
    expect(after(stored(status), over)).toEqual(['h-1', expected, risk]);
  });

  it('the band that counts is the one at the time of the decision, not the one before', () => {
    const low = compareResults([stored('false_positive', { score: 96 })], [found({ score: 85 })], newId).hits;
    expect(after(low[0] ?? stored('true_match'), { score: 97 })[1]).toBe('false_positive');
  });

  it('a hit that left keeps id and decision, and has them again when it comes back', () => {
    const gone = compareResults([stored('false_positive')], [], newId).hits;
    expect(gone).toEqual([{ ...stored('false_positive'), current: false }]);
    const back = compareResults(gone, [found()], newId);
    expect(back.differences).toEqual([{ entityId: 'x-1', kind: 'appeared' }]);
    expect(back.hits).toEqual([stored('false_positive')]);
    const suspected = compareResults([stored('true_match')], [], newId).hits;
    expect(compareResults(suspected, [found()], newId).hits[0]).toMatchObject({
      id: 'h-1',
      matchStatus: 'potential_match',
      riskLevel: null,
      current: true,
    });
  });

  it('of two that became one entity the stricter review is kept', () => {
    const before = [
      stored('false_positive', { entityId: 'x-1' }, 'h-1'),
      stored('true_match', { entityId: 'x-2' }, 'h-2'),
    ];
    const merged = compareResults(before, [found({ entityId: 'x-3', formerIds: ['x-1', 'x-2'] })], newId);
    expect(merged.hits.map(({ id, matchStatus, current }) => [id, matchStatus, current])).toEqual([
      ['h-2', 'true_match', true],
      ['h-1', 'false_positive', false],
    ]);
    expect(merged.differences).toEqual([{ entityId: 'x-1', kind: 'disappeared' }]);
    expect(
      compareResults(merged.hits, [found({ entityId: 'x-3', formerIds: ['x-1', 'x-2'] })], newId),
    ).toEqual({ differences: [], hits: merged.hits });
  });

  it('an entity that is equal in all but its id is the same hit, and each of two equal ones is one', () => {
    const before = [stored('true_match'), stored('false_positive', { entityId: 'x-2' }, 'h-2')];
    const numbered = ['y-1', 'y-2'].map((entityId) => found({ entityId }));
    const now = compareResults(before, numbered, newId);
    expect(now.differences).toEqual([]);
    expect(now.hits.map(({ id, matchStatus, found: { entityId } }) => [id, matchStatus, entityId])).toEqual([
      ['h-1', 'true_match', 'y-1'],
      ['h-2', 'false_positive', 'y-2'],
    ]);
    const added = compareResults([before[0] ?? stored('true_match')], [found(), ...numbered], newId);
    expect(added.hits.map(({ id }) => id === 'h-1')).toEqual([true, false, false]);
  });

  it('a former id that several entities name is that of the entity that has it, else of the closest', () => {
    const before = [stored('true_match')];
    const newer = found({ entityId: 'x-2', formerIds: ['x-1'] });
    const both = compareResults(before, [newer, found()], newId);
    expect(both.hits.map(({ found: { entityId }, matchStatus }) => [entityId, matchStatus])).toEqual([
      ['x-2', 'potential_match'],
      ['x-1', 'true_match'],
    ]);
    const divided = compareResults(before, [newer, found({ entityId: 'x-3', formerIds: ['x-1'] })], newId);
    expect(divided.hits.map(({ found: { entityId }, matchStatus }) => [entityId, matchStatus])).toEqual([
      ['x-2', 'true_match'],
      ['x-3', 'potential_match'],
    ]);
    expect(divided.differences).toEqual([{ entityId: 'x-3', kind: 'appeared' }]);
  });
});
