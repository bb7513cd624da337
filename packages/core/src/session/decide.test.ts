import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideSession, type DecideInput } from './decide.ts';
import { forcedDelay, forcedOutcome } from './forced.ts';
import type { FaceFinding, MrzFinding, PictureFinding, PictureFindings } from './findings.ts';
import type { DecisionPolicy } from './policy.ts';
import type { SessionData } from './session-data.ts';
import { genuineScore, riskLabels } from './risk.ts';
import { readingOf } from './document-reading.ts';

const face: FaceFinding = {
  box: [100, 100, 300, 300],
  width: 300,
  confidence: 0.98,
  roll: 0,
  yaw: 2,
  pitch: 1,
  flags: [],
};
const selfie: PictureFinding = {
  mediaId: 'm-face',
  context: 'face',
  refusal: null,
  width: 960,
  height: 1280,
  quality: [{ code: 'img.blur', value: 120, region: 'face' }],
  faces: [face],
};
const front: PictureFinding = {
  ...selfie,
  mediaId: 'm-front',
  context: 'document-front',
  width: 1600,
  height: 1200,
};
const back: PictureFinding = { ...front, mediaId: 'm-back', context: 'document-back', faces: [] };

const zone: MrzFinding = {
  mediaId: 'm-front',
  format: 'TD3',
  status: 'clean',
  lines: [],
  raw: [],
  checks: { number: true, birth: true, expiry: true, optional: true, composite: true },
  repaired: [],
  confidence: 0.97,
  fields: {
    documentCode: 'P',
    issuingState: 'UTO',
    number: 'KQ0914725',
    lastName: 'MAASIKAS',
    firstName: 'LIISA',
    truncated: false,
    birthDate: '1991-03-14',
    expiryDate: '2032-05-28',
    sex: 'F',
    rawSex: 'F',
    nationality: 'UTO',
    optional1: null,
    optional2: null,
    confidence: {},
  },
};
const zoneWith = (fields: Partial<MrzFinding['fields']>, rest: Partial<MrzFinding> = {}): MrzFinding => ({
  ...zone,
  ...rest,
  fields: { ...zone.fields, ...fields },
});

const findings: PictureFindings = {
  pictures: [selfie, front],
  mrz: zone,
  portrait: { mediaId: 'm-front', box: [160, 310, 182, 182], width: 182 },
  comparison: { distance: 0.2, score: 99.9, model: 'builtin-face@1', weak: false },
  comparisonReason: null,
  notComputed: [],
  models: [],
};
const score = (value: number, weak = false) => ({
  distance: 0.5,
  score: value,
  model: 'builtin-face@1',
  weak,
});

const session: SessionData = {
  vendorData: null,
  endUserId: null,
  callback: null,
  person: {},
  document: {},
  address: {},
  consents: [],
  proofOfAddressTypes: [],
};

const policy: DecisionPolicy = {
  manualReview: false,
  requireEndUserId: false,
  requireDocument: true,
  requireSelfie: true,
  minimumAge: null,
  acceptedDocuments: null,
  declineUnsupported: false,
  declineExpired: false,
  faceAcceptScore: 85,
  faceReviewScore: 50,
};

interface Changes {
  session?: Partial<SessionData>;
  policy?: Partial<DecisionPolicy>;
  findings?: Partial<PictureFindings>;
  attempt?: number;
}

const input = (changes: Changes = {}): DecideInput => ({
  session: { ...session, ...changes.session },
  policy: { ...policy, ...changes.policy },
  findings: { ...findings, ...changes.findings },
  today: '2026-11-20',
  attempt: changes.attempt ?? 1,
});

function decide(changes: Changes) {
  const verdict = decideSession(input(changes));
  return verdict.kind === 'decided' ? [verdict.outcome, verdict.code] : ['undecided', verdict.missing];
}

const person = (supplied: SessionData['person']) => ({ session: { person: supplied } });
const unread = { mrz: null } as const;

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
      'a document too poor to read, however unlike its portrait looks',
      { findings: { ...unread, comparison: score(10) } },
      619,
    ],
    [
      'a document type that cannot be read here',
      { findings: unread, session: { document: { type: 'DRIVERS_LICENSE' } } },
      602,
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
  ])('asks again for %s', (_, changes, code) => {
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

  it('is declined with 539 when the tenth attempt would ask again', () => {
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

describe('forced decisions of test integrations', () => {
  it.each([
    ['Approve', 'pass_checks', null],
    [' decline ', 'fail_check', 102],
    ['RESUBMIT', 'ask_again', 201],
    ['Expire', 'force_expired', null],
    ['Abandon', 'force_abandoned', null],
    ['Review', 'find_inconclusive', null],
  ] as const)('%s → %s %s', (word, outcome, code) => {
    expect(forcedOutcome(word, { manualReview: true, attempt: 1 })).toEqual({ outcome, code });
  });

  it('run the real checks for any other name, for Review without reviewers, and for names objects inherit', () => {
    expect(forcedOutcome('Liisa', { manualReview: true, attempt: 1 })).toBeNull();
    expect(forcedOutcome('Review', { manualReview: false, attempt: 1 })).toBeNull();
    expect(forcedOutcome('constructor', { manualReview: true, attempt: 1 })).toBeNull();
  });

  it('keep to the attempt limit', () => {
    expect(forcedOutcome('Resubmit', { manualReview: true, attempt: 10 })).toEqual({
      outcome: 'ask_again_on_last_attempt',
      code: 539,
    });
  });

  it.each([
    ['Testslow', 'slow'],
    ['Stuck ', 'stuck'],
    ['Maasikas', null],
  ])('delay by last name: %s → %s', (name, delay) => {
    expect(forcedDelay(name)).toBe(delay);
  });
});

describe('risk labels', () => {
  const labels = (changes: Changes) => {
    const complete = input(changes);
    const reading = readingOf(complete.findings, null);
    return riskLabels({ ...complete, reading }).map(({ label }) => label);
  };

  it.each<[string, Changes, string[]]>([
    ['nothing', {}, []],
    ['another birth date', person({ dateOfBirth: '1990-01-01' }), ['dob_differences_detected']],
    [
      'both names different',
      person({ firstName: 'Orlan', lastName: 'Petrusek' }),
      ['name_differences_detected'],
    ],
    ['only one name sent', person({ lastName: 'Petrusek' }), []],
    ['a minor', { findings: { mrz: zoneWith({ birthDate: '2010-05-05' }) } }, ['possible_age_risk_young']],
    [
      'an unlike face in good pictures',
      { findings: { comparison: score(40) } },
      ['low_face_similarity_image_quality_good'],
    ],
    [
      'an unlike face of a small portrait',
      {
        findings: { comparison: score(40), portrait: { mediaId: 'm-front', box: [0, 0, 70, 70], width: 70 } },
      },
      ['low_face_similarity_document_face_not_clearly_visible'],
    ],
  ])('for %s', (_, changes, expected) => {
    expect(labels(changes)).toEqual(expected);
  });

  it('score the session by its weaker part', () => {
    expect(genuineScore(findings)).toBe(0.97);
    expect(genuineScore({ ...findings, comparison: score(61.239) })).toBe(0.61);
    expect(genuineScore({ ...findings, comparison: null, mrz: null })).toBeNull();
  });
});
