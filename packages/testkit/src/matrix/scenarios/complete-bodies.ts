import { approved, genuine, rowsOf } from '../scenario.ts';
import * as people from './people.ts';

const extendedData = { extendedData: true } as const;

/** Members that a decision publishes besides names, date of birth and number. */
export const completeBodyScenarios = rowsOf('complete body', [
  {
    id: 'complete-passport',
    does: 'sends her own passport, which prints place of birth and date of issue',
    pictures: genuine({ ...people.passport, condition: 'clean' }),
    expected: approved({
      ...people.passportRead,
      'person.yearOfBirth': '1979',
      'person.placeOfBirth': 'AMAUROT',
      'document.validFrom': '2023-08-10',
    }),
  },
  {
    id: 'complete-passport-issuer',
    does: 'sends his own identity card, which prints the issuing authority, with extended data',
    settings: extendedData,
    pictures: genuine({ ...people.idCard, condition: 'clean' }),
    expected: approved({
      ...people.idCardRead,
      'person.fullName': 'KESTUTIS TAMM',
      'person.idNumber': '41909756818',
      'document.issuedBy': 'REGISTRY OF AMAUROT',
      'document.validFrom': '2021-11-04',
      'document.portraitIsVisible': 'true',
    }),
  },
  {
    id: 'complete-voter-card',
    does: 'sends his own Mexican voter card, with extended data',
    settings: extendedData,
    pictures: genuine({ kind: 'mx-ine', seed: 55, condition: 'clean' }),
    expected: approved({
      'person.firstName': 'JOSE ANGEL',
      'person.lastName': 'AVILA ZAPATA',
      'person.idNumber': 'AIZA940315HNLVPN06',
      'person.electorNumber': 'VLZPJS94031519H246',
      'document.number': '999937726',
    }),
  },
  {
    id: 'complete-digital-card',
    does: 'sends his own digital Colombian card: the NUIP is its number, not the serial',
    pictures: genuine({ ...people.digitalCard, condition: 'clean' }),
    expected: approved({
      ...people.digitalCardRead,
      'person.idNumber': '9000286224',
      'document.number': '9000286224',
    }),
  },
  {
    id: 'complete-state-licence',
    does: 'sends her own licence of an American state, with licence data',
    settings: { drivingLicenceData: true },
    pictures: genuine({ ...people.stateLicence, condition: 'clean' }),
    expected: approved({
      ...people.stateLicenceRead,
      'document.validFrom': '2024-01-16',
      'additionalVerifiedData.driversLicenseNumber': 'U7757818',
      'additionalVerifiedData.driversLicenseCategories': '["C"]',
    }),
  },
  {
    id: 'complete-state-licence-person',
    does: 'sends her own licence of an American state, with extended data',
    settings: extendedData,
    pictures: genuine({ ...people.stateLicence, condition: 'clean' }),
    expected: approved({
      ...people.stateLicenceRead,
      'person.fullName': 'PAIGE MARLOW WHITLOCK',
      'person.eyeColor': 'BRO',
    }),
  },
  {
    id: 'complete-brazilian-licence',
    does: 'sends her own Brazilian licence, with licence data',
    settings: { drivingLicenceData: true },
    collected: people.brazilianLicenceData,
    pictures: genuine({ ...people.brazilianLicence, condition: 'clean' }),
    expected: approved({
      ...people.brazilianLicenceRead,
      'additionalVerifiedData.driversLicenseNumber': '91326891150',
      'additionalVerifiedData.driversLicenseCategories': '["A","B"]',
    }),
  },
]);
