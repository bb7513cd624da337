import type { Screener } from '../model/screener.ts';
import {
  ScreeningInputError,
  type Hit,
  type Result,
  type ScreeningOptions,
  type Subject,
} from '../model/screening-types.ts';
import { explainHit } from '../score/explanation/explain-hit.ts';
import type { BelowTheLine } from './below-the-line.ts';
import { subjectOfRecord } from './subject-of-record.ts';

/** An input line; the text is null if the line is too long. */
export interface QueryLine {
  number: number;
  text: string | null;
}

/** A valid query, with its id as given. */
export interface Query {
  id: string | number | null;
  subject: Subject;
  options: ScreeningOptions;
}

/** Parses a line into a query, or explains why it is invalid. `options` are the defaults. Never throws because of a line's content. */
export function readQuery({ text }: QueryLine, options: ScreeningOptions): Query | { error: string } {
  try {
    if (text === null) return { error: 'the line is too long' };
    const record: unknown = JSON.parse(text);
    const subject = subjectOfRecord(record);
    const { id = null, options: own } = record as { id?: unknown; options?: unknown };
    if (id !== null && typeof id !== 'string' && typeof id !== 'number')
      return { error: 'id is a string or a number' };
    return { id, subject, options: own == null ? options : { ...options, ...optionsOfRecord(own) } };
  } catch (error) {
    if (error instanceof SyntaxError) return { error: 'the line is not JSON' };
    if (error instanceof ScreeningInputError) return { error: error.message };
    throw error;
  }
}

/** Formats the output for an invalid line, without a line ending. */
export function badLine(number: number, error: string): string {
  return JSON.stringify({ id: null, line: number, error });
}

/** Optional parts of a printed hit. */
export interface Printing {
  /** Include trace and explanation. */
  explain: boolean;
  /** Include what the lists contain about the entity: listings, other names, associates, positions, dates and ids. */
  details: boolean;
  /** Source of the entities needed for explanations. */
  entities: Pick<Screener, 'entity'>;
}

/** The query and its results, ready to print. */
export interface Answer {
  query: Query;
  result: Result;
  below: BelowTheLine | null;
}

/** Formats the output for a query, without a line ending. */
export function answerLine({ query, result, below }: Answer, printing: Printing): string {
  const { total, truncated, hits } = result;
  const record = (hit: Hit): object => hitRecord(hit, query.subject, printing);
  return JSON.stringify({
    id: query.id,
    total,
    truncated,
    hits: hits.map(record),
    ...(below && { below: { ...below, hits: below.hits.map(record) } }),
  });
}

function hitRecord(hit: Hit, subject: Subject, { explain, details, entities }: Printing): object {
  const { entityId, score, nameScore, matchTypes, matchedName, listTypes, countries, birthDate } = hit;
  const record = { entityId, score, nameScore, matchTypes, matchedName, listTypes, countries, birthDate };
  return {
    ...record,
    ...(details && detailsOf(hit)),
    ...(explain && explained(hit, subject, entities)),
  };
}

function detailsOf(hit: Hit): object {
  const { schema, formerIds, birthDates, deathDate, gender, aka, associates, positions, listings } = hit;
  return { schema, formerIds, birthDates, deathDate, gender, aka, associates, positions, listings };
}

/** Trace and explanation of a hit; the explanation is null if the entity no longer exists. */
export function explained(hit: Hit, subject: Subject, entities: Pick<Screener, 'entity'>): object {
  const entity = entities.entity(hit.entityId);
  return { trace: hit.trace, explanation: entity && explainHit(subject, entity, hit) };
}

const checks: Record<keyof ScreeningOptions, { holds: (value: unknown) => boolean; what: string }> = {
  lists: { holds: isTexts, what: 'an array of strings' },
  matchThreshold: { holds: (value) => typeof value === 'number', what: 'a number' },
  exactMatch: { holds: (value) => typeof value === 'boolean', what: 'true or false' },
  countries: { holds: isTexts, what: 'an array of strings' },
  excludeDeceased: { holds: (value) => typeof value === 'boolean', what: 'true or false' },
  limit: { holds: (value) => typeof value === 'number', what: 'a number' },
};

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

/** Parses the given options from JSON. @throws ScreeningInputError if a member is invalid */
export function optionsOfRecord(value: unknown): Partial<ScreeningOptions> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ScreeningInputError('options is an object');
  const given = value as Record<string, unknown>;
  const options: Record<string, unknown> = {};
  for (const [name, { holds, what }] of Object.entries(checks)) {
    const member = given[name];
    if (member == null) continue;
    if (!holds(member)) throw new ScreeningInputError(`options.${name} is ${what}`);
    options[name] = name === 'countries' ? (member as string[]).map((code) => code.toUpperCase()) : member;
  }
  return options;
}
