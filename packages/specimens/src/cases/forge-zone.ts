import type { Culture } from '../people/culture.ts';
import { inventPerson } from '../people/invent-person.ts';
import type { Person } from '../people/person.ts';
import { seededRandom } from '../random.ts';

/**
 * Changes that a forger made in zone and bar code: to the whole person, to the year of birth, to the document number in any form, or to
 * the document number in the same form as the issuer's other documents.
 */
export const zoneForgeries = ['person', 'birth-year', 'number', 'number-same-form'] as const;

/** One of `zoneForgeries`. */
export type ZoneForgery = (typeof zoneForgeries)[number];

/** Returns the person in a forged zone, all of whose check digits are correct. */
export function forgeZone(
  person: Person,
  forgery: ZoneForgery,
  { seed, culture }: { seed: number; culture: Culture | null },
): Person {
  const otherSeed = seed + 700_000;
  const { firstName, lastName, sex, birthDate, birthPlace, issueDate, expiryDate } = person;
  const changes = { firstName, lastName, sex, birthDate, birthPlace, issueDate, expiryDate };
  if (forgery === 'person') return inventPerson(otherSeed, { culture });
  if (forgery === 'birth-year') {
    const born = { ...changes, birthDate: earlier(birthDate, seed) };
    return culture === null ? { ...person, ...born } : inventPerson(seed, { culture, changes: born });
  }
  if (forgery === 'number-same-form' && culture === null)
    return { ...person, documentNumber: otherOfForm(person.documentNumber, seed) };
  // All document numbers of a culture have the same form.
  const other = inventPerson(otherSeed, { culture, changes });
  return culture === null ? { ...person, documentNumber: other.documentNumber } : other;
}

/** Returns a number with letters and digits in the same places as the given one, each of them different. */
function otherOfForm(number: string, seed: number): string {
  const random = seededRandom(seed, 'forged-number');
  return number.replaceAll(/[A-Z]|\d/g, (character) =>
    /\d/.test(character)
      ? String((Number(character) + random.whole(1, 9)) % 10)
      : random.pick(Array.from('ABCDEFGHJKLMNPRSTUVWXYZ').filter((letter) => letter !== character)),
  );
}

/** Returns the same day in an earlier year. */
function earlier(date: string, seed: number): string {
  const year = Number(date.slice(0, 4)) - seededRandom(seed, 'forged-zone').whole(2, 9);
  // Not every year has a 29th of February.
  return `${year}-${date.slice(5) === '02-29' ? '02-28' : date.slice(5)}`;
}
