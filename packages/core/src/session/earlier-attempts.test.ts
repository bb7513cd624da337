import type { FaceTraces, PictureFindings } from '@countersign/findings';
import { describe, expect, it } from 'vitest';
import {
  type Changes,
  decide,
  face,
  findings,
  front,
  input,
  policy,
  score,
  selfie,
  session,
  sign,
  zoneWith,
} from '../../test/identity-case.ts';
import { type EarlierAttempts, noCrosslinks } from './crosslinks.ts';
import { readingOf } from './document/document-reading.ts';
import { compareAttempts, shownPerson } from './earlier-attempts.ts';
import { insightsOf } from './insights.ts';
import { riskLabels } from './risk.ts';

const base64 = (...numbers: [number, number]) =>
  Buffer.from(Float32Array.from(numbers).buffer).toString('base64');

/** Faces on a line: up to 0.5 apart they are one person's, from 0.6 two people's. */
const traces = (selfieAt: number | null, portraitAt: number | null = selfieAt): FaceTraces => ({
  model: 'test-face@1',
  metric: 'euclidean',
  selfie: selfieAt === null ? null : base64(selfieAt, 0),
  portrait: portraitAt === null ? null : base64(portraitAt, 0),
  distances: { same: 0.4, alike: 0.5, other: 0.6 },
});

const shown = (changes: Partial<PictureFindings> = {}, supplied = session) =>
  shownPerson({ ...findings, faceTraces: traces(0), ...changes }, supplied, policy);
/** Another person's document. */
const others = { mrz: zoneWith({ lastName: 'TAVISTOCK', firstName: 'HENRIETTA', birthDate: '1975-02-11' }) };

type Row = [situation: string, earlier: Partial<PictureFindings>[], EarlierAttempts];

// The current attempt shows LIISA MAASIKAS, born 1991-03-14, with her face at 0.
const rows: Row[] = [
  ['the same person and document', [{}], { person: 'same', otherDocument: false }],
  ['another selfie of the same person', [{ faceTraces: traces(0.45, 0) }], { person: 'same', otherDocument: false }],
  ['a doubtful face', [{ faceTraces: traces(0.55, 0) }], { person: 'unknown', otherDocument: false, doubtful: true }],
  ['a doubtful face two attempts before, and no selfie', [
    { faceTraces: traces(0.55, 0) },
    { pictures: [front], faceTraces: traces(null, 0) },
  ], { person: 'unknown', otherDocument: false, doubtful: true }],
  ['clearly another face', [{ faceTraces: traces(0.65, 0) }], { person: 'other', otherDocument: false }],
  ['another face two attempts before', [{ faceTraces: traces(0.65, 0) }, {}], { person: 'other', otherDocument: false }],
  ['the same face, and once a doubtful one', [{ faceTraces: traces(0.55, 0) }, {}], { person: 'unknown', otherDocument: false }],
  ['no selfie', [{ pictures: [front], faceTraces: traces(null, 0) }], { person: 'unknown', otherDocument: false }],
  ['another face on a blurred selfie', [
    { pictures: [{ ...selfie, quality: [{ code: 'img.blur', value: 5, region: 'face' }] }, front], faceTraces: traces(0.65, 0) },
  ], { person: 'unknown', otherDocument: false }],
  ['another face beside the person’s own', [
    { pictures: [{ ...selfie, faces: [face, face].map((one) => ({ ...one, flags: ['face.several' as const] })) }, front], faceTraces: traces(0.65, 0) },
  ], { person: 'unknown', otherDocument: false }],
  ['another face on a suspected copy', [{ faceTraces: traces(0.65, 0), evidence: [sign('live.edges', 0.95)] }], { person: 'unknown', otherDocument: false }],
  ['a face that another model described', [{ faceTraces: { ...traces(0.65), model: 'other-face@1' } }], { person: 'unknown', otherDocument: false }],
  ['distances of an earlier release', [{ faceTraces: { ...traces(0.65, 0), distances: { same: 0.4, alike: 0.5 } } }], { person: 'other', otherDocument: false }],
  ['another document of her own', [{ mrz: zoneWith({ number: 'ZZ0000001', expiryDate: '2029-01-01' }) }], { person: 'same', otherDocument: false }],
  ['her document of before a marriage', [{ mrz: zoneWith({ lastName: 'TAVISTOCK', firstName: 'HENRIETTA' }) }], { person: 'same', otherDocument: false }],
  ['a document with another date of birth', [{ mrz: zoneWith({ birthDate: '1991-03-15' }) }], { person: 'same', otherDocument: false }],
  ['a document with an old photograph', [{ faceTraces: traces(0, 0.65) }], { person: 'same', otherDocument: false }],
  ['a document of another name and date of birth', [others], { person: 'same', otherDocument: true }],
  ['her document of before a marriage, with an old photograph', [
    { mrz: zoneWith({ lastName: 'TAVISTOCK', firstName: 'HENRIETTA' }), faceTraces: traces(0, 0.65) },
  ], { person: 'same', otherDocument: false }],
  ['a document of another name and portrait, without its date of birth', [
    { mrz: zoneWith({ lastName: 'TAVISTOCK', firstName: 'HENRIETTA', birthDate: null }), faceTraces: traces(0, 0.65) },
  ], { person: 'same', otherDocument: true }],
  ['a namesake’s document', [
    { mrz: zoneWith({ birthDate: '1961-05-30' }), faceTraces: traces(0, 0.65) },
  ], { person: 'same', otherDocument: true }],
  ['two documents at once', [{ ...others, evidence: [sign('doc.other_portrait', 0.95)], faceTraces: traces(0, 0.65) }], { person: 'same', otherDocument: false }],
  ['a document that was not read', [{ mrz: null, documentClass: null }], { person: 'same', otherDocument: false }],
  ['another person with his document', [{ ...others, faceTraces: traces(0.65) }], { person: 'other', otherDocument: true }],
]; // prettier-ignore

describe('attempts of one session (A-364)', () => {
  it.each(rows)('compared with %s', (_, earlier, expected) => {
    expect(
      compareAttempts(
        shown(),
        earlier.map((changes) => shown(changes)),
      ),
    ).toEqual(expected);
  });

  it('are not compared in the first', () => {
    expect(compareAttempts(shown(), [])).toBeNull();
  });

  it('never show two people where no score is that low', () => {
    const never = { ...traces(0), distances: { same: 0.4, alike: 0.5, other: null } };
    expect(compareAttempts(shown({ faceTraces: never }), [shown({ faceTraces: traces(9) })])?.person).toBe(
      'unknown',
    );
  });

  const same = { person: 'same', otherDocument: false } as const;
  const other = { person: 'other', otherDocument: false } as const;
  const otherDocument = { person: 'same', otherDocument: true } as const;
  const unclear = { person: 'unknown', otherDocument: true } as const;
  const doubtful = { ...unclear, doubtful: true } as const;
  const alone = { person: 'unknown', otherDocument: false, doubtful: true } as const;
  const reviewed = { policy: { manualReview: true } } as const;
  const declined = ['fail_check', 502];
  const inReview = ['find_inconclusive', null];
  const approved = ['pass_checks', null];
  const labelled = ['session_attempts_of_different_people'];

  it.each<[string, EarlierAttempts | null, Changes, unknown[], string[]]>([
    ['no earlier attempt', null, {}, approved, []],
    ['the same person', same, {}, approved, []],
    ['another person', other, {}, declined, labelled],
    ['another person, where people decide', other, reviewed, inReview, labelled],
    ['another person, where no selfie is required', other, { policy: { requireSelfie: false } }, approved, labelled],
    ['another person’s document', otherDocument, {}, approved, labelled],
    ['another person’s document, where people decide', otherDocument, reviewed, approved, labelled],
    ['another’s document and no comparable face', unclear, {}, approved, labelled],
    ['another’s document and a doubtful face', doubtful, {}, ['ask_again', 606], labelled],
    ['another’s document and a doubtful face, where people decide', doubtful, reviewed, inReview, labelled],
    ['another’s document and a doubtful face, where no selfie is required', doubtful, { policy: { requireSelfie: false } }, approved, labelled],
    ['another’s document and a doubtful face, where no document is required', doubtful, { policy: { requireDocument: false }, findings: { pictures: [selfie, front, { ...selfie, mediaId: 'm-reference', context: 'face-reference' }], reference: score(96) } }, approved, labelled],
    ['a doubtful face alone', alone, {}, approved, []],
    ['another’s document and no comparable face, where people decide', unclear, reviewed, inReview, labelled],
    ['another person, and a document to take again', other, { findings: { mrz: null, documentClass: null } }, declined, labelled],
    ['the same, where people decide', other, { ...reviewed, findings: { mrz: null, documentClass: null } }, ['ask_again', 619], labelled],
  ])('decide with %s', (_, attempts, changes, outcome, labels) => {
    const links = { ...noCrosslinks, attempts };
    expect(decide({ ...changes, links })).toEqual(outcome);
    const given = input({ ...changes, links });
    const reading = readingOf(given.findings, given.session);
    expect(riskLabels({ ...given, reading }).map(({ label }) => label)).toEqual(labels);
    const insights = insightsOf({ ...given, reading, results: [] });
    expect(insights.find(({ label }) => label === 'expectedTrafficBehaviour')?.result).toBe(
      labels.length > 0 ? 'no' : 'unknown',
    );
  }); // prettier-ignore
});
