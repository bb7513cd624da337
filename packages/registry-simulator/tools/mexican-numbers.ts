import { parseCurp } from '@countersign/core';

/** A person for whom numbers are generated; names in upper case without accents. */
export interface NumberedPerson {
  firstName: string;
  fatherLastName: string;
  motherLastName: string | null;
  /** `YYYY-MM-DD`. */
  dateOfBirth: string;
  sex: 'H' | 'M';
  /** Two-letter code from the CURP's own list. */
  birthState: string;
}

/** RENAPO replaces `Ñ` and missing letters by `X`. */
const letter = (text: string | undefined): string => (text === undefined || text === 'Ñ' ? 'X' : text);
const firstInner = (name: string, pattern: RegExp): string => letter(name.slice(1).match(pattern)?.[0]);
const vowel = /[AEIOU]/;
const consonant = /[B-DF-HJ-NP-TV-ZÑ]/;
const shortDate = (date: string): string => date.slice(2).replaceAll('-', '');

/**
 * Generates a CURP by its rule. Words that RENAPO replaces are kept: older records have them.
 * @param series digit for births up to 1999, letter from 2000
 * @see spec/registries.md 12.4
 */
export function curpOf(person: NumberedPerson, series: string): string {
  const { firstName, fatherLastName: father, motherLastName: mother } = person;
  const stem = [
    letter(father[0]),
    firstInner(father, vowel),
    letter(mother?.[0]),
    letter(firstName[0]),
    shortDate(person.dateOfBirth),
    person.sex,
    person.birthState,
    ...[father, mother ?? '', firstName].map((name) => firstInner(name, consonant)),
    series,
  ].join('');
  const digit = Array.from('0123456789').find((last) => parseCurp(stem + last)?.hasCheckDigit);
  if (digit === undefined) throw new RangeError('no CURP can be made of this person');
  return stem + digit;
}

const consonantsOf = (name: string | null): string =>
  Array.from(name ?? '')
    .filter((character) => character !== 'Ñ' && consonant.test(character))
    .slice(0, 2)
    .join('')
    .padEnd(2, 'X');

/**
 * Generates a voter key.
 * @param state two digits of the state of birth
 * @param homonym three digits
 * @see spec/registries.md 12.5
 */
export function voterKeyOf(person: NumberedPerson, state: string, homonym: string): string {
  const names = [person.fatherLastName, person.motherLastName, person.firstName].map(consonantsOf).join('');
  return `${names}${shortDate(person.dateOfBirth)}${state}${person.sex}${homonym}`;
}
