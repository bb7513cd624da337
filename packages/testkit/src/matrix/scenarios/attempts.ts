import {
  approved,
  type Card,
  declined,
  front,
  genuine,
  type Picture,
  resubmission,
  review,
  rowsOf,
  selfie,
} from '../scenario.ts';
import * as people from './people.ts';

const nothing: readonly Picture[] = [];
const blurred = { condition: 'unreadable-blur' } as const;
/** Two people with dissimilar faces, according to `facePairs`, and two with similar ones. */
const ziga: Card = { kind: 'td3', seed: 47 };
const quentin: Card = { kind: 'td3', seed: 8 };
const alike: Card = { kind: 'td3', seed: 40 };
const other: Card = { kind: 'td3', seed: 50 };
const differentPeople = ['session_attempts_of_different_people'];
const times = (count: number): (readonly Picture[])[] => Array.from({ length: count }, () => nothing);

/** Sessions with several attempts. */
export const attemptScenarios = rowsOf('attempts', [
  {
    id: 'attempt-second-good',
    does: 'sends a blurred passport, then a good one',
    attempts: [genuine({ ...people.passport, condition: 'unreadable-blur' })],
    pictures: genuine(people.passport),
    expected: approved(people.passportRead),
  },
  {
    id: 'attempt-selfie-later',
    does: 'forgets the selfie at first',
    attempts: [[front(people.passport)]],
    pictures: genuine(people.passport),
    expected: approved(people.passportRead),
  },
  {
    id: 'attempt-other-document',
    does: 'sends a blurred passport, then the licence',
    attempts: [genuine({ ...people.passport, ...blurred })],
    pictures: genuine(people.licence),
    expected: approved(people.licenceRead),
  },
  {
    id: 'attempt-other-person',
    does: 'sends a blurred passport with his selfie; then somebody else sends his own',
    attempts: [[front({ ...ziga, ...blurred }), selfie(47)]],
    pictures: genuine(quentin),
    expected: declined(502, { reason: 'More than one person took part', labels: differentPeople }),
  },
  {
    id: 'attempt-other-person-plain',
    does: 'sends a blurred passport with his selfie; then somebody else sends his own, without granular codes',
    settings: { granularReasonCodes: false },
    attempts: [[front({ ...ziga, ...blurred }), selfie(47)]],
    pictures: genuine(quentin),
    expected: declined(105, { reason: 'Suspicious behaviour', labels: differentPeople }),
  },
  {
    id: 'attempt-other-person-test',
    does: 'sends a blurred passport with his selfie; then somebody else sends his own, and reviewers decide in doubt',
    integration: 'test',
    attempts: [[front({ ...ziga, ...blurred }), selfie(47)]],
    pictures: genuine(quentin),
    expected: review({ labels: differentPeople }),
  },
  {
    id: 'attempt-other-bad-picture',
    does: 'sends a picture of two people at first, the other one in front',
    attempts: [[front(quentin), { context: 'face', shows: 'two people', faces: [47, 8] }]],
    pictures: genuine(quentin),
    expected: approved({ 'document.number': '566871577' }),
  },
  {
    id: 'attempt-others-passport',
    does: 'sends the passport of somebody who looks like her, then her own',
    attempts: [[front(other), selfie(40)]],
    pictures: genuine(alike),
    expected: approved({ 'document.number': '629154855' }, differentPeople),
  },
  {
    id: 'attempt-third-other',
    does: 'fails twice and then sends somebody else’s passport',
    attempts: times(2),
    pictures: [front({ kind: 'td3', seed: 40 }), selfie(14)],
    expected: declined(509, { labels: ['low_face_similarity_image_quality_good'] }),
  },
  {
    id: 'attempt-ninth',
    does: 'sends nothing for the ninth time',
    attempts: times(8),
    pictures: nothing,
    expected: resubmission(635),
  },
  {
    id: 'attempt-tenth',
    does: 'sends nothing for the tenth time',
    attempts: times(9),
    pictures: nothing,
    expected: declined(539, { reason: 'The number of attempts is used up' }),
  },
  {
    id: 'attempt-tenth-good',
    does: 'sends everything at the tenth attempt',
    attempts: times(9),
    pictures: genuine(people.passport),
    expected: approved(people.passportRead),
  },
]);
