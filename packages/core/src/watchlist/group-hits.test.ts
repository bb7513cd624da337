import { describe, expect, it } from 'vitest';
import type { FoundHit } from './found-hit.ts';
import { groupHits } from './group-hits.ts';

interface Listed extends Partial<FoundHit> {
  current?: boolean;
  /** A number of the person that is also on the list. */
  number?: string;
}

const hit = (id: string, { current = true, number, ...over }: Listed = {}) => ({
  current,
  found: {
    entityId: id,
    formerIds: [],
    score: 90,
    matchTypes: ['name_exact'],
    matchedName: 'Dario Velmont',
    listTypes: ['SANCTIONS' as const],
    countries: [],
    countryNames: [],
    birthDate: '1971-06-02',
    deathDate: null,
    gender: null,
    aka: [],
    associates: [],
    positions: [],
    listings: [],
    trace: { listedKind: 'primary' as const, pairs: [], leftQuery: [], leftListed: [] },
    ...(number === undefined
      ? {}
      : {
          explanation: {
            score: 90,
            summary: '',
            settledBy: [],
            evidence: [
              { field: 'identifier' as const, subject: number, listed: number, relation: 'same', points: 5 },
            ],
          },
        }),
    ...over,
  },
});

const ids = (...hits: ReturnType<typeof hit>[]) =>
  groupHits(hits).map((group) => group.map(({ found }) => found.entityId));

describe('hits that evidently are one listed person (A-410)', () => {
  it.each<[string, Listed, Listed, boolean]>([
    ['a name and a full birth date agree', {}, {}, true],
    ['the name is written in another order and case', {}, { matchedName: 'VELMONT, Dario' }, true],
    [
      'only another name of one of them agrees',
      { aka: ['Dario Velmond'] },
      { matchedName: 'Dario Velmond' },
      true,
    ],
    [
      'a document spells the name otherwise',
      { matchedName: 'Dario Müller' },
      { matchedName: 'Dario Mueller' },
      true,
    ],
    [
      'names of another script agree',
      { matchedName: 'داريو فيلمونت' },
      { matchedName: 'داريو فيلمونت' },
      true,
    ],
    ['one of several birth dates agrees', {}, { birthDate: '', birthDates: ['1970', '1971-06-02'] }, true],
    ['names differ', {}, { matchedName: 'Dario Belmont' }, false],
    ['a name has a word more', {}, { matchedName: 'Dario Luis Velmont' }, false],
    ['only one word of a name is known', { matchedName: 'Dario' }, { matchedName: 'Dario' }, false],
    ['only the year of birth is known', { birthDate: '1971' }, { birthDate: '1971' }, false],
    ['no birth date is known', { birthDate: '' }, { birthDate: '' }, false],
    ['full birth dates differ', {}, { birthDate: '1971-06-03' }, false],
    ['1 January is written for a year', { birthDate: '1971-01-01' }, { birthDate: '1971-01-01' }, false],
    [
      '1 January, and a country is shared',
      { birthDate: '1971-01-01', countries: ['CO', 'EC'] },
      { birthDate: '1971-01-01', countries: ['EC'] },
      true,
    ],
    ['genders differ', { gender: 'M' }, { gender: 'F' }, false],
    ['dates of death differ', { deathDate: '2019' }, { deathDate: '2020-03-01' }, false],
    ['a date of death is more precise', { deathDate: '2020' }, { deathDate: '2020-03-01' }, true],
    [
      'both have the number of the person',
      { number: 'P1' },
      { number: 'P1', matchedName: 'D V', birthDate: '' },
      true,
    ],
    ['both have one of two numbers', { number: 'P1' }, { number: 'P2', birthDate: '' }, false],
    [
      'the number agrees and birth dates differ',
      { number: 'P1' },
      { number: 'P1', birthDate: '1970-06-02' },
      false,
    ],
    [
      'one names the other among its former ids',
      { birthDate: '' },
      { birthDate: '', formerIds: ['a'] },
      true,
    ],
    [
      'a list divided one entry into both',
      { birthDate: '', formerIds: ['old'] },
      { birthDate: '', formerIds: ['old'] },
      false,
    ],
    [
      'a list divided one entry into both, and they have name and birth date in common',
      { formerIds: ['old'] },
      { formerIds: ['old'] },
      false,
    ],
    [
      'a list divided one entry into both, and both have the number of the person',
      { number: 'P1', formerIds: ['old', 'older'] },
      { number: 'P1', formerIds: ['old'] },
      false,
    ],
    [
      'one names the other, and both an earlier one, among their former ids',
      { birthDate: '', formerIds: ['old'] },
      { birthDate: '', formerIds: ['old', 'a'] },
      true,
    ],
    ['one is no hit any more', {}, { current: false }, false],
  ])('%s', (_, a, b, isOne) => {
    expect(ids(hit('a', a), hit('b', b))).toEqual(isOne ? [['a', 'b']] : [['a'], ['b']]);
    expect(ids(hit('b', b), hit('a', { ...a, formerIds: a.formerIds ?? [] }))).toEqual(
      isOne ? [['b', 'a']] : [['b'], ['a']],
    );
  });

  it('follow each other where the first of them is, and the others keep their order', () => {
    const other = { matchedName: 'Dario Belmont' };
    expect(ids(hit('a'), hit('b', other), hit('c'), hit('d', { birthDate: '' }), hit('e', other))).toEqual([
      ['a', 'c'],
      ['b', 'e'],
      ['d'],
    ]);
  });

  it('are not put together by one that agrees with two people', () => {
    const between = { birthDate: '', birthDates: ['1971-06-02', '1975-09-30'] };
    expect(ids(hit('a'), hit('b', between), hit('c', { birthDate: '1975-09-30' }))).toEqual([
      ['a', 'b'],
      ['c'],
    ]);
  });
});
