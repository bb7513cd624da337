import { type ScreeningList, screeningLists, type SearchTerm } from '@countersign/contract';
import type { DocumentReading } from '../session/document/document-reading.ts';
import type { SessionData } from '../session/session-data.ts';
import { suppliedFirstName } from '../session/document/single-name.ts';

/** The person to screen, from session creation and the document. Stored sealed with the result. */
export interface ScreenedPerson {
  /** First or last name contains at least one letter or digit. */
  firstName: string | null;
  lastName: string | null;
  /** As supplied at session creation, if the last name was not read from a document. */
  secondLastName: string | null;
  /** `YYYY-MM-DD`. */
  dateOfBirth: string | null;
  gender: 'M' | 'F' | null;
  /** Alpha-2 of document, residence and nationality; sorted, without duplicates. */
  countries: string[];
  /** Numbers of the document and of the person, with the issuing state. */
  identifiers: { value: string; country?: string }[];
  /** Last name as supplied at session creation: it selects the personas of test integrations. */
  suppliedLastName: string | null;
}

/** The settings of an integration that affect what is found. */
export interface ScreeningRules {
  lists: readonly ScreeningList[];
  /** 0 to 100, whole. */
  matchThreshold: number;
  exactMatch: boolean;
  /** Alpha-2; empty: no filter. */
  countries: readonly string[];
  excludeDeceased: boolean;
}

const speaks = (text: string | null | undefined): text is string => !!text && /[\p{L}\p{N}]/u.test(text);

/**
 * The person to screen for a submitted attempt; values read from the document outrank supplied ones.
 * @returns `null` when no name is known, and so there is nothing to screen
 * @see spec/contract.md
 */
export function screenedPerson(session: SessionData, reading: DocumentReading | null): ScreenedPerson | null {
  const { person } = session;
  const name = namesOf(session, reading);
  if (name.firstName === null && name.lastName === null) return null;
  return {
    ...name,
    dateOfBirth: reading?.dateOfBirth ?? person.dateOfBirth ?? null,
    gender: reading?.gender ?? person.gender ?? null,
    countries: countriesOf(session, reading),
    identifiers: identifiersOf(session, reading),
    suppliedLastName: person.lastName ?? null,
  };
}

function namesOf({ person }: SessionData, reading: DocumentReading | null) {
  // An unsplit name is searched as a whole.
  if (speaks(reading?.wholeName))
    return { firstName: null, lastName: reading.wholeName, secondLastName: null };
  const either = (read: string | null | undefined, supplied: string | undefined) =>
    [read, supplied].find(speaks) ?? null;
  const lastName = either(reading?.lastName, person.lastName);
  const wasRead = speaks(reading?.lastName);
  return {
    firstName: either(reading?.firstName, suppliedFirstName(person, reading)),
    lastName,
    // A document's last name contains both.
    secondLastName: wasRead ? null : either(null, person.secondLastName),
  };
}

function countriesOf({ document, address }: SessionData, reading: DocumentReading | null): string[] {
  const codes = [reading?.country ?? document.country, address.country, reading?.nationality];
  return [...new Set(codes.filter(speaks))].sort();
}

function identifiersOf({ person, document }: SessionData, reading: DocumentReading | null) {
  const values = [reading?.number ?? document.number, reading?.idNumber ?? person.idNumber];
  const country = reading?.country ?? document.country;
  return [...new Set(values)].flatMap((value) =>
    speaks(value) ? [{ value, ...(country ? { country } : {}) }] : [],
  );
}

/** The configuration applied to a screening, as shown to clients. @see spec/contract.md A-65 */
export function searchTermOf(person: ScreenedPerson, rules: ScreeningRules): SearchTerm {
  const { firstName, lastName, secondLastName, dateOfBirth, countries } = person;
  return {
    name: [firstName, lastName, secondLastName].filter(Boolean).join(' '),
    year: dateOfBirth?.slice(0, 4) ?? '',
    lists: screeningLists.filter((list) => rules.lists.includes(list)),
    countries: rules.countries.length === 0 ? [] : [...new Set([...rules.countries, ...countries])].sort(),
    exactMatch: rules.exactMatch,
    matchThreshold: rules.matchThreshold,
    excludeDeceased: rules.excludeDeceased,
  };
}
