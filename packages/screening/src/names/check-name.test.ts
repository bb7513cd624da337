import { describe, expect, test } from 'vitest';
import { ScreeningInputError } from '../model/screening-types.ts';
import { checkName, isEmptyName } from './check-name.ts';
import { exactForms } from './exact-form.ts';
import { kindOfSchema } from './kind-of-schema.ts';
import { scriptOf } from '../scripts/script-of.ts';

describe('bounds of a subject’s name', () => {
  test.each([
    ['256 code points', '𝔞'.repeat(256), null],
    ['257 code points', 'a'.repeat(257), 'a name has at most 256 characters'],
    ['24 words', 'a '.repeat(24), null],
    ['25 words', 'a '.repeat(25), 'a name has at most 24 words'],
    ['nothing', '', 'a name needs at least one letter or digit'],
    ['white space', ' \t\u3000', 'a name needs at least one letter or digit'],
    ['marks', '\u0301\u0308', 'a name needs at least one letter or digit'],
    ['zero-width characters', '\u200b\u200d\ufeff', 'a name needs at least one letter or digit'],
    ['punctuation', '-- ? (.)', 'a name needs at least one letter or digit'],
    ['a digit', '7', null],
  ])('%s', (_, raw, message) => {
    if (message === null) expect(checkName(raw)).toBeUndefined();
    else {
      expect(() => checkName(raw)).toThrow(ScreeningInputError);
      expect(() => checkName(raw)).toThrow(message);
    }
  });

  test('only a name without letters and digits is empty', () => {
    expect([isEmptyName('\u0301'), isEmptyName('王'), isEmptyName('')]).toEqual([true, false, true]);
  });
});

test.each([
  ['  Tarvin \t Dolvan ', 'tarvin dolvan'],
  ['TARVIN DOLVAN', 'tarvin dolvan'],
  ['Zoe\u0308', 'zoë'],
  ['ΝΊΚΟΣ', 'νίκοσ'],
  ['νίκος', 'νίκοσ'],
  ["O'Brien-Dolvan, Dr.", "o'brien-dolvan, dr."],
  ['Straße', 'straße'],
  ['İzmir', 'İzmir'],
  [' \u00a0', ''],
])('exact form of %j', (raw, expected) => {
  expect(exactForms(raw)).toBe(expected);
});

test.each([
  ['dolvan', 'latin'],
  ['#3', 'latin'],
  ['=llc', 'latin'],
  ['łódź', 'latin'],
  ['долван', 'cyrillic'],
  ['νικοσ', 'greek'],
  ['պարոն', 'armenian'],
  ['ბატონი', 'georgian'],
  ['محمد', 'arabic'],
  ['שלומ', 'hebrew'],
  ['王小明', 'han'],
  ['東京タワー', 'han'],
  ['トヨタ', 'kana'],
  ['박지성', 'hangul'],
  ['สมชาย', 'thai'],
  ['मोहम्मद', 'indic'],
  ['ኣበበ', 'other'],
  ['', 'other'],
])('script of %j is %s', (text, expected) => {
  expect(scriptOf(text)).toBe(expected);
});

test.each([
  ['Person', 'person'],
  ['Company', 'organisation'],
  ['Organization', 'organisation'],
  ['LegalEntity', 'organisation'],
  ['Vessel', 'vessel'],
  ['Airplane', 'vessel'],
  ['Unknown', 'unknown'],
] as const)('names of schema %s are names of kind %s', (schema, kind) => {
  expect(kindOfSchema(schema)).toBe(kind);
});
