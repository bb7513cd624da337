import { describe, expect, it } from 'vitest';
import { invented } from './support/invented-entity.ts';
import type { ListedEntity } from '../src/model/listed-entity.ts';
import type { MatchType, Schema, ScreeningOptions, Subject } from '../src/model/screening-types.ts';
import { screenByBoth } from './support/both-screeners.ts';

function typesOf(
  listed: Partial<ListedEntity>,
  subject: Subject,
  options: Partial<ScreeningOptions> = {},
): MatchType[] | undefined {
  const schema = subject.schema ?? 'Person';
  const screen = screenByBoth([invented({ schema, ...listed })]);
  return screen(subject, { matchThreshold: 30, ...options }).hits[0]?.matchTypes;
}

describe('the primary match type', () => {
  it.each<[reason: string, schema: Schema, query: string, listed: string, form: string]>([
    ['the same words', 'Person', 'Marekko Dolvan', 'Marekko Dolvan', 'exact'],
    ['the same words in another case and order', 'Person', 'Marekko Dolvan', 'DOLVAN, Marékko', 'exact'],
    ['the same words after removals', 'Person', 'Marekko Dolvan', 'Dr. Marekko Dolvan', 'exact'],
    ['one edit', 'Person', 'Marekko Strubine', 'Marekko Strubinn', 'fuzzy'],
    ['an edit beside an initial', 'Person', 'M. Strubine Ostrelko', 'Marekko Strubinn Ostrelko', 'fuzzy'],
    ['a nickname', 'Person', 'Bill Strubine', 'William Strubine', 'equivalent'],
    ['an initial and its word', 'Person', 'M. Strubine Dolvan', 'Marekko Strubine Dolvan', 'equivalent'],
    ['another script', 'Person', 'Marekko Strubin', 'Марекко Струбин', 'equivalent'],
    ['a word without partner', 'Person', 'Marekko Dolvan', 'Marekko Ilian Dolvan', 'fuzzy'],
    ['a synonym of an organisation', 'Company', 'Velmora Bank', 'Velmora Banque', 'equivalent'],
    ['a number written otherwise', 'Company', 'Velmora 3 Works', 'Velmora III Works', 'exact'],
  ])('%s: %s "%s", "%s": %s', (...row) => {
    const [, schema, name, text, form] = row;
    const of = (kind: 'primary' | 'alias' | 'former' | 'weak') =>
      typesOf({ names: [{ text, kind }] }, { schema, name })?.[0];
    expect([of('primary'), of('alias'), of('former'), of('weak')]).toEqual(
      [`name_${form}`, `aka_${form}`, `aka_${form}`, `aka_${form}`].map((type) =>
        form === 'equivalent' ? type.replace(/(name|aka)_equivalent/, 'equivalent_$1') : type,
      ),
    );
  });

  it.each<[reason: string, schema: Schema, query: string, listed: string]>([
    ['words joined', 'Person', 'Marekko Van Strubine', 'Marekko Vanstrubine'],
    ['an acronym', 'Company', 'Velmora Quorlan Strubine Works', 'VQSW'],
  ])('%s is unknown', (...row) => {
    const [, schema, name, text] = row;
    expect(
      typesOf({ names: [{ text, kind: 'primary' }] }, { schema, name }, { matchThreshold: 0 })?.[0],
    ).toBe('unknown');
  });

  it('agreement by sound is phonetic', () => {
    const types = (kind: 'primary' | 'alias') =>
      typesOf(
        { names: [{ text: 'Tarvin Brenmark', kind }] },
        { name: 'Dervin Brenmark' },
        { matchThreshold: 0 },
      );
    expect([types('primary')?.[0], types('alias')?.[0]]).toEqual(['phonetic_name', 'phonetic_aka']);
  });

  it('an identifier alone is unknown', () => {
    const identifiers = [{ value: 'AB 773311', type: 'passport' }];
    expect(typesOf({ identifiers }, { name: 'Oskeld Veyra', identifiers })).toEqual([
      'unknown',
      'name_variations_removal',
    ]);
  });

  it('words that swap their roles are not exact', () => {
    const names = [
      { text: 'Strubine Dolvan', kind: 'primary' as const, parts: { first: 'Strubine', last: 'Dolvan' } },
    ];
    expect(typesOf({ names }, { firstName: 'Dolvan', lastName: 'Strubine' })?.[0]).toBe('name_fuzzy');
  });

  it('equality under exactMatch is exact', () => {
    const names = (kind: 'primary' | 'alias') => [{ text: 'Marekko Dolvan', kind }];
    const exactMatch = { exactMatch: true };
    expect(typesOf({ names: names('primary') }, { name: 'Marekko Dolvan' }, exactMatch)).toEqual([
      'name_exact',
    ]);
    expect(typesOf({ names: names('alias') }, { name: 'Marekko Dolvan' }, exactMatch)).toEqual(['aka_exact']);
    expect(typesOf({ names: names('primary') }, { name: 'marekko dolvan' }, exactMatch)).toBeUndefined();
  });
});

describe('the secondary match types', () => {
  it.each<[reason: string, schema: Schema, query: string, listed: string, types: string[]]>([
    [
      "a word of the subject's name too many",
      'Person',
      'Marekko Ilian Dolvan',
      'Marekko Dolvan',
      ['name_variations_removal'],
    ],
    ['a word of the listed name too many', 'Person', 'Marekko Dolvan', 'Marekko Ilian Dolvan', []],
    [
      'a title on the listed side',
      'Person',
      'Marekko Dolvan',
      'Sheikh Marekko Dolvan',
      ['removed_personal_title'],
    ],
    [
      "a title on the subject's side",
      'Person',
      'Mrs Marekko Dolvan',
      'Marekko Dolvan',
      ['removed_personal_title'],
    ],
    ['another title', 'Person', 'Mrs Marekko Dolvan', 'Dr Marekko Dolvan', ['removed_personal_title']],
    ['the same title', 'Person', 'Dr Marekko Dolvan', 'Dr. Marekko Dolvan', []],
    ['a suffix', 'Person', 'Marekko Dolvan PhD', 'Marekko Dolvan', ['removed_personal_suffix']],
    [
      'a title and a suffix',
      'Person',
      'Dr Marekko Dolvan',
      'Marekko Dolvan OBE',
      ['removed_personal_title', 'removed_personal_suffix'],
    ],
    ['a legal form in front', 'Company', 'Velmora', 'OOO Velmora', ['removed_organisation_prefix']],
    ['a legal form at the end', 'Company', 'Velmora Ltd', 'Velmora', ['removed_organisation_suffix']],
    ['a form of another kind', 'Company', 'Velmora GmbH', 'Velmora AG', ['removed_organisation_suffix']],
    ['the same form', 'Company', 'Velmora Ltd', 'VELMORA LIMITED', []],
    ['a clerical mark', 'Person', 'Marekko Dolvan', 'Marekko Dolvan (deceased)', ['removed_clerical_mark']],
  ])('%s: %s "%s", "%s"', (...row) => {
    const [, schema, name, text, expected] = row;
    expect(typesOf({ names: [{ text, kind: 'primary' }] }, { schema, name })?.slice(1)).toEqual(expected);
  });

  it.each<[subject: string, listed: string, exactMatch: boolean, types: MatchType[]]>([
    ['1968', '1968', false, ['year_of_birth']],
    ['1968-04-03', '1968', false, ['year_of_birth']],
    ['1968', '1969', false, ['year_of_birth']],
    ['1968', '1970', false, []],
    ['1968', '1968', true, ['year_of_birth']],
    ['1968', '1969', true, []],
  ])('born %s and %s, exactMatch %s: %j', (...row) => {
    const [birthDate, year, exactMatch, expected] = row;
    const birth = [{ text: year, from: `${year}-01-01`, to: `${year}-12-31`, approximate: false }];
    expect(typesOf({ birth }, { name: 'Marekko Dolvan', birthDate }, { exactMatch })?.slice(1)).toEqual(
      expected,
    );
  });
});
