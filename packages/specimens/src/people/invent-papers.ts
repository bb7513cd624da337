import { cnhNumber } from '../numbers/cnh-number.ts';
import { cpf } from '../numbers/cpf.ts';
import { curp } from '../numbers/curp.ts';
import { splitSurnames } from '../numbers/plain-letters.ts';
import { ocrNumber, voterKey } from '../numbers/voter-card.ts';
import { seededRandom, type Random } from '../random.ts';
import type { Culture } from './culture.ts';
import type { AmericanPapers, BrazilianPapers, ColombianPapers, MexicanPapers, Papers } from './papers.ts';
import type { Person } from './person.ts';

/** Invents the holder's number on a document of the culture. */
export function inventNumber(culture: Culture, random: Random): string {
  const numbers: Record<Culture, () => string> = {
    mx: () => `9999${random.whole(10_000, 99_999)}`,
    co: () => `9000${random.whole(100_000, 999_999)}`,
    br: () => cnhNumber(`91${digits(random, 7)}`),
    us: () => `U${digits(random, 7)}`,
  };
  return numbers[culture]();
}

/** Returns all other details about a person on the documents of a culture, derived from the person and the seed. */
export function papersOf(person: Person, culture: Culture, seed: number): Papers {
  const random = seededRandom(seed, `papers-${culture}`);
  return { mx: mexican, co: colombian, br: brazilian, us: american }[culture](person, random);
}

const streets = ['Río Ánidro', 'Puente Viejo', 'De las Acequias', 'Hitlodeo', 'Cañada Onda'] as const;
const mexicanStates = [
  { letters: 'DF', number: '09' },
  { letters: 'JC', number: '14' },
  { letters: 'NL', number: '19' },
  { letters: 'PL', number: '21' },
  { letters: 'VZ', number: '30' },
  { letters: 'YN', number: '31' },
] as const;

function mexican(person: Person, random: Random): MexicanPapers {
  const surnames = splitSurnames(person.lastName);
  const state = random.pick(mexicanStates);
  const names = { firstSurname: surnames[0], secondSurname: surnames[1], givenNames: person.firstName };
  const section = String(random.whole(1, 2999)).padStart(4, '0');
  const { birthDate, sex } = person;
  return {
    culture: 'mx',
    surnames,
    curp: curp({ ...names, birthDate, sex, state: state.letters }),
    voterKey: voterKey({
      ...names,
      birthDate,
      sex: sex === 'M' ? 'M' : 'F',
      stateNumber: state.number,
      serial: digits(random, 3),
    }),
    cic: person.documentNumber,
    ocr: ocrNumber(section, digits(random, 8)),
    section,
    registrationYear: String(Math.max(1991, Number(birthDate.slice(0, 4)) + 18 + random.whole(0, 3))),
    emission: `0${random.whole(0, 5)}`,
    folio: digits(random, 5),
    address: [
      `C ${random.pick(streets)} ${random.whole(1, 480)}`,
      `COL AMAUROTE ${random.whole(10_000, 98_000)}`,
      'ANIDRO, UTO.',
    ].map((line) => line.toLocaleUpperCase('es')),
  };
}

const bloodGroups = ['O+', 'O-', 'A+', 'A-', 'B+', 'B-'] as const;
const colombianPlaces = [
  { department: '01', municipality: '001', name: 'AMAUROTE' },
  { department: '05', municipality: '001', name: 'PUERTO HITLÓ' },
  { department: '15', municipality: '022', name: 'PEÑA ÁNIDRA' },
  { department: '31', municipality: '109', name: 'NUSCUAMA' },
] as const;

function colombian(person: Person, random: Random): ColombianPapers {
  const { department, municipality, name } = random.pick(colombianPlaces);
  return {
    culture: 'co',
    surnames: splitSurnames(person.lastName),
    nuip: person.documentNumber,
    cardSerial: `00${random.whole(1_000_000, 9_999_999)}`,
    department,
    municipality,
    issuePlace: name,
    height: (random.whole(150, 192) / 100).toFixed(2),
    bloodGroup: random.pick(bloodGroups),
  };
}

function brazilian(person: Person, random: Random): BrazilianPapers {
  const family = person.lastName;
  return {
    culture: 'br',
    cpf: person.personalNumber ?? cpf(`9000${digits(random, 5)}`),
    licenceNumber: person.documentNumber,
    cardNumber: digits(random, 10),
    renach: `UT${digits(random, 9)}`,
    identity: `${digits(random, 8)} SSP UT`,
    categories: random.pick(['B', 'AB', 'A', 'AC', 'AD', 'D']),
    firstLicence: `${Math.min(2020, Number(person.birthDate.slice(0, 4)) + 18 + random.whole(0, 6))}-${person.issueDate.slice(5)}`,
    father: `${random.pick(['Afonso', 'Estêvão', 'Caetano'])} ${family}`,
    mother: `${random.pick(['Leocádia', 'Conceição', 'Mércia'])} ${family}`,
  };
}

function american(person: Person, random: Random): AmericanPapers {
  return {
    culture: 'us',
    licenceNumber: person.documentNumber,
    licenceClass: random.pick(['C', 'D', 'M', 'A']),
    address: [
      `${random.whole(10, 9800)} ${random.pick(['Hythloday Ave', 'Anyder St', 'Amaurot Blvd Apt 4'])}`.toUpperCase(),
      `AMAUROT, XX ${digits(random, 5)}`,
    ],
    height: random.whole(59, 76),
    weight: random.whole(105, 240),
    eyes: random.pick(['BRO', 'BLU', 'GRN', 'HAZ']),
    hair: random.pick(['BRO', 'BLK', 'BLN', 'GRY']),
    discriminator: `${digits(random, 10)}UT${digits(random, 4)}`,
  };
}

function digits(random: Random, count: number): string {
  return Array.from({ length: count }, () => String(random.whole(0, 9))).join('');
}
