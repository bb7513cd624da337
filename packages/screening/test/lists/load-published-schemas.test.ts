// Whatever the published schemas have that carries data, in invented records; and the same records as publishers may come to write
// them.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SourceFormat } from '../../src/lists/read-sources.ts';
import { summary } from './entity-summary.ts';
import { publishedEntities } from './published-entities.ts';
import { fixture, readOne } from './read-fixture.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'screening-schemas-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('records with all that a schema has', () => {
  it.each(publishedEntities)('%s %s %s', async (format, file, id, entity) => {
    const { byId, report } = await readOne({ format, paths: [fixture(file)] });
    expect(summary(byId.get(id))).toEqual(entity);
    expect(report.rejected).toBe(0);
  });
});

/** The entities of a fixture after its text was changed, those rejected left out. */
async function changed(
  format: SourceFormat,
  name: string,
  change: (text: string) => string,
): Promise<Awaited<ReturnType<typeof readOne>>> {
  const file = path.join(folder, name);
  await writeFile(file, change(await readFile(fixture(name), 'utf8')));
  return readOne({ format, paths: [file] });
}

const xml: [SourceFormat, string, record: string][] = [
  ['eu-xml', 'eu.xml', 'sanctionEntity'],
  ['uk-xml', 'uk.xml', 'Designation'],
  ['ofac-advanced', 'sdn_advanced.xml', 'DistinctParty'],
];

describe.each(xml)('%s as a publisher may come to write it', (format, name, record) => {
  it('gives the same entities with a prefix on every element', async () => {
    const plain = await readOne({ format, paths: [fixture(name)] });
    const prefixed = await changed(format, name, (text) =>
      text.replace(/<(\/?)(\w)/gu, '<$1x:$2').replace(/xmlns=/u, 'xmlns:x='),
    );
    expect([...prefixed.byId.values()]).toEqual([...plain.byId.values()]);
  });

  it('ignores unknown elements and attributes', async () => {
    const plain = await readOne({ format, paths: [fixture(name)] });
    const more = await changed(format, name, (text) =>
      text
        .replaceAll(`<${record} `, `<${record} colour="blue" `)
        .replaceAll(`</${record}>`, `<Colour><Name>blue</Name></Colour></${record}>`),
    );
    expect([...more.byId.values()]).toEqual([...plain.byId.values()]);
  });

  it('rejects records without names, one by one, and keeps the others', async () => {
    const names = { 'eu-xml': 'nameAlias', 'uk-xml': 'Name', 'ofac-advanced': 'Alias' }[format as 'eu-xml'];
    const { byId, report } = await changed(format, name, (text) => {
      const at = text.lastIndexOf(`<${record}`);
      const element = new RegExp(`(</?)${names}(?=[ />])`, 'gu');
      return (
        text.slice(0, at) +
        text
          .slice(at)
          .replace(element, '$1Nothing')
          .replace(/nameOnDocument="[^"]*"/gu, '')
      );
    });
    const plain = await readOne({ format, paths: [fixture(name)] });
    expect(report.rejects.map(({ reason }) => reason)).toContain('the record has no name');
    expect(byId.size).toBe(plain.byId.size - report.rejected);
  });
});

describe('a record that does not state what it is of', () => {
  it.each<[SourceFormat, string, RegExp, string, string]>([
    ['eu-xml', 'eu.xml', /<subjectType[^>]*>/gu, 'eu-71', 'Unknown'],
    ['uk-xml', 'uk.xml', /<IndividualEntityShip>.*?<\/IndividualEntityShip>/gu, 'uk-EXA0001', 'Person'],
    ['uk-xml', 'uk.xml', /<IndividualEntityShip>.*?<\/IndividualEntityShip>/gu, 'uk-EXA0002', 'Organization'],
    ['uk-xml', 'uk.xml', /<IndividualEntityShip>.*?<\/IndividualEntityShip>/gu, 'uk-EXA0003', 'Vessel'],
    [
      'uk-xml',
      'uk.xml',
      /<IndividualEntityShip>.*?<\/IndividualEntityShip>|<EntityDetails>[^]*?<\/EntityDetails>/gu,
      'uk-EXA0002',
      'Unknown',
    ],
    ['ofac-advanced', 'sdn_advanced.xml', / PartySubTypeID="4"/gu, 'ofac-101', 'Unknown'],
  ])('%s %s without %s: %s is %s, which is compared with people and companies alike', async (...row) => {
    const [format, file, gone, id, schema] = row;
    const { byId } = await changed(format, file, (text) => text.replace(gone, ''));
    expect(byId.get(id)?.schema).toBe(schema);
  });
});

describe('records in another order of elements', () => {
  it('give the same entity of the UK list', async () => {
    const plain = await readOne({ format: 'uk-xml', paths: [fixture('uk.xml')] });
    const turned = await changed('uk-xml', 'uk.xml', (text) =>
      text.replace(/(<LastUpdated>.*?<\/DateDesignated>)([\s\S]*?)(<\/Designation>)/u, '$2$1$3'),
    );
    expect(turned.byId.get('uk-EXA0001')).toEqual(plain.byId.get('uk-EXA0001'));
  });

  it('give the same entities of the OFAC list when what parties refer to comes after them', async () => {
    const plain = await readOne({ format: 'ofac-advanced', paths: [fixture('sdn_advanced.xml')] });
    const turned = await changed('ofac-advanced', 'sdn_advanced.xml', (text) =>
      text.replace(/(\s*<Locations>.*?<\/IDRegDocuments>)([\s\S]*?<\/DistinctParties>)/su, '$2$1'),
    );
    expect([...turned.byId.values()]).toEqual([...plain.byId.values()]);
  });
});

describe('a party that a file of changes takes off the OFAC list', () => {
  it('is neither an entity nor a rejected record', async () => {
    const { byId, report } = await readOne({ format: 'ofac-advanced', paths: [fixture('sdn_advanced.xml')] });
    expect([byId.has('ofac-106'), report.rejected]).toEqual([false, 0]);
  });
});

describe('the CSV file of the Consolidated Screening List as a publisher may come to write it', () => {
  const cellsOf = (line: string) => line.match(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/gu)?.slice(0, -1) ?? [];
  /** The table with its columns chosen anew; no cell of the fixture holds a line end. */
  const columns = (text: string, choose: (cells: string[]) => string[]) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => choose(cellsOf(`${line},`).map((cell) => cell.replace(/,$/u, ''))).join(','))
      .join('\r\n');

  it('gives the same entities with its columns in another order, and one more', async () => {
    const plain = await readOne({ format: 'csl-csv', paths: [fixture('csl.csv')] });
    const turned = await changed('csl-csv', 'csl.csv', (text) =>
      columns(text, (cells) => [...cells.toReversed(), cells[0] === '_id' ? 'colour' : 'blue']),
    );
    expect([...turned.byId.values()]).toEqual([...plain.byId.values()]);
  });

  it('needs no more than source and name', async () => {
    const { byId } = await changed('csl-csv', 'csl.csv', (text) =>
      columns(text, (cells) => [cells[1] ?? '', cells[5] ?? '']),
    );
    expect([...byId.values()].map(({ id, names }) => [id, names[0]?.text])).toEqual([
      ['csl-row-2', 'BRENNMARK, Tarvin Oskeld'],
      ['csl-row-3', 'VALE, Ysolde'],
      ['csl-row-4', 'MERILUND TRADING HOUSE'],
      ['csl-row-5', 'PELLA QUEEN'],
      ['csl-row-6', 'VALE, Ysolde Ann'],
      ['csl-row-7', 'DENHOLM ASKE WYVERLEY'],
    ]);
  });
});

describe('Senzing records as a publisher may come to write them', () => {
  const members = (text: string, change: (entries: [string, unknown][]) => [string, unknown][]) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.stringify(Object.fromEntries(change(Object.entries(JSON.parse(line) as object)))))
      .join('\n');

  it('ignore members that are unknown, or of another type', async () => {
    const plain = await readOne({ format: 'senzing', paths: [fixture('senzing.jsonl')] });
    const more = await changed('senzing', 'senzing.jsonl', (text) =>
      members(text, (entries) => [
        ...entries,
        ['COLOUR', 'blue'],
        ['DATE_OF_DEATHS', { DATE_OF_BIRTH: '1900' }],
        ['NOTES', [null, 3, 'text', ['NAME_FULL']]],
        ['MARITAL_STATUS', null],
      ]),
    );
    expect([...more.byId.values()]).toEqual([...plain.byId.values()]);
  });

  it('are rejected one by one where there is no name', async () => {
    const { byId, report } = await changed('senzing', 'senzing.jsonl', (text) =>
      members(text, (entries) => entries.filter(([key]) => key !== 'NAMES')),
    );
    expect([byId.has('s-1'), byId.has('s-3'), report.rejects]).toEqual([
      false,
      true,
      [{ place: 'senzing.jsonl:1', reason: 'the record has no name' }],
    ]);
  });
});

/** The entities of these records of Senzing. */
async function senzing(...records: object[]): Promise<Awaited<ReturnType<typeof readOne>>> {
  const file = path.join(folder, 'records.jsonl');
  await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return readOne({ format: 'senzing', paths: [file] });
}

const brenmark = {
  DATA_SOURCE: 'ONE',
  RECORD_ID: '1',
  RECORD_TYPE: 'PERSON',
  NAMES: [{ NAME_TYPE: 'PRIMARY', NAME_FULL: 'Tarvin Brenmark' }],
};

describe('a record of Senzing', () => {
  it('has an id within its DATA_SOURCE: that of another one is rejected, and not left out unseen', async () => {
    const { byId, report } = await senzing(brenmark, { ...brenmark, DATA_SOURCE: 'TWO' });
    expect([byId.size, report.rejects]).toEqual([
      1,
      [{ place: 'records.jsonl:2', reason: 'RECORD_ID 1 of TWO is that of a record of ONE' }],
    ]);
  });

  it('is not referred to by the web page of the listed party', async () => {
    const page = { WEBSITE_ADDRESS: 'https://brenmark.example' };
    const { byId } = await senzing(
      { ...brenmark, ...page },
      { ...brenmark, ...page, RECORD_ID: '2', URL: 'https://lists.example/2' },
    );
    expect([...byId.values()].map(({ listings }) => listings.map(({ url }) => url))).toEqual([
      [null],
      ['https://lists.example/2'],
    ]);
  });

  it.each([
    [['MALE'], 'M'],
    [['M', 'F'], null],
    [['F', 'unknown'], 'F'],
  ])('of the genders %j is %s', async (genders, expected) => {
    const { byId } = await senzing({ ...brenmark, DATES: genders.map((GENDER) => ({ GENDER })) });
    expect(byId.get('1')?.gender).toBe(expected);
  });

  it.each([
    ['1380-05-02', []],
    ['1345/1346', []],
    ['2510', []],
    ['1801-05-02', ['1801-05-02']],
  ])('born %s, of a calendar of its own or not, has the birth dates %j', async (date, expected) => {
    const { byId, report } = await senzing({ ...brenmark, DATES: [{ DATE_OF_BIRTH: date }] });
    expect(byId.get('1')?.birth.map(({ text }) => text)).toEqual(expected);
    expect(Object.keys(report.unknown).length).toBe(expected.length === 0 ? 1 : 0);
  });

  it.each([
    ['China, Hong Kong Special Administrative Region', 'HK'],
    ['Macao, China', 'MO'],
    ['China, Taiwan Province of', 'TW'],
    ['Netherlands, The', 'NL'],
    ['suhh', 'SU'],
    ['yucs', 'YU'],
  ])('of %s is of %s', async (country, code) => {
    const { byId } = await senzing({ ...brenmark, COUNTRIES: [{ NATIONALITY: country }] });
    expect(byId.get('1')?.countries).toEqual([{ code, role: 'nationality' }]);
  });
});

describe('relations of the OFAC list', () => {
  it('are stated of one side: the other one has the inverse, unless it is the same', async () => {
    const { byId } = await readOne({ format: 'ofac-advanced', paths: [fixture('sdn_advanced.xml')] });
    const relations = (id: string) => byId.get(id)?.associates.map(({ relation }) => relation);
    expect([relations('ofac-101'), relations('ofac-102'), relations('ofac-103')]).toEqual([
      ['Associate Of'],
      ['Associate Of', 'former, inverse of: Owned or Controlled By'],
      ['owner of the vessel', 'former: Owned or Controlled By'],
    ]);
  });
});
