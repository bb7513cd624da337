/** The claims of a session and its document, in the form that the registries' evaluators take. @see spec/registries.md 4.1, 5.1, 6.1 */
import { suppliedName } from '../session/checks/data-match.ts';
import { type DocumentReading, noReading } from '../session/document/document-reading.ts';
import { joinedName, nameSimilarity } from '../session/names/names.ts';
import { nameLimits } from '../session/policy.ts';
import type { SessionData } from '../session/session-data.ts';
import { licenceCategory } from './numbers/cnh.ts';
import { colombianId } from './numbers/colombian-id.ts';
import { sandboxCpf } from './numbers/cpf.ts';
import type { UsQuestion } from './port.ts';
import type { BrInput, CoInput, MxInput } from './verdict.ts';

/** Known members only; `null`, absent and empty ones are left out. */
type Known<Members> = { [Name in keyof Members]?: NonNullable<Members[Name]> };

function known<Members extends object>(members: Members): Known<Members> {
  const entries = Object.entries(members).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  );
  return Object.fromEntries(entries) as Known<Members>;
}

const spaced = (...parts: (string | null | undefined)[]): string => parts.filter(Boolean).join(' ');

/** Facts about an attempt other than its data. */
export interface BrazilCircumstances {
  /** A picture of the person was sent. */
  selfie: boolean;
  /** The integration is for tests: the sandbox's numbers are exempt from their check digits. */
  test: boolean;
  /** The registry decides alone, so the session has to name the document. Absent means false. */
  alone?: boolean;
}

const differs = (supplied: string | undefined, read: string): boolean =>
  (nameSimilarity(supplied ?? '', read) ?? 1) < nameLimits.agree;

/**
 * The supplied name; a part that the document contradicts is taken from the document, because that value is published.
 * @see spec/contract.md A-329
 */
function publishedName(
  session: SessionData,
  { firstName, lastName, wholeName }: DocumentReading,
): Pick<SessionData['person'], 'firstName' | 'lastName' | 'secondLastName'> {
  const { person } = session;
  const supplied = suppliedName(session);
  if (wholeName !== null && differs(joinedName(supplied), wholeName)) return { lastName: wholeName };
  const surnames = { lastName: person.lastName, secondLastName: person.secondLastName };
  return known({
    firstName: firstName !== null && differs(person.firstName, firstName) ? firstName : person.firstName,
    ...(lastName !== null && differs(supplied.lastName ?? '', lastName) ? { lastName } : surnames),
  });
}

/** Whether the session names the document that the registry checks, which the interface requires if the registry decides alone. */
const names = ({ document }: Pick<SessionData, 'document'>, country: string, type: string): boolean =>
  document.country === country && document.type === type;

/**
 * Inputs of the Brazilian check: values read from the document, otherwise those that the session supplied.
 * @param reading `null`: no document was read
 * @see spec/registries.md 4.1
 */
export function brazilInput(
  session: SessionData,
  reading: DocumentReading | null,
  { selfie, test, alone }: BrazilCircumstances,
): BrInput {
  const { person, document } = session;
  const cpf = brazilianNumber(reading) ?? person.idNumber;
  const { type, country } = reading?.type ? placeOf(reading) : document;
  return {
    ...known({ cpf }),
    cpfExempt: test && sandboxCpf(cpf ?? ''),
    selfie,
    ...(alone && reading === null && !names(session, 'BR', 'DRIVERS_LICENSE') ? { unnamed: true } : {}),
    licencePresented: (type ?? 'DRIVERS_LICENSE') === 'DRIVERS_LICENSE' && (country ?? 'BR') === 'BR',
    claims: {
      ...personClaims(person, reading ?? noReading),
      ...licenceClaims(document, reading ?? noReading),
    },
  };
}

/** For a state without a code, the document's own. */
const placeOf = ({ type, country, issuingState }: DocumentReading) => ({
  type,
  country: country ?? issuingState,
});

const personClaims = (person: SessionData['person'], reading: DocumentReading) =>
  known({
    name:
      reading.wholeName ||
      spaced(reading.firstName, reading.lastName) ||
      spaced(person.firstName, person.lastName, person.secondLastName),
    dateOfBirth: reading.dateOfBirth ?? person.dateOfBirth,
    gender: reading.gender ?? person.gender,
  });

function licenceClaims(
  document: SessionData['document'],
  { licence, validFrom, validUntil }: DocumentReading,
) {
  const elevenDigits = /^\d{11}$/.exec(document.number ?? '')?.[0];
  return known({
    licenceNumber: licence?.number ?? document.registrationNumber ?? elevenDigits,
    licenceCategory: licenceCategory((licence?.categories ?? []).join(' ')) ?? document.category,
    firstIssue: licence?.firstIssue ?? document.firstIssue,
    validFrom: validFrom ?? document.validFrom,
    validUntil: validUntil ?? document.validUntil,
  });
}

/** Brazil's licences and identity cards print the CPF as their holder's number; passports print another number there. */
export function brazilianNumber(reading: DocumentReading | null): string | null {
  const carriesCpf =
    reading?.country === 'BR' && (reading.type === 'DRIVERS_LICENSE' || reading.type === 'ID_CARD');
  return carriesCpf && /^\d{11}$/.test(reading.idNumber ?? '') ? reading.idNumber : null;
}

/**
 * Inputs of the Mexican check. Numbers and years come from the card if it was read. Names come from the session, because a card prints both
 * surnames together, unless the document contradicts them. The card's given names are used exactly as printed, because INE compares names
 * exactly.
 * @param reading `null`: no document was read
 * @see spec/registries.md 5.1, 8.3
 */
export function mexicoInput(
  session: SessionData,
  reading: DocumentReading | null,
  { selfie }: { selfie: boolean },
): MxInput {
  const { person, document, consents } = session;
  const card = reading?.voterCard ?? null;
  const { ocr, voterKey, emissionNumber } = card ?? {};
  const cardNumbers = known({ ocr, voterKey, emissionNumber });
  return {
    consents,
    // A number identifies a Mexican card only if the session declares one.
    ...known({ cic: card?.cic ?? (names(session, 'MX', 'ID_CARD') ? document.number : null) }),
    selfie,
    claims: known({
      ...mexicanName(session, reading),
      // A CURP is written in capitals, and registries compare it letter by letter.
      curp: card?.curp ?? person.idNumber?.normalize('NFC').toUpperCase(),
      registrationYear: card?.registrationYear ?? document.firstIssue?.slice(0, 4),
      issueYear: card?.issueYear ?? document.validFrom?.slice(0, 4),
    }),
    ...(Object.keys(cardNumbers).length > 0 ? { cardNumbers } : {}),
  };
}

function mexicanName(session: SessionData, reading: DocumentReading | null) {
  const { firstName, lastName, secondLastName } = publishedName(session, reading ?? noReading);
  const isSupplied = firstName !== undefined && firstName === session.person.firstName;
  const read = reading?.voterCard ? reading.voterCard.givenNames : reading?.firstName;
  return {
    firstName: isSupplied ? firstName : (read ?? firstName),
    fatherLastName: lastName,
    motherLastName: secondSurname(secondLastName),
  };
}

/** People with one surname may enter an `X`. Nothing is sent then, because an empty name would count as a different one. */
const secondSurname = (text: string | undefined) => (/^\s*X?\s*$/i.test(text ?? '') ? null : text);

/**
 * Inputs of the Colombian check. A card's number is its holder's, never the card's serial number. From any other document only the name is
 * used.
 * @param reading `null`: no document was read
 * @see spec/registries.md 6.1, 13.3
 */
export function colombiaInput(session: SessionData, reading: DocumentReading | null): CoInput {
  const { document } = session;
  const card = reading?.country === 'CO' && reading.type === 'ID_CARD' ? reading : null;
  const number = card?.idNumber ?? document.number ?? null;
  return {
    ...(card === null ? { byData: true } : {}),
    ...known({
      idType: card === null ? document.idCardType : cardType(document.idCardType, number),
      number,
      ...colombianName(session, reading, card),
      firstIssue: card?.validFrom ?? document.firstIssue,
    }),
    ...(card?.nameTruncated && (card.firstName !== null || card.lastName !== null)
      ? { truncated: true }
      : {}),
  };
}

function colombianName(session: SessionData, reading: DocumentReading | null, card: DocumentReading | null) {
  const { firstName, lastName, secondLastName } = publishedName(session, reading ?? noReading);
  return {
    givenNames: card?.firstName ?? firstName ?? reading?.firstName,
    surnames: card?.lastName ?? (spaced(lastName, secondLastName) || reading?.lastName),
  };
}

/** A minor's card has the same zone and code, so only the session can identify it. */
const cardType = (supplied: string | undefined, number: string | null) =>
  supplied === 'TI' && (number === null || colombianId('TI', number) !== null) ? 'TI' : 'CC';

/**
 * The query for a Social Security number.
 * @throws Error without a number, which `parseValidateRegistry` rejects
 * @see spec/contract.md A-34
 */
export function unitedStatesQuestion({ person, address }: SessionData): UsQuestion {
  const ssn = person.idNumber?.replace(/[-\s]/g, '');
  if (ssn === undefined) throw new Error('a session without a Social Security number is never checked');
  const { fullAddress, street, houseNumber, postcode } = address;
  const place = known({ fullAddress, street, houseNumber, postcode });
  const { firstName, lastName, fullName, dateOfBirth } = person;
  return {
    ssn,
    ...known({ firstName, lastName, fullName, dateOfBirth }),
    ...(Object.keys(place).length > 0 ? { address: place } : {}),
  };
}
