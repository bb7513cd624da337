import { describe, expect, it } from 'vitest';
import { barcodeWith, findings, printedWith, read, zoneWith } from '../../test/identity-case.ts';
import { documentTypeOf, readingOf } from './document-reading.ts';
import type { FieldReadings, PictureFindings } from '@countersign/findings';

type Sources = Partial<Pick<PictureFindings, 'mrz' | 'barcode' | 'printed' | 'documentClass'>>;
const reading = (sources: Sources) =>
  readingOf({ mrz: null, barcode: null, printed: null, documentClass: null, ...sources }, null);
const brazilian: FieldReadings = {
  fullName: read('ESTÊVÃO LOBÃO FOGAÇA'),
  personalNumber: read('90000116805'),
  birthDate: read('1993-03-03'),
  licenceNumber: read('91422922094'),
  licenceCategories: read('AB'),
  issueDate: read('2022-07-05', 0.7),
};

describe('the reading of a document', () => {
  it('takes the zone before the code, and the code before the print', () => {
    const { mrz } = findings;
    const printed = printedWith({
      number: read('XX1'),
      issueDate: read('2022-05-28'),
      birthPlace: read('TARTU'),
    });
    expect(reading({ mrz, barcode: barcodeWith({ number: read('YY2', 1) }), printed })).toMatchObject({
      source: 'MRZ',
      number: 'KQ0914725',
      validFrom: '2022-05-28',
      placeOfBirth: 'TARTU',
    });
    expect(reading({ barcode: barcodeWith({ number: read('YY2', 1) }), printed })).toMatchObject({
      source: 'BARCODE',
      number: 'YY2',
      confidence: 1,
    });
  });

  it('names everybody who says the same', () => {
    const { mrz } = findings;
    const printed = printedWith({ number: read('KQ 0914725'), birthDate: read('1990-01-01') });
    const { sources } = reading({ mrz, barcode: barcodeWith(), printed });
    expect(sources.number).toEqual(['MRZ', 'BARCODE', 'VIZ']);
    expect(sources.birthDate).toEqual(['MRZ', 'BARCODE']);
    expect(sources.issueDate).toBeUndefined();
  });

  it('of a Brazilian licence comes from print: one name, a number, categories', () => {
    const documentClass = {
      kind: 'br-cnh',
      issuingState: 'BRA',
      confidence: 0.9,
      source: 'printed',
    } as const;
    expect(reading({ printed: printedWith(brazilian), documentClass })).toMatchObject({
      source: 'VIZ',
      firstName: 'ESTÊVÃO',
      lastName: 'LOBÃO FOGAÇA',
      idNumber: '90000116805',
      type: 'DRIVERS_LICENSE',
      country: 'BR',
      licence: { number: '91422922094', categories: ['A', 'B'] },
      confidence: 0.95,
    });
  });

  it('of an identification card of a licence office is an identity card', () => {
    expect(reading({ barcode: barcodeWith({ documentCode: read('ID', 1) }) })).toMatchObject({
      type: 'ID_CARD',
      licence: null,
    });
    expect(reading({ barcode: barcodeWith() }).type).toBe('DRIVERS_LICENSE');
  });

  it('takes a national number from where a state prints it', () => {
    const estonian = zoneWith(
      { documentCode: 'ID', issuingState: 'EST', optional1: '49103149907' },
      { format: 'TD1' },
    );
    expect(reading({ mrz: estonian })).toMatchObject({ idNumber: '49103149907', country: 'EE' });
    const colombian = zoneWith(
      { documentCode: 'IC', issuingState: 'COL', personalNumber: '9000000001' },
      { format: 'TD1' },
    );
    expect(reading({ mrz: colombian })).toMatchObject({ idNumber: '9000000001', country: 'CO' });
  });

  it('of a Mexican voter card has its numbers: the zone’s where it agrees with itself, else the print’s', () => {
    const card = zoneWith(
      {
        documentCode: 'ID',
        issuingState: 'MEX',
        number: '999900001',
        optional1: '0123098765432',
        optional2: '02<<12345',
      },
      { format: 'TD1' },
    );
    const printed = printedWith({
      cic: read('999900032'),
      curp: read('PELJ850101HDFRPN06'),
      voterKey: read('PRLPJN85010109H400'),
      registrationYear: read('2003'),
      expiryDate: { ...read('2033-12-31'), text: '2023 - 2033' },
    });
    expect(reading({ mrz: card, printed }).voterCard).toEqual({
      cic: '999900001',
      ocr: '0123098765432',
      curp: 'PELJ850101HDFRPN06',
      voterKey: 'PRLPJN85010109H400',
      emissionNumber: '02',
      givenNames: null,
      registrationYear: '2003',
      issueYear: '2023',
    });
    expect(reading({ mrz: { ...card, status: 'inconsistent' }, printed }).voterCard).toMatchObject({
      cic: '999900032',
      ocr: null,
      emissionNumber: null,
    });
    expect(reading({ mrz: findings.mrz, printed }).voterCard).toBeNull();
  });

  it.each([
    ['the zone knows no Ñ', { firstName: 'INIGO' }, 'ÍÑIGO', 'ÍÑIGO'],
    [
      'the zone cut the name off',
      { firstName: 'MARIA GABRIEL', truncated: true },
      'MARÍA GABRIELA',
      'MARÍA GABRIELA',
    ],
    ['zone and print are of two minds', { firstName: 'MONICA' }, 'MÓNIGA', null],
    ['only part of it was printed legibly', { firstName: 'MARIA GABRIELA' }, 'MARÍA', null],
    ['the zone has none', { firstName: null }, 'MÓNICA', null],
  ])('of a Mexican voter card has the given names as printed: %s', (_, fields, print, givenNames) => {
    const card = zoneWith({ documentCode: 'ID', issuingState: 'MEX', ...fields }, { format: 'TD1' });
    const printed = printedWith({ firstName: read(print) });
    expect(reading({ mrz: card, printed }).voterCard).toMatchObject({ givenNames });
  });

  it('of a Mexican voter card has no voter key where one of its letters may have lost its tilde', () => {
    const card = zoneWith({ documentCode: 'ID', issuingState: 'MEX' }, { format: 'TD1' });
    const keyOf = (voterKey: string, lastName: string) =>
      reading({
        mrz: card,
        printed: printedWith({ voterKey: read(voterKey), lastName: read(lastName) }),
      }).voterCard?.voterKey;
    expect(keyOf('QNRSFR76021814H539', 'QUIÑONES RÍOS')).toBeNull();
    expect(keyOf('QÑRSFR76021814H539', 'QUIÑONES RÍOS')).toBe('QÑRSFR76021814H539');
    expect(keyOf('PRLPJN85010109H400', 'PÉREZ LÓPEZ')).toBe('PRLPJN85010109H400');
  });

  it('of a Brazilian licence says when its holder was first licensed', () => {
    const documentClass = {
      kind: 'br-cnh',
      issuingState: 'BRA',
      confidence: 0.9,
      source: 'printed',
    } as const;
    const printed = printedWith({ ...brazilian, firstIssueDate: read('2012-07-05') });
    expect(reading({ printed, documentClass }).licence?.firstIssue).toBe('2012-07-05');
    expect(reading({ printed: printedWith(brazilian), documentClass }).licence?.firstIssue).toBeNull();
  });

  it('is nothing where nothing was read', () => {
    expect(reading({}).source).toBeNull();
    expect(reading({ printed: printedWith({}) }).source).toBeNull();
  });

  it.each([
    ['P', 'PASSPORT'],
    ['V', 'VISA'],
    ['IR', 'RESIDENCE_PERMIT'],
    ['ID', 'ID_CARD'],
    ['C', 'ID_CARD'],
    ['D1', 'DRIVERS_LICENSE'],
    ['X', null],
  ])('of a zone with the code %s is of the type %s', (code, type) => {
    expect(documentTypeOf(code, null)).toBe(type);
  });
});
