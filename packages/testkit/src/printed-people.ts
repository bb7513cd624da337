/** A national registry's record about the holder of a drawn card: input for the simulator's control interface. */
import type { BrazilianPapers, ColombianPapers, MexicanPapers, Person } from '@countersign/specimens';

/** Members in the format of the country's simulator. */
export type PersonRecord = { [member: string]: unknown };

/** Upper case as in registries: accents of vowels and typographic apostrophes are removed, Ñ is kept. */
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

/**
 * A holder of a Brazilian driving licence, by CPF.
 * @param differing members of the record that differ from the card
 * @throws Error for a person without such a card, as do the other functions
 */
export function brazilianRecord(
  person: Person,
  { licence = {}, ...differing }: { licence?: PersonRecord } & PersonRecord = {},
): [string, PersonRecord] {
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

/** A holder of a Mexican voter card, by CIC. @param differing as above */
export function mexicanRecord(person: Person, differing: PersonRecord = {}): [string, PersonRecord] {
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

/** A holder of a Colombian card, by NUIP. @param differing as above */
export function colombianRecord(person: Person, differing: PersonRecord = {}): [string, PersonRecord] {
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
