// What official lists hold of a listed person outside the fields that are made for it.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SourceFormat } from '../../src/lists/read-sources.ts';
import { summary } from './entity-summary.ts';
import { fixture, readOne } from './read-fixture.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'screening-remarks-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** One entity of a fixture in which one piece of text was replaced. */
async function entityOf([format, name, id]: [SourceFormat, string, string], old: string, text: string) {
  const before = await readFile(fixture(name), 'utf8');
  expect(before).toContain(old);
  const file = path.join(folder, name);
  await writeFile(file, before.replace(old, text));
  const { byId } = await readOne({ format, paths: [file] });
  return byId.get(id);
}

const un: [SourceFormat, string, string] = ['un-xml', 'un.xml', 'un-6900001'];
const unRemark = 'Reportedly deceased. His brother died in 2011.';

describe('an alias of the UN list', () => {
  it('adds the birth date and place of its papers', async () => {
    const alias = '<ALIAS_NAME>Oskeld</ALIAS_NAME>';
    const entity = await entityOf(
      un,
      alias,
      `${alias}<DATE_OF_BIRTH>1972-12-18</DATE_OF_BIRTH><COUNTRY_OF_BIRTH>Bulgaria</COUNTRY_OF_BIRTH>`,
    );
    expect(summary(entity)).toMatchObject({
      birth: expect.arrayContaining(['1968-03-12', '1972-12-18']),
      countries: expect.arrayContaining(['LV birth', 'BG birth']),
    });
  });

  it('does not begin with the letter of its place in the list', async () => {
    const entity = await entityOf(un, '>Oskeld<', '>a) Abu Oskeld b) Oskeldin<');
    expect(summary(entity)?.names).toEqual(expect.arrayContaining(['weak: Abu Oskeld', 'weak: Oskeldin']));
  });
});

describe('a document of the UN list', () => {
  it('is not numbered by the year it was issued in', async () => {
    const number = 'Belarus number ZX4410097, issued on 18 Dec. 1996 (expired on 17 Dec. 2001)';
    const entity = await entityOf(un, '<NUMBER>ZX4410097<', `<NUMBER>${number}<`);
    expect(summary(entity)?.identifiers).toEqual(['passport ZX4410097 BY']);
  });
});

describe('a remark of the EU list', () => {
  it('is shown together with the others', async () => {
    const remark = '<remark>Invented for tests.</remark>';
    const eu: [SourceFormat, string, string] = ['eu-xml', 'eu.xml', 'eu-71'];
    const entity = await entityOf(eu, remark, `${remark}<remark>(UN ref: EXi.001)</remark>`);
    expect(entity?.listings[0]?.snippet).toBe('Invented for tests. (UN ref: EXi.001)');
  });
});

describe('the number of the UN list', () => {
  it.each<[SourceFormat, string, string, string]>([
    ['eu-xml', 'eu.xml', 'eu-72', 'UN reference EXe.001. Listed as a group.'],
    ['uk-xml', 'uk.xml', 'uk-EXA0002', 'UN reference EXe.001. Invented for tests.'],
  ])('is shown by %s', async (format, name, id, snippet) => {
    const { byId } = await readOne({ format, paths: [fixture(name)] });
    expect(byId.get(id)?.listings.map((listing) => listing.snippet)).toContain(snippet);
  });
});

describe('a remark that begins with the death of the listed one', () => {
  it.each([
    ['Died on 4 February 2021.', '2021-02-04'],
    ['Died on 30 Sep. 2011 in Riga. Review concluded in 2019.', '2011-09-30'],
    ['Confirmed deceased on 13 June 2018. Commander.', '2018-06-13'],
    ['Confirmed to have died in 2003', '2003'],
    ['Date of death: 2019-05-03.', '2019-05-03'],
    ['Deceased as of November 2015.', null],
    ['(Deceased).', null],
    ['Deceased', null],
  ])('%s', async (remark, death) => {
    expect(await entityOf(un, unRemark, remark)).toMatchObject({ deceased: true, death });
  });

  it.each<[[SourceFormat, string, string], string]>([
    [['eu-xml', 'eu.xml', 'eu-71'], 'Invented for tests.'],
    [['uk-xml', 'uk.xml', 'uk-EXA0001'], 'Invented for tests.'],
  ])('%s', async (source, old) => {
    expect(await entityOf(source, old, 'Deceased on 3 May 2019.')).toMatchObject({
      deceased: true,
      death: '2019-05-03',
    });
  });
});

describe('a remark that does not state the death of the listed one', () => {
  it.each([
    'Reportedly deceased in October 2001.',
    'Reported to have died in Riga on 16 April 2019.',
    'Believed status/location: deceased.',
    'Security coordinator for Tarvin Lodvik (deceased).',
    'Father’s name is Oskeld. Deceased in 2011.',
    'Deceased father: Oskeld.',
    'Died his hair.',
    'Deceased (reportedly).',
  ])('%j', async (remark) => {
    expect(await entityOf(un, unRemark, remark)).toMatchObject({ deceased: false, death: null });
  });
});
