import type { BirthFact, EntityFacts, IdentifierFact, SubjectFacts } from './facts.ts';

/** Maximum points that agreeing evidence adds, in hundredths, and the name score from which it does. */
const mostEvidence = 600;
const evidenceFrom = 6_000;
/** The score to which an equal identifier lifts a hit. */
const identifierScore = 9_500;
/** Below this score the names contradict each other, and only the identifier agrees. */
export const contradictingNames = 6_000;

/** How birth dates or countries agree; determines the order of hits. */
export type Agreement = 'agrees' | 'unknown' | 'disagrees';

export interface EvidencePoint {
  what: string;
  points: number;
}

/** Evidence for or against a hit apart from the name. Points in hundredths. */
export interface Evidence {
  points: readonly EvidencePoint[];
  birth: Agreement;
  /** Whether the years are equal or differ by one. */
  birthYear: 'equal' | 'near' | 'none';
  /** Index of the entity's birth date that agrees best; -1 if nothing was compared. */
  birthIndex: number;
  country: Agreement;
  sameIdentifier: boolean;
}

interface BirthRelation {
  what: string;
  points: number;
}

/** Points for each relation of two birth dates, hundredths. */
const birthPoints = {
  sameDate: 500,
  dayAndMonthSwapped: 300,
  sameYear: 300,
  compatible: 0,
  oneDigitOfYear: -300,
  anotherMonthOrDay: -800,
  different: -2_000,
} as const;
/** Points for each relation of countries, hundredths. */
const countryPoints = { common: 200, noneOfStrong: -800, noneOfWeak: -300 } as const;
const mostBirthPoints = Math.max(...Object.values(birthPoints));
const mostCountryPoints = Math.max(...Object.values(countryPoints));

function partsOf(text: string): readonly [year: string, month: string, day: string] {
  const [year = '', month = '', day = ''] = text.split('-');
  return [year, month, day];
}

function differingDigits(a: number, b: number): number {
  const left = String(a).padStart(4, '0');
  const right = String(b).padStart(4, '0');
  return Array.from(left).filter((digit, index) => digit !== right[index]).length;
}

function relationToRange(subject: BirthFact, listed: BirthFact): BirthRelation {
  const slack = listed.approximate ? 2 : 0;
  const { fromYear: year } = subject;
  if (year >= listed.fromYear - slack && year <= listed.toYear + slack)
    return { what: 'birth date within the listed range', points: birthPoints.compatible };
  if (year >= listed.fromYear - 1 && year <= listed.toYear + 1)
    return { what: 'birth years differ by one', points: birthPoints.compatible };
  return { what: 'birth dates differ', points: birthPoints.different };
}

function relationInYear(subject: BirthFact, listed: BirthFact): BirthRelation {
  const [, month, day] = partsOf(subject.text);
  const [, listedMonth, listedDay] = partsOf(listed.text);
  if (subject.precision < 3 || listed.precision < 3)
    return subject.precision >= 2 && listed.precision >= 2 && month !== listedMonth
      ? { what: 'same birth year, another month', points: birthPoints.anotherMonthOrDay }
      : { what: 'same birth year', points: birthPoints.sameYear };
  if (subject.from === listed.from) return { what: 'same birth date', points: birthPoints.sameDate };
  return month === listedDay && day === listedMonth
    ? { what: 'day and month of birth swapped', points: birthPoints.dayAndMonthSwapped }
    : { what: 'same birth year, another day', points: birthPoints.anotherMonthOrDay };
}

function relationOfBirths(subject: BirthFact, listed: BirthFact): BirthRelation {
  if (listed.fromYear !== listed.toYear || listed.approximate) return relationToRange(subject, listed);
  const years = Math.abs(subject.fromYear - listed.fromYear);
  if (years === 0) return relationInYear(subject, listed);
  if (years === 1) return { what: 'birth years differ by one', points: birthPoints.compatible };
  const sameDay =
    subject.precision === 3 && listed.precision === 3 && subject.text.slice(4) === listed.text.slice(4);
  return sameDay && differingDigits(subject.fromYear, listed.fromYear) === 1
    ? { what: 'same day and month, one digit of the birth year differs', points: birthPoints.oneDigitOfYear }
    : { what: 'birth dates differ', points: birthPoints.different };
}

function yearOf(subject: BirthFact, listed: BirthFact): 'equal' | 'near' | 'none' {
  if (listed.fromYear === listed.toYear) {
    const years = Math.abs(subject.fromYear - listed.fromYear);
    return years === 0 ? 'equal' : years === 1 ? 'near' : 'none';
  }
  return subject.fromYear >= listed.fromYear && subject.fromYear <= listed.toYear ? 'equal' : 'none';
}

const yearRank = { equal: 0, near: 1, none: 2 } as const;

/** Prefers better agreement, then higher precision, then the earlier entry. */
function isBetter(
  points: number,
  listed: BirthFact,
  { best, bestPoints }: { best: BirthFact; bestPoints: number },
): boolean {
  if (points !== bestPoints) return points > bestPoints;
  if (listed.precision !== best.precision) return listed.precision > best.precision;
  return listed.from < best.from;
}

function compareBirth(subject: BirthFact | null, births: readonly BirthFact[]) {
  if (!subject || births.length === 0)
    return { point: null, birth: 'unknown', birthYear: 'none', birthIndex: -1 } as const;
  let point: BirthRelation | null = null;
  let birthIndex = -1;
  let birthYear: Evidence['birthYear'] = 'none';
  for (const [index, listed] of births.entries()) {
    const relation = relationOfBirths(subject, listed);
    const year = yearOf(subject, listed);
    if (yearRank[year] < yearRank[birthYear]) birthYear = year;
    const best = births[birthIndex];
    if (point && best && !isBetter(relation.points, listed, { best, bestPoints: point.points })) continue;
    point = relation;
    birthIndex = index;
  }
  const agrees = birthYear !== 'none' || (point !== null && point.points >= 0);
  return { point, birth: agrees ? 'agrees' : 'disagrees', birthYear, birthIndex } as const;
}

function intersects(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const code of a) if (b.has(code)) return true;
  return false;
}

function compareCountries(subject: SubjectFacts, entity: EntityFacts) {
  const { strongCountries: strong, weakCountries: weak } = entity;
  if (subject.countries.size === 0 || strong.size + weak.size === 0)
    return { point: null, country: 'unknown' } as const;
  if (intersects(subject.countries, strong) || intersects(subject.countries, weak))
    return {
      point: { what: 'a country in common', points: countryPoints.common },
      country: 'agrees',
    } as const;
  const points = strong.size > 0 ? countryPoints.noneOfStrong : countryPoints.noneOfWeak;
  return { point: { what: 'no country in common', points }, country: 'disagrees' } as const;
}

function compatible(a: string, b: string): boolean {
  return a === '' || b === '' || a === b;
}

function compareIdentifiers(subject: readonly IdentifierFact[], entity: readonly IdentifierFact[]) {
  let other = false;
  for (const a of subject)
    for (const b of entity) {
      // An unknown type or country is compatible with any.
      if (!compatible(a.type, b.type) || !compatible(a.country, b.country)) continue;
      if (a.value === b.value) return { same: true, other: false };
      if (a.type !== '' && a.type === b.type && a.country !== '' && a.country === b.country) other = true;
    }
  return { same: false, other };
}

/**
 * Collects evidence from birth dates, countries, genders and identifiers. Unknown values give none. Of several listed values the best one
 * counts.
 */
export function evidenceOf(subject: SubjectFacts, entity: EntityFacts): Evidence {
  const points: EvidencePoint[] = [];
  const birth = compareBirth(subject.birth, entity.birth);
  if (birth.point) points.push(birth.point);
  const country = compareCountries(subject, entity);
  if (country.point) points.push(country.point);
  if (subject.gender && entity.gender && subject.gender !== entity.gender)
    points.push({ what: 'genders differ', points: -1_500 });
  const identifiers = compareIdentifiers(subject.identifiers, entity.identifiers);
  if (identifiers.other) points.push({ what: 'another identifier of the same kind', points: -400 });
  return {
    points,
    birth: birth.birth,
    birthYear: birth.birthYear,
    birthIndex: birth.birthIndex,
    country: country.country,
    sameIdentifier: identifiers.same,
  };
}

/** Maximum points that evidence may add to a name score of this subject, for any entity: 0 to `mostEvidence`, hundredths. */
export function mostGain({ birth, countries }: SubjectFacts): number {
  const gain = (birth ? mostBirthPoints : 0) + (countries.size > 0 ? mostCountryPoints : 0);
  return Math.min(mostEvidence, gain);
}

/**
 * The steps from the name score to the final score, 0 to 10,000. Agreement adds at most 6 points, for name scores of at least 60;
 * conflicts subtract; an equal identifier lifts the score to 95.
 */
export function applyEvidence(
  nameScore: number,
  evidence: Evidence,
): { what: string; before: number; after: number }[] {
  const steps: { what: string; before: number; after: number }[] = [];
  let score = nameScore;
  const move = (what: string, after: number): void => {
    if (after === score) return;
    steps.push({ what, before: score, after });
    score = after;
  };
  let gained = 0;
  for (const { what, points } of evidence.points)
    if (points < 0) move(what, Math.max(Math.min(score, 1), score + points));
  for (const { what, points } of evidence.points) {
    if (points <= 0 || nameScore < evidenceFrom) continue;
    const added = Math.min(points, mostEvidence - gained);
    gained += added;
    move(what, Math.min(10_000, score + added));
  }
  if (evidence.sameIdentifier) move('same identifier', Math.max(score, identifierScore));
  return steps;
}
