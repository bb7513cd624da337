import type { DocumentKind, FieldReadings, PictureFindings } from '@countersign/findings';
import { describe, expect, it } from 'vitest';
import { meaningOf } from '../../../test/decision-table.ts';
import {
  back,
  barcodeWith,
  front,
  printedWith,
  read,
  selfie,
  zoneWith,
} from '../../../test/identity-case.ts';
import type { SessionData } from '../session-data.ts';

const passport = { firstName: 'Liisa', lastName: 'Maasikas', dateOfBirth: '1991-03-14' };
const printed: FieldReadings = {
  number: read('KQ0914725'),
  lastName: read('MAASIKAS'),
  firstName: read('LIISA'),
  birthDate: read('1991-03-14'),
  expiryDate: read('2032-05-28'),
};

/** The front alone, recognised by its print. */
const frontOf = (kind: DocumentKind): Partial<PictureFindings> => ({
  pictures: [selfie, front],
  mrz: null,
  printed: printedWith(printed),
  documentClass: { kind, issuingState: 'UTO', confidence: 0.97, source: 'printed' },
});
const announced = (type: string | undefined): Partial<SessionData> => ({
  person: passport,
  document: type === undefined ? {} : { type },
});

describe('a card with its back', () => {
  const cards = [
    'id-card',
    'residence-permit',
    'mx-ine',
    'co-cedula-yellow',
    'co-cedula-digital',
    'us-licence',
  ] as const;
  const types = [undefined, 'ID_CARD', 'RESIDENCE_PERMIT', 'DRIVERS_LICENSE', 'PASSPORT'];

  it.each(cards.flatMap((kind) => types.map((type) => [kind, type] as const)))(
    'missing is requested: %s, announced as %s',
    (kind, type) => {
      const meaning = meaningOf({ findings: frontOf(kind), session: announced(type) });
      expect(meaning).toEqual({
        live: 'resubmission',
        test: 'resubmission',
        code: 609,
        plain: 209,
        reason: 'The document back is missing',
      });
    },
  );

  it.each(['passport', 'visa', 'driving-licence', 'br-cnh'] as const)(
    'of which none is needed is not requested, whatever was announced: %s',
    (kind) => {
      expect(meaningOf({ findings: frontOf(kind), session: announced('ID_CARD') }).code).not.toBe(609);
    },
  );

  it.each([
    ['US', 609],
    ['CA', 609],
    ['ES', 619],
  ])('of a licence of %s that was not recognised: %s', (country, code) => {
    const findings = { ...frontOf('us-licence'), documentClass: null, printed: null };
    const session = { person: passport, document: { type: 'DRIVERS_LICENSE', country } };
    expect(meaningOf({ findings, session }).code).toBe(code);
  });

  it('is approved by its zone or code on the back', () => {
    const both = { pictures: [selfie, front, back], printed: printedWith(printed) };
    const zone = zoneWith({ documentCode: 'I' }, { format: 'TD1', mediaId: 'm-back' });
    const documentClass = { kind: 'id-card', issuingState: 'UTO', confidence: 0.97, source: 'mrz' } as const;
    expect(meaningOf({ findings: { ...both, mrz: zone, documentClass } }).live).toBe('approved');
    const coded = { ...both, mrz: null, barcode: barcodeWith() };
    expect(meaningOf({ findings: { ...coded, documentClass: null } }).live).toBe('approved');
  });
});

/** The back of the card of `zone`, read on its own picture, with the front's print. */
const sidesOf = (
  fields: FieldReadings,
  zone: Parameters<typeof zoneWith>[0] = {},
): Partial<PictureFindings> => ({
  pictures: [selfie, front, back],
  mrz: zoneWith({ documentCode: 'I', ...zone }, { format: 'TD1', mediaId: 'm-back' }),
  printed: printedWith(fields),
  documentClass: { kind: 'id-card', issuingState: 'UTO', confidence: 0.97, source: 'mrz' },
});
const other = { read: (value: string) => read(value, 0.95), doubt: (value: string) => read(value, 0.7) };
const differ = {
  live: 'declined',
  test: 'review',
  code: 507,
  plain: 102,
  reason: 'The front and the back belong to different documents',
};
const fine = { live: 'approved', test: 'approved', code: null, plain: null, reason: null };

describe('the front of one card with the back of another', () => {
  it.each<[string, Partial<PictureFindings>]>([
    ['the number', sidesOf({ number: other.read('XR7718204') })],
    [
      'the number of the person',
      sidesOf({ personalNumber: other.read('9000835686') }, { personalNumber: '9000171717' }),
    ],
    ['the surname', sidesOf({ lastName: other.read('PETRUSEK') })],
    ['the given names', sidesOf({ firstName: other.read('ORLAN') })],
    ['the name in one line', sidesOf({ fullName: other.read('ORLAN PETRUSEK') })],
    ['the birth date', sidesOf({ birthDate: other.read('1984-05-01') })],
    ['the birth date in the CURP', sidesOf({ curp: other.read('PEXO840501HNEXXX09') })],
    [
      'two fields, each read with low confidence',
      sidesOf({ lastName: other.doubt('PETRUSEK'), birthDate: other.doubt('1984-05-01') }),
    ],
    [
      'the number in a bar code',
      {
        pictures: [selfie, front, back],
        mrz: null,
        barcode: barcodeWith(),
        printed: printedWith({ number: other.read('XR7718204') }),
      },
    ],
  ])('is found by %s', (_, findings) => {
    expect(meaningOf({ findings })).toEqual(differ);
    // The front holder's data belong to a document that was sent, so the name is not the fault.
    const person = { firstName: 'Orlan', lastName: 'Petrusek', dateOfBirth: '1984-05-01' };
    expect(meaningOf({ findings, session: { person } })).toEqual(differ);
  });

  it.each<[string, FieldReadings]>([
    ['everything agrees', printed],
    [
      'one field differs that was read with low confidence',
      { ...printed, birthDate: other.doubt('1984-05-01') },
    ],
    ['a number differs by look-alikes', { ...printed, number: other.read('KQO914725') }],
    ['the zone cut the name', { ...printed, fullName: other.read('LIISA MARIA MAASIKAS') }],
  ])('is not suspected where %s', (_, fields) => {
    expect(meaningOf({ findings: sidesOf(fields) })).toEqual(fine);
  });

  it('is a contradiction instead where zone and print are on one side', () => {
    const findings = { printed: printedWith({ birthDate: other.read('1984-05-01') }) };
    expect(meaningOf({ findings })).toMatchObject({ code: 619, plain: 204 });
  });
});
