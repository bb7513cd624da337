import { describe, expect, it } from 'vitest';
import { contentHash } from '../../src/lists/content-hash.ts';
import type { ListedEntity } from '../../src/model/listed-entity.ts';

const listing = {
  list: 'SANCTIONS' as const,
  source: 'example',
  sourceName: 'Example',
  url: 'https://lists.example/1',
  date: '2021-05-04',
  programme: 'EX-1',
  title: null,
  snippet: 'A remark.',
};
const entity: Omit<ListedEntity, 'contentHash'> = {
  id: 'a',
  formerIds: [],
  schema: 'Person',
  names: [
    { text: 'Tarvin Brennmark', kind: 'primary' },
    { text: 'Tarvin Lodvik', kind: 'former' },
  ],
  birth: [{ text: '1968', from: '1968-01-01', to: '1968-12-31', approximate: false }],
  death: null,
  deceased: false,
  gender: 'M',
  countries: [
    { code: 'BY', role: 'nationality' },
    { code: 'IT', role: 'address' },
  ],
  identifiers: [{ value: 'ZX4410097', type: 'passport' }],
  listings: [listing],
  associates: [],
  positions: [],
};

describe('the content hash', () => {
  it('is 32 hexadecimal digits', () => {
    expect(contentHash(entity)).toMatch(/^[0-9a-f]{32}$/u);
  });

  it.each<[string, Partial<ListedEntity>]>([
    ['order of names', { names: entity.names.toReversed() }],
    ['order of countries', { countries: entity.countries.toReversed() }],
    ['another id', { id: 'b', formerIds: ['a'] }],
    ['a new address of a source', { listings: [{ ...listing, url: 'https://lists.example/2' }] }],
    ['wording of a remark', { listings: [{ ...listing, snippet: 'Another remark.' }] }],
    ['a repeated listing', { listings: [listing, { ...listing, title: 'Again' }] }],
  ])('does not change with %s', (_, change) => {
    expect(contentHash({ ...entity, ...change })).toBe(contentHash(entity));
  });

  it.each<[string, Partial<ListedEntity>]>([
    ['a name', { names: [...entity.names, { text: 'Tarv', kind: 'weak' }] }],
    ['the kind of a name', { names: entity.names.map(({ text }) => ({ text, kind: 'alias' as const })) }],
    ['birth', { birth: [] }],
    ['death', { death: '2019', deceased: true }],
    ['gender', { gender: null }],
    ['countries', { countries: [] }],
    ['identifiers', { identifiers: [] }],
    ['a list', { listings: [listing, { ...listing, list: 'WARNINGS' }] }],
    ['the date of a listing', { listings: [{ ...listing, date: '2022' }] }],
    ['schema', { schema: 'Unknown' }],
  ])('changes with %s', (_, change) => {
    expect(contentHash({ ...entity, ...change })).not.toBe(contentHash(entity));
  });

  // Stored hashes are compared with those of later loads: a hash that changes is a change of the entity to everybody.
  it.each<[string, Partial<ListedEntity>, string]>([
    ['plain texts', {}, 'e270b49d33b6cc19cfee86d58f0b478c'],
    [
      'several rows, some of them twice',
      {
        countries: [...entity.countries, ...entity.countries],
        listings: [listing, { ...listing, programme: null, date: null }],
      },
      '7073e17933a56d1b5d8655828e1bba31',
    ],
    [
      'texts that JSON escapes, and other scripts',
      {
        names: [
          { text: 'Tarvin "T" \\ Brennmark', kind: 'primary', parts: { first: 'Tarvin', last: 'Brennmark' } },
          { text: 'Ž\u0065\u0301ka 王小明 \ud800', kind: 'weak' },
        ],
      },
      'd7c23a6553ff97670a90960886ac8466',
    ],
  ])('is as stored for %s', (_, change, expected) => {
    expect(contentHash({ ...entity, ...change })).toBe(expected);
  });
});
