import type { EvidenceField, EvidenceRow } from '../../model/explanation.ts';
import type { ListedEntity } from '../../model/listed-entity.ts';
import type { Identifier, Subject, Trace } from '../../model/screening-types.ts';
import { evidenceOf, type Evidence } from '../evidence.ts';
import { factsOfEntity, factsOfSubject, normalIdentifier } from '../facts.ts';
import { knownCountries } from '../hits/filters.ts';
import { keepingRule } from '../hits/hit-of-entity.ts';
import { pointsOf } from './name-rows.ts';

/** The field and relation of each point of the evidence, by its wording in the trace. */
const facts: Readonly<Record<string, { field: EvidenceField; relation: string }>> = {
  'same birth date': { field: 'birthDate', relation: 'same_date' },
  'day and month of birth swapped': { field: 'birthDate', relation: 'day_and_month_swapped' },
  'same birth year': { field: 'birthDate', relation: 'same_year' },
  'birth date within the listed range': { field: 'birthDate', relation: 'within_range' },
  'birth years differ by one': { field: 'birthDate', relation: 'year_differs_by_one' },
  'same day and month, one digit of the birth year differs': {
    field: 'birthDate',
    relation: 'one_digit_differs',
  },
  'same birth year, another day': { field: 'birthDate', relation: 'other_day' },
  'same birth year, another month': { field: 'birthDate', relation: 'other_month' },
  'birth dates differ': { field: 'birthDate', relation: 'different' },
  'a country in common': { field: 'country', relation: 'shared' },
  'no country in common': { field: 'country', relation: 'different' },
  'genders differ': { field: 'gender', relation: 'different' },
  'another identifier of the same kind': { field: 'identifier', relation: 'other_of_same_kind' },
  'same identifier': { field: 'identifier', relation: 'same' },
  [keepingRule]: { field: 'rule', relation: 'kept_by_rule' },
};

/** Maximum number of identifiers shown in a row; some entities have dozens. */
const mostShown = 5;

/** Whether a step of a trace is about something other than the name. */
export const isOfFact = (what: string): boolean => Object.hasOwn(facts, what);

function joined(values: readonly string[]): string | null {
  return values.length === 0 ? null : values.join(', ');
}

function written({ type, value, country }: Identifier): string {
  return [type, value, country].filter((part) => part !== undefined && part !== '').join(' ');
}

function listedIdentifiers(subject: Subject, entity: ListedEntity, same: boolean): string | null {
  if (!same) return joined(entity.identifiers.slice(0, mostShown).map(written));
  const given = new Set((subject.identifiers ?? []).map(({ value }) => normalIdentifier(value)));
  const found = entity.identifiers.filter(({ value }) => given.has(normalIdentifier(value)));
  return joined(found.slice(0, mostShown).map(written));
}

function listedBirth(entity: ListedEntity, { birthIndex }: Evidence): string | null {
  const compared = factsOfEntity(entity).birth[birthIndex];
  const births = compared ? [compared] : entity.birth;
  return joined(births.map(({ text, approximate }) => (approximate ? `about ${text}` : text)));
}

type Values = Pick<EvidenceRow, 'subject' | 'listed'>;

/** The displayed values of both sides, by field. */
function valuesOf(
  subject: Subject,
  entity: ListedEntity,
  evidence: Evidence,
): Record<'birthDate' | 'country' | 'gender' | 'identifier', Values> {
  return {
    birthDate: { subject: subject.birthDate ?? null, listed: listedBirth(entity, evidence) },
    country: { subject: joined(subject.countries ?? []), listed: joined(knownCountries(entity)) },
    gender: { subject: subject.gender ?? null, listed: entity.gender },
    identifier: {
      subject: joined((subject.identifiers ?? []).map(written)),
      listed: listedIdentifiers(subject, entity, evidence.sameIdentifier),
    },
  };
}

/** The relation of a field for which the evidence has no entry. */
function quietRelation(field: EvidenceField, { subject, listed }: Values): string {
  if (subject === null || listed === null) return 'unknown';
  return field === 'gender' ? 'same' : 'not_comparable';
}

/** The points by which the trace's steps moved the score for a field, with their wording. */
function stepOf(trace: Trace, what: string): number {
  const step = trace.steps.find((one) => one.what === what);
  return step === undefined ? 0 : Math.round(step.after * 100) - Math.round(step.before * 100);
}

/**
 * Rows for everything compared besides the name, including unknown values. Birth dates and genders are left out if neither side has one
 * and the entity is not a person.
 */
export function factRows(subject: Subject, entity: ListedEntity, trace: Trace): EvidenceRow[] {
  const evidence = evidenceOf(factsOfSubject(subject), factsOfEntity(entity));
  const points = evidence.points.map(({ what }) => what);
  if (evidence.sameIdentifier) points.push('same identifier');
  const values = valuesOf(subject, entity, evidence);
  const rows: EvidenceRow[] = [];
  for (const field of ['birthDate', 'country', 'gender', 'identifier'] as const) {
    const both = values[field];
    const found = points.filter((what) => facts[what]?.field === field);
    for (const what of found)
      rows.push({
        field,
        ...both,
        relation: facts[what]?.relation ?? '',
        points: pointsOf(stepOf(trace, what)),
      });
    if (found.length > 0) continue;
    const isOfPeople = field === 'birthDate' || field === 'gender';
    if (isOfPeople && entity.schema !== 'Person' && both.subject === null && both.listed === null) continue;
    rows.push({ field, ...both, relation: quietRelation(field, both), points: 0 });
  }
  if (trace.steps.some(({ what }) => what === keepingRule))
    rows.push({ field: 'rule', subject: null, listed: null, relation: 'kept_by_rule', points: 0 });
  return rows;
}
