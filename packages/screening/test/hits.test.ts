import { describe, expect, it } from 'vitest';
import type { ListedEntity } from '../src/model/listed-entity.ts';
import { engineVersion } from '../src/score/engine-version.ts';
import { invented, listing } from './support/invented-entity.ts';
import { screenByBoth } from './support/both-screeners.ts';

const born = (year: string): ListedEntity['birth'][number] => ({
  text: year,
  from: `${year}-01-01`,
  to: `${year}-12-31`,
  approximate: false,
});

describe('the order of hits', () => {
  const asked = { name: 'Marekko Dolvan', birthDate: '1968', countries: ['PL'] };
  const warned = [listing('WARNINGS')];
  const fuzzy: ListedEntity['names'] = [{ text: 'Marekko Dolvann', kind: 'primary' }];
  const country = (code: string): ListedEntity['countries'] => [{ code, role: 'nationality' }];
  /** In the order in which they are to be shown, each in front of the next for the reason its id gives. */
  const ordered = [
    invented({ id: '1 agrees in all', birth: [born('1968')], countries: country('PL') }),
    invented({ id: '2 country unknown', birth: [born('1968')] }),
    invented({ id: '3 country another', birth: [born('1968')], countries: country('BR') }),
    invented({ id: '4 birth unknown, id first' }),
    invented({ id: '5 birth unknown, id last' }),
    invented({ id: '6 birth another', birth: [born('1930')] }),
    invented({
      id: '7 weak alias',
      names: [
        { text: 'Oskeld Veyra', kind: 'primary' },
        { text: 'Marekko Dolvan', kind: 'weak' },
      ],
      birth: [born('1968')],
    }),
    invented({ id: '8 not exact, birth unknown', names: fuzzy, countries: country('PL') }),
    invented({
      id: '9 not exact, birth another',
      names: fuzzy,
      birth: [born('1930')],
      countries: country('PL'),
    }),
    invented({ id: 'A no sanctions', listings: warned, birth: [born('1968')], countries: country('PL') }),
    invented({ id: 'B no sanctions, country unknown', listings: warned, birth: [born('1968')] }),
    invented({ id: 'C no sanctions, not exact', names: fuzzy, listings: warned, birth: [born('1968')] }),
  ];
  const expected = ordered.map(({ id }) => id);

  it.each<[string, (entities: ListedEntity[]) => ListedEntity[]]>([
    ['as listed', (entities) => entities],
    ['backwards', (entities) => entities.toReversed()],
    ['turned', (entities) => [...entities.slice(5), ...entities.slice(0, 5)]],
  ])('is the same when entities are loaded %s', (...row) => {
    const [, turn] = row;
    const { hits } = screenByBoth(turn(ordered))(asked, { matchThreshold: 50 });
    expect(hits.map(({ entityId }) => entityId)).toEqual(expected);
  });

  it('goes by score where all else is equal, then by id in code units', () => {
    const of = (id: string, text: string) => invented({ id, names: [{ text, kind: 'primary' }] });
    const entities = [
      of('b', 'Marekko Dolvann'),
      of('a', 'Marekko Ilian Dolvan'),
      of('B', 'Marekko Dolvann'),
    ];
    const { hits } = screenByBoth(entities)({ name: 'Marekko Dolvan' }, { matchThreshold: 50 });
    const score = (id: string): number => hits.find(({ entityId }) => entityId === id)?.score ?? 0;
    expect(score('b')).toBe(score('B'));
    expect(hits.map(({ entityId }) => entityId)).toEqual(
      score('a') > score('b') ? ['a', 'B', 'b'] : ['B', 'b', 'a'],
    );
  });
});

describe('a hit', () => {
  const entity = invented({
    id: 'inv-7',
    formerIds: ['inv-old'],
    names: [
      { text: 'Marekko Dolvan', kind: 'alias' },
      { text: 'DOLVANSKI, Marekko', kind: 'primary', parts: { first: 'Marekko', last: 'DOLVANSKI' } },
      { text: 'marekko  DOLVAN', kind: 'weak' },
      { text: 'Марекко Долван', kind: 'alias' },
      { text: 'Oskeld Veyra', kind: 'former' },
    ],
    birth: [born('1966'), { text: '1968-03-02', from: '1968-03-02', to: '1968-03-02', approximate: false }],
    death: '2001',
    deceased: true,
    gender: 'M',
    countries: [
      { code: 'SE', role: 'residence' },
      { code: 'PL', role: 'nationality' },
      { code: 'BR', role: 'birth' },
    ],
    listings: [
      {
        ...listing('SANCTIONS'),
        url: 'https://list.example/7',
        date: '2020-02-01',
        programme: 'Q',
        title: 'T',
        snippet: 'S',
      },
      listing('WARNINGS'),
      listing('ADVERSE_MEDIA'),
    ],
    associates: [
      { name: 'Илиан Долван', relation: 'brother' },
      { name: 'Ilian Dolvan', relation: 'brother' },
    ],
    positions: ['Harbour master'],
    contentHash: 'abc7',
  });
  const screen = screenByBoth([entity]);

  it('has every field', () => {
    const { hits, ...rest } = screen(
      { name: 'Marekko Dolvan', birthDate: '1968-03-02' },
      { lists: ['WARNINGS', 'SANCTIONS'] },
    );
    const [{ trace, ...hit } = { trace: null }] = hits;
    expect(hit).toEqual({
      entityId: 'inv-7',
      formerIds: ['inv-old'],
      schema: 'Person',
      score: 100,
      nameScore: 100,
      matchTypes: ['aka_exact', 'year_of_birth'],
      matchedName: 'Marekko Dolvan',
      listTypes: ['WARNINGS', 'SANCTIONS'],
      countries: ['PL', 'SE'],
      birthDate: '1968-03-02',
      birthDates: ['1968-03-02', '1966'],
      deathDate: '2001',
      gender: 'M',
      aka: ['Marekko DOLVANSKI', 'Марекко Долван', 'Oskeld Veyra'],
      associates: [
        { name: 'Ilian Dolvan', relation: 'brother' },
        { name: 'Илиан Долван', relation: 'brother' },
      ],
      positions: ['Harbour master'],
      listings: entity.listings.slice(0, 2),
      contentHash: 'abc7',
      keptByRule: false,
    });
    expect(trace).toMatchObject({
      engine: engineVersion(),
      subjectName: 'Marekko Dolvan',
      listedName: 'Marekko Dolvan',
      listedKind: 'alias',
      score: 100,
    });
    expect(rest).toEqual({
      total: 1,
      truncated: false,
      engine: engineVersion(),
      config: expect.stringMatching(/^[0-9a-f]{16}$/),
      snapshot: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  it('shows the date that agrees best, else the most precise', () => {
    const date = (birthDate?: string) =>
      screen({ name: 'Marekko Dolvan', ...(birthDate !== undefined && { birthDate }) }, { matchThreshold: 0 })
        .hits[0]?.birthDate;
    expect([date(), date('1966'), date('1968')]).toEqual(['1968-03-02', '1966', '1968-03-02']);
  });

  it('prefers names of associates in the script of the subject', () => {
    const [hit] = screen({ name: 'Марекко Долван' }).hits;
    expect(hit?.matchedName).toBe('Марекко Долван');
    expect(hit?.associates.map(({ name }) => name)).toEqual(['Илиан Долван', 'Ilian Dolvan']);
  });

  it('goes through JSON unchanged', () => {
    const result = screen({ name: 'Marekko Dolvan' });
    expect(JSON.parse(JSON.stringify(result))).toEqual(result);
  });
});

describe('hits of an entity with several names', () => {
  it('show the name as it is listed, also where names of other entities have the same words', () => {
    const of = (id: string, ...texts: string[]) =>
      invented({ id, names: texts.map((text, at) => ({ text, kind: at === 0 ? 'primary' : 'alias' })) });
    const { hits } = screenByBoth([
      of('a', 'Tarvin Oskeld', 'Tarvin Oskelt', 'Marekko Strubin'),
      of('b', 'TARVIN OSKELD'),
      of('c', 'Dr. Tarvin (Oskeld)', 'Tarvin-Oskeld'),
    ])({ name: 'tarvin oskeld' });
    expect(hits.map(({ entityId, matchedName }) => [entityId, matchedName])).toEqual([
      ['a', 'Tarvin Oskeld'],
      ['b', 'TARVIN OSKELD'],
      ['c', 'Tarvin-Oskeld'],
    ]);
    expect(hits[0]?.trace.runnerUp?.listedName).toBe('Tarvin Oskelt');
  });

  it('are all found, however many names have to be read', () => {
    const ends = ['', ' Veyra', ' Veyra Brenmark'];
    const entities = Array.from({ length: 2_400 }, (_, at) =>
      invented({
        id: `inv-${String(at)}`,
        names: [{ text: `Tarvin Oskeld${ends[at % ends.length] ?? ''}`, kind: 'primary' }],
      }),
    );
    const { total } = screenByBoth(entities)({ name: 'Tarvin Oskeld' }, { matchThreshold: 70, limit: 3 });
    expect(total).toBe(2_400);
  });
});
