/**
 * Forgeries whose MRZ has correct check digits but contradicts the name printed above it. They are drawn by placing the MRZ strip
 * of one card on another.
 */
import {
  approved,
  back,
  declined,
  front,
  genuine,
  resubmission,
  review,
  rowsOf,
  selfie,
} from '../scenario.ts';
import * as people from './people.ts';

const another = {
  firstName: 'Henrietta',
  lastName: 'Tavistock',
  birthDate: '1984-02-17',
  documentNumber: 'KT4401927',
};
const { passport, idCard, oldIdCard, permit, yellowCard } = people;
const hidden = 'The data printed on the document are not clearly visible';

export const zoneAgainstPrintScenarios = rowsOf('zone against print', [
  {
    id: 'print-passport',
    does: 'sends a passport whose zone names somebody else than its print',
    pictures: genuine({ ...passport, zoneOf: another }),
    expected: declined(507),
  },
  {
    id: 'print-passport-declared',
    does: 'sends such a passport; the client sent what the zone says',
    pictures: genuine({ ...passport, zoneOf: another }),
    collected: { person: { firstName: 'Henrietta', lastName: 'Tavistock', dateOfBirth: '1984-02-17' } },
    expected: declined(507),
  },
  {
    id: 'print-passport-test',
    does: 'sends such a passport, and reviewers decide in doubt',
    pictures: genuine({ ...passport, zoneOf: another }),
    integration: 'test',
    expected: review(),
  },
  {
    id: 'short-name-other-zone',
    does: 'sends a passport with a short name whose zone has another one of that length',
    pictures: genuine({
      ...passport,
      person: { firstName: 'Liisa', lastName: 'Lee' },
      zoneOf: { lastName: 'Kim' },
    }),
    expected: resubmission(619),
  },
  {
    id: 'short-name-other-zone-id-card',
    does: 'sends an identity card of the older size with a short name, taken from far away, whose zone has another one',
    pictures: genuine({
      ...oldIdCard,
      condition: 'small',
      person: { firstName: 'Kęstutis', lastName: 'Ode' },
      zoneOf: { lastName: 'Ulm' },
    }),
    expected: resubmission(619),
  },
  {
    id: 'short-names-other-zone',
    does: 'sends a passport with two short names whose zone has two others',
    pictures: genuine({
      ...passport,
      person: { firstName: 'Eva', lastName: 'Lee' },
      zoneOf: { firstName: 'Zoe', lastName: 'Kim' },
    }),
    expected: declined(507),
  },
  {
    id: 'one-letter-name-other-zone',
    does: 'sends a passport whose zone has a surname of one letter that its print has not',
    pictures: genuine({ ...passport, zoneOf: { lastName: 'B' } }),
    expected: resubmission(619),
  },
  {
    id: 'one-letter-name',
    does: 'sends a passport with a surname of one letter, as its zone has it',
    pictures: genuine({ ...passport, person: { firstName: 'Liisa', lastName: 'B' } }),
    expected: approved({ 'person.lastName': 'B', 'person.firstName': 'LIISA' }),
  },
  {
    id: 'print-number',
    does: 'sends a passport whose zone has another number than its print',
    pictures: genuine({ ...passport, zoneOf: { documentNumber: 'KT4401927' } }),
    expected: declined(507),
  },
  {
    id: 'print-name-and-birth-date',
    does: 'sends a passport whose zone has another last name and birth date than its print',
    pictures: genuine({ ...passport, zoneOf: { lastName: 'Tavistock', birthDate: '1984-02-17' } }),
    expected: declined(507),
  },
  {
    id: 'print-birth-year',
    does: 'sends a passport whose zone has another year of birth than its print',
    pictures: genuine({ ...passport, zoneOf: { birthDate: '1997-07-01' } }),
    expected: resubmission(619),
  },
  {
    id: 'print-expiry',
    does: 'sends an expired passport whose zone has a later day of expiry',
    pictures: genuine({
      ...passport,
      person: { ...passport.person, issueDate: '2009-03-14', expiryDate: '2019-03-14' },
      zoneOf: { expiryDate: '2033-03-14' },
    }),
    expected: resubmission(619),
  },
  {
    id: 'print-id-card',
    does: 'sends an identity card whose zone names somebody else than its front',
    pictures: genuine({ ...idCard, zoneOf: another }),
    expected: declined(507),
  },
  {
    id: 'print-old-id-card',
    does: 'sends an identity card of the older size whose zone names somebody else than its print',
    pictures: genuine({ ...oldIdCard, zoneOf: another }),
    expected: declined(507),
  },
  {
    id: 'print-permit',
    does: 'sends a residence permit whose zone has another number than its front',
    pictures: genuine({ ...permit, zoneOf: { documentNumber: 'KT4401927' } }),
    expected: declined(507),
  },
  {
    id: 'print-names-covered',
    does: 'sends a passport whose zone names somebody else, with paper over the names',
    pictures: [
      front({ ...passport, zoneOf: { firstName: 'Henrietta', lastName: 'Tavistock' } }, 'names covered'),
      selfie(passport.seed),
    ],
    expected: resubmission(619, { reason: hidden }),
  },
  {
    id: 'print-names-covered-card',
    does: 'sends an identity card whose zone names somebody else, with paper over the names, and reviewers decide in doubt',
    pictures: [
      front({ ...idCard, zoneOf: { firstName: 'Henrietta', lastName: 'Tavistock' } }, 'names covered'),
      back({ ...idCard, zoneOf: { firstName: 'Henrietta', lastName: 'Tavistock' } }),
      selfie(idCard.seed),
    ],
    integration: 'test',
    expected: review(),
  },
  {
    id: 'print-reflections',
    does: 'sends an identity card of the older size whose zone names somebody else, with reflections on all that is printed',
    pictures: [front({ ...oldIdCard, zoneOf: another }, 'reflections on the print'), selfie(oldIdCard.seed)],
    expected: resubmission(619, { reason: hidden }),
  },
  {
    id: 'print-back-birth-year',
    does: 'sends a yellow Colombian card whose bar code has another year of birth than its back',
    pictures: genuine({ ...yellowCard, forgedZone: 'birth-year' }),
    expected: resubmission(619),
  },
]);
