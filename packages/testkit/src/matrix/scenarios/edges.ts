import { approved, declined, genuine, resubmission, review, rowsOf } from '../scenario.ts';
import * as people from './people.ts';

const birthOpen = { ...people.passport, person: { ...people.passport.person, birthDate: '1979-07-XX' } };
const oneName = { ...people.passport, person: { firstName: '', lastName: 'Maasikas' } };
const noSuchDay = { ...people.passport, person: { ...people.passport.person, birthDate: '1979-02-31' } };
const noSuchExpiry = { ...people.stateLicence, person: { expiryDate: '2033-13-45' } };
const longNames = { firstName: 'Margarete Alexandra', lastName: 'Kirsipuu-Tamm Kuningas' };

/** Edge cases of ICAO 9303: dates with unknown parts, single names, truncated names. */
export const edgeScenarios = rowsOf('edges', [
  {
    id: 'edge-birth-open',
    does: 'sends a passport without the day of birth; the client sent a date of that month',
    collected: people.liisasData,
    pictures: genuine(birthOpen),
    expected: approved(people.passportRead),
  },
  {
    id: 'edge-birth-open-undeclared',
    does: 'sends a passport without the day of birth; the client sent nothing',
    pictures: genuine(birthOpen),
    expected: resubmission(627, {
      reason: 'The date of birth on the document is incomplete',
      published: { 'person.lastName': 'MAASIKAS', 'person.dateOfBirth': null },
    }),
  },
  {
    id: 'edge-birth-open-test',
    does: 'sends a passport without the day of birth; the client sent nothing, and reviewers decide in doubt',
    integration: 'test',
    pictures: genuine(birthOpen),
    expected: review(),
  },
  {
    id: 'edge-birth-open-other',
    does: 'sends a passport without the day of birth; the client sent a date of another month',
    collected: { person: { dateOfBirth: '1979-08-01' } },
    pictures: genuine(birthOpen),
    expected: declined(104, {
      reason: 'The date of birth supplied does not match the document',
      labels: ['dob_differences_detected'],
    }),
  },
  {
    id: 'edge-birth-none',
    does: 'sends a passport with a day of birth that does not exist',
    collected: { person: { firstName: 'Liisa', lastName: 'Maasikas' } },
    pictures: genuine(noSuchDay),
    expected: declined(507),
  },
  {
    id: 'edge-licence-expiry',
    does: 'sends a licence that expires on a day that does not exist',
    pictures: genuine(noSuchExpiry),
    expected: declined(507),
  },
  {
    id: 'edge-licence-issue',
    does: 'sends a licence that was issued on a day that does not exist',
    pictures: genuine({ ...people.stateLicence, person: { issueDate: '2022-02-30' } }),
    expected: declined(507),
  },
  {
    id: 'edge-licence-born',
    does: 'sends a licence with a day of birth that does not exist',
    pictures: genuine({ ...people.stateLicence, person: { birthDate: '1953-02-31' } }),
    expected: declined(507),
  },
  {
    id: 'edge-licence-expiry-test',
    does: 'sends a licence that expires on a day that does not exist, and reviewers decide in doubt',
    integration: 'test',
    pictures: genuine(noSuchExpiry),
    expected: review(),
  },
  {
    id: 'edge-licence-unlimited',
    does: 'sends a licence that never expires, 12/31/9999',
    pictures: genuine({ ...people.stateLicence, person: { expiryDate: '9999-12-31' } }),
    expected: approved({ 'document.type': 'DRIVERS_LICENSE', 'document.validUntil': null }),
  },
  {
    id: 'edge-one-name',
    does: 'sends the passport of a person of one name, which the client sent as first name',
    collected: { person: { firstName: 'Maasikas' } },
    pictures: genuine(oneName),
    expected: approved({ 'person.firstName': null, 'person.lastName': 'MAASIKAS' }),
  },
  {
    id: 'edge-one-name-other',
    does: 'sends the passport of a person of one name; the client sent another first name beside it',
    collected: { person: { firstName: 'Otto', lastName: 'Maasikas' } },
    pictures: genuine(oneName),
    expected: declined(104, { reason: 'The name supplied does not match the document' }),
  },
  {
    id: 'edge-long-name',
    does: 'sends a card whose zone cuts her name off; the client has all of it',
    collected: { person: longNames },
    pictures: genuine({ ...people.idCard, person: longNames }),
    expected: approved({ 'document.type': 'ID_CARD' }),
  },
  {
    id: 'edge-licence-as-passport',
    does: 'announces a passport and sends a licence',
    collected: people.withType(people.liisasData, 'PASSPORT'),
    pictures: genuine(people.licence),
    expected: resubmission(602, {
      reason: 'The document is not of the type supplied',
      labels: ['document_type_differences_detected'],
    }),
  },
]);
