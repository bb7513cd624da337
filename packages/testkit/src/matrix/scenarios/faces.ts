import {
  approved,
  type Card,
  declined,
  front,
  genuine,
  resubmission,
  review,
  rowsOf,
  type Scenario,
  selfie,
  sides,
} from '../scenario.ts';
import { pastedFace } from '../alterations.ts';
import * as people from './people.ts';

const other = declined(509, {
  reason: 'The person does not match the document photo',
  labels: ['low_face_similarity_image_quality_good'],
});
/** Holders whose portraits a network finds similar to others' faces; the pairs are those of `facePairs`. */
const strangersPassport: Card = { kind: 'td3', seed: 40 };
const likePassport: Card = { kind: 'td3', seed: 50 };
const likeId: Card = { kind: 'td1', seed: 45 };

/** Face comparisons. */
const comparisons = rowsOf('face', [
  {
    id: 'other-person',
    does: 'sends somebody else’s passport',
    integration: 'live',
    pictures: [front(strangersPassport), selfie(14)],
    expected: other,
  },
  {
    id: 'other-person-test',
    does: 'sends somebody else’s passport',
    integration: 'test',
    pictures: [front(strangersPassport), selfie(14)],
    expected: other,
  },
  {
    id: 'other-person-plain',
    does: 'sends somebody else’s passport, on an integration without granular codes',
    integration: 'live',
    settings: { granularReasonCodes: false },
    pictures: [front(strangersPassport), selfie(14)],
    expected: { ...other, code: 103, reason: 'The person does not appear to be the document holder' },
  },
  {
    id: 'other-person-card',
    does: 'sends somebody else’s identity card',
    integration: 'live',
    pictures: [...sides({ kind: 'td1', seed: 41 }), selfie(14)],
    expected: other,
  },
  {
    id: 'other-person-licence',
    does: 'sends somebody else’s licence of an American state',
    integration: 'live',
    pictures: [...sides({ kind: 'us-licence', seed: 47 }), selfie(8)],
    expected: other,
  },
  {
    id: 'look-alike',
    does: 'sends the passport of somebody who looks alike',
    integration: 'live',
    pictures: [front(likePassport), selfie(40)],
    expected: resubmission(606, {
      reason: 'The face does not clearly match the document photo',
      labels: ['low_face_similarity_image_quality_good'],
    }),
  },
  {
    id: 'look-alike-test',
    does: 'sends the passport of somebody who looks alike, and reviewers decide in doubt',
    integration: 'test',
    pictures: [front(likePassport), selfie(40)],
    expected: review({ labels: ['low_face_similarity_image_quality_good'] }),
  },
  {
    id: 'look-alike-card',
    does: 'sends the identity card of somebody who looks alike',
    integration: 'live',
    pictures: [...sides(likeId), selfie(35)],
    expected: resubmission(606, {
      reason: 'The face does not clearly match the document photo',
      labels: ['low_face_similarity_image_quality_good'],
    }),
  },
  {
    id: 'reference-right',
    does: 'sends a selfie; the client sent an earlier portrait of her',
    integration: 'live',
    settings: { requireDocument: false },
    pictures: [{ context: 'face-reference', shows: 'selfie', face: 46, variant: 2 }, selfie(46)],
    expected: approved(),
  },
  {
    id: 'reference-other',
    does: 'sends a selfie; the client sent an earlier portrait of somebody else',
    integration: 'live',
    settings: { requireDocument: false },
    pictures: [{ context: 'face-reference', shows: 'selfie', face: 40, variant: 2 }, selfie(14)],
    expected: declined(120, { reason: 'The portrait does not match the reference photo' }),
  },
  {
    id: 'reference-missing',
    does: 'sends a selfie; the client sent no earlier portrait',
    integration: 'live',
    settings: { requireDocument: false },
    pictures: [selfie(46)],
    expected: declined(122),
  },
]);

const unclear = { reason: 'Face not clearly visible' } as const;

/** Missing and unusable selfies. */
const selfies = rowsOf('selfie', [
  {
    id: 'selfie-blurred',
    does: 'sends a blurred selfie',
    pictures: [front(people.passport), selfie(46, 'blurred')],
    expected: resubmission(606, unclear),
  },
  {
    id: 'selfie-dark',
    does: 'sends a selfie taken in the dark',
    pictures: [front(people.passport), selfie(46, 'dark')],
    expected: resubmission(606, unclear),
  },
  {
    id: 'selfie-tiny',
    does: 'sends a selfie of 240 pixels',
    pictures: [front(people.passport), selfie(46, 'tiny')],
    expected: resubmission(606, unclear),
  },
  {
    id: 'selfie-half',
    does: 'sends a selfie that shows half a face',
    pictures: [front(people.passport), selfie(46, 'half a face')],
    expected: resubmission(606, unclear),
  },
  {
    id: 'selfie-hand',
    does: 'sends a selfie with a hand before the face',
    pictures: [front(people.passport), selfie(46, 'behind a hand')],
    expected: resubmission(606, unclear),
  },
  {
    id: 'selfie-nobody',
    does: 'sends a picture of an empty table as selfie',
    pictures: [front(people.passport), { context: 'face', shows: 'empty table' }],
    expected: resubmission(606, unclear),
  },
  {
    id: 'selfie-two',
    does: 'sends a selfie with a friend beside her',
    pictures: [front(people.passport), { context: 'face', shows: 'two people', faces: [46, 12] }],
    expected: resubmission(641, { reason: 'More than one face was found' }),
  },
  {
    id: 'selfie-document',
    does: 'sends the passport again as selfie',
    pictures: [front(people.passport), { ...front(people.passport), context: 'face' }],
    expected: resubmission(606, { reason: 'The face image shows the document' }),
  },
  {
    id: 'selfie-other-document',
    does: 'sends another picture of the passport as selfie',
    pictures: [
      front(people.passport),
      { ...front({ ...people.passport, condition: 'pale' }), context: 'face' },
    ],
    expected: resubmission(606, { reason: 'The face image shows the document' }),
  },
  {
    id: 'selfie-screen',
    does: 'photographs a selfie from a screen',
    pictures: [front(people.passport), selfie(46, 'photographed from a screen')],
    expected: resubmission(606, { reason: 'A new picture of the face is needed' }),
  },
  {
    id: 'selfie-print',
    does: 'photographs a printed selfie',
    pictures: [front(people.passport), selfie(46, 'photographed from a colour print')],
    expected: resubmission(606, { reason: 'A new picture of the face is needed' }),
  },
  {
    id: 'selfie-screenshot',
    does: 'sends a screenshot of a selfie',
    pictures: [front(people.passport), selfie(46, 'screenshot')],
    expected: resubmission(606, { reason: 'A new picture of the face is needed' }),
  },
  {
    id: 'selfie-sideways',
    does: 'sends a selfie lying on its side',
    pictures: [front(people.passport), selfie(46, 'on its side')],
    expected: approved(people.passportRead),
  },
  {
    id: 'selfie-grey',
    does: 'sends a selfie in grey',
    pictures: [front(people.passport), selfie(46, 'in grey')],
    expected: approved(people.passportRead),
  },
  {
    id: 'selfie-second-good',
    does: 'sends a blurred selfie first and a good one after',
    pictures: [front(people.passport), { ...selfie(46, 'blurred'), context: 'face-pre' }, selfie(46)],
    expected: approved(people.passportRead),
  },
  {
    id: 'selfie-broken',
    does: 'sends a selfie file that breaks off',
    pictures: [front(people.passport), selfie(46, 'broken off')],
    expected: resubmission(204, { reason: 'The face image could not be opened' }),
  },
]);

const copied = resubmission(204, { reason: 'A new picture of the document is needed' });

/** Copies in place of the document itself. */
const copies = rowsOf('copy', [
  {
    id: 'copy-screen',
    does: 'photographs her passport from a screen',
    pictures: [front(people.passport, 'photographed from a screen'), selfie(46)],
    expected: copied,
  },
  {
    id: 'copy-screen-card',
    does: 'photographs both sides of his identity card from a screen',
    pictures: genuine(people.idCard, 'photographed from a screen'),
    expected: copied,
  },
  {
    id: 'copy-colour-print',
    does: 'photographs a colour print of her passport',
    pictures: [front(people.passport, 'photographed from a colour print'), selfie(46)],
    expected: copied,
  },
  {
    id: 'copy-grey-print',
    does: 'photographs a grey copy of her passport',
    pictures: [front(people.passport, 'photographed from a grey print'), selfie(46)],
    expected: copied,
  },
  {
    id: 'copy-screenshot',
    does: 'sends a screenshot of a picture of her passport',
    pictures: [front(people.passport, 'screenshot'), selfie(46)],
    expected: copied,
  },
  {
    id: 'copy-screenshot-strict',
    does: 'sends a screenshot of a picture of her passport, where weak signs are enough for a new picture',
    settings: { evidenceReview: 0.5 },
    pictures: [front(people.passport, 'screenshot'), selfie(46)],
    expected: copied,
  },
  {
    id: 'copy-screenshot-informs',
    does: 'sends a screenshot of a picture of her passport, where signs only inform',
    settings: { evidenceReview: null },
    pictures: [front(people.passport, 'screenshot'), selfie(46)],
    expected: approved(people.passportRead),
  },
  {
    id: 'copy-screenshot-test',
    does: 'sends a screenshot of a picture of her passport, and reviewers decide in doubt',
    integration: 'test',
    pictures: [front(people.passport, 'screenshot'), selfie(46)],
    expected: review(),
  },
  {
    id: 'copy-pasted',
    does: 'pastes his own portrait into somebody else’s passport',
    pictures: [front(people.passport, 'portrait pasted'), selfie(pastedFace)],
    expected: copied,
  },
  {
    id: 'copy-pasted-softly',
    does: 'pastes his own portrait into somebody else’s passport, with soft edges',
    pictures: [front(people.passport, 'portrait pasted softly'), selfie(pastedFace)],
    expected: copied,
  },
  {
    id: 'copy-pasted-test',
    does: 'pastes his own portrait into somebody else’s passport, and reviewers decide in doubt',
    integration: 'test',
    pictures: [front(people.passport, 'portrait pasted'), selfie(pastedFace)],
    expected: review(),
  },
]);

export const faceScenarios: readonly Scenario[] = [...comparisons, ...selfies, ...copies];
