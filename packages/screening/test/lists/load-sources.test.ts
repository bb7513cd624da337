import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SourceFormat } from '../../src/lists/read-sources.ts';
import { summary, type Summary } from './entity-summary.ts';
import { fixture, readAll, readOne } from './read-fixture.ts';

const common = {
  schema: 'Person',
  gender: 'M',
  identifiers: ['passport ZX4410097 BY'],
  associates: [] as string[],
};

const golden: [SourceFormat, string[], string, Partial<Summary>][] = [
  [
    'ofac-csv',
    ['sdn_comments.csv', 'add.csv', 'sdn.csv', 'alt.csv'],
    'ofac-101',
    {
      ...common,
      names: [
        'primary: BRENNMARK, Tarvin Oskeld (Tarvin Oskeld | BRENNMARK)',
        'alias: BRENMARK, Tarvin (Tarvin | BRENMARK)',
        'former: LODVIK, Tarvin (Tarvin | LODVIK)',
        'weak: OSKELD',
      ],
      birth: ['1968-03-12', '~1969'],
      countries: ['BY address', 'BY birth', 'BY nationality'],
      identifiers: ['passport ZX4410097 BY', 'nationalid 0004417 BY'],
      listings: ['SANCTIONS EXAMPLE1 -', 'SANCTIONS EXAMPLE2 -'],
      associates: ['MERILUND TRADING HOUSE, LLC', 'Ysolde Ann VALE'],
    },
  ],
  [
    'ofac-csv',
    ['sdn.csv', 'alt.csv', 'add.csv'],
    'ofac-102',
    {
      schema: 'Organization',
      names: ['primary: MERILUND TRADING HOUSE, LLC', 'alias: MERILUND TH'],
      countries: ['RU address'],
      identifiers: ['tax 007700998877 RU'],
    },
  ],
  [
    'ofac-csv',
    ['sdn.csv'],
    'ofac-103',
    {
      schema: 'Vessel',
      countries: ['PA flag'],
      identifiers: ['callsign PQ12 -', 'imo 9074729 -', 'mmsi 273349220 -'],
      associates: ['Hallasund Logistics GmbH'],
    },
  ],
  [
    'ofac-csv',
    ['sdn.csv', 'sdn_comments.csv'],
    'ofac-104',
    {
      names: ['primary: OLUSADE, Perpetua "Pepa" Nkemdi (Perpetua "Pepa" Nkemdi | OLUSADE)'],
      birth: ['1945 to 1949'],
      countries: ['NG birth'],
      gender: 'F',
    },
  ],
  [
    'un-xml',
    ['un.xml'],
    'un-6900001',
    {
      ...common,
      names: [
        'primary: TARVIN OSKELD BRENNMARK',
        'primary: Тарвин Бреннмарк',
        'alias: Tarvin Brenmark',
        'alias: Tarwin Brenmark',
        'weak: Oskeld',
        'alias: Тарвин Лодвик',
        'alias: Tarvin Lodvik',
        'alias: Tarvin Lodwik',
      ],
      birth: ['1968-03-12', '~1969', '1966 to 1970', '1967-11'],
      countries: ['BY nationality', 'IT address', 'LV birth'],
      listings: ['SANCTIONS Example 2012-12-31'],
    },
  ],
  [
    'un-xml',
    ['un.xml'],
    'un-6900002',
    {
      schema: 'Organization',
      names: ['primary: EXAMPLE RIVER COMMISSION', 'alias: ERC', 'former: Example Brook Commission'],
      countries: [],
    },
  ],
  [
    'eu-xml',
    ['eu.xml'],
    'eu-71',
    {
      ...common,
      names: [
        'primary: Tarvin Oskeld Brennmark (Tarvin Oskeld | Brennmark)',
        'alias: Тарвин Бреннмарк',
        'weak: Oskeld',
        'weak: Tarv',
      ],
      birth: ['1968-03-12', '~1969'],
      countries: ['LV birth', 'BY nationality', 'IT address'],
      listings: ['SANCTIONS EXA 2021-05-04'],
    },
  ],
  [
    'uk-xml',
    ['uk.xml'],
    'uk-EXA0001',
    {
      ...common,
      names: [
        'primary: Tarvin Oskeld BRENNMARK (Tarvin Oskeld | BRENNMARK)',
        'weak: OSKELD',
        'alias: Tarvin LODVIK (Tarvin | LODVIK)',
        'primary: Тарвин Бреннмарк',
      ],
      birth: ['1968', '1968-03-12'],
      countries: ['BY nationality', 'IT address', 'LV birth'],
      identifiers: ['passport ZX4410097 -'],
      listings: ['SANCTIONS Example Regime 2021-05-04'],
    },
  ],
  [
    'ofac-xml',
    ['sdn.xml'],
    'ofac-101',
    {
      ...common,
      names: [
        'primary: Tarvin Oskeld BRENNMARK (Tarvin Oskeld | BRENNMARK)',
        'weak: OSKELD',
        'former: Tarvin LODVIK (Tarvin | LODVIK)',
      ],
      birth: ['1968-03-12'],
      countries: ['LV birth', 'BY nationality', 'IT address'],
      listings: ['SANCTIONS EXAMPLE1 -', 'SANCTIONS EXAMPLE2 -'],
    },
  ],
  [
    'ofac-advanced',
    ['sdn_advanced.xml'],
    'ofac-101',
    {
      ...common,
      names: [
        'primary: Tarvin Oskeld BRENNMARK (Tarvin Oskeld | BRENNMARK)',
        'primary: Тарвин Бреннмарк (Тарвин | Бреннмарк)',
        'weak: OSKELD',
        'former: Tarvin LODVIK (Tarvin | LODVIK)',
      ],
      birth: ['1968-03-12'],
      countries: ['BY nationality', 'IT address'],
      listings: ['SANCTIONS EXAMPLE1 2021-05-04'],
      associates: ['MERILUND TRADING HOUSE, LLC'],
    },
  ],
  [
    'csl-csv',
    ['csl.csv'],
    'csl-a1',
    {
      ...common,
      names: [
        'primary: BRENNMARK, Tarvin Oskeld (Tarvin Oskeld | BRENNMARK)',
        'alias: LODVIK, Tarvin (Tarvin | LODVIK)',
        'alias: OSKELD',
      ],
      birth: ['1968-03-12'],
      countries: ['BY nationality', 'IT address', 'LV birth'],
      listings: ['SANCTIONS EXAMPLE1 2021-05-04'],
    },
  ],
  ['csl-csv', ['csl.csv'], 'csl-a2', { listings: ['FITNESS_PROBITY - -'] }],
  ['csl-csv', ['csl.csv'], 'csl-a3', { listings: [] }],
  [
    'senzing',
    ['senzing.jsonl'],
    's-1',
    {
      ...common,
      names: ['primary: Tarvin Oskeld Brennmark (Tarvin Oskeld | Brennmark)', 'alias: Tarvin Lodvik'],
      birth: ['1968-03-12'],
      countries: ['BY nationality'],
      listings: ['PEP_CLASS_1 - -', 'SANCTIONS - -'],
    },
  ],
  [
    'senzing',
    ['senzing.jsonl'],
    's-2',
    {
      schema: 'Organization',
      names: ['primary: Merilund Trading House LLC'],
      countries: ['RU jurisdiction'],
      identifiers: ['tax 007700998877 RU'],
      listings: ['SANCTIONS - -'],
    },
  ],
  [
    'targets-simple',
    ['targets.simple.csv'],
    'inv-t1',
    {
      names: ['primary: Tarvin Brennmark', 'alias: Тарвин Бреннмарк', 'alias: Brennmark; Tarvin'],
      birth: ['1968-03', '1969'],
      countries: ['BY nationality', 'RU nationality'],
      identifiers: ['- 0004417 -'],
      listings: ['SANCTIONS Example Programme -'],
    },
  ],
  [
    'native',
    ['house.jsonl'],
    'house-17',
    {
      names: ['primary: Perpetua Nkemdi Olusade', 'alias: P. N. Olusade'],
      birth: ['1984'],
      gender: 'F',
      countries: ['NG nationality'],
      identifiers: ['passport A0012345 NG'],
      listings: ['ADVERSE_MEDIA - 2025-03-02'],
      associates: ['Denholm Aske Wyverley'],
    },
  ],
  [
    'native',
    ['house.csv'],
    'csv-1',
    {
      names: ['primary: Olusade, Perpetua', 'alias: P. Olusade', 'alias: Pepa Olusade'],
      countries: ['NG nationality', 'GH nationality'],
      listings: ['ADVERSE_MEDIA - 2025-03-02'],
    },
  ],
  [
    'names',
    ['names.txt'],
    'names.txt:d522281cf91346f9',
    { schema: 'Person', names: ['primary: Tarvin Brennmark'] },
  ],
  [
    'names',
    ['names.txt'],
    'names.txt:a896eaff2ba99c39',
    { schema: 'Company', names: ['primary: Velmora 11 LLC'] },
  ],
  [
    'names',
    ['names.txt'],
    'names.txt:ce13aeca8ff75a72',
    { schema: 'Unknown', names: ['primary: Ysolde Vale'] },
  ],
];

describe('one entity of every source', () => {
  it.each(golden)('%s %j %s', async (format, files, id, expected) => {
    const { byId } = await readOne({ format, paths: files.map(fixture) });
    expect(summary(byId.get(id))).toMatchObject(expected);
  });
});

describe('a plain list of names', () => {
  it.each(['Name', 'full name\tschema', '\uFEFFNombre completo', 'RAZÃO SOCIAL'])(
    'takes no person from the heading %j, and all from the lines below it',
    async (heading) => {
      const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-names-'));
      const file = path.join(directory, 'watch.txt');
      await fs.writeFile(file, `${heading}\nTarvin Brennmark\nName\n`);
      const { byId } = await readOne({ format: 'names', paths: [file] });
      expect([...byId.values()].map(({ names }) => names[0]?.text)).toEqual(['Tarvin Brennmark', 'Name']);
      await fs.rm(directory, { recursive: true });
    },
  );

  const readWatch = async (text: string): ReturnType<typeof readOne> => {
    const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-names-'));
    const file = path.join(directory, 'watch.txt');
    await fs.writeFile(file, text);
    const read = await readOne({ format: 'names', paths: [file] });
    await fs.rm(directory, { recursive: true });
    return read;
  };
  const idsOf = async (text: string): Promise<Record<string, string>> => {
    const { byId } = await readWatch(text);
    return Object.fromEntries([...byId.values()].map(({ id, names }) => [names[0]?.text ?? '', id]));
  };

  it('keeps every id when lines are added, moved and removed', async () => {
    const before = await idsOf('Tarvin Brennmark\nYsolde Vale\nOdrun Maask\n');
    const after = await idsOf('Nestrid Ovalcourt\nOdrun Maask\n\nTarvin Brennmark\n');
    expect(after['Tarvin Brennmark']).toBe(before['Tarvin Brennmark']);
    expect(after['Odrun Maask']).toBe(before['Odrun Maask']);
    expect(Object.values(before)).not.toContain(after['Nestrid Ovalcourt']);
    expect(await idsOf('tarvin BRENNMARK\n')).toEqual({ 'tarvin BRENNMARK': before['Tarvin Brennmark'] });
  });

  it('takes a name that is there twice once', async () => {
    const { byId, report } = await readWatch('Odrun Maask\nodrun  maask\nOdrun Maask\tCompany\n');
    expect([...byId.values()].map(({ schema }) => schema)).toEqual(['Person', 'Company']);
    expect(report.unknown).toEqual({ 'id of another record': 1 });
  });
});

describe('what is reported', () => {
  it.each<[SourceFormat, string, object]>([
    [
      'un-xml',
      'un.xml',
      { entities: 2, publishedAt: '2026-02-27T00:00:09.554Z', unknown: { 'country:Nowhere Land': 1 } },
    ],
    [
      'eu-xml',
      'eu.xml',
      {
        entities: 3,
        publishedAt: '2026-10-01T12:00:00.000+02:00',
        unknown: { 'calendar:HIJRI': 1 },
      },
    ],
    ['ofac-xml', 'sdn.xml', { entities: 1, publishedAt: '2026-10-01' }],
    ['ofac-advanced', 'sdn_advanced.xml', { entities: 5, publishedAt: '2026-10-01' }],
    ['targets-simple', 'targets.simple.csv', { entities: 1, unknown: { 'column:colour': 1 } }],
    ['native', 'house.jsonl', { entities: 2, rejected: 2 }],
    [
      'native',
      'house.csv',
      { entities: 1, rejects: [{ place: 'house.csv:3', reason: '"NO_LIST" is no list' }] },
    ],
    [
      'names',
      'names.txt',
      { entities: 3, rejects: [{ place: 'names.txt:5', reason: 'the record has no name' }] },
    ],
  ])('%s', async (format, file, expected) => {
    const { report } = await readOne({ format, paths: [fixture(file)] });
    expect(report).toMatchObject(expected);
  });
});

describe('details', () => {
  it('drops addresses that are not http and removed records', async () => {
    const { byId } = await readOne({ format: 'native', paths: [fixture('house.jsonl')] });
    expect(byId.get('house-19')?.listings[0]?.url).toBeNull();
    expect(byId.has('house-18')).toBe(false);
  });

  it('takes the list of a source that states none from its configuration', async () => {
    const { byId } = await readOne({ format: 'names', list: 'WARNINGS', paths: [fixture('names.txt')] });
    const lists = [...byId.values()].map(({ listings }) => listings.map(({ list }) => list));
    expect(lists).toEqual([['WARNINGS'], ['WARNINGS'], ['WARNINGS']]);
  });

  it('does not mark the reportedly dead as dead', async () => {
    const { byId } = await readOne({ format: 'un-xml', paths: [fixture('un.xml')] });
    expect(byId.get('un-6900001')?.deceased).toBe(false);
  });

  it('yields every id once and unites an official list with an export', async () => {
    const { byId } = await readAll([
      { format: 'ofac-csv', paths: [fixture('sdn.csv')] },
      { format: 'ofac-xml', paths: [fixture('sdn.xml')] },
    ]);
    expect([...byId.keys()]).toEqual(['ofac-101', 'ofac-102', 'ofac-103', 'ofac-104']);
  });
});
