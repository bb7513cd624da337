import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  back,
  barcodeWith,
  type Changes,
  decide,
  film,
  front,
  person,
  printedWith,
  read,
  score,
  selfie,
  sign,
  unread,
  zoneWith,
} from '../../test/identity-case.ts';
import type { PictureFindings } from '@countersign/findings';

const noBirth = Object.fromEntries(
  Object.entries(barcodeWith().fields ?? {}).filter(([name]) => name !== 'birthDate'),
);
const noExpiry = barcodeWith();
delete noExpiry.fields?.expiryDate;
const passport = {
  number: read('KQ0914725'),
  lastName: read('MAASIKAS'),
  firstName: read('LIISA'),
  birthDate: read('1991-03-14'),
  expiryDate: read('2032-05-28'),
};
const documentClass = { kind: 'passport', issuingState: 'UTO', confidence: 0.9, source: 'printed' } as const;
const onlyPrint = { ...unread, printed: printedWith(passport), documentClass };
const repaired = zoneWith({}, { status: 'repaired', repaired: ['number'] });
const reference = { ...selfie, mediaId: 'm-reference', context: 'face-reference' };
const withReference = (compared: PictureFindings['reference']) => ({
  findings: { pictures: [selfie, front, reference], reference: compared, referenceReason: null },
});

const licence = {
  fullName: read('ÍRIS REGINA GUIMARÃES LEITÃO'),
  personalNumber: read('90004236866'),
  birthDate: read('1953-12-19'),
  licenceNumber: read('91326891150'),
  number: read('91326891150'),
  expiryDate: read('2034-02-28'),
};
const brazilian = (fields: object = {}) => ({
  ...unread,
  printed: printedWith({ ...licence, ...fields }),
  documentClass: { kind: 'br-cnh', issuingState: 'BRA', confidence: 0.97, source: 'printed' } as const,
});
const withRegistry = { policy: { registry: 'BR_CPF' } } as const;
const liisa = person({ firstName: 'Liisa', lastName: 'Maasikas', dateOfBirth: '1991-03-14' });

describe('what was read too badly to be published (A-140)', () => {
  const printed = (fields: object) => ({ ...onlyPrint, printed: printedWith({ ...passport, ...fields }) });

  it('is no fault where the client sent the same', () => {
    const weak = { firstName: read('LIISA', 0.5), birthDate: read('1991-03-14', 0.5) };
    expect(decide({ findings: printed(weak), ...liisa })).toEqual(['pass_checks', null]);
  });

  it('is no fault of a name that differs from the client’s by a letter', () => {
    expect(decide({ findings: printed({ firstName: read('LIUSA', 0.95) }), ...liisa })).toEqual([
      'pass_checks',
      null,
    ]);
  });

  it.each<[string, Changes, number]>([
    // If the client sent nothing either, a passport without its zone has no reliable data.
    [
      'a passport with a name, and no zone',
      { findings: printed({ lastName: read('MAASIKAS', 0.5), firstName: read('LIISA', 0.5) }) },
      619,
    ],
    [
      'a passport with a date of birth, and no zone',
      { findings: printed({ birthDate: read('1991-03-14', 0.5) }) },
      619,
    ],
    ['another date of birth', { findings: printed({ birthDate: read('1990-01-01', 0.5) }), ...liisa }, 627],
    ['a number', { findings: printed({ number: read('KQ0914725', 0.5) }), ...liisa }, 631],
    [
      'a day of expiry gone by',
      { findings: printed({ expiryDate: read('2019-05-28', 0.5) }), ...liisa },
      629,
    ],
    [
      'the last name of a zone',
      { findings: { mrz: zoneWith({ confidence: { lastName: 0.4 } }), printed: null } },
      625,
    ],
  ])('is requested again: %s', (_, changes, code) => {
    expect(decide(changes)).toEqual(['ask_again', code]);
  });

  it('never counts as agreement with a client who sent another name', () => {
    const others = { lastName: read('TAVISTOCK', 0.5), firstName: read('HENRIETTA', 0.5) };
    expect(decide({ findings: printed(others), ...liisa })).toEqual(['ask_again', 625]);
  });
});

describe('a Brazilian licence, which is print alone (A-143)', () => {
  it('is decided by the registry if that is called in addition', () => {
    expect(decide({ findings: brazilian(), ...withRegistry })).toEqual(['pass_checks', null]);
  });

  it('is enough where all of it was read reliably, and nothing was sent', () => {
    expect(decide({ findings: brazilian() })).toEqual(['pass_checks', null]);
  });

  it('is requested again where its name was read badly', () => {
    const findings = brazilian({ fullName: read('ÍRIS REGINA GUIMARÁES', 0.6) });
    expect(decide({ findings, ...withRegistry })).toEqual(['ask_again', 625]);
  });

  it('with a name that stays whole is confirmed by the names and the birth date that the client sent', () => {
    const findings = brazilian({ fullName: read('ODRADEK ZAMZA LEVERKUHN') });
    const sent = person({ lastName: 'Leverkühn', dateOfBirth: '1953-12-19' });
    expect(decide({ findings, ...sent })).toEqual(['pass_checks', null]);
    const another = person({ lastName: 'Tavistock', dateOfBirth: '1953-12-19' });
    expect(decide({ findings, ...another })).toEqual(['fail_check', 104]);
  });
});

describe('a licence or permit without zone and code, of which nothing was sent (A-292)', () => {
  const european = {
    lastName: read('LEVERKÜHN'),
    firstName: read('ODRADEK'),
    number: read('A5R7G4U68'),
    birthDate: read('1979-07-01'),
    expiryDate: read('2033-08-10'),
  };
  const printOf = (kind: 'driving-licence' | 'residence-permit' | 'id-card', fields: object) => ({
    ...unread,
    pictures: [selfie, front, back],
    printed: printedWith({ ...european, ...fields }),
    documentClass: { kind, issuingState: null, confidence: 0.9, source: 'printed' } as const,
  });

  it.each<[string, 'driving-licence' | 'residence-permit', object]>([
    ['a licence', 'driving-licence', {}],
    ['a permit', 'residence-permit', {}],
    [
      'a licence with a personal number only',
      'driving-licence',
      { number: undefined, personalNumber: read('38001085718') },
    ],
  ])('is approved by print that leaves nothing in doubt: %s', (_, kind, fields) => {
    expect(decide({ findings: printOf(kind, fields) })).toEqual(['pass_checks', null]);
  });

  it.each<[string, object, number]>([
    ['a first name', { firstName: read('ODRADEK', 0.9) }, 619],
    ['a last name', { lastName: read('LEVERKÜHN', 0.9) }, 619],
    ['a date of birth', { birthDate: read('1979-07-01', 0.7) }, 627],
    ['a number', { number: read('A5R7G4U68', 0.85) }, 631],
    ['a day of expiry', { expiryDate: read('2033-08-10', 0.7) }, 619],
    ['a day of expiry that was not found', { expiryDate: undefined }, 619],
  ])('is requested again for what was not read reliably: %s', (_, fields, code) => {
    expect(decide({ findings: printOf('driving-licence', fields) })).toEqual(['ask_again', code]);
  });

  it('is not enough of an identity card, most of which have a zone', () => {
    expect(decide({ findings: printOf('id-card', {}) })).toEqual(['ask_again', 619]);
  });
});

describe('bar code, print and reference picture', () => {
  it.each<[string, Changes]>([
    [
      'a licence by its bar code',
      { findings: { ...unread, pictures: [selfie, front, back], barcode: barcodeWith() } },
    ],
    [
      'print that the client’s name and date of birth confirm',
      {
        findings: onlyPrint,
        ...person({ firstName: 'Liisa', lastName: 'Maasikas', dateOfBirth: '1991-03-14' }),
      },
    ],
    [
      'print that the client’s name and number confirm',
      {
        findings: onlyPrint,
        session: { person: { firstName: 'Liisa', lastName: 'Maasikas' }, document: { number: 'KQ 0914725' } },
      },
    ],
    [
      'print whose number differs by look-alikes only',
      { findings: { printed: printedWith({ number: read('KQO914725', 0.95) }) } },
    ],
    [
      'sides sent in each other’s place',
      { findings: { pictures: [selfie, { ...front, side: 'back' }, { ...back, side: 'front' }] } },
    ],
    [
      'a repaired number that print confirms',
      { findings: { mrz: repaired, printed: printedWith({ number: read('KQ0914725') }) } },
    ],
    ['a repaired number that a bar code confirms', { findings: { mrz: repaired, barcode: barcodeWith() } }],
    ['a selfie like its reference picture', withReference(score(97))],
    [
      'a challenge that was followed where it is demanded',
      {
        findings: { liveness: { examined: 'passive', challenge: film() } },
        policy: { requiredAssurance: 'challenge' },
      },
    ],
    [
      'a selfie like its reference picture, without a document',
      {
        findings: {
          ...unread,
          pictures: [selfie, reference],
          reference: score(97),
          referenceReason: null,
          portrait: null,
          comparison: null,
        },
        policy: { requireDocument: false },
      },
    ],
    [
      'dates out of order that only print has, and may have misread',
      {
        findings: { ...onlyPrint, printed: printedWith({ ...passport, issueDate: read('1980-01-01') }) },
        ...person({ firstName: 'Liisa', lastName: 'Maasikas', dateOfBirth: '1991-03-14' }),
      },
    ],
  ])('approve %s', (_, changes) => {
    expect(decide(changes)).toEqual(['pass_checks', null]);
  });

  it.each<[string, Changes, number]>([
    [
      'a last day that was not read and is over by what the client sent',
      {
        findings: { ...unread, pictures: [selfie, front, back], barcode: noExpiry },
        session: { document: { validUntil: '2026-11-19' } },
      },
      620,
    ],
    [
      'portraits of two people, whatever else the pictures show',
      {
        findings: {
          evidence: [sign('doc.other_portrait', 0.9)],
          comparison: score(3),
          printed: printedWith({ number: read('A5R7G4U68') }),
          agreement: { number: { state: 'contradicts', confidence: 0.95, value: 'A5R7G4U68' } },
        },
        session: { person: { firstName: 'Marlon', lastName: 'Tavistock' } },
      },
      642,
    ],
    [
      'portraits that may be of two people',
      { findings: { evidence: [sign('doc.other_portrait', 0.89)] }, policy: { evidenceReview: 0.7 } },
      204,
    ],
    ['a front that shows the back', { findings: { pictures: [selfie, { ...front, side: 'back' }] } }, 608],
    [
      'a back that shows the front',
      {
        findings: {
          pictures: [selfie, front, { ...back, side: 'front' }],
          documentClass: { kind: 'id-card', issuingState: 'UTO', confidence: 0.97, source: 'mrz' },
        },
      },
      609,
    ],
    ['a document read from print alone, which nothing confirms', { findings: onlyPrint }, 619],
    [
      'print that contradicts the zone for sure',
      { findings: { printed: printedWith({ birthDate: read('1989-03-14', 0.95) }) } },
      619,
    ],
    [
      'a repaired number that print does not confirm',
      { findings: { mrz: repaired, printed: printedWith({ number: read('XX1111111') }) } },
      631,
    ],
    [
      'a bar code without a date of birth',
      { findings: { ...unread, barcode: { ...barcodeWith(), fields: noBirth } } },
      627,
    ],
    ['a reference picture doubtfully like the selfie', withReference(score(60)), 606],
    ['assurance that is demanded and missing', { policy: { requiredAssurance: 'model' } }, 603],
    [
      'a challenge that was not followed',
      { findings: { liveness: { examined: 'passive', challenge: film({ followed: false }) } } },
      606,
    ],
  ])('request resubmission for %s', (_, changes, code) => {
    expect(decide(changes)).toEqual(['ask_again', code]);
  });

  it.each<[string, Changes, number]>([
    [
      'a bar code that contradicts the zone',
      { findings: { barcode: barcodeWith({ birthDate: read('1990-03-14', 1) }) } },
      507,
    ],
    [
      'a document that expires before its holder is born',
      { findings: { mrz: zoneWith({ birthDate: '2020-01-01', expiryDate: '2019-01-01' }) } },
      507,
    ],
    ['another person than on the reference picture', withReference(score(20)), 120],
    [
      'a reference picture without a face',
      { findings: { ...withReference(null).findings, referenceReason: 'reference.face_none' } },
      122,
    ],
    [
      'a missing reference picture where there is no document',
      { findings: { pictures: [selfie] }, policy: { requireDocument: false } },
      122,
    ],
  ])('decline for %s', (_, changes, code) => {
    expect(decide(changes)).toEqual(['fail_check', code]);
  });
});

describe('signs of a copy', () => {
  const recaptured = [sign('doc.recaptured', 0.92)];

  it.each<[string, Changes, unknown[]]>([
    ['request a new picture of the document', { findings: { evidence: recaptured } }, ['ask_again', 204]],
    ['request a new selfie', { findings: { evidence: [sign('live.edges', 0.92)] } }, ['ask_again', 606]],
    [
      'go to a reviewer, where there is one',
      { findings: { evidence: recaptured }, policy: { manualReview: true } },
      ['find_inconclusive', null],
    ],
    [
      'do nothing below the limit',
      { findings: { evidence: [sign('doc.recaptured', 0.89)] } },
      ['pass_checks', null],
    ],
    [
      'do nothing where they only inform',
      { findings: { evidence: [sign('doc.recaptured', 1)] }, policy: { evidenceReview: null } },
      ['pass_checks', null],
    ],
  ])('%s', (_, changes, expected) => {
    expect(decide(changes)).toEqual(expected);
  });

  it('never make a decision better, nor does assurance', () => {
    const rank = {
      pass_checks: 3,
      find_inconclusive: 2,
      ask_again: 1,
      ask_again_on_last_attempt: 1,
      fail_check: 0,
    };
    const rankOf = (changes: Changes) => rank[decide(changes)[0] as keyof typeof rank];
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    const assurances = fc.constantFrom('none', 'passive', 'model', 'challenge');
    const examinations = fc.constantFrom('none', 'passive', 'model');
    const films = fc.constantFrom(null, film(), film({ followed: false }), film({ worstScore: 20 }));
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            code: fc.constantFrom('live.edges', 'live.model', 'doc.recaptured', 'doc.edited'),
            strength: unit,
          }),
        ),
        fc.record({ examined: examinations, challenge: films }),
        assurances,
        fc.record({ manualReview: fc.boolean(), evidenceReview: fc.option(unit) }),
        fc.double({ min: 0, max: 100, noNaN: true }),
        fc.integer({ min: 1, max: 10 }),
        (signs, liveness, requiredAssurance, policy, value, attempt) => {
          const comparison = score(value);
          const evidence = signs.map(({ code, strength }) => sign(code, strength));
          const demanding = { policy: { ...policy, requiredAssurance }, attempt };
          const bare = rankOf({ ...demanding, findings: { comparison, liveness } });
          expect(rankOf({ ...demanding, findings: { comparison, liveness, evidence } })).toBeLessThanOrEqual(
            bare,
          );
          const undemanding = { policy: { ...policy, requiredAssurance: 'none' as const }, attempt };
          expect(bare).toBeLessThanOrEqual(rankOf({ ...undemanding, findings: { comparison } }));
        },
      ),
    );
  });
});
