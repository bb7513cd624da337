import { aamvaPayload } from '../../barcode/aamva-payload.ts';
import type { Person } from '../../people/person.ts';
import type { AmericanPapers } from '../../people/papers.ts';
import { capitals, type CardDesign, type Holder } from './card-design.ts';

type American = Holder<AmericanPapers>;

/** Formats a date as `03/15/1986`. */
function monthFirst(date: string): string {
  return `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`;
}

/** Front with the numbered labels of North American licences, in Utopia's own layout. */
export function stateLicenceFront({ person, papers }: American): CardDesign {
  const feet = `${Math.floor(papers.height / 12)}'-${String(papers.height % 12).padStart(2, '0')}"`;
  const beside = { placement: 'beside' } as const;
  return {
    side: 'front',
    issuer: 'UTOPIA',
    title: 'DRIVER LICENSE',
    portrait: [58, 11.4, 23.6, 29.9],
    ghost: [46.4, 38.8, 9.6, 12.2],
    fields: [
      { name: 'number', label: '4d DLN', lines: [papers.licenceNumber], x: 4, y: 13.4, room: 22, size: 2.9, ...beside },
      { name: 'licenceCategories', label: '9 CLASS', lines: [papers.licenceClass], x: 40, y: 13.4, room: 8, size: 2.9, ...beside },
      { name: 'expiryDate', label: '4b EXP', lines: [monthFirst(person.expiryDate)], value: person.expiryDate, x: 4, y: 17.8, room: 20, ...beside },
      { name: 'issueDate', label: '4a ISS', lines: [monthFirst(person.issueDate)], value: person.issueDate, x: 32, y: 17.8, room: 20, ...beside },
      { name: 'lastName', label: '1 LN', lines: [capitals(person.lastName)], x: 4, y: 22.2, room: 44, ...beside },
      { name: 'firstName', label: '2 FN', lines: [capitals(person.firstName)], x: 4, y: 26.2, room: 44, ...beside },
      { name: 'address', label: '8', lines: papers.address, x: 4, y: 30.2, room: 46, size: 2.1, ...beside },
      { name: 'birthDate', label: '3 DOB', lines: [monthFirst(person.birthDate)], value: person.birthDate, x: 4, y: 37.6, room: 24, size: 2.9, ...beside },
      { name: 'restrictions', label: '12 REST', lines: ['NONE'], x: 4, y: 41.8, room: 12, size: 2, ...beside },
      { name: 'endorsements', label: '9a END', lines: ['NONE'], x: 24, y: 41.8, room: 12, size: 2, ...beside },
      { name: 'sex', label: '15 SEX', lines: [person.sex], x: 4, y: 45.6, room: 5, ...beside },
      { name: 'height', label: '16 HGT', lines: [feet], x: 24, y: 45.6, room: 12, ...beside },
      { name: 'eyes', label: '18 EYES', lines: [papers.eyes], x: 4, y: 49.4, room: 10, ...beside },
      { name: 'weight', label: '17 WGT', lines: [`${papers.weight} lb`], x: 24, y: 49.4, room: 12, ...beside },
      { name: 'discriminator', label: '5 DD', lines: [papers.discriminator], x: 58, y: 44.8, room: 20, size: 1.6, ...beside },
    ],
    code: null,
    mrz: null,
    mark: { x: 30, y: 30, size: 9.8, turn: -24 },
  }; // prettier-ignore
}

/** Back with its PDF417. */
export function stateLicenceBack({ person, papers }: American): CardDesign {
  return {
    side: 'back',
    issuer: 'UTOPIA',
    title: 'DRIVER LICENSE',
    portrait: null,
    ghost: null,
    fields: [
      { name: 'classText', label: 'CLASS', lines: [`${papers.licenceClass} - NON-COMMERCIAL`], x: 5, y: 35, room: 40 },
      { name: 'restrictions', label: 'RESTRICTIONS', lines: ['NONE'], x: 5, y: 41.4, room: 20 },
      { name: 'endorsements', label: 'ENDORSEMENTS', lines: ['NONE'], x: 34, y: 41.4, room: 20 },
    ],
    code: { format: 'PDF417', bytes: licencePayload(person, papers), box: [5, 11.4, 75.6, 17.6], columns: 12, errorLevel: 4 },
    mrz: null,
    mark: { x: 57, y: 43, size: 8, turn: -12 },
  }; // prettier-ignore
}

/** Returns the payload in the format of version 9 of the card design standard. */
function licencePayload(person: Person, papers: AmericanPapers): Uint8Array {
  const date = (text: string): string => monthFirst(text).replaceAll('/', '');
  const [first = '', ...middle] = capitals(person.firstName).split(' ');
  const [street = '', town = ''] = papers.address;
  return aamvaPayload({
    subfile: 'DL',
    version: 9,
    jurisdiction: { issuer: '999999', version: 1 },
    elements: {
      DAQ: papers.licenceNumber,
      DCS: capitals(person.lastName).replaceAll('’', "'"),
      DDE: 'N',
      DAC: first,
      DDF: 'N',
      DAD: middle.join(' ') || 'NONE',
      DDG: 'N',
      DCA: papers.licenceClass,
      DCB: 'NONE',
      DCD: 'NONE',
      DBD: date(person.issueDate),
      DBB: date(person.birthDate),
      DBA: date(person.expiryDate),
      DBC: { M: '1', F: '2', X: '9' }[person.sex],
      DAU: `0${papers.height} in`,
      DAY: papers.eyes,
      DAG: street,
      DAI: town.split(',')[0] ?? '',
      DAJ: 'XX',
      DAK: `${town.slice(-5)}0000`,
      DCF: papers.discriminator,
      DCG: 'USA',
      DAZ: papers.hair,
      DAW: String(papers.weight),
    },
  });
}
