import { describe, expect, it } from 'vitest';
import { checkDigit } from './check-digit.ts';
import { mrzLines, nameField, type MrzInput } from './mrz-lines.ts';
import { mrzText } from './transliterate.ts';

const annaMaria: MrzInput = {
  format: 'TD3',
  documentCode: 'P',
  issuingState: 'UTO',
  lastName: 'Eriksson',
  firstName: 'Anna Maria',
  number: 'L898902C3',
  nationality: 'UTO',
  birthDate: '1974-08-12',
  sex: 'F',
  expiryDate: '2012-04-15',
  optional1: 'ZE184226B',
};

describe('Machine-readable zone of a specimen', () => {
  it('writes the sample passport of ICAO Doc 9303', () => {
    expect(mrzLines(annaMaria)).toEqual([
      'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
      'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
    ]);
  });

  it('writes the sample identity card of ICAO Doc 9303', () => {
    expect(
      mrzLines({ ...annaMaria, format: 'TD1', documentCode: 'I', number: 'D23145890', optional1: '' }),
    ).toEqual([
      'I<UTOD231458907<<<<<<<<<<<<<<<',
      '7408122F1204159UTO<<<<<<<<<<<6',
      'ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
    ]);
  });

  it('writes the sample official document of size 2 of ICAO Doc 9303', () => {
    expect(
      mrzLines({ ...annaMaria, format: 'TD2', documentCode: 'I', number: 'D23145890', optional1: '' }),
    ).toEqual(['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6']);
  });

  it('writes visas without a composite digit', () => {
    const visa = { ...annaMaria, documentCode: 'V', optional1: '6ZE184226B' };
    expect(mrzLines({ ...visa, format: 'MRVA' })).toEqual([
      'V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
      'L898902C36UTO7408122F12041596ZE184226B<<<<<<',
    ]);
    expect(mrzLines({ ...visa, format: 'MRVB', optional1: '' })).toEqual([
      'V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<',
      'L898902C36UTO7408122F1204159<<<<<<<<',
    ]);
  });

  it('continues a long number of an identity card in the optional data', () => {
    const [first] = mrzLines({
      ...annaMaria,
      format: 'TD1',
      documentCode: 'I',
      number: 'D23145890734',
      optional1: '',
    });
    expect(first).toBe('I<UTOD23145890<7349<<<<<<<<<<<');
  });

  it('has fillers for unknown parts of a date of birth, and one name without given names', () => {
    const lines = mrzLines({ ...annaMaria, firstName: '', birthDate: '1974-XX-XX' });
    expect(lines).toEqual([
      'P<UTOERIKSSON<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<',
      'L898902C36UTO74<<<<1F1204159ZE184226B<<<<<18',
    ]);
  });

  it('leaves a filler for the digit of an empty personal number', () => {
    const [, second] = mrzLines({ ...annaMaria, optional1: '' });
    expect(second).toBe('L898902C36UTO7408122F1204159<<<<<<<<<<<<<<<8');
  });

  it('refuses a field that does not fit', () => {
    expect(() => mrzLines({ ...annaMaria, optional1: '123456789012345' })).toThrow(RangeError);
  });
});

describe('Check digit', () => {
  it.each([
    ['L898902C3', '6'],
    ['740812', '2'],
    ['120415', '9'],
    ['<<<<<<', '0'],
  ])('of %s is %s', (field, digit) => {
    expect(checkDigit(field)).toBe(digit);
  });

  it('refuses what a zone cannot hold', () => {
    expect(() => checkDigit('É')).toThrow(RangeError);
  });
});

describe('Names in the zone', () => {
  it.each([
    ['Õunapuu', 'OUNAPUU'],
    ['Øksendal', 'OEKSENDAL'],
    ['Weißdorn', 'WEISSDORN'],
    ['Þorgrímsson', 'THORGRIMSSON'],
    ['D’Aubrac', 'DAUBRAC'],
    ['Kirsipuu-Tamm', 'KIRSIPUU<TAMM'],
    ['Ibáñez del Prado', 'IBANEZ<DEL<PRADO'],
    ['İlker', 'ILKER'],
    ['Karağaç', 'KARAGAC'],
    ['Łukasz', 'LUKASZ'],
  ])('%s is written as %s', (name, text) => {
    expect(mrzText(name)).toBe(text);
  });

  it('are cut where the field ends', () => {
    expect(nameField('Ibáñez del Prado', 'José Ángel', 20)).toBe('IBANEZ<DEL<PRADO<<JO');
  });
});
