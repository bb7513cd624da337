import { mrzLines } from '../../mrz/mrz-lines.ts';
import { printedDate } from '../card-fields.ts';
import type { Person } from '../../people/person.ts';
import { seededRandom } from '../../random.ts';
import { capitals, zoneBaseLines, type CardDesign } from './card-design.ts';

/** Formats a date as `15.03.1986`, as on licences with numbered fields. */
function dottedDate(date: string): string {
  return `${date.slice(8, 10)}.${date.slice(5, 7)}.${date.slice(0, 4)}`;
}

const categorySets = ['AM, B', 'B', 'A, B', 'B, BE', 'AM, B, C', 'A2, B'] as const;

function categoriesOf(seed: number): string {
  return seededRandom(seed, 'licence-categories').pick(categorySets);
}

/** Front of Utopia's own driving licence, with the numbered fields of the Vienna convention. */
export function utopianLicenceFront(person: Person, seed: number): CardDesign {
  const beside = { placement: 'beside' } as const;
  const { birthDate, issueDate, expiryDate, personalNumber } = person;
  const birth = `${dottedDate(birthDate)} ${capitals(person.birthPlace)}`;
  return {
    side: 'front',
    issuer: 'UTOPIA',
    title: 'DRIVING LICENCE',
    portrait: [4, 12.4, 23, 29.1],
    ghost: [71, 37.6, 9.4, 11.9],
    fields: [
      { name: 'lastName', label: '1.', lines: [capitals(person.lastName)], x: 31, y: 14.4, room: 48, size: 2.6, ...beside },
      { name: 'firstName', label: '2.', lines: [capitals(person.firstName)], x: 31, y: 18.8, room: 48, size: 2.6, ...beside },
      { name: 'birthDate', label: '3.', lines: [birth], value: birthDate, x: 31, y: 23.2, room: 48, ...beside },
      { name: 'issueDate', label: '4a.', lines: [dottedDate(issueDate)], value: issueDate, x: 31, y: 27.6, room: 20, ...beside },
      { name: 'authority', label: '4c.', lines: ['AMAUROT'], x: 57, y: 27.6, room: 20, ...beside },
      { name: 'expiryDate', label: '4b.', lines: [dottedDate(expiryDate)], value: expiryDate, x: 31, y: 32, room: 20, ...beside },
      ...(personalNumber === null
        ? []
        : [{ name: 'personalNumber', label: '4d.', lines: [personalNumber], x: 57, y: 32, room: 22, ...beside }]),
      { name: 'number', label: '5.', lines: [person.documentNumber], x: 31, y: 36.4, room: 34, ...beside },
      { name: 'licenceCategories', label: '9.', lines: [categoriesOf(seed)], x: 31, y: 49.6, room: 34, ...beside },
    ],
    code: null,
    mrz: null,
    mark: { x: 53, y: 31, size: 8.8, turn: -22 },
  }; // prettier-ignore
}

/** Back of Utopia's own driving licence, with its categories. */
export function utopianLicenceBack(person: Person, seed: number): CardDesign {
  const rows = categoriesOf(seed).split(', ');
  return {
    side: 'back',
    issuer: 'UTOPIA',
    title: 'DRIVING LICENCE',
    portrait: null,
    ghost: null,
    fields: rows.flatMap((category, index) => {
      const y = 16 + index * 6.4;
      return [
        { name: `category${index + 1}`, label: '9.', lines: [category], x: 6, y, room: 12, placement: 'beside' as const },
        { name: `from${index + 1}`, label: '10.', lines: [dottedDate(person.issueDate)], value: person.issueDate, x: 26, y, room: 20, placement: 'beside' as const },
        { name: `until${index + 1}`, label: '11.', lines: [dottedDate(person.expiryDate)], value: person.expiryDate, x: 54, y, room: 20, placement: 'beside' as const },
      ];
    }),
    code: null,
    mrz: null,
    mark: { x: 43, y: 41, size: 9.4, turn: -8 },
  }; // prettier-ignore
}

/** Front of Utopia's residence permit. */
export function residencePermitFront(person: Person): CardDesign {
  const { birthDate, expiryDate } = person;
  return {
    side: 'front',
    issuer: 'UTOPIA',
    title: 'RESIDENCE PERMIT',
    portrait: [4, 12.4, 24, 30.4],
    ghost: [71, 36.6, 10.4, 13.2],
    fields: [
      { name: 'lastName', label: 'SURNAME', lines: [capitals(person.lastName)], x: 32, y: 12.8, room: 49 },
      { name: 'firstName', label: 'FORENAMES', lines: [capitals(person.firstName)], x: 32, y: 19, room: 49 },
      { name: 'sex', label: 'SEX', lines: [person.sex], x: 32, y: 25.2, room: 8 },
      { name: 'nationality', label: 'NATIONALITY', lines: [person.nationality], x: 42, y: 25.2, room: 14 },
      { name: 'birthDate', label: 'DATE OF BIRTH', lines: [printedDate(birthDate)], value: birthDate, x: 60, y: 25.2, room: 22 },
      { name: 'permitType', label: 'TYPE OF PERMIT', lines: ['TEMPORARY RESIDENCE'], x: 32, y: 31.4, room: 36 },
      { name: 'number', label: 'CARD NUMBER', lines: [person.documentNumber], x: 32, y: 37.6, room: 34 },
      { name: 'expiryDate', label: 'CARD EXPIRY', lines: [printedDate(expiryDate)], value: expiryDate, x: 32, y: 43.8, room: 34 },
    ],
    code: null,
    mrz: null,
    mark: { x: 55, y: 30, size: 8.8, turn: -22 },
  }; // prettier-ignore
}

/** Back of Utopia's residence permit with its zone. */
export function residencePermitBack(person: Person): CardDesign {
  const { personalNumber, issueDate } = person;
  const lines = mrzLines({
    format: 'TD1',
    documentCode: 'IR',
    issuingState: 'UTO',
    lastName: person.lastName,
    firstName: person.firstName,
    number: person.documentNumber,
    nationality: person.nationality,
    birthDate: person.birthDate,
    sex: person.sex === 'X' ? '<' : person.sex,
    expiryDate: person.expiryDate,
    ...(personalNumber === null ? {} : { optional1: personalNumber }),
  });
  return {
    side: 'back',
    issuer: 'UTOPIA',
    title: 'RESIDENCE PERMIT',
    portrait: null,
    ghost: null,
    fields: [
      { name: 'birthPlace', label: 'PLACE OF BIRTH', lines: [capitals(person.birthPlace)], x: 5, y: 13.4, room: 34 },
      { name: 'issueDate', label: 'DATE OF ISSUE', lines: [printedDate(issueDate)], value: issueDate, x: 45, y: 13.4, room: 30 },
      { name: 'authority', label: 'AUTHORITY', lines: ['REGISTRY OF AMAUROT'], x: 5, y: 21, room: 50 },
    ],
    code: null,
    mrz: { format: 'TD1', lines, left: 4.7, baseLines: zoneBaseLines },
    mark: { x: 47, y: 23, size: 9, turn: -8 },
  }; // prettier-ignore
}
