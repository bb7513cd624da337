import { describe, expect, it } from 'vitest';
import { readDate } from '../src/printed/values/read-date.ts';
import { readValue, type ValueKind } from '../src/printed/values/read-value.ts';
import { keyLettersOf } from '../src/printed/values/voter-key.ts';

const context = { today: '2026-11-20', dateOrder: 'dmy' } as const;

function read(kind: ValueKind, text: string): string | null {
  return readValue(kind, text, context)?.value ?? null;
}

describe('a printed date', () => {
  it.each([
    ['15 MAR 1986', '1986-03-15'],
    ['15-MAR-1986', '1986-03-15'],
    ['15/03/1986', '1986-03-15'],
    ['1986-03-15', '1986-03-15'],
    ['15 03 1986', '1986-03-15'],
    ['15.03.1986', '1986-03-15'],
    ['15031986', '1986-03-15'],
    ['15 ENE 1986', '1986-01-15'],
    ['15 ABR/APR 1986', '1986-04-15'],
    ['15 AGO 1986', '1986-08-15'],
    ['15 DIC 1986', '1986-12-15'],
    ['15 FEV 1986', '1986-02-15'],
    ['15 MAI 1986', '1986-05-15'],
    ['15 SET 1986', '1986-09-15'],
    ['15 OUT 1986', '1986-10-15'],
    ['15 DEZ 1986', '1986-12-15'],
    ['15 AOÛT/AUG 1986', '1986-08-15'],
    ['15 de marzo de 1986', '1986-03-15'],
    ['March 15', null],
    ['15-MAR-2004 BOGOTÁ', '2004-03-15'],
    ['29 FEB 2000', '2000-02-29'],
    ['29 FEB 2001', null],
    ['31/04/1986', null],
    ['00/00/1986', null],
    ['15 XYZ 1986', null],
  ])('"%s" is %s', (text, value) => {
    expect(readDate(text, { order: 'dmy' })?.value ?? null).toBe(value);
  });

  it('of numbers follows the order of its country', () => {
    expect(readDate('03/04/2031', { order: 'mdy' })?.value).toBe('2031-03-04');
    expect(readDate('03/04/2031', { order: 'dmy' })?.value).toBe('2031-04-03');
  });

  it('that is valid both ways is none when the order is not known', () => {
    expect(readDate('03/04/2031', { order: null })).toBeNull();
    expect(readDate('03/14/2031', { order: null })?.value).toBe('2031-03-14');
    expect(readDate('04/04/2031', { order: null })?.value).toBe('2031-04-04');
  });

  it('reports how many letters it took for digits', () => {
    expect(readDate('O1 JUL 2O31', { order: 'dmy' })).toEqual({ value: '2031-07-01', repaired: 2 });
  });

  it('with a day or month of one digit may have lost the other, which counts as two letters', () => {
    expect(readDate('1/07/1970', { order: 'dmy' })).toEqual({ value: '1970-07-01', repaired: 2 });
    expect(readDate('7/11/1970', { order: 'mdy' })).toEqual({ value: '1970-07-11', repaired: 2 });
    expect(readDate('1 JUL 1970', { order: 'dmy' })).toEqual({ value: '1970-07-01', repaired: 2 });
    expect(readDate('11 JUL 1970', { order: 'dmy' })).toEqual({ value: '1970-07-11', repaired: 0 });
  });

  it('with two digits of the year lies in the past for a birth and within fifty years for an expiry', () => {
    expect(read('birth', '15.03.86')).toBe('1986-03-15');
    expect(read('expiry', '15.03.31')).toBe('2031-03-15');
    expect(readDate('15.03.86', { order: 'dmy' })).toBeNull();
  });

  it('is no birth in the future, no issue in the future and no expiry a century away', () => {
    expect(read('birth', '22 NOV 2026')).toBeNull();
    expect(read('issue', '22 NOV 2026')).toBeNull();
    expect(read('expiry', '01 JAN 2126')).toBeNull();
  });

  it('may be the next day for a birth and an issue, because it has begun in the east (A-439)', () => {
    expect(read('birth', '21 NOV 2026')).toBe('2026-11-21');
    expect(read('issue', '21 NOV 2026')).toBe('2026-11-21');
  });

  it('of a Mexican card is the last day of the last year printed', () => {
    expect(read('last-year', '2024 - 2034')).toBe('2034-12-31');
    expect(read('last-year', '2034')).toBe('2034-12-31');
    expect(read('last-year', '2024')).toBeNull();
  });
});

describe('a printed number', () => {
  it.each<[ValueKind, string, string | null]>([
    ['cpf', '900.000.001-75', '90000000175'],
    ['cpf', '900.000.001-76', null],
    ['cpf', '111.111.111-11', null],
    ['cpf', '9OO.000.001-75', '90000000175'],
    ['cnh', '58316794534', '58316794534'],
    ['cnh', '5831679453', null],
    ['curp', 'PELJ850101HDFRPN06', 'PELJ850101HDFRPN06'],
    ['curp', 'PELJ850101HDFRPNO6', 'PELJ850101HDFRPN06'],
    ['curp', 'GARX050505XOCRJMA8', 'GARX050505XOCRJMA8'],
    ['curp', 'PELJ850101HDFRPN07', null],
    ['curp', '¡AAR890604HVZBCM00', 'IAAR890604HVZBCM00'],
    ['curp', '¡AAR890604HVZBCMOO', 'IAAR890604HVZBCM00'],
    ['curp', 'LOJj710526HPLBMQ00O', 'LOJJ710526HPLBMQ00'],
    ['curp', '¡AAAB800521HYNBNNO5', 'IAAA800521HYNBNN05'],
    ['curp', 'NUPUO0O00201MDFXXRAO', 'NUPU000201MDFXXRA0'],
    ['curp', 'PELJ850101HDFRPNX06', null],
    ['voter-key', 'PRLPJN85010109H400', 'PRLPJN85010109H400'],
    ['voter-key', 'PRLPJN850101O9H400', 'PRLPJN85010109H400'],
    ['voter-key', 'PRLP)N85010109H400', 'PRLPJN85010109H400'],
    ['voter-key', 'PRLP)JN85010109H400', 'PRLPJN85010109H400'],
    ['voter-key', 'BÑCÁRM89060430H665', null],
    ['voter-key', '(PRLPN85010109H400)', null],
    ['voter-key', 'PRLPJN85010109X400', null],
    ['cedula', '9.000.000.001', '9000000001'],
    ['cedula', '123', null],
    ['cedula', 'SILLOBO', null],
    ['cic', '999900001', '999900001'],
    ['cic', 'IDMEX9999000013', '999900001'],
    ['ocr', '0123098765432', '0123098765432'],
    ['number', 'AB 1234567', 'AB1234567'],
    ['number', 'PASSPORT', null],
  ])('as %s: "%s" is %s', (kind, text, value) => {
    expect(read(kind, text)).toBe(value);
  });

  it('is confirmed where its check digits agree', () => {
    expect(readValue('cpf', '900.000.001-75', context)?.confirmed).toBe(true);
    expect(readValue('cnh', '58316794535', context)).toEqual({
      value: '58316794535',
      repaired: 0,
      confirmed: false,
    });
  });
});

describe('a printed voter key', () => {
  const keyRead = (text: string, keyLetters: string | null) =>
    readValue('voter-key', text, { today: '2026-11-20', dateOrder: 'dmy', keyLetters });

  it.each([
    ['NÑGRIS78102514H518', 'NÑGRJS', 'NÑGRJS78102514H518'],
    ['OÑRSFR76021814H539', 'QÑRSFR', 'QÑRSFR76021814H539'],
    ['0NRSFR76021814H539', 'QÑRSFR', 'QNRSFR76021814H539'],
    ['BÑCÁRI89060430H665', 'BÑCÑRJ', 'BÑCÑRJ89060430H665'],
  ])('with a vowel, "%s", has the consonant of the names %s that resembles it', (text, letters, value) => {
    const key = keyRead(text, letters);
    expect(key?.value).toBe(value);
    expect(key?.repaired).toBeGreaterThan(0);
  });

  it.each([
    ['names not read', 'NÑGRIS78102514H518', null],
    ['a consonant that does not resemble it', 'NÑGRIS78102514H518', 'NÑGRMS'],
    ['names of another person', 'NÑGRIS78102514H518', 'PRLPJS'],
  ])('with a vowel is none: %s', (_, text, letters) => {
    expect(keyRead(text, letters)).toBeNull();
  });

  it('of consonants is as read, whatever the names', () => {
    expect(keyRead('PRLPJN85010109H400', 'GMLPJN')).toEqual({
      value: 'PRLPJN85010109H400',
      repaired: 0,
      confirmed: false,
    });
  });

  it.each([
    [['NÚÑEZ', 'GARCÍA', 'JOSÉ ÁNGEL'], 'NÑGRJS'],
    [['DE LA CRUZ', 'EO', 'ANA'], 'CRXXNX'],
    [['LÓPEZ', 'ANA MARÍA'], 'LPXXNX'],
    [['LÓPEZ'], null],
  ])('begins with two consonants of each name: %s', (lines, letters) => {
    expect(keyLettersOf(lines)).toBe(letters);
  });
});

describe('printed words', () => {
  it.each<[ValueKind, string, string | null]>([
    ['name', 'NÚÑEZ GARCÍA', 'NÚÑEZ GARCÍA'],
    ['name', 'D’AUBRAC', 'D’AUBRAC'],
    ['name', 'GONZ0', 'GONZO'],
    ['name', 'sALAZAR', 'SALAZAR'],
    ['name', 'Given names', null],
    ['name', '12345', null],
    ['sex', 'M', 'M'],
    ['sex', 'F / F', 'F'],
    ['sex', 'FEMENINO', 'F'],
    ['sex', 'H', 'M'],
    ['sex', 'M F', null],
    ['mexican-sex', 'H', 'M'],
    ['mexican-sex', 'M', 'F'],
    ['state', 'COLOMBIANA', 'COL'],
    ['state', 'BRASILEIRO(A)', null],
    ['state', 'UTO', 'UTO'],
    ['state', 'XYZ', null],
    ['categories', 'AB', 'AB'],
    ['categories', 'AM, B1, B', 'AM B1 B'],
    ['categories', 'SPRAGUE', null],
    ['licence-number', 'VO8IBJVUI', 'VO8IBJVUI'],
    ['licence-number', 'VOEIBJVUI', null],
    ['licence-number', 'HARB0UR', null],
    ['categories', 'A,', null],
    ['categories', 'AM, B, €', 'AM B C'],
    ['categories', 'AM, B, $', null],
    ['categories', 'AM, $, B', null],
    ['place', 'PUERTO HITLÓ (UTOPÍA)', 'PUERTO HITLÓ (UTOPÍA)'],
    ['place', '28 FEB 2033', null],
  ])('as %s: "%s" is %s', (kind, text, value) => {
    expect(read(kind, text)).toBe(value);
  });
});
