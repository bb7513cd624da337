import type { Culture } from '../people/culture.ts';
import { inventPerson } from '../people/invent-person.ts';
import type { Person } from '../people/person.ts';
import { seededRandom } from '../random.ts';

/** What a forger changed in zone and bar code: the whole person, the year of birth, or the document number. */
export const zoneForgeries = ['person', 'birth-year', 'number'] as const;

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
  const other = inventPerson(otherSeed, { culture, changes });
  return culture === null ? { ...person, documentNumber: other.documentNumber } : other;
}

/** The same day of another year. */
function earlier(date: string, seed: number): string {
  const year = Number(date.slice(0, 4)) - seededRandom(seed, 'forged-zone').whole(2, 9);
  // Not every year has a 29th of February.
  return `${year}-${date.slice(5) === '02-29' ? '02-28' : date.slice(5)}`;
}
