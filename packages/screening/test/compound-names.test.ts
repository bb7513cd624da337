import { describe, expect, test } from 'vitest';
import { prepareName } from '../src/names/prepare-name.ts';
import { createScanScreener } from '../src/score/hits/scan-screener.ts';
import { scoreNames } from '../src/score/score-names.ts';
import { defaultOptions } from '../src/model/screener.ts';
import { buildSnapshot } from '../src/search/build/build-snapshot.ts';
import { createIndexScreener } from '../src/search/index-screener.ts';
import { RandomLists } from './support/random-lists.ts';

function scoreOf(one: string, other: string): number {
  return scoreNames(prepareName(one, 'person'), prepareName(other, 'person')).nameScore;
}

describe('names of several words that others write as one', () => {
  test.each([
    ['Abd al-Rahman Dolvan', 'Abdulrahman Dolvan'],
    ['Abdur Rahman Dolvan', 'Abdulrahman Dolvan'],
    ['Abd al-Rahman Dolvan', 'Abdurrahman Dolvan'],
    ['Abdel Aziz Dolvan', 'Abdulaziz Dolvan'],
    ['Nur Allah Dolvan', 'Nurullah Dolvan'],
    ['Salah al-Din Dolvan', 'Salahuddin Dolvan'],
    ['Salah ad-Din Dolvan', 'Salaheddine Dolvan'],
    ['عبد الرحمن دولفان', 'Abdulrahman Dolvan'],
    ['عبدالرحمن دولفان', 'Abdul Rahman Dolvan'],
    ['نور الله دولفان', 'Nurullah Dolvan'],
    ['صلاح الدين دولفان', 'Salahuddin Dolvan'],
    ['Абдул Рахман Долван', 'Abdulrahman Dolvan'],
    ['Абдурахман Долван', 'Abd al-Rahman Dolvan'],
    // A rest that is spelt otherwise.
    ['Abd al-Razzak Dolvan', 'Abdurazak Dolvan'],
    ['Hayat Ullah Dolvan', 'Hayaatullah Dolvan'],
    ['Bashir ud-Din Dolvan', 'Basheruddin Dolvan'],
    ['Abdel Rahim Dolvan', 'Abdulrahem Dolvan'],
    // Other words that are written together with a name.
    ['Mohammed Kazem Dolvan', 'Mahammadkazem Dolvan'],
    ['Nur Muhammad Dolvan', 'Nurmohamad Dolvan'],
    ['Ghulam Reza Dolvan', 'Gholamreza Dolvan'],
    ['Hamed Riza Dolvan', 'Hamidreza Dolvan'],
    ['Velmor Zadeh Dolvan', 'Velmorzada Dolvan'],
    ['Ayyub Khan Dolvan', 'Ayubkhan Dolvan'],
    ['Wali Jan Dolvan', 'Valijan Dolvan'],
    ['Marek al-Velmor', 'Marek Alvelmur'],
    ['Marek as-Safrani', 'Marek Assafrany'],
    ['Marek bin Velmar', 'Marek Benvelmer'],
    ['ولي جان', 'Walijan'],
    ['محمد كاظم دولفان', 'Mohammadkazem Dolvan'],
  ])('%s is %s', (one, other) => {
    expect(scoreOf(one, other)).toBeGreaterThanOrEqual(9_000);
    expect(scoreOf(other, one)).toBeGreaterThanOrEqual(9_000);
  });

  test.each([
    ['Abd al-Karim Dolvan', 'Abdulrahman Dolvan'],
    ['Rahman al-Din Dolvan', 'Salahuddin Dolvan'],
    ['Abd al-Rahman Dolvan', 'Aburahman Ravik'],
    ['عبد الكريم دولفان', 'Abdulrahman Dolvan'],
    ['Muhammad Kasim Dolvan', 'Mohammadkazem Ravik'],
    ['Ghulam Ali Dolvan', 'Gholamreza Dolvan'],
    ['Ayub Shah Dolvan', 'Ayubkhan Strubin'],
    // Known names are no article and a name.
    ['Marek al Vorez', 'Marek Alvarez'],
    ['Marek ben Jomin', 'Marek Benjamin'],
  ])('%s is not %s', (one, other) => {
    expect(scoreOf(one, other)).toBeLessThan(7_000);
    expect(scoreOf(other, one)).toBeLessThan(7_000);
  });
});

const written = [
  'Abd al-Rahman',
  'Abdulrahman',
  'Abdur Rahman',
  'عبد الرحمن',
  'عبدالرحمن',
  'Абдул Рахман',
  'Абдурахман',
  'Nur Allah',
  'Nurullah',
  'نور الله',
  'Salah al-Din',
  'Salahuddin',
  'صلاح الدين',
  'Abu Bakr',
  'Abubakar',
  'أبو بكر',
  'Mohammad Reza',
  'Mahammadreza',
  'محمدرضا',
  'Ghulam Muhammad',
  'Gholammohamed',
  'al-Velmar',
  'Alvelmer',
  'bin Hammidi',
  'Benhammedi',
  'Kaka Zada',
  'Kakazadeh',
  'کاکا زاده',
];
const beside = ['', 'Dolvan', 'Karim Dolvan', 'Dolven', 'Ravik', 'دولفان', 'Долван'];

test('an index finds them as scoring every name does', () => {
  const random = new RandomLists(7);
  const names = written.flatMap((name) => beside.map((other) => `${name} ${other}`.trim()));
  const entities = random
    .entities(names.length)
    .map((entity, index) => ({ ...entity, names: [{ text: names[index] ?? '', kind: 'primary' as const }] }));
  const index = createIndexScreener(buildSnapshot(entities, { engine: 'test', sources: [] }));
  const scan = createScanScreener(entities, { snapshot: index.snapshot });
  for (const name of names) {
    for (const matchThreshold of [40, 65, 80, 90]) {
      const options = { ...defaultOptions, matchThreshold, limit: 500 };
      const subject = { name, schema: 'Person' as const };
      expect(index.screen(subject, options)).toEqual(scan.screen(subject, options));
    }
  }
});

test('a blank written elsewhere is found whichever half is longer', () => {
  const texts = ['Abdul Dolvann', 'Dolvan21Abdul', 'III LLC Dolvann Dolwan'];
  const [entity] = new RandomLists(7).entities(1);
  const names = texts.map((text, place) => ({
    text,
    kind: place === 0 ? ('primary' as const) : ('alias' as const),
  }));
  const entities = [{ ...entity!, schema: 'Unknown' as const, names }];
  const index = createIndexScreener(buildSnapshot(entities, { engine: 'test', sources: [] }));
  const scan = createScanScreener(entities, { snapshot: index.snapshot });
  const subject = { name: 'Abdu lDolvann', schema: 'Company' as const };
  const found = index.screen(subject, defaultOptions);
  expect(found.hits.map(({ matchedName }) => matchedName)).toEqual(['Abdul Dolvann']);
  expect(found).toEqual(scan.screen(subject, defaultOptions));
});
