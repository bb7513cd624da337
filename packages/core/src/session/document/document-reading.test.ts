import { describe, expect, it } from 'vitest';
import { barcodeWith, findings, printedWith, read, zoneWith } from '../../../test/identity-case.ts';
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

  it('lists every source with the same value', () => {
    const { mrz } = findings;
    const printed = printedWith({ number: read('KQ 0914725'), birthDate: read('1990-01-01') });
    const { sources } = reading({ mrz, barcode: barcodeWith(), printed });
    expect(sources.number).toEqual(['MRZ', 'BARCODE', 'VIZ']);
    expect(sources.birthDate).toEqual(['MRZ', 'BARCODE']);
    expect(sources.issueDate).toBeUndefined();
  });

  it('keeps what was read of a field that is not reliable beside what it publishes', () => {
    const printed = printedWith({ birthPlace: read('AMAUROT', 0.5), authority: read('PERMIT', 0.4) });
    const weak = reading({ mrz: findings.mrz, printed });
    expect(weak).toMatchObject({ placeOfBirth: null, issuedBy: null });
    expect(weak.fields.birthPlace).toMatchObject({ value: 'AMAUROT', confidence: 0.5, reliable: false });
  });

  it('leaves a name whole where nothing shows how to split it', () => {
    const printed = printedWith({ ...brazilian, fullName: read('ODRADEK ZAMZA') });
    expect(reading({ printed })).toMatchObject({
      firstName: null,
      lastName: null,
      wholeName: 'ODRADEK ZAMZA',
      splitBy: null,
    });
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
      wholeName: null,
      splitBy: 'tables',
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

  it.each<[string, Sources, { isOneName: boolean; isNameCut: boolean }]>([
    [
      'a clean zone without given names',
      { mrz: zoneWith({ firstName: null }) },
      { isOneName: true, isNameCut: false },
    ],
    [
      'a doubtful zone without given names',
      { mrz: zoneWith({ firstName: null }, { status: 'repaired', repaired: ['number'] }) },
      { isOneName: false, isNameCut: false },
    ],
    [
      'a zone whose surname fills the field',
      { mrz: zoneWith({ firstName: null, truncated: true }) },
      { isOneName: false, isNameCut: true },
    ],
    [
      'a zone without the given names that are printed',
      { mrz: zoneWith({ firstName: null }), printed: printedWith({ firstName: read('LIISA') }) },
      { isOneName: false, isNameCut: false },
    ],
    [
      'a zone that cut off the name that is printed whole',
      {
        mrz: zoneWith({ firstName: 'ALEXAN', truncated: true }),
        printed: printedWith({ firstName: read('ALEXANDRA') }),
      },
      { isOneName: false, isNameCut: false },
    ],
    [
      'a code whose issuer marks a name as cut off',
      { barcode: { ...barcodeWith(), truncated: true } },
      { isOneName: false, isNameCut: true },
    ],
    [
      'print without given names',
      { printed: printedWith({ lastName: read('MAASIKAS') }) },
      { isOneName: false, isNameCut: false },
    ],
  ])('may have one name, or a name cut off: %s (A-425)', (_, sources, expected) => {
    expect(reading(sources)).toMatchObject(expected);
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

  it('of a Mexican voter card has its numbers: the zone’s where it agrees with itself', () => {
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
    expect(reading({ mrz: findings.mrz, printed }).voterCard).toBeNull();
  });

  it.each([
    ['the zone has no Ñ', { firstName: 'INIGO' }, 'ÍÑIGO', 'ÍÑIGO'],
    [
      'the zone cut the name off',
      { firstName: 'MARIA GABRIEL', truncated: true },
      'MARÍA GABRIELA',
      'MARÍA GABRIELA',
    ],
    ['zone and print differ', { firstName: 'MONICA' }, 'MÓNIGA', null],
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

  it.each([
    ['the zone repeats its date of birth and sex', {}, 0.8, 'PRLPJN85010109H400'],
    ['it is read less surely', {}, 0.79, null],
    ['the zone has another date of birth', { birthDate: '1985-01-02' }, 0.8, null],
    ['the zone has another sex', { sex: 'F' as const }, 0.8, null],
  ])(
    'of a Mexican voter card has a voter key read at less than 0.9: %s',
    (_, fields, confidence, voterKey) => {
      const holder = { documentCode: 'ID', issuingState: 'MEX', birthDate: '1985-01-01', sex: 'M' as const };
      const mrz = zoneWith({ ...holder, ...fields }, { format: 'TD1' });
      const printed = printedWith({ voterKey: read('PRLPJN85010109H400', confidence) });
      expect(reading({ mrz, printed }).voterCard).toMatchObject({ voterKey });
      expect(reading({ mrz: { ...mrz, status: 'inconsistent' }, printed }).voterCard?.voterKey).toBeNull();
    },
  );

  it('of a digital Colombian card has the holder’s number, never the serial of the card', () => {
    const card = zoneWith(
      { documentCode: 'IC', issuingState: 'COL', number: '001234567', personalNumber: '9000000001' },
      { format: 'TD1' },
    );
    const printed = printedWith({ personalNumber: read('9000000001') });
    expect(reading({ mrz: card, printed })).toMatchObject({
      number: '9000000001',
      idNumber: '9000000001',
      sources: { number: ['MRZ', 'VIZ'] },
    });
    const inDoubt = { ...card, status: 'inconsistent' } as const;
    expect(reading({ mrz: inDoubt, printed })).toMatchObject({ number: '9000000001' });
    expect(reading({ mrz: inDoubt })).toMatchObject({ number: null, idNumber: null });
  });

  it('has the CURP of a Mexican voter card as its holder’s number', () => {
    const card = zoneWith(
      { documentCode: 'ID', issuingState: 'MEX', number: '999900001' },
      { format: 'TD1' },
    );
    const printed = printedWith({
      curp: read('PELJ850101HDFRPN06'),
      voterKey: read('PRLPJN85010109H400', 0.5),
    });
    expect(reading({ mrz: card, printed })).toMatchObject({
      idNumber: 'PELJ850101HDFRPN06',
      number: '999900001',
      voterCard: { curp: 'PELJ850101HDFRPN06', voterKey: null },
    });
  });

  it('has address and appearance from its bar code', () => {
    const barcode = barcodeWith({
      issuingState: read('USA', 1),
      address: {
        ...read('120 ANYDER ST APT 4, AMAUROT, XX 12345', 1),
        text: '120 ANYDER ST APT 4\nAMAUROT, XX 12345',
      },
      eyeColor: read('BRO', 1),
      hairColor: read('GRY', 1),
      height: read('165', 1),
      weight: read('68', 1),
    });
    expect(reading({ barcode })).toMatchObject({
      address: {
        full: '120 ANYDER ST APT 4, AMAUROT, XX 12345',
        parsed: {
          street: 'ANYDER ST',
          houseNumber: '120',
          unit: '4',
          city: 'AMAUROT',
          state: 'XX',
          postcode: '12345',
          country: null,
        },
      },
      eyeColor: 'BRO',
      hairColor: 'GRY',
      height: '165',
      weight: '68',
      fields: { address: { source: 'BARCODE' } },
    });
  });

  it('has no place, issuer, address or appearance that was read with low confidence', () => {
    const doubtful = {
      birthPlace: read('TARTU', 0.89),
      authority: read('PPA', 0.89),
      address: read('Tartu', 0.89),
    };
    expect(reading({ mrz: findings.mrz, printed: printedWith(doubtful) })).toMatchObject({
      placeOfBirth: null,
      issuedBy: null,
      address: null,
    });
    const sure = { birthPlace: read('TARTU', 0.9), authority: read('PPA', 0.9), address: read('Tartu', 0.9) };
    expect(reading({ mrz: findings.mrz, printed: printedWith(sure) })).toMatchObject({
      placeOfBirth: 'TARTU',
      issuedBy: 'PPA',
      address: { full: 'Tartu', parsed: { street: null, city: null } },
    });
  });

  it.each<[string, string, string | null]>([
    [
      'mx-ine',
      'C HITLODEO 68\nCOL AMAUROTE 12345\nANIDRO, UTO.',
      'C HITLODEO 68 COL AMAUROTE 12345 ANIDRO, UTO.',
    ],
    ['mx-ine', 'C HITLODEO 68\nCOL AMAUROTE 12345', null],
    ['mx-ine', 'C HITLODEO 68', null],
    ['us-licence', '120 ANYDER ST\nAMAUROT, XX 12345', '120 ANYDER ST AMAUROT, XX 12345'],
    ['us-licence', '120 ANYDER ST', null],
    ['driving-licence', '120 ANYDER ST', '120 ANYDER ST'],
  ])('of a %s has a printed address only with all of its lines: %j', (kind, text, full) => {
    const address = { ...read(text.replaceAll('\n', ' ')), text };
    const state = kind === 'mx-ine' ? 'MEX' : kind === 'us-licence' ? 'USA' : 'EST';
    const documentClass = {
      kind: kind as 'mx-ine',
      issuingState: state,
      confidence: 0.9,
      source: 'printed',
    } as const;
    const { address: published, fields } = reading({ printed: printedWith({ address }), documentClass });
    expect(published?.full ?? null).toBe(full);
    expect(fields.address).toMatchObject({ value: text.replaceAll('\n', ' ') });
  });

  it('of a licence has the number of its bar code, whose zero print may show as a letter', () => {
    const barcode = barcodeWith({ number: read('U0742843', 1) });
    const once = printedWith({ number: read('UO742843'), licenceNumber: read('UO742843') });
    expect(reading({ barcode, printed: once })).toMatchObject({
      number: 'U0742843',
      licence: { number: 'U0742843' },
    });
    const apart = printedWith({ number: read('U0742843'), licenceNumber: read('91422922094') });
    expect(reading({ barcode, printed: apart })).toMatchObject({
      number: 'U0742843',
      licence: { number: '91422922094' },
    });
  });

  it('of a Brazilian licence has the date of its holder’s first licence', () => {
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
    ['D', 'DE'],
    ['GBD', 'GB'],
    ['RKS', 'XK'],
    ['RKK', 'XK'],
    ['XKX', 'XK'],
    ['ZIM', 'ZW'],
    ['XOM', null],
    ['UNO', null],
    ['XXA', null],
  ])('of a zone whose states are %s is of the country %s', (state, country) => {
    const mrz = zoneWith({ issuingState: state, nationality: state });
    expect(reading({ mrz })).toMatchObject({ country, nationality: country });
  });

  it.each([
    ['P', 'PASSPORT'],
    ['V', 'VISA'],
    ['IR', 'RESIDENCE_PERMIT'],
    ['ID', 'ID_CARD'],
    ['IP', 'ID_CARD'],
    ['C', 'ID_CARD'],
    ['AC', 'OTHER'],
    ['C1', 'RESIDENCE_PERMIT'],
    ['C2', 'RESIDENCE_PERMIT'],
    ['PP', 'PASSPORT'],
    ['PT', 'PASSPORT'],
    ['D1', 'DRIVERS_LICENSE'],
    ['X', null],
  ])('of a zone with the code %s is of the type %s', (code, type) => {
    expect(documentTypeOf(code, null)).toBe(type);
  });
});
