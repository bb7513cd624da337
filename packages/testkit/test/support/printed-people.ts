/** What the registry of a country holds about the holder of a drawn card; told to a simulator through its control. */
import type { BrazilianPapers, ColombianPapers, MexicanPapers, Person } from '@countersign/specimens';

type Record = { [member: string]: unknown };

/** Where a simulator's control is, and what opens it. */
export interface ControlAccess {
  url: string;
  token: string;
}

/** The control of a simulator as an operator reaches it. @see spec/registries.md 15.6 */
export function simulatorControl({ url, token }: ControlAccess) {
  const call = (method: string, path: string, body?: object) =>
    fetch(`${url}/__sim${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    /** Adds somebody; throws where the registry does not take the record. */
    async tell(registry: 'br' | 'mx' | 'co', [number, record]: [number: string, record: Record]) {
      const answer = await call('PUT', `/people/${registry}/${number}`, record);
      if (!answer.ok) throw new Error(`control answered ${answer.status} ${await answer.text()}`);
    },
    /** Status of the question whether a route was called so often: 200, or 409 when it was not. */
    async asserts(route: string, calls: number): Promise<number> {
      return (await call('POST', '/assert', { route, calls })).status;
    },
    async reset() {
      await call('POST', '/reset');
    },
  };
}

/** Capitals as registries write them: accents of vowels and typographic apostrophes go, Ñ stays. */
const plain = (text: string): string =>
  text
    .toUpperCase()
    .normalize('NFD')
    .replace(/([AEIOU])\p{M}+/gu, '$1')
    .normalize('NFC')
    .replaceAll('’', "'");

function papersOf<Culture extends 'br' | 'mx' | 'co'>({ papers }: Person, culture: Culture) {
  if (papers?.culture !== culture) throw new Error('the card is of another country');
  return papers as { br: BrazilianPapers; mx: MexicanPapers; co: ColombianPapers }[Culture];
}

/** @param differing members of the licence in which the registry holds something else than the card says */
export function brazilianRecord(
  person: Person,
  { licence = {}, ...differing }: { licence?: Record } & Record = {},
): [string, Record] {
  const { cpf, licenceNumber, categories, firstLicence } = papersOf(person, 'br');
  const record = {
    name: person.firstName.concat(' ', person.lastName).toUpperCase().replaceAll('’', "'"),
    dateOfBirth: person.birthDate,
    gender: person.sex,
    licence: {
      number: licenceNumber,
      categories,
      firstIssue: firstLicence,
      validFrom: person.issueDate,
      validUntil: person.expiryDate,
      situation: 'EMITIDA',
      impediment: false,
      ...licence,
    },
    status: 0,
    similarity: 0.97,
    ...differing,
  };
  return [cpf, record];
}

/** @param differing what the registry holds other than the card says */
export function mexicanRecord(person: Person, differing: Record = {}): [string, Record] {
  const { cic, surnames, curp, ocr, voterKey, registrationYear, emission } = papersOf(person, 'mx');
  const record = {
    firstName: plain(person.firstName),
    fatherLastName: plain(surnames[0]),
    motherLastName: plain(surnames[1]) || null,
    curp,
    ocr,
    voterKey,
    registrationYear,
    issueYear: person.issueDate.slice(0, 4),
    emissionNumber: emission,
    ...differing,
  };
  return [cic, record];
}

/** @param differing what the registry holds other than the card says */
export function colombianRecord(person: Person, differing: Record = {}): [string, Record] {
  const { nuip, surnames } = papersOf(person, 'co');
  const [firstGiven = '', ...others] = plain(person.firstName).split(' ');
  const record = {
    firstGiven,
    secondGiven: others.join(' ') || null,
    firstSurname: plain(surnames[0]),
    particle: ' ',
    secondSurname: plain(surnames[1]) || null,
    issuedOn: person.issueDate,
    state: 0,
    ...differing,
  };
  return [nuip, record];
}
