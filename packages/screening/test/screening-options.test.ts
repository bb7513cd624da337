import { describe, expect, it } from 'vitest';
import type { ListedEntity } from '../src/model/listed-entity.ts';
import { invented, listing } from './support/invented-entity.ts';
import { defaultPolicies, type Policies } from '../src/model/policies.ts';
import type { Hit, ScreeningOptions, Subject } from '../src/model/screening-types.ts';
import { screenByBoth } from './support/both-screeners.ts';

const subject: Subject = { firstName: 'Marekko', lastName: 'Dolvan' };
const primary = (text: string): ListedEntity['names'] => [{ text, kind: 'primary' }];
const born = (year: string): ListedEntity['birth'] => [
  { text: year, from: `${year}-01-01`, to: `${year}-12-31`, approximate: false },
];

function hitsOf(
  entities: readonly ListedEntity[],
  options: Partial<ScreeningOptions> = {},
  { asked = subject, policies = defaultPolicies }: { asked?: Subject; policies?: Policies } = {},
): Hit[] {
  return screenByBoth(entities, policies)(asked, options).hits;
}

function idsOf(...asked: Parameters<typeof hitsOf>): string[] {
  return hitsOf(...asked).map(({ entityId }) => entityId);
}

describe('lists', () => {
  const entities = [
    invented({ id: 'office', listings: [listing('PEP_CLASS_2')] }),
    invented({ id: 'both', listings: [listing('SANCTIONS'), listing('PEP_CLASS_2')] }),
    invented({ id: 'none', listings: [] }),
    invented({ id: 'press', listings: [listing('ADVERSE_MEDIA')] }),
  ];
  it.each<[ScreeningOptions['lists'], [string, string[]][]]>([
    [
      ['SANCTIONS', 'PEP_CLASS_2'],
      [
        ['both', ['SANCTIONS', 'PEP_CLASS_2']],
        ['office', ['PEP_CLASS_2']],
      ],
    ],
    [
      ['PEP_CLASS_2'],
      [
        ['both', ['PEP_CLASS_2']],
        ['office', ['PEP_CLASS_2']],
      ],
    ],
    [['ADVERSE_MEDIA', 'WARNINGS'], [['press', ['ADVERSE_MEDIA']]]],
    [['FITNESS_PROBITY'], []],
  ])('%j', (lists, expected) => {
    const hits = hitsOf(entities, { lists });
    expect(hits.map((hit) => [hit.entityId, hit.listTypes])).toEqual(expected);
    for (const hit of hits) for (const { list } of hit.listings) expect(lists).toContain(list);
  });
});

describe('the threshold', () => {
  const texts = [
    'Marekko Dolvan',
    'Marekko Dolvann',
    'Marekko Ilian Dolvan',
    'M Dolvan',
    'Dolvan',
    'Marekko Strubine',
    'Oskeld Dolvan',
    'Марекко Долван',
    'Oskeld Veyra',
  ];
  const entities = texts.map((text, index) => invented({ id: `inv-${String(index)}`, names: primary(text) }));
  it('P8: a higher one gives a subset with equal scores; nothing shared is no hit at 0', () => {
    const screen = screenByBoth(entities);
    const scoresAt = (matchThreshold: number) =>
      screen(subject, { matchThreshold }).hits.map(({ entityId, score }) => [entityId, score] as const);
    const all = scoresAt(0);
    expect(all.map(([id]) => id)).not.toContain('inv-8');
    expect(all.length).toBeGreaterThan(5);
    for (const threshold of [1, 30, 50, 60, 70, 79, 80, 81, 90, 95, 99, 100])
      expect(scoresAt(threshold)).toEqual(all.filter(([, score]) => score >= threshold));
  });
});

describe('exactMatch', () => {
  it.each<[reason: string, listed: string, found: boolean]>([
    ['first last', 'Marekko Dolvan', true],
    ['more white space', ' Marekko   Dolvan ', true],
    ['another case', 'MAREKKO DOLVAN', false],
    ['another case of one letter', 'Marekko dolvan', false],
    ['last, first', 'Dolvan, Marekko', true],
    ['last first', 'Dolvan Marekko', false],
    ['an accent', 'Márekko Dolvan', false],
    ['a title', 'Dr Marekko Dolvan', false],
    ['punctuation', 'Marekko Dolvan.', false],
    ['one edit', 'Marekko Dolvann', false],
    ['another script', 'Марекко Долван', false],
  ])('%s: "%s"', (...row) => {
    const [, text, found] = row;
    const hits = hitsOf([invented({ names: primary(text) })], { exactMatch: true, matchThreshold: 100 });
    expect(hits.map(({ score, matchTypes }) => [score, matchTypes])).toEqual(
      found ? [[100, ['name_exact']]] : [],
    );
  });

  it('treats decomposed letters as composed ones', () => {
    const entities = [invented({ names: primary('Marékko Dolvan') })];
    const asked = { name: 'Mare\u0301kko Dolvan' };
    expect(idsOf(entities, { exactMatch: true }, { asked })).toEqual(['inv-1']);
  });

  it('lets evidence change the order, neither hits nor scores', () => {
    const entities = [
      invented({ id: 'a', birth: born('1950') }),
      invented({ id: 'b', birth: born('1968') }),
      invented({ id: 'c' }),
    ];
    const hits = hitsOf(entities, { exactMatch: true }, { asked: { ...subject, birthDate: '1968' } });
    expect(hits.map(({ entityId, score }) => [entityId, score])).toEqual([
      ['b', 100],
      ['c', 100],
      ['a', 100],
    ]);
  });

  it('applies filters as usual', () => {
    const entities = [
      invented({ id: 'dead', deceased: true }),
      invented({ id: 'office', listings: [listing('PEP_CLASS_1')] }),
      invented({ id: 'kept' }),
    ];
    const options = { exactMatch: true, excludeDeceased: true, lists: ['SANCTIONS' as const] };
    expect(idsOf(entities, options)).toEqual(['kept']);
  });
});

describe('countries', () => {
  const of = (id: string, countries: [string, ListedEntity['countries'][number]['role']][]) =>
    invented({
      id,
      listings: [listing('WARNINGS')],
      countries: countries.map(([code, role]) => ({ code, role })),
    });
  const entities = [
    of('citizen', [['PL', 'nationality']]),
    of('resident', [['PL', 'residence']]),
    of('address', [['PL', 'address']]),
    of('elsewhere', [['BR', 'nationality']]),
    of('born there', [['PL', 'birth']]),
    of('born there, citizen elsewhere', [
      ['PL', 'birth'],
      ['BR', 'nationality'],
    ]),
    of('unknown', []),
  ];
  it('passes entities that share one or have none; birth counts only when nothing else is known', () => {
    expect(idsOf(entities, { countries: ['PL', 'SE'] }).sort()).toEqual(
      ['address', 'born there', 'citizen', 'resident', 'unknown'].sort(),
    );
    expect(idsOf(entities)).toHaveLength(entities.length);
  });

  it.each<[listed: string, filter: string, found: boolean]>([
    ['SU', 'RU', true],
    ['SU', 'KZ', true],
    ['YU', 'HR', true],
    ['CS', 'RS', true],
    ['CS', 'ME', true],
    ['DD', 'DE', true],
    ['SU', 'PL', false],
    ['RU', 'KZ', false],
  ])('a listed %s and a filter of %s: %j', (code, filter, found) => {
    const entity = of('entity', [[code, 'nationality']]);
    expect(idsOf([entity], { countries: [filter] })).toEqual(found ? ['entity'] : []);
  });

  it('sanctions pass whatever their country, while they are selected', () => {
    const entity = invented({
      countries: [{ code: 'BR', role: 'nationality' }],
      listings: [listing('SANCTIONS'), listing('WARNINGS')],
    });
    const [hit] = hitsOf([entity], { countries: ['PL'] });
    expect(hit?.listTypes).toEqual(['SANCTIONS', 'WARNINGS']);
    expect(hitsOf([entity], { countries: ['PL'], lists: ['WARNINGS'] })).toEqual([]);
  });
});

describe('excludeDeceased', () => {
  const entities = [
    invented({ id: 'dated', deceased: true, death: '1999-04-01' }),
    invented({ id: 'said so', deceased: true }),
    invented({ id: 'old', birth: born('1890') }),
    invented({ id: 'warned', deceased: true, listings: [listing('WARNINGS')] }),
    invented({ id: 'alive', birth: born('1960') }),
  ];
  it('leaves out deceased people, of sanctions lists too; great age alone does not count', () => {
    expect(idsOf(entities)).toHaveLength(5);
    expect(idsOf(entities, { excludeDeceased: true }).sort()).toEqual(['alive', 'old']);
  });
  it('counts people born before a configured year as dead', () => {
    const policies = { ...defaultPolicies, deceasedBornBefore: 1900 };
    expect(idsOf(entities, { excludeDeceased: true }, { policies })).toEqual(['alive']);
    expect(idsOf(entities, {}, { policies })).toHaveLength(5);
  });
});

describe('weak aliases', () => {
  const names: ListedEntity['names'] = [
    { text: 'Oskeld Veyra', kind: 'primary' },
    { text: 'Marekko Dolvan', kind: 'weak' },
  ];
  const entities = [
    invented({ id: 'both', names, listings: [listing('SANCTIONS'), listing('WARNINGS')] }),
    invented({ id: 'warned', names, listings: [listing('WARNINGS')] }),
  ];
  it.each<[Policies['weakAliases'], [string, string[]][]]>([
    ['sanctions', [['both', ['SANCTIONS']]]],
    [
      'all',
      [
        ['both', ['SANCTIONS', 'WARNINGS']],
        ['warned', ['WARNINGS']],
      ],
    ],
    ['none', []],
  ])('under the policy %s', (weakAliases, expected) => {
    const hits = hitsOf(entities, {}, { policies: { ...defaultPolicies, weakAliases } });
    expect(hits.map((hit) => [hit.entityId, hit.listTypes])).toEqual(expected);
  });
  it('count for nothing while sanctions are not selected', () => {
    expect(hitsOf(entities, { lists: ['WARNINGS'] })).toEqual([]);
  });
});

describe('the year of birth', () => {
  it('moves scores and filters no entity', () => {
    const entities = [
      invented({ id: 'same', names: primary('Marekka Dolvenn'), birth: born('1968') }),
      invented({ id: 'unknown', names: primary('Marekka Dolvenn') }),
      invented({ id: 'near', names: primary('Marekka Dolvenn'), birth: born('1969') }),
      invented({ id: 'other', names: primary('Marekka Dolvenn'), birth: born('1930') }),
    ];
    const scores = (asked: Subject) =>
      new Map(hitsOf(entities, { matchThreshold: 0 }, { asked }).map((hit) => [hit.entityId, hit.score]));
    const without = scores(subject);
    const base = without.get('unknown') ?? 0;
    expect(new Set(without.values())).toEqual(new Set([base]));
    const withYear = scores({ ...subject, birthDate: '1968' });
    expect([...withYear].map(([id, score]) => [id, Math.round((score - base) * 100) / 100]).sort()).toEqual([
      ['near', 0],
      ['other', -20],
      ['same', 3],
      ['unknown', 0],
    ]);
  });
});

describe('limit', () => {
  const entities = Array.from({ length: 7 }, (_, index) => invented({ id: `inv-${String(7 - index)}` }));
  it('cuts after sorting, and reports that', () => {
    const { hits, total, truncated } = screenByBoth(entities)(subject, { limit: 3 });
    expect(hits.map(({ entityId }) => entityId)).toEqual(['inv-1', 'inv-2', 'inv-3']);
    expect([total, truncated]).toEqual([7, true]);
  });
  it.each([
    ['without a birth date', subject],
    ['with one, which is evidence', { ...subject, birthDate: '1971' }],
  ])(
    'returns behind it those that are to be kept, in their order, and counts as before: %s',
    (_what, asked) => {
      const keeps = ({ id }: ListedEntity) => id === 'inv-6' || id === 'inv-5' || id === 'inv-1';
      const { hits, total, truncated } = screenByBoth(entities)(asked, { limit: 2 }, keeps);
      expect(hits.map(({ entityId }) => entityId)).toEqual(['inv-1', 'inv-2', 'inv-5', 'inv-6']);
      expect([total, truncated]).toEqual([7, true]);
    },
  );
  it('reports no cut when it cuts nothing', () => {
    const { hits, total, truncated } = screenByBoth(entities)(subject, { limit: 7 });
    expect([hits.length, total, truncated]).toEqual([7, 7, false]);
  });
});
