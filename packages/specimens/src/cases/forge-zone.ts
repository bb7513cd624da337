import type { Culture } from '../people/culture.ts';
import { inventPerson } from '../people/invent-person.ts';
import type { Person } from '../people/person.ts';
import { seededRandom } from '../random.ts';

/**
 * What a forger changed in zone and bar code: the whole person, the year of birth, the document number to one of any form, or the
 * number to one of the same form, as the issuer's other documents have it.
 */
export const zoneForgeries = ['person', 'birth-year', 'number', 'number-same-form'] as const;

/** One of these forgeries. */
export type ZoneForgery = (typeof zoneForgeries)[number];

/** Whom a forged zone names; every check digit of it is right. */
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
  // Numbers of a culture have one form.
  const other = inventPerson(otherSeed, { culture, changes });
  return culture === null ? { ...person, documentNumber: other.documentNumber } : other;
}

/** A number with letters and digits where the given one has them; every one differs. */
function otherOfForm(number: string, seed: number): string {
  const random = seededRandom(seed, 'forged-number');
  return number.replaceAll(/[A-Z]|\d/g, (character) =>
    /\d/.test(character)
      ? String((Number(character) + random.whole(1, 9)) % 10)
      : random.pick(Array.from('ABCDEFGHJKLMNPRSTUVWXYZ').filter((letter) => letter !== character)),
  );
}

/** The same day of another year. */
function earlier(date: string, seed: number): string {
  const year = Number(date.slice(0, 4)) - seededRandom(seed, 'forged-zone').whole(2, 9);
  // Not every year has a 29th of February.
  return `${year}-${date.slice(5) === '02-29' ? '02-28' : date.slice(5)}`;
}
