import {
  approved,
  declined,
  front,
  genuine,
  type Picture,
  resubmission,
  rowsOf,
  selfie,
} from '../scenario.ts';
import * as people from './people.ts';

const nothing: readonly Picture[] = [];
const times = (count: number): (readonly Picture[])[] => Array.from({ length: count }, () => nothing);

/** Sessions of several attempts. */
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
