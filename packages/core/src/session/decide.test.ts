import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  back,
  type Changes,
  decide,
  face,
  findings,
  front,
  input,
  person,
  score,
  selfie,
  unread,
  zone,
  zoneWith,
} from '../../test/identity-case.ts';
import { decideSession } from './decide.ts';

describe('an identity session', () => {
  it('is approved when everything agrees', () => {
    expect(decide(person({ firstName: 'Liisa', lastName: 'Maasikas', dateOfBirth: '1991-03-14' }))).toEqual([
      'pass_checks',
      null,
    ]);
  });

  it.each<[string, Changes, number]>([
    ['no picture at all', { findings: { pictures: [], ...unread, portrait: null, comparison: null } }, 635],
    ['no selfie', { findings: { pictures: [front], comparison: null } }, 605],
    [
      'no document picture',
      { findings: { pictures: [selfie], ...unread, portrait: null, comparison: null } },
      209,
    ],
    [
      'only the back of the document',
      { findings: { pictures: [selfie, back], portrait: null, comparison: null } },
      608,
    ],
    [
      'a card whose zone is on the back that is missing',
      { findings: unread, session: { document: { type: 'ID_CARD' } } },
      609,
    ],
    [
      'a selfie that cannot be opened',
      { findings: { pictures: [{ ...selfie, refusal: 'img.unreadable' }, front] } },
      204,
    ],
    [
      'a document picture that cannot be opened',
      { findings: { pictures: [selfie, { ...front, refusal: 'img.unreadable' }] } },
      204,
    ],
    [
      'no face in the selfie',
      { findings: { pictures: [{ ...selfie, faces: [] }, front], comparison: null } },
      606,
    ],
    [
      'several faces in the selfie',
      { findings: { pictures: [{ ...selfie, faces: [{ ...face, flags: ['face.several'] }] }, front] } },
      641,
    ],
    [
      'a blurred selfie',
      {
        findings: {
          pictures: [{ ...selfie, quality: [{ code: 'img.blur', value: 4, region: 'face' }] }, front],
        },
      },
      606,
    ],
    [
      'the same picture sent as selfie and document',
      {
        findings: {
          pictures: [{ ...selfie, quality: [{ code: 'img.duplicate', value: 1, region: 'image' }] }, front],
        },
      },
      606,
    ],
    [
      'an unreadable, blurred document',
      {
        findings: {
          ...unread,
          pictures: [selfie, { ...front, quality: [{ code: 'img.blur', value: 3, region: 'card' }] }],
        },
      },
      619,
    ],
    [
      'an unreadable document cut by the frame',
      {
        findings: {
          ...unread,
          pictures: [selfie, { ...front, quality: [{ code: 'doc.cut', value: 1, region: 'card' }] }],
        },
      },
      614,
    ],
    [
      'an unreadable back cut by the frame',
      {
        findings: {
          ...unread,
          pictures: [selfie, front, { ...back, quality: [{ code: 'doc.cut', value: 1, region: 'card' }] }],
        },
      },
      615,
    ],
    ['a document on which no zone was read', { findings: unread }, 619],
    [
      'a document too poor to read, however unlike its portrait is',
      { findings: { ...unread, comparison: score(10) } },
      619,
    ],
    ['a zone of an unknown document type', { findings: { mrz: zoneWith({ documentCode: 'X' }) } }, 602],
    [
      'a document the integration does not take',
      { policy: { acceptedDocuments: [{ type: 'ID_CARD' }] } },
      602,
    ],
    [
      'a document of a country the integration does not take',
      { policy: { acceptedDocuments: [{ type: 'PASSPORT', country: 'EE' }] } },
      602,
    ],
    ['an expired document', { findings: { mrz: zoneWith({ expiryDate: '2026-11-19' }) } }, 620],
    [
      'a zone read too weakly, though its digits agree',
      { findings: { mrz: zoneWith({}, { confidence: 0.29 }) } },
      619,
    ],
    ['no name', { findings: { mrz: zoneWith({ lastName: null, firstName: null }) } }, 625],
    ['a surname read too weakly', { findings: { mrz: zoneWith({ confidence: { lastName: 0.2 } }) } }, 625],
    ['first names read too weakly', { findings: { mrz: zoneWith({ confidence: { firstName: 0.2 } }) } }, 626],
    ['a date of birth that is not a date', { findings: { mrz: zoneWith({ birthDate: null }) } }, 627],
    [
      'a repaired date of birth',
      { findings: { mrz: zoneWith({}, { status: 'repaired', repaired: ['birthDate'] }) } },
      627,
    ],
    [
      'a repaired expiry date',
      { findings: { mrz: zoneWith({}, { status: 'repaired', repaired: ['expiryDate'] }) } },
      629,
    ],
    [
      'a repaired number',
      { findings: { mrz: zoneWith({}, { status: 'repaired', repaired: ['number'] }) } },
      631,
    ],
    [
      'check digits that disagree in a weak reading',
      { findings: { mrz: zoneWith({}, { status: 'inconsistent', confidence: 0.6 }) } },
      619,
    ],
    [
      'no portrait on the document',
      { findings: { portrait: null, comparison: null, comparisonReason: 'doc.portrait_none' } },
      619,
    ],
    ['faces too small to compare', { findings: { comparison: null, comparisonReason: 'face.small' } }, 606],
    [
      'a weak score of a small portrait',
      {
        findings: {
          comparison: score(97, true),
          portrait: { mediaId: 'm-front', box: [0, 0, 70, 70], width: 70 },
        },
      },
      619,
    ],
    ['a weak score of a small selfie', { findings: { comparison: score(20, true) } }, 606],
    ['a doubtful face score', { findings: { comparison: score(84.99) } }, 606],
    ['a document of the state of specimens', { policy: { specimenDocuments: false } }, 602],
  ])('requests resubmission for %s', (_, changes, code) => {
    expect(decide(changes)).toEqual(['ask_again', code]);
  });

  it.each<[string, Changes, number]>([
    ['another face', { findings: { comparison: score(49.99) } }, 509],
    ['another name', person({ firstName: 'Marlon', lastName: 'Tavistock' }), 104],
    ['an unlike name', person({ firstName: 'Liis', lastName: 'Maasing' }), 104],
    ['another date of birth', person({ dateOfBirth: '1991-03-15' }), 104],
    [
      'check digits printed wrong',
      { findings: { mrz: zoneWith({}, { status: 'inconsistent', confidence: 0.95 }) } },
      507,
    ],
    ['a missing endUserId where it is required', { policy: { requireEndUserId: true } }, 121],
    [
      'an unsupported document where that declines',
      { policy: { acceptedDocuments: [{ type: 'VISA' }], declineUnsupported: true } },
      510,
    ],
    [
      'a document of the state of specimens where others are declined',
      { policy: { specimenDocuments: false, declineUnsupported: true } },
      510,
    ],
    [
      'an expired document where that declines',
      { findings: { mrz: zoneWith({ expiryDate: '2020-01-01' }) }, policy: { declineExpired: true } },
      511,
    ],
  ])('is declined for %s', (_, changes, code) => {
    expect(decide(changes)).toEqual(['fail_check', code]);
  });

  it.each([
    [13, '2013-11-21', 530],
    [14, '2012-11-21', 531],
    [16, '2010-11-21', 532],
    [18, '2008-11-21', 533],
    [20, '2006-11-21', 534],
    [21, '2005-11-21', 535],
    [25, '2001-11-21', 536],
  ])('is declined under %d, born %s', (minimumAge, birthDate, code) => {
    const young = { findings: { mrz: zoneWith({ birthDate }) }, policy: { minimumAge } };
    expect(decide(young)).toEqual(['fail_check', code]);
    const birthday = birthDate.replace('-21', '-20');
    expect(decide({ ...young, findings: { mrz: zoneWith({ birthDate: birthday }) } })).toEqual([
      'pass_checks',
      null,
    ]);
  });

  it.each<[string, Changes]>([
    ['a doubtful face score', { findings: { comparison: score(70) } }],
    ['an unlike name', person({ firstName: 'Liis', lastName: 'Maasing' })],
    ['another date of birth', person({ dateOfBirth: '1991-03-15' })],
    [
      'check digits printed wrong',
      { findings: { mrz: zoneWith({}, { status: 'inconsistent', confidence: 0.95 }) } },
    ],
  ])('goes to a reviewer, where there is one, for %s', (_, changes) => {
    expect(decide({ ...changes, policy: { manualReview: true } })).toEqual(['find_inconclusive', null]);
  });

  it.each<[string, Changes, number]>([
    [
      'birth date',
      {
        findings: { mrz: zoneWith({}, { status: 'repaired', repaired: ['birthDate'] }) },
        ...person({ dateOfBirth: '1991-03-14' }),
      },
      0,
    ],
    [
      'number',
      {
        findings: { mrz: zoneWith({}, { status: 'repaired', repaired: ['number'] }) },
        session: { document: { number: 'kq0914725' } },
      },
      0,
    ],
  ])('accepts a repaired %s that the session data confirm', (_, changes) => {
    expect(decide(changes)).toEqual(['pass_checks', null]);
  });

  it('reports a decline before a request to resubmit, and the earlier check of several', () => {
    const both = { findings: { comparison: score(10), mrz: zoneWith({ expiryDate: '2020-01-01' }) } };
    expect(decide(both)).toEqual(['fail_check', 509]);
    const two = { findings: { mrz: zoneWith({ expiryDate: '2020-01-01' }), comparison: score(60) } };
    expect(decide(two)).toEqual(['ask_again', 620]);
  });

  it('is declined with 539 when the tenth attempt would be one to resubmit', () => {
    const expired = { findings: { mrz: zoneWith({ expiryDate: '2020-01-01' }) } };
    expect(decide({ ...expired, attempt: 9 })).toEqual(['ask_again', 620]);
    expect(decide({ ...expired, attempt: 10 })).toEqual(['ask_again_on_last_attempt', 539]);
  });

  it('needs only what the integration requires', () => {
    const faceless = { findings: { pictures: [front], comparison: null }, policy: { requireSelfie: false } };
    expect(decide(faceless)).toEqual(['pass_checks', null]);
  });

  it('stays undecided when a check could not run, whatever else was found', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 100, noNaN: true }),
        fc.constantFrom(zone, null, zoneWith({ expiryDate: '2020-01-01' })),
        fc.boolean(),
        (value, mrz, manualReview) => {
          const verdict = decideSession(
            input({
              findings: { mrz, comparison: score(value), notComputed: ['face.model'] },
              policy: { manualReview },
            }),
          );
          expect(verdict).toEqual({ kind: 'undecided', missing: ['face.model'] });
        },
      ),
    );
  });

  it('requests another picture where one was too slow to be read, however good the others are (A-120)', () => {
    const slow = { refusal: 'img.too_slow' as const, width: 0, height: 0, faces: [], quality: [] };
    for (const pictures of [
      [selfie, front, { ...back, ...slow }],
      [selfie, { ...selfie, ...slow, context: 'face-pre' }, front],
      [selfie, front, { ...selfie, ...slow, context: 'face-reference' }],
    ])
      expect(decide({ findings: { pictures } })).toEqual(['ask_again', 204]);
  });

  it('is never approved while a picture of it was too slow to be read (A-120)', () => {
    const contexts = [
      'face',
      'face-pre',
      'face-reference',
      'document-front',
      'document-back',
      'document-back-barcode',
    ];
    fc.assert(
      fc.property(
        fc.array(fc.record({ context: fc.constantFrom(...contexts), slow: fc.boolean() }), { maxLength: 6 }),
        fc.constantFrom(...contexts),
        fc.constantFrom(zone, null, zoneWith({ expiryDate: '2020-01-01' })),
        fc.record({
          requireSelfie: fc.boolean(),
          requireDocument: fc.boolean(),
          manualReview: fc.boolean(),
        }),
        fc.integer({ min: 1, max: 10 }),
        (others, context, mrz, policy, attempt) => {
          const nothing = { width: 0, height: 0, faces: [], quality: [] };
          const unseen = { ...front, ...nothing, refusal: 'img.too_slow' as const };
          const pictures = [
            selfie,
            front,
            ...others.map((one) => ({ ...(one.slow ? unseen : front), context: one.context })),
            { ...unseen, context },
          ];
          const given = input({ findings: { pictures, mrz }, policy, attempt });
          const verdict = decideSession(given);
          expect(verdict.kind === 'decided' && verdict.outcome).not.toBe('pass_checks');
        },
      ),
    );
  });

  it('is never approved without a clean zone, a portrait and an accepted face score', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 100, noNaN: true }),
        fc.boolean(),
        fc.constantFrom('clean', 'repaired', 'inconsistent', 'none'),
        fc.boolean(),
        fc.boolean(),
        (value, weak, status, portrait, manualReview) => {
          const mrz =
            status === 'none'
              ? null
              : zoneWith({}, { status, repaired: status === 'repaired' ? ['number'] : [] });
          const [outcome] = decide({
            findings: { mrz, comparison: score(value, weak), portrait: portrait ? findings.portrait : null },
            policy: { manualReview },
          });
          expect(outcome === 'pass_checks').toBe(status === 'clean' && portrait && value >= 85 && !weak);
        },
      ),
    );
  });
});
