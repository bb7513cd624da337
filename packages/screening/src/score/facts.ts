import type { ListedEntity } from '../model/listed-entity.ts';
import type { Identifier, Subject } from '../model/screening-types.ts';
import { referenceTables } from '../tables/reference-tables.ts';

/** The first and last possible day, as day numbers since 1970-01-01. */
export interface BirthFact {
  from: number;
  to: number;
  fromYear: number;
  toYear: number;
  /** 1: year, 2: year and month, 3: day; 0: a range. */
  precision: 0 | 1 | 2 | 3;
  approximate: boolean;
  /** As written by the source. */
  text: string;
}

/** An identifier in upper case without separators; type and country are `''` if unknown. */
export interface IdentifierFact {
  value: string;
  type: string;
  country: string;
}

export interface SubjectFacts {
  birth: BirthFact | null;
  gender: 'M' | 'F' | null;
  /** Includes the successors of former states. */
  countries: ReadonlySet<string>;
  identifiers: readonly IdentifierFact[];
}

export interface EntityFacts {
  birth: readonly BirthFact[];
  gender: 'M' | 'F' | null;
  /** From nationality, jurisdiction and flag. */
  strongCountries: ReadonlySet<string>;
  /** From residence and address; from the place of birth if nothing else is known. */
  weakCountries: ReadonlySet<string>;
  identifiers: readonly IdentifierFact[];
}

const shortestIdentifier = 5;

const day = 86_400_000;

/** Day number of a calendar date since 1970-01-01. */
export function dayNumber(year: number, month: number, dayOfMonth: number): number {
  const date = new Date(0);
  // `Date.UTC` maps the years 0 to 99 to 1900 to 1999.
  date.setUTCFullYear(year, month - 1, dayOfMonth);
  return Math.floor(date.getTime() / day);
}

/** Parses a birth date `YYYY`, `YYYY-MM` or `YYYY-MM-DD` into a range of days; null if it is invalid. */
export function birthFact(text: string): BirthFact | null {
  const match = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text);
  if (!match) return null;
  const year = Number(match[1]);
  const month = match[2] === undefined ? 0 : Number(match[2]);
  const dayOfMonth = match[3] === undefined ? 0 : Number(match[3]);
  if (year === 0 || month > 12 || dayOfMonth > 31) return null;
  const from = dayNumber(year, month || 1, dayOfMonth || 1);
  const to = dayOfMonth
    ? from
    : month === 0 || month === 12
      ? dayNumber(year + 1, 1, 1) - 1
      : dayNumber(year, month + 1, 1) - 1;
  const precision = dayOfMonth ? 3 : month ? 2 : 1;
  return { from, to, fromYear: year, toYear: year, precision, approximate: false, text };
}

function listedBirth({ text, from, to, approximate }: ListedEntity['birth'][number]): BirthFact | null {
  const stated = birthFact(text);
  if (stated && !approximate) return stated;
  const first = birthFact(from);
  const last = birthFact(to);
  if (!first || !last) return null;
  const precision = stated ? stated.precision : first.from === last.to ? 3 : 0;
  return {
    from: first.from,
    to: last.to,
    fromYear: first.fromYear,
    toYear: last.toYear,
    precision,
    approximate,
    text,
  };
}

/** Removes separators and converts to upper case; null if the value is too short or trivial to identify anything. */
export function normalIdentifier(value: string): string | null {
  const plain = value
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  if (plain.length < shortestIdentifier) return null;
  if (/^(.)\1*$/u.test(plain)) return null;
  if ('01234567890123456789'.includes(plain) || '98765432109876543210'.includes(plain)) return null;
  return plain;
}

function identifierFacts(identifiers: readonly Identifier[]): IdentifierFact[] {
  const facts: IdentifierFact[] = [];
  for (const { value, type, country } of identifiers) {
    const plain = normalIdentifier(value);
    if (plain !== null)
      facts.push({
        value: plain,
        type: (type ?? '').toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''),
        country: (country ?? '').toUpperCase(),
      });
  }
  return facts;
}

function withSuccessors(codes: Iterable<string>): Set<string> {
  const all = new Set<string>();
  for (const code of codes) {
    const upper = code.toUpperCase();
    all.add(upper);
    for (const successor of referenceTables().countries.successorsOf(upper)) all.add(successor);
  }
  return all;
}

/** Known facts about the subject apart from its name. */
export function factsOfSubject(subject: Subject): SubjectFacts {
  return {
    birth: subject.birthDate ? birthFact(subject.birthDate) : null,
    gender: subject.gender ?? null,
    countries: withSuccessors(subject.countries ?? []),
    identifiers: identifierFacts(subject.identifiers ?? []),
  };
}

const strongRoles: ReadonlySet<string> = new Set(['nationality', 'jurisdiction', 'flag']);

/** Known facts about a listed entity apart from its names. */
export function factsOfEntity(entity: ListedEntity): EntityFacts {
  const strong = entity.countries.filter(({ role }) => strongRoles.has(role));
  const weak = entity.countries.filter(({ role }) => role === 'residence' || role === 'address');
  const other = strong.length + weak.length > 0 ? weak : entity.countries;
  return {
    birth: entity.birth.flatMap((range) => listedBirth(range) ?? []),
    gender: entity.gender,
    strongCountries: withSuccessors(strong.map(({ code }) => code)),
    weakCountries: withSuccessors(other.map(({ code }) => code)),
    identifiers: identifierFacts(entity.identifiers),
  };
}
