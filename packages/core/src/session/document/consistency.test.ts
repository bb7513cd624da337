import { describe, expect, it } from 'vitest';
import {
  barcodeWith,
  findings,
  printedWith,
  read,
  session,
  zone,
  zoneWith,
} from '../../../test/identity-case.ts';
import { areDatesPossible, consistencyOf } from './consistency.ts';
import type { ComparedField } from './field-values.ts';
import type { PictureFindings } from '@countersign/findings';

type Sources = Partial<Pick<PictureFindings, 'mrz' | 'barcode' | 'printed'>>;
const stateOf = (field: ComparedField, sources: Sources, supplied = session) => {
  const { barcode, printed } = findings;
  const row = consistencyOf({ mrz: zone, barcode, printed, ...sources }, supplied).find(
    (consistency) => consistency.field === field,
  );
  return [row?.status, ...(row?.sources ?? [])];
};
const printed = (field: ComparedField, value: string, confidence = 0.9) => ({
  printed: printedWith({ [field]: read(value, confidence) }),
});

describe('sources of a document', () => {
  it.each<[string, ComparedField, Sources, string[]]>([
    ['no source', 'issueDate', {}, ['unknown']],
    ['the zone alone', 'number', {}, ['one_source', 'mrz']],
    ['zone and print', 'number', printed('number', 'KQ 0914725'), ['agree', 'mrz', 'printed']],
    [
      'zone, code and print',
      'birthDate',
      { ...printed('birthDate', '1991-03-14'), barcode: barcodeWith() },
      ['agree', 'mrz', 'barcode', 'printed'],
    ],
    [
      'another date in print',
      'birthDate',
      printed('birthDate', '1991-03-11'),
      ['disagree', 'mrz', 'printed'],
    ],
    [
      'another date in print, hardly read',
      'birthDate',
      printed('birthDate', '1991-03-11', 0.5),
      ['one_source', 'mrz'],
    ],
    ['a look-alike in print', 'number', printed('number', 'KQO914725'), ['one_source', 'mrz', 'printed']],
    ['a character lost in print', 'number', printed('number', 'KQ091725'), ['one_source', 'mrz', 'printed']],
    [
      'another number in the code',
      'number',
      { barcode: barcodeWith({ number: read('KQ0914726', 1) }) },
      ['disagree', 'mrz', 'barcode'],
    ],
    [
      'a look-alike in the code',
      'number',
      { barcode: barcodeWith({ number: read('KQO914725', 1) }) },
      ['disagree', 'mrz', 'barcode'],
    ],
    [
      'a repaired field, which does not count',
      'number',
      { ...printed('number', 'AB1234567'), mrz: zoneWith({}, { status: 'repaired', repaired: ['number'] }) },
      ['one_source', 'printed'],
    ],
    [
      'a zone that contradicts itself, which does not count',
      'number',
      { ...printed('number', 'AB1234567'), mrz: zoneWith({}, { status: 'inconsistent' }) },
      ['one_source', 'printed'],
    ],
  ])('%s: %s', (_, field, sources, expected) => {
    expect(stateOf(field, sources)).toEqual(expected);
  });

  it.each<[string, string, string, boolean, string]>([
    ['Ñ as N', 'NUNEZ', 'Núñez', false, 'agree'],
    ['Ñ as NXX', 'NUNXXEZ', 'Núñez', false, 'agree'],
    ['Ü as UE', 'GRUENEWALDT', 'Grünewaldt', false, 'agree'],
    ['Þ as TH', 'THORGRIMSSON', 'Þorgrímsson', false, 'agree'],
    ['free order', 'ANNA MARIA', 'Maria Anna', false, 'agree'],
    [
      'a name cut off',
      'VALDIVIESO FERNANDEZ DE CORD',
      'Valdivieso Fernández de Córdoba y Mendoza',
      true,
      'agree',
    ],
    ['another name', 'TAVISTOCK', 'Maasikas', false, 'disagree'],
    ['something in between', 'MAASING', 'Maasikas', false, 'one_source'],
  ])('names: %s', (_, zoneName, printedName, truncated, expected) => {
    const sources = { mrz: zoneWith({ lastName: zoneName, truncated }), ...printed('lastName', printedName) };
    expect(stateOf('lastName', sources)[0]).toBe(expected);
  });

  it('include what the client supplied', () => {
    const supplied = {
      ...session,
      person: { dateOfBirth: '1991-03-14' },
      document: { number: 'kq-0914725' },
    };
    expect(stateOf('birthDate', {}, supplied)).toEqual(['agree', 'mrz', 'session']);
    expect(stateOf('number', {}, supplied)).toEqual(['agree', 'mrz', 'session']);
  });
});

describe('dates of a document', () => {
  const dates = { birth: '1991-03-14', issue: '2022-05-28', expiry: '2032-05-28', today: '2026-11-20' };
  it.each([
    [{}, true],
    [{ issue: null, expiry: null }, true],
    [{ issue: '2026-11-20' }, true],
    // Already the day in the east of the world.
    [{ issue: '2026-11-21' }, true],
    [{ issue: '2026-11-22' }, false],
    [{ issue: '2026-12-31', today: '2026-12-31' }, true],
    [{ issue: '2027-01-01', today: '2026-12-31' }, true],
    [{ issue: '2028-02-29', today: '2028-02-28' }, true],
    [{ issue: '2028-03-01', today: '2028-02-28' }, false],
    [{ birth: '2026-11-20', issue: '2026-11-20' }, true],
    [{ birth: '2026-11-21', issue: '2026-11-21' }, true],
    [{ birth: '2026-11-22', issue: null }, false],
    [{ birth: '2026-12-25', issue: null }, false],
    [{ birth: '2026-11-20', issue: '2026-11-19' }, false],
    [{ issue: '1990-01-01' }, false],
    [{ expiry: '2022-05-28' }, false],
    [{ birth: '1890-01-01' }, false],
    [{ birth: '2027-01-01', issue: null }, false],
  ])('%j: %s', (changes, possible) => {
    expect(areDatesPossible({ ...dates, ...changes })).toBe(possible);
  });
});
