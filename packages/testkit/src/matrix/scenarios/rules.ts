import { approved, type Card, declined, front, genuine, resubmission, rowsOf, selfie } from '../scenario.ts';
import * as people from './people.ts';

/** Liisa, with the given date of birth. */
const born = (birthDate: string): Card => ({
  ...people.passport,
  person: { ...people.passport.person, birthDate },
});
const young = { labels: ['possible_age_risk_young'] };

/** Rules of the integration. Ages are years away from the limits, so that the rows do not depend on the current date. */
export const ruleScenarios = rowsOf('rules', [
  {
    id: 'age-any',
    does: 'is a child, where age does not matter',
    pictures: genuine(born('2016-06-21')),
    expected: approved({ 'person.dateOfBirth': '2016-06-21' }, young.labels),
  },
  {
    id: 'age-hundred',
    does: 'is a hundred and one years old: her zone could be that of a child',
    pictures: genuine({ ...people.passport, person: { ...people.passport.person, birthDate: '1925-06-01' } }),
    expected: approved({ 'person.dateOfBirth': '1925-06-01' }),
  },
  {
    id: 'age-13',
    does: 'is a child, where thirteen are needed',
    settings: { minimumAge: 13 },
    pictures: genuine(born('2019-06-21')),
    expected: declined(530, { reason: 'The person is under 13', ...young }),
  },
  {
    id: 'age-18',
    does: 'is a child, where eighteen are needed',
    settings: { minimumAge: 18 },
    pictures: genuine(born('2016-06-21')),
    expected: declined(533, { reason: 'The person is under 18', ...young }),
  },
  {
    id: 'age-18-card',
    does: 'is a child with an identity card, where eighteen are needed',
    settings: { minimumAge: 18 },
    pictures: genuine({ ...people.idCard, person: { ...people.idCard.person, birthDate: '2016-06-21' } }),
    expected: declined(533, { reason: 'The person is under 18', ...young }),
  },
  {
    id: 'age-18-declared',
    does: 'is a child; the client sent a birth date of an adult',
    settings: { minimumAge: 18 },
    collected: { person: { dateOfBirth: '1996-06-21' } },
    pictures: genuine(born('2016-06-21')),
    expected: declined(104, {
      reason: 'The date of birth supplied does not match the document',
      labels: ['dob_differences_detected', 'possible_age_risk_young'],
    }),
  },
  {
    id: 'age-21-adult',
    does: 'is an adult, where twenty-one are needed',
    settings: { minimumAge: 21 },
    pictures: genuine(people.passport),
    expected: approved(people.passportRead),
  },
  {
    id: 'age-18-test',
    does: 'is a child, where eighteen are needed',
    integration: 'test',
    settings: { minimumAge: 18 },
    pictures: genuine(born('2016-06-21')),
    expected: declined(533, { reason: 'The person is under 18', ...young }),
  },
  {
    id: 'accepted-type',
    does: 'sends a passport, where identity cards are accepted',
    settings: { acceptedDocuments: [{ type: 'ID_CARD' }] },
    pictures: genuine(people.passport),
    expected: resubmission(602, { reason: 'The document type is not supported' }),
  },
  {
    id: 'specimen-state',
    does: 'sends a passport of the state of specimens, which a live integration does not accept by itself',
    settings: { specimenDocuments: false },
    pictures: genuine(people.passport),
    expected: resubmission(602, { reason: 'The document type is not supported' }),
  },
  {
    id: 'accepted-type-declines',
    does: 'sends a passport, where all but identity cards are declined',
    settings: { acceptedDocuments: [{ type: 'ID_CARD' }], declineUnsupported: true },
    pictures: genuine(people.passport),
    expected: declined(510),
  },
  {
    id: 'accepted-country',
    does: 'sends a Mexican voter card, where Colombian cards are accepted',
    settings: { acceptedDocuments: [{ type: 'ID_CARD', country: 'CO' }] },
    pictures: genuine(people.voterCard),
    expected: resubmission(602, { reason: 'The document type is not supported' }),
  },
  {
    id: 'accepted-right',
    does: 'sends a Mexican voter card, where Mexican cards are accepted',
    settings: { acceptedDocuments: [{ type: 'ID_CARD', country: 'MX' }] },
    pictures: genuine(people.voterCard),
    expected: approved(people.voterCardRead),
  },
  {
    id: 'end-user-missing',
    does: 'sends everything; the client did not send the end-user’s identifier that is needed',
    settings: { requireEndUserId: true },
    pictures: genuine(people.passport),
    expected: declined(121, { reason: 'The user identifier is missing' }),
  },
  {
    id: 'assurance-passive',
    does: 'sends everything, where signs of a living person are looked for',
    settings: { requiredAssurance: 'passive' },
    pictures: genuine(people.passport),
    expected: approved(people.passportRead),
  },
  {
    id: 'two-causes',
    does: 'sends somebody else’s expired passport: a decline comes before a new attempt',
    pictures: [
      front({ kind: 'td3', seed: 40, person: { issueDate: '2009-03-14', expiryDate: '2019-03-14' } }),
      selfie(14),
    ],
    expected: declined(509, { labels: ['low_face_similarity_image_quality_good'] }),
  },
]);
