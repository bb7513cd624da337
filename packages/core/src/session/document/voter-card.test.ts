import type { FieldReadings, PictureFindings } from '@countersign/findings';
import { describe, expect, it } from 'vitest';
import { printedWith, read, zoneWith } from '../../../test/identity-case.ts';
import { readingOf } from './document-reading.ts';

describe('a Mexican voter card', () => {
  describe('whose zone contradicts itself', () => {
    const card = zoneWith(
      {
        documentCode: 'ID',
        issuingState: 'MEX',
        number: '999900001',
        optional1: '0123098765432',
        optional2: '02<<12345',
      },
      {
        format: 'TD1',
        status: 'inconsistent',
        checks: { number: true, birth: true, expiry: false, optional: null, composite: false },
      },
    );
    const numbersOf = (
      fields: FieldReadings,
      { mrz = card, number }: { mrz?: PictureFindings['mrz']; number?: string } = {},
    ) => {
      const found = readingOf(
        { mrz, barcode: null, printed: printedWith(fields), documentClass: null },
        number === undefined ? null : { person: {}, document: { number } },
      );
      const { cic, ocr, emissionNumber } = found.voterCard ?? {};
      return { number: found.number, cic, ocr, emissionNumber };
    };

    it('has the numbers of the zone that the print repeats, however badly that was read', () => {
      const printed = {
        cic: read('999900001', 0.45),
        ocr: read('0123098765432', 0.45),
        emissionNumber: read('02', 0.45),
      };
      const all = { number: '999900001', cic: '999900001', ocr: '0123098765432', emissionNumber: '02' };
      expect(numbersOf(printed)).toEqual(all);
    });

    it('has the number alone where nothing is printed legibly: its check digit agrees, and another one', () => {
      const number = { number: '999900001', cic: '999900001' };
      expect(numbersOf({})).toEqual({ ...number, ocr: null, emissionNumber: null });
      const checks = { ...card.checks, number: false };
      expect(numbersOf({}, { mrz: { ...card, checks } })).toEqual({
        number: null,
        cic: null,
        ocr: null,
        emissionNumber: null,
      });
    });

    it('has no number where the print surely has another one, and that one where the client sent it', () => {
      const printed = { cic: read('999900032'), ocr: read('0123098765499') };
      expect(numbersOf(printed)).toMatchObject({ number: null, cic: null, ocr: '0123098765499' });
      expect(numbersOf(printed, { number: '999900032' })).toMatchObject({
        number: '999900032',
        cic: '999900032',
      });
    });
  });

  it('without a zone has the printed CIC as its number', () => {
    const documentClass = {
      kind: 'mx-ine',
      issuingState: 'MEX',
      confidence: 0.9,
      source: 'printed',
    } as const;
    const printed = printedWith({ cic: read('999900001') });
    expect(readingOf({ mrz: null, barcode: null, printed, documentClass }, null)).toMatchObject({
      number: '999900001',
      voterCard: { cic: '999900001' },
      sources: { number: ['VIZ'] },
    });
    const doubtful = printedWith({ cic: read('999900001', 0.5) });
    expect(readingOf({ mrz: null, barcode: null, printed: doubtful, documentClass }, null)).toMatchObject({
      number: null,
      voterCard: { cic: null },
    });
  });

  describe('whose holder has a name with a tilde', () => {
    const documentClass = {
      kind: 'mx-ine',
      issuingState: 'MEX',
      confidence: 0.9,
      source: 'printed',
    } as const;
    const keyOf = (voterKey: string, surnames: string, givenNames: string) => {
      const printed = printedWith({
        voterKey: read(voterKey, 0.97),
        lastName: { ...read(surnames.replace('\n', ' '), 0.97), text: surnames },
        firstName: read(givenNames, 0.97),
      });
      return readingOf({ mrz: null, barcode: null, printed, documentClass }, null).voterCard?.voterKey;
    };

    it.each([
      ['MNVLHG78080121H551', 'MONTAÑO\nVÉLEZ', 'HUGO'],
      ['NÑBRÑG94090731H556', 'NÚÑEZ\nBERMÚDEZ', 'ÍÑIGO'],
      ['PÑCRMN85010109M400', 'PEÑA\nDE LA CRUZ', 'MÓNICA ANA'],
      ['PÑNXMN85010109M400', 'PEÑA NAO', 'MÓNICA'],
    ])('has the key %s, of which each N is that of a name: %s, %s', (key, surnames, givenNames) => {
      expect(keyOf(key, surnames, givenNames)).toBe(key);
    });

    it.each([
      ['PNCRMN85010109M400', 'PEÑA\nDE LA CRUZ', 'MÓNICA'],
      ['MNVLHG78080121H551', 'MUÑOZ\nVÉLEZ', 'HUGO'],
      ['MNVLRS78080121H551', 'MONTAÑO\nVÉLEZ', 'HUGO'],
    ])('has not the key %s, of which an N may be an Ñ: %s, %s', (key, surnames, givenNames) => {
      expect(keyOf(key, surnames, givenNames)).toBeNull();
    });

    it.each([
      ['QXRSFR76021814H539', 'QUIÑONES\nRÍOS', 'FERNANDO'],
      ['QÑRTFR76021814H539', 'QUIÑONES\nRÍOS', 'FERNANDO'],
    ])(
      'has the key %s, whatever other letters differ from the names: %s, %s (A-397)',
      (key, surnames, givenNames) => {
        expect(keyOf(key, surnames, givenNames)).toBe(key);
      },
    );
  });
});
