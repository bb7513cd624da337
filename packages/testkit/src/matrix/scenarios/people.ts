/** The people of most scenarios: their documents, the data that their clients send, and what a decision about them publishes. */
import type { Card, Collected, Published } from '../scenario.ts';

const liisa = { firstName: 'Liisa', lastName: 'Maasikas' };

/** Liisa Maasikas, on Utopia's documents, with a one-line name. */
export const liisasFace = 46;
export const liisasData: Collected = {
  person: { firstName: 'Liisa', lastName: 'Maasikas', dateOfBirth: '1979-07-01' },
};
const liisaRead: Published = {
  'person.firstName': 'LIISA',
  'person.lastName': 'MAASIKAS',
  'person.gender': 'F',
  'person.dateOfBirth': '1979-07-01',
  'document.number': 'A5R7G4U68',
  'document.validUntil': '2033-08-10',
};

export const passport: Card = { kind: 'td3', seed: 46, person: liisa };
export const passportRead: Published = { ...liisaRead, 'document.type': 'PASSPORT' };

export const visaA: Card = { kind: 'mrva', seed: 46, person: liisa };
export const visaB: Card = { kind: 'mrvb', seed: 46, person: liisa };
export const visaRead: Published = { ...liisaRead, 'document.type': 'VISA' };

export const licence: Card = { kind: 'uto-licence', seed: 46, person: liisa };
export const licenceRead: Published = {
  'person.firstName': 'LIISA',
  'person.lastName': 'MAASIKAS',
  'person.dateOfBirth': '1979-07-01',
  'document.number': 'A5R7G4U68',
  'document.type': 'DRIVERS_LICENSE',
  'document.validUntil': '2033-08-10',
};

/** Kęstutis Tamm, on Utopia's cards. */
const kestutis = { firstName: 'Kęstutis', lastName: 'Tamm' };
export const kestutisFace = 12;
export const kestutisData: Collected = {
  person: { firstName: 'Kęstutis', lastName: 'Tamm', dateOfBirth: '1975-06-07' },
};
const kestutisRead: Published = {
  'person.firstName': 'KESTUTIS',
  'person.lastName': 'TAMM',
  'person.gender': 'M',
  'person.dateOfBirth': '1975-06-07',
  'document.number': 'XU3693941',
  'document.validUntil': '2031-11-04',
};

export const idCard: Card = { kind: 'td1', seed: 12, person: kestutis };
export const idCardRead: Published = { ...kestutisRead, 'document.type': 'ID_CARD' };

export const oldIdCard: Card = { kind: 'td2', seed: 12, person: kestutis };

export const permit: Card = { kind: 'uto-permit', seed: 12, person: kestutis };
export const permitRead: Published = { ...kestutisRead, 'document.type': 'RESIDENCE_PERMIT' };

/** Úrsula Belén Pérez Peña, Mexico. */
export const voterCard: Card = { kind: 'mx-ine', seed: 16 };
export const voterCardData: Collected = {
  person: { firstName: 'Úrsula Belén', lastName: 'Pérez Peña', dateOfBirth: '1955-11-10' },
};
export const voterCardRead: Published = {
  'person.firstName': 'URSULA BELEN',
  'person.lastName': 'PEREZ PENA',
  'person.gender': 'F',
  'person.dateOfBirth': '1955-11-10',
  'person.nationality': 'MX',
  'document.number': '999922782',
  'document.type': 'ID_CARD',
  'document.country': 'MX',
  'document.validUntil': '2031-12-31',
};

/** Hugo Núñez Bermúdez, Colombia; the yellow card does not expire. */
export const yellowCard: Card = { kind: 'co-yellow', seed: 55 };
export const yellowCardData: Collected = {
  person: { firstName: 'Hugo', lastName: 'Núñez Bermúdez', dateOfBirth: '1974-11-26' },
};
export const yellowCardRead: Published = {
  'person.firstName': 'HUGO',
  'person.lastName': 'NUNEZ BERMUDEZ',
  'person.gender': 'M',
  'person.dateOfBirth': '1974-11-26',
  'document.number': '9000724179',
  'document.type': 'ID_CARD',
  'document.country': 'CO',
  'document.validUntil': null,
};

/** Joaquín Noé Güemes Peña, Colombia. */
export const digitalCard: Card = { kind: 'co-digital', seed: 12 };
export const digitalCardData: Collected = {
  person: { firstName: 'Joaquín Noé', lastName: 'Güemes Peña', dateOfBirth: '1968-12-28' },
};
export const digitalCardRead: Published = {
  'person.gender': 'M',
  'person.dateOfBirth': '1968-12-28',
  'person.nationality': 'CO',
  'document.type': 'ID_CARD',
  'document.country': 'CO',
  'document.validUntil': '2035-04-22',
};

/** Íris Regina Guimarães Leitão, Brazil: all data is read from print. */
export const brazilianLicence: Card = { kind: 'br-cnh', seed: 16 };
export const brazilianLicenceData: Collected = {
  person: {
    firstName: 'Íris Regina',
    lastName: 'Guimarães Leitão',
    dateOfBirth: '1953-12-19',
  },
};
export const brazilianLicenceRead: Published = {
  'person.firstName': 'IRIS REGINA',
  'person.lastName': 'GUIMARAES LEITAO',
  'person.dateOfBirth': '1953-12-19',
  'person.idNumber': '90004236866',
  'document.type': 'DRIVERS_LICENSE',
  'document.country': 'BR',
  'document.validUntil': '2034-02-28',
};

/** Paige Marlow Whitlock, a state of the United States. */
export const stateLicence: Card = { kind: 'us-licence', seed: 46 };
export const stateLicenceData: Collected = {
  person: { firstName: 'Paige Marlow', lastName: 'Whitlock', dateOfBirth: '1953-03-09' },
};
export const stateLicenceRead: Published = {
  'person.firstName': 'PAIGE MARLOW',
  'person.lastName': 'WHITLOCK',
  'person.gender': 'F',
  'person.dateOfBirth': '1953-03-09',
  'document.number': 'U7757818',
  'document.type': 'DRIVERS_LICENSE',
  'document.country': 'US',
  'document.validUntil': '2034-01-16',
};

/** Client data that includes the type of the document. */
export const withType = (collected: Collected, type: string): Collected => ({
  ...collected,
  document: { ...collected.document, type },
});
