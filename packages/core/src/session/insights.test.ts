import { insightLabels } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import {
  back,
  type Changes,
  face,
  front,
  input,
  linked,
  score,
  selfie,
  sign,
  unread,
  zoneWith,
} from '../../test/identity-case.ts';
import { decideSession } from './decide.ts';
import { insightsOf } from './insights.ts';

const insightsFor = (changes: Changes) => {
  const facts = input(changes);
  const verdict = decideSession(facts);
  if (verdict.kind === 'undecided') throw new Error(`undecided: ${verdict.missing.join(', ')}`);
  return insightsOf({ ...facts, reading: verdict.reading, results: verdict.results });
};

const genuine: Record<string, string> = {
  documentAccepted: 'yes',
  documentRecognised: 'yes',
  documentNotExpired: 'yes',
  documentFrontImageAvailable: 'yes',
  documentFrontFullyVisible: 'yes',
  documentBackImageAvailable: 'notApplicable',
  documentBackFullyVisible: 'notApplicable',
  documentImageQualitySufficient: 'yes',
  validDocumentAppearance: 'unknown',
  physicalDocumentPresent: 'unknown',
  faceImageAvailable: 'yes',
  faceImageQualitySufficient: 'yes',
  faceLiveness: 'unknown',
  faceSimilarToPortrait: 'yes',
  faceNotInBlocklist: 'notApplicable',
  allowedIpLocation: 'notApplicable',
  expectedTrafficBehaviour: 'unknown',
};

const differing = (changes: Changes) =>
  Object.fromEntries(
    insightsFor(changes)
      .filter(({ label, result }) => genuine[label] !== result)
      .map(({ label, result }) => [label, result]),
  );

describe('insights of a full-auto webhook (A-92, A-341)', () => {
  it('are every label once, in the order of the contract', () => {
    expect(insightsFor({}).map(({ category, label }) => [category, label])).toEqual(
      Object.entries(insightLabels).flatMap(([category, labels]) => labels.map((label) => [category, label])),
    );
  });

  it('of a genuine passport without a liveness model', () => {
    expect(Object.fromEntries(insightsFor({}).map(({ label, result }) => [label, result]))).toEqual(genuine);
  });

  it.each<[string, Changes, Record<string, string>]>([
    [
      'an expired document',
      { findings: { mrz: zoneWith({ expiryDate: '2026-11-19' }) } },
      { documentNotExpired: 'no' },
    ],
    [
      'an expired document, where that declines',
      { policy: { declineExpired: true }, findings: { mrz: zoneWith({ expiryDate: '2026-11-19' }) } },
      { documentNotExpired: 'no' },
    ],
    [
      'a document of another type',
      { policy: { acceptedDocuments: [{ type: 'ID_CARD' }] } },
      { documentAccepted: 'no' },
    ],
    [
      'a document that nothing was read from',
      { findings: unread },
      {
        documentAccepted: 'unknown',
        documentRecognised: 'no',
        documentNotExpired: 'unknown',
        documentImageQualitySufficient: 'no',
        faceSimilarToPortrait: 'unknown',
      },
    ],
    [
      'a card whose back is missing',
      {
        findings: {
          documentClass: { kind: 'id-card', issuingState: 'UTO', confidence: 0.97, source: 'printed' },
          mrz: null,
        },
        session: { document: { type: 'ID_CARD' } },
      },
      {
        documentAccepted: 'unknown',
        documentNotExpired: 'unknown',
        documentRecognised: 'no',
        documentBackImageAvailable: 'no',
        documentImageQualitySufficient: 'no',
        faceSimilarToPortrait: 'unknown',
      },
    ],
    [
      'the back alone',
      { findings: { pictures: [selfie, { ...back, side: 'back' }], portrait: null, comparison: null } },
      {
        documentFrontImageAvailable: 'no',
        documentFrontFullyVisible: 'notApplicable',
        documentBackImageAvailable: 'yes',
        documentBackFullyVisible: 'yes',
        documentImageQualitySufficient: 'no',
        faceSimilarToPortrait: 'unknown',
      },
    ],
    [
      'a zone that print contradicts in its number',
      {
        findings: {
          agreement: { number: { state: 'contradicts', confidence: 0.95, value: 'X1' } },
          legibility: 1,
        },
      },
      { validDocumentAppearance: 'no' },
    ],
    [
      'a zone that print repeats',
      { findings: { agreement: { number: { state: 'found', confidence: 0.95 } }, legibility: 1 } },
      { validDocumentAppearance: 'yes' },
    ],
    [
      'a pasted portrait',
      { findings: { evidence: [sign('doc.portrait_pasted', 0.95)] } },
      { validDocumentAppearance: 'no' },
    ],
    [
      'a document on a screen',
      { findings: { evidence: [sign('doc.recaptured', 0.95)] } },
      { physicalDocumentPresent: 'no' },
    ],
    ['a sign below the limit', { findings: { evidence: [sign('doc.recaptured', 0.5)] } }, {}],
    ['a selfie on a screen', { findings: { evidence: [sign('live.edges', 0.95)] } }, { faceLiveness: 'no' }],
    [
      'a liveness model that found nothing',
      { findings: { liveness: { examined: 'model', challenge: null } } },
      { faceLiveness: 'yes' },
    ],
    ['another person', { findings: { comparison: score(20) } }, { faceSimilarToPortrait: 'no' }],
    ['a doubtful face', { findings: { comparison: score(70) } }, { faceSimilarToPortrait: 'no' }],
    [
      'a weak score of a sharp portrait',
      { findings: { comparison: score(70, true) } },
      { faceSimilarToPortrait: 'unknown', faceImageQualitySufficient: 'no' },
    ],
    [
      'a selfie without a face',
      { findings: { pictures: [{ ...selfie, faces: [] }, front], comparison: null } },
      { faceImageAvailable: 'no', faceImageQualitySufficient: 'no', faceSimilarToPortrait: 'unknown' },
    ],
    [
      'a selfie that cannot be opened',
      {
        findings: {
          pictures: [{ ...selfie, faces: [], refusal: 'img.unreadable' }, front],
          comparison: null,
        },
      },
      { faceImageAvailable: 'no', faceImageQualitySufficient: 'no', faceSimilarToPortrait: 'unknown' },
    ],
    [
      'two faces',
      { findings: { pictures: [{ ...selfie, faces: [{ ...face, flags: ['face.several'] }] }, front] } },
      { faceImageQualitySufficient: 'no' },
    ],
    ['a face that is not on the blocklist', { policy: { blocklist: true } }, { faceNotInBlocklist: 'yes' }],
    [
      'a face on the blocklist',
      { policy: { blocklist: true }, links: { sessions: [], blocklisted: true, attempts: null } },
      { faceNotInBlocklist: 'no' },
    ],
    [
      'five sessions of a day with one document',
      {
        links: {
          sessions: Array.from({ length: 5 }, () => linked({ document: true, recent: true })),
          blocklisted: false,
          attempts: null,
        },
      },
      { expectedTrafficBehaviour: 'no' },
    ],
    [
      'an integration that requires no document, and none sent',
      {
        policy: { requireDocument: false },
        findings: {
          ...unread,
          pictures: [selfie, { ...selfie, mediaId: 'm-reference', context: 'face-reference' }],
          portrait: null,
          comparison: null,
          reference: score(95),
          referenceReason: null,
        },
      },
      {
        ...Object.fromEntries(insightLabels.document.map((label) => [label, 'notApplicable'])),
        faceSimilarToPortrait: 'notApplicable',
      },
    ],
    [
      'an integration that requires no selfie, and none sent',
      { policy: { requireSelfie: false }, findings: { pictures: [front], comparison: null } },
      Object.fromEntries(insightLabels.biometric.map((label) => [label, 'notApplicable'])),
    ],
  ])('of %s', (_, changes, expected) => {
    const named = Object.fromEntries(
      Object.entries(expected).filter(([label, result]) => genuine[label] !== result),
    );
    expect(differing(changes)).toEqual(named);
  });

  it('are all unknown if no picture was inspected', () => {
    expect(new Set(insightsOf(null).map(({ result }) => result))).toEqual(new Set(['unknown']));
  });
});
