import { cpfWithCheckDigits, hasCnhCheckDigits } from '@countersign/core';
import type { BrPerson } from '../src/br-cpf/people.ts';
import type { CoPerson } from '../src/co-civil/people.ts';
import type { MexicanPerson } from '../src/mx-ine/mexican-people.ts';
import { createDraws, type Draws, yearsLater } from './draws.ts';
import { brazilianNames, colombianParticles, spanishNames } from './invented-names.ts';
import { curpOf, type NumberedPerson, voterKeyOf } from './mexican-numbers.ts';

/** Seed of the committed population. @see spec/registries.md 15.1 */
export const populationSeed = 20_261_120;
const peoplePerCountry = 300;

/** People by number: CPF, CIC, cédula. */
export interface GeneratedPopulation {
  br: Record<string, BrPerson>;
  mx: Record<string, MexicanPerson>;
  co: Record<string, CoPerson>;
}

/** A licence registration number with valid check digits. @see spec/registries.md 12.2 */
function licenceNumber(draws: Draws): string {
  const base = draws.digits(9);
  for (let check = 0; check < 100; check += 1) {
    const number = `${base}${String(check).padStart(2, '0')}`;
    if (hasCnhCheckDigits(number)) return number;
  }
  throw new RangeError('no licence number begins with these digits');
}

function brLicence(draws: Draws, dateOfBirth: string): BrPerson['licence'] {
  if (draws.oneIn(10)) return null;
  const firstIssue = yearsLater(dateOfBirth, draws.integer(18, 20));
  const validFrom = draws.date(2024, 2025);
  return {
    number: licenceNumber(draws),
    categories: draws.one(['A', 'B', 'AB', 'AB', 'AC', 'AD', 'AE']),
    firstIssue,
    validFrom,
    validUntil: yearsLater(validFrom, draws.one([5, 10])),
    situation: draws.oneIn(25) ? 'SUSPENSA' : 'EMITIDA',
    impediment: draws.oneIn(50),
  };
}

function brPerson(draws: Draws): BrPerson {
  const gender = draws.one(['F', 'M'] as const);
  const surname = (): string => draws.one(brazilianNames.surnames);
  const particle = draws.oneIn(3) ? `${draws.one(brazilianNames.particles)} ` : '';
  const name = `${draws.one(brazilianNames[gender])} ${surname()} ${particle}${surname()}`;
  const dateOfBirth = draws.date(1950, 2004);
  const licence = brLicence(draws, dateOfBirth);
  const status = draws.oneIn(12) ? draws.one([2, 3, 4, 5, 8, 9] as const) : 0;
  return {
    name,
    dateOfBirth,
    gender,
    licence,
    status,
    ...(status === 3 && { yearOfDeath: 2025 }),
    similarity: licence === null || draws.oneIn(25) ? null : draws.integer(8200, 9950) / 10_000,
  };
}

/** Each state's two letters in the CURP and two digits in the voter key. */
const mexicanStates = [
  ['AS', '01'],
  ['BC', '02'],
  ['CS', '07'],
  ['DF', '09'],
  ['GT', '11'],
  ['JC', '14'],
  ['MC', '15'],
  ['NL', '19'],
  ['OC', '20'],
  ['PL', '21'],
  ['VZ', '30'],
  ['YN', '31'],
] as const;

/** One given name, or two different ones. */
function givenNames(draws: Draws, names: readonly string[]): readonly [string, string | null] {
  const first = draws.one(names);
  return [first, draws.oneIn(2) ? draws.one(names.filter((name) => name !== first)) : null];
}

function spanishSurname(draws: Draws): string {
  return draws.one(spanishNames.surnames);
}

function mxPerson(draws: Draws): MexicanPerson {
  const sex = draws.one(['H', 'M'] as const);
  const given = givenNames(draws, spanishNames[sex === 'H' ? 'M' : 'F']);
  const [birthState, stateDigits] = draws.one(mexicanStates);
  const dateOfBirth = draws.date(1950, 2005);
  const person: NumberedPerson = {
    firstName: given.filter((name) => name !== null).join(' '),
    fatherLastName: spanishSurname(draws),
    motherLastName: draws.oneIn(15) ? null : spanishSurname(draws),
    dateOfBirth,
    sex,
    birthState,
  };
  const { firstName, fatherLastName, motherLastName } = person;
  const bornIn = Number(dateOfBirth.slice(0, 4));
  const issueYear = draws.integer(Math.max(2018, bornIn + 18), 2025);
  return {
    firstName,
    fatherLastName,
    motherLastName,
    curp: curpOf(person, draws.one(Array.from(bornIn < 2000 ? '0123456789' : 'ABCDEFGHJK'))),
    ocr: draws.digits(13),
    voterKey: voterKeyOf(person, stateDigits, draws.digits(3)),
    registrationYear: String(Math.min(issueYear, bornIn + draws.integer(18, 22))),
    issueYear: String(issueYear),
    emissionNumber: `0${draws.integer(0, 4)}`,
    similarity: `${(draws.integer(820, 995) / 10).toFixed(1)}%`,
    ...(draws.oneIn(25) && { standing: 'NO_VIGENTE', voterListCode: 1 }),
    ...(draws.oneIn(25) && { theftReport: 'REPORTE_DE_EXTRAVIO' }),
  };
}

function coPerson(draws: Draws): CoPerson {
  const [firstGiven, secondGiven] = givenNames(draws, spanishNames[draws.one(['F', 'M'] as const)]);
  const deceased = draws.oneIn(25);
  const issuedOn = draws.oneIn(40) ? null : draws.date(1990, 2024);
  return {
    firstGiven,
    secondGiven,
    firstSurname: spanishSurname(draws),
    particle: draws.oneIn(12) ? draws.one(colombianParticles) : ' ',
    secondSurname: draws.oneIn(12) ? null : spanishSurname(draws),
    issuedOn,
    state: deceased ? 21 : draws.oneIn(25) ? draws.one([12, 22, 23, 24]) : 0,
    deathDate: deceased ? draws.date(2025, 2025) : null,
  };
}

/** Each country has its own seed, so that a change to one does not affect the others. */
function people<Person>(
  { seed, numberAt }: { seed: number; numberAt: (index: number) => string },
  draw: (draws: Draws) => Person,
): Record<string, Person> {
  const draws = createDraws(seed);
  return Object.fromEntries(
    Array.from({ length: peoplePerCountry }, (_, index) => [numberAt(index), draw(draws)]),
  );
}

/** Generates the population for a seed: the same on every machine. */
export function makePopulation(seed: number): GeneratedPopulation {
  return {
    br: people({ seed, numberAt: (index) => cpfWithCheckDigits(String(900_100_001 + index)) }, brPerson),
    mx: people({ seed: seed + 1, numberAt: (index) => String(999_800_100 + index) }, mxPerson),
    co: people({ seed: seed + 2, numberAt: (index) => String(9_100_000_001 + index) }, coPerson),
  };
}

/** Text of the committed file. */
export const populationText = (seed: number): string => `${JSON.stringify(makePopulation(seed), null, 2)}\n`;
