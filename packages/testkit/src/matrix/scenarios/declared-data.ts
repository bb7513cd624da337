import { approved, declined, genuine, resubmission, review, rowsOf } from '../scenario.ts';
import * as people from './people.ts';

const name = 'The name supplied does not match the document';
const birthDate = 'The date of birth supplied does not match the document';
const number = 'The document number supplied does not match the document';
const liisa = { firstName: 'Liisa', lastName: 'Maasikas' };
const passport = people.passportRead;
const voterCard = genuine(people.voterCard);
const ursula = { firstName: 'Úrsula Belén', lastName: 'Pérez Peña' };

/**
 * Client data that contradicts the document, or only seems to; the document is Liisa's own passport unless a row specifies
 * another.
 */
export const declaredDataScenarios = rowsOf(
  'declared data',
  [
    {
      id: 'declared-accents',
      does: 'the client writes the name with other accents and in capitals',
      collected: { person: { firstName: 'LÏISA', lastName: 'MÄÄSIKAS' } },
      expected: approved(passport),
    },
    {
      id: 'declared-order',
      does: 'the client swaps first and last name',
      collected: { person: { firstName: 'Maasikas', lastName: 'Liisa' } },
      expected: approved(passport, ['name_differences_detected']),
    },
    {
      id: 'declared-typing-error',
      does: 'the client misspells one letter of the last name',
      collected: { person: { firstName: 'Liisa', lastName: 'Maasigas' } },
      expected: approved(passport),
    },
    {
      id: 'declared-name',
      does: 'the client names somebody else',
      collected: { person: { firstName: 'Marlon', lastName: 'Tavistock' } },
      expected: declined(104, { reason: name, labels: ['name_differences_detected'], published: passport }),
    },
    {
      id: 'declared-first-name',
      does: 'the client sends another first name',
      collected: { person: { firstName: 'Henrietta', lastName: 'Maasikas' } },
      expected: declined(104, { reason: name, published: passport }),
    },
    {
      id: 'declared-last-name',
      does: 'the client sends another last name',
      collected: { person: { firstName: 'Liisa', lastName: 'Tavistock' } },
      expected: declined(104, { reason: name, published: passport }),
    },
    {
      id: 'declared-name-test',
      does: 'the client names somebody else',
      collected: { person: { firstName: 'Marlon', lastName: 'Tavistock' } },
      integration: 'test',
      expected: declined(104, { reason: name, labels: ['name_differences_detected'], published: passport }),
    },
    {
      id: 'declared-cyrillic',
      does: 'the client writes the name in Cyrillic letters',
      collected: { person: { firstName: 'Лииса', lastName: 'Маасикас' } },
      expected: approved(passport),
    },
    {
      id: 'declared-cyrillic-other',
      does: 'the client names somebody else, in Cyrillic letters',
      collected: { person: { firstName: 'Олена', lastName: 'Коваленко' } },
      expected: declined(104, { reason: name, labels: ['name_differences_detected'], published: passport }),
    },
    {
      id: 'declared-arabic-first-name',
      does: 'the client sends another first name, in Arabic letters, and reviewers decide in doubt',
      collected: { person: { firstName: 'فاطمة', lastName: 'ماسيكاس' } },
      integration: 'test',
      expected: review({ labels: ['name_differences_detected'], published: passport }),
    },
    {
      id: 'declared-whole-name',
      does: 'the client sends the name as one text',
      collected: { person: { fullName: 'Liisa Maasikas' } },
      expected: approved(passport),
    },
    {
      id: 'declared-whole-name-other',
      does: 'the client names somebody else, in one text',
      collected: { person: { fullName: 'Marlon Tavistock' } },
      expected: declined(104, { reason: name, labels: ['name_differences_detected'], published: passport }),
    },
    {
      id: 'declared-only-name',
      does: 'the client sends the only name of a person as first name',
      collected: { person: { firstName: 'Suharja' } },
      pictures: genuine({ ...people.passport, person: { firstName: '', lastName: 'Suharja' } }),
      expected: approved({ 'person.firstName': null, 'person.lastName': 'SUHARJA' }),
    },
    {
      id: 'declared-birth-day',
      does: 'the client sends another day of birth',
      collected: { person: { ...liisa, dateOfBirth: '1979-07-02' } },
      expected: declined(104, {
        reason: birthDate,
        labels: ['dob_differences_detected'],
        published: passport,
      }),
    },
    {
      id: 'declared-birth-year',
      does: 'the client sends another year of birth',
      collected: { person: { ...liisa, dateOfBirth: '1997-07-01' } },
      expected: declined(104, {
        reason: birthDate,
        labels: ['dob_differences_detected'],
        published: passport,
      }),
    },
    {
      id: 'declared-birth-day-test',
      does: 'the client sends another day of birth, and reviewers decide in doubt',
      collected: { person: { ...liisa, dateOfBirth: '1979-07-02' } },
      integration: 'test',
      expected: review({ labels: ['dob_differences_detected'], published: passport }),
    },
    {
      id: 'declared-gender',
      does: 'the client sends the other gender',
      collected: { person: { ...liisa, gender: 'M' } },
      expected: resubmission(602, {
        reason: 'The gender supplied does not match the document',
        labels: ['gender_differences_detected'],
      }),
    },
    {
      id: 'declared-gender-informs',
      does: 'the client sends the other gender, and that only informs',
      collected: { person: { ...liisa, gender: 'M' } },
      settings: { declaredData: { gender: 'inform' } },
      expected: approved(passport, ['gender_differences_detected']),
    },
    {
      id: 'declared-type',
      does: 'the client announces an identity card, a passport comes',
      collected: { person: liisa, document: { type: 'ID_CARD' } },
      expected: resubmission(602, {
        reason: 'The document is not of the type supplied',
        labels: ['document_type_differences_detected'],
      }),
    },
    {
      id: 'declared-type-licence',
      does: 'the client announces a passport, a driving licence comes',
      collected: people.withType(people.stateLicenceData, 'PASSPORT'),
      pictures: genuine(people.stateLicence),
      expected: resubmission(602, {
        reason: 'The document is not of the type supplied',
        labels: ['document_type_differences_detected'],
      }),
    },
    {
      id: 'declared-type-permit',
      does: 'the client announces an identity card, a residence permit comes: the same form',
      collected: people.withType(people.kestutisData, 'ID_CARD'),
      pictures: genuine(people.permit),
      expected: approved({ 'document.number': 'XU3693941' }),
    },
    {
      id: 'declared-type-declines',
      does: 'the client announces an identity card, a passport comes, and that declines',
      collected: { person: liisa, document: { type: 'ID_CARD' } },
      settings: { declaredData: { type: 'decline' } },
      expected: declined(104, {
        reason: 'The document is not of the type supplied',
        labels: ['document_type_differences_detected'],
      }),
    },
    {
      id: 'declared-country',
      does: 'the client announces a Colombian card, a Mexican one comes',
      collected: { person: ursula, document: { country: 'CO' } },
      pictures: voterCard,
      expected: resubmission(602, {
        reason: 'The document is not of the country supplied',
        labels: ['document_country_differences_detected'],
      }),
    },
    {
      id: 'declared-country-right',
      does: 'the client announces country, type and number of the Mexican card that comes',
      collected: { person: ursula, document: { country: 'MX', type: 'ID_CARD', number: '999922782' } },
      pictures: voterCard,
      expected: approved(people.voterCardRead),
    },
    {
      id: 'declared-number',
      does: 'the client sends another document number',
      collected: { person: liisa, document: { number: 'B7741R902' } },
      expected: declined(104, {
        reason: number,
        labels: ['document_number_differences_detected'],
        published: passport,
      }),
    },
    {
      id: 'declared-number-typing-error',
      does: 'the client misspells one digit of the document number',
      collected: { person: liisa, document: { number: 'A5R7G4U69' } },
      expected: declined(104, {
        reason: number,
        labels: ['document_number_differences_detected'],
        published: passport,
      }),
    },
    {
      id: 'declared-number-typing-error-test',
      does: 'the client misspells one digit of the document number, and reviewers decide in doubt',
      collected: { person: liisa, document: { number: 'A5R7G4U69' } },
      integration: 'test',
      expected: review({ labels: ['document_number_differences_detected'], published: passport }),
    },
    {
      id: 'declared-number-spelling',
      does: 'the client writes the document number with blanks and hyphens',
      collected: { person: liisa, document: { number: 'A5R7-G4U 68' } },
      expected: { request: 'create', status: 400, code: '2102' },
    },
    {
      id: 'declared-curp',
      does: 'the client sends the CURP of the Mexican card as personal number',
      collected: { person: { ...ursula, idNumber: 'PEPU551110MVZRXR09' } },
      pictures: voterCard,
      expected: approved(people.voterCardRead),
    },
    {
      id: 'declared-second-surname',
      does: 'the client sends another second surname than the Mexican card has',
      collected: { person: { firstName: 'Úrsula Belén', lastName: 'Pérez Luna' } },
      pictures: voterCard,
      expected: declined(104, { reason: name, published: people.voterCardRead }),
    },
    {
      id: 'declared-id-number',
      does: 'the client sends another NUIP than the yellow Colombian card has',
      collected: {
        ...people.yellowCardData,
        person: { ...people.yellowCardData.person, idNumber: '9000111222' },
      },
      pictures: genuine(people.yellowCard),
      expected: resubmission(602, {
        reason: 'The personal number supplied does not match the document',
        labels: ['id_number_differences_detected'],
      }),
    },
    {
      id: 'declared-nuip-as-number',
      does: 'the client sends the NUIP of the digital Colombian card as document number',
      collected: {
        ...people.digitalCardData,
        document: { number: '9000286224', country: 'CO', type: 'ID_CARD' },
      },
      pictures: genuine(people.digitalCard),
      expected: approved(people.digitalCardRead),
    },
    {
      id: 'declared-licence-name',
      does: 'the client names somebody else than the Brazilian licence',
      collected: { person: { firstName: 'Marlon', lastName: 'Tavistock', dateOfBirth: '1953-12-19' } },
      pictures: genuine(people.brazilianLicence),
      expected: declined(104, { reason: name, labels: ['name_differences_detected'] }),
    },
  ],
  { pictures: genuine(people.passport) },
);
