import { describe, expect, it } from 'vitest';
import { cnhNumber } from '../src/numbers/cnh-number.ts';
import { cpf } from '../src/numbers/cpf.ts';
import { curp, curpDigit } from '../src/numbers/curp.ts';
import { splitSurnames } from '../src/numbers/plain-letters.ts';
import { ocrNumber, voterKey } from '../src/numbers/voter-card.ts';

describe('CPF', () => {
  it.each([
    '90000000175',
    '90000000256',
    '90000000337',
    '90000001651',
    '12345678909',
    '11144477735',
    '52998224725',
  ])('%s follows from its first nine digits', (number) => {
    expect(cpf(number.slice(0, 9))).toBe(number);
  });

  it('needs nine digits', () => {
    expect(() => cpf('12345678')).toThrow(RangeError);
  });
});

describe('CNH registration number', () => {
  it.each(['58316794534', '10020030088', '91234567837', '02650306461', '10019799909', '10000000108'])(
    '%s follows from its first nine digits',
    (number) => {
      expect(cnhNumber(number.slice(0, 9))).toBe(number);
    },
  );
});

describe('CURP', () => {
  const juan = { firstSurname: 'Pérez', secondSurname: 'López', givenNames: 'Juan Carlos' };

  it.each([
    ['PELJ850101HDFRPN06', { ...juan, birthDate: '1985-01-01', sex: 'M', state: 'DF' }],
    [
      'NUGM900202MJCXRN05',
      {
        firstSurname: 'Núñez',
        secondSurname: 'García',
        givenNames: 'Mónica',
        birthDate: '1990-02-02',
        sex: 'F',
        state: 'JC',
      },
    ],
    [
      'LOXM920303HNLPXN03',
      {
        firstSurname: 'López',
        secondSurname: '',
        givenNames: 'Manuel',
        birthDate: '1992-03-03',
        sex: 'M',
        state: 'NL',
      },
    ],
    [
      'GARX050505XOCRJMA8',
      {
        firstSurname: 'García',
        secondSurname: 'Rojas',
        givenNames: 'Ximena',
        birthDate: '2005-05-05',
        sex: 'X',
        state: 'OC',
      },
    ],
    ['PELJ400404HPLRPN00', { ...juan, birthDate: '1940-04-04', sex: 'M', state: 'PL' }],
  ] as const)('%s follows from names, birth, sex and state', (key, input) => {
    expect(curp(input)).toBe(key);
  });

  it.each(['PEXM000229HNERXNA1', 'PEÑM900202MJCRÑN08', 'VACA800101MSPRSN00'])(
    'the last digit of %s follows from the rest',
    (key) => {
      expect(curpDigit(key.slice(0, 17))).toBe(key.slice(17));
    },
  );

  it('leaves María out when another given name follows', () => {
    const input = {
      firstSurname: 'Núñez',
      secondSurname: 'García',
      birthDate: '1990-03-15',
      sex: 'F',
      state: 'JC',
    } as const;
    expect(curp({ ...input, givenNames: 'María Gabriela' }).slice(0, 4)).toBe('NUGG');
    expect(curp({ ...input, givenNames: 'María' }).slice(0, 4)).toBe('NUGM');
  });
});

describe('Mexican voter card', () => {
  it('has a key of two consonants of each name', () => {
    const key = voterKey({
      firstSurname: 'Pérez',
      secondSurname: 'López',
      givenNames: 'Juan',
      birthDate: '1985-01-01',
      sex: 'M',
      stateNumber: '09',
      serial: '400',
    });
    expect(key).toBe('PRLPJN85010109H400');
  });

  it('has an OCR number of section and citizen id', () => {
    expect(ocrNumber('123', '98765432')).toBe('0123098765432');
  });
});

describe('Two surnames', () => {
  it.each([
    ['Pérez López', ['Pérez', 'López']],
    ['De la Cruz Del Ángel', ['De la Cruz', 'Del Ángel']],
    ['Zúñiga', ['Zúñiga', '']],
  ] as const)('%s', (lastName, parts) => {
    expect(splitSurnames(lastName)).toEqual(parts);
  });
});
