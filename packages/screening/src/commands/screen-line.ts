import type { Screener } from '../screener.ts';
import { ScreeningInputError, type Hit, type ScreeningOptions } from '../screening-types.ts';
import { subjectOfRecord } from './subject-of-record.ts';

/** How lines are answered. */
export type LineScreening = {
  screener: Screener;
  /** What applies where a line says nothing else. */
  options: ScreeningOptions;
  /** Adds the trace to each hit. */
  explain: boolean;
  /** Told the time inside the engine, microseconds. */
  onTime?: (microseconds: number) => void;
};

/** A line of the input; null text when it is too long. */
export type QueryLine = { number: number; text: string | null };
export type AnsweredLine = { text: string; bad: boolean };

/** The answer to one line of queries, without line end. Never throws for what a line holds. */
export function screenLine({ number, text }: QueryLine, screening: LineScreening): AnsweredLine {
  try {
    if (text === null) throw new ScreeningInputError('the line is too long');
    return { text: answer(text, screening), bad: false };
  } catch (error) {
    if (!(error instanceof ScreeningInputError) && !(error instanceof SyntaxError)) throw error;
    const reason = error instanceof SyntaxError ? 'the line is not JSON' : error.message;
    return { text: JSON.stringify({ id: null, line: number, error: reason }), bad: true };
  }
}

function answer(text: string, { screener, options, explain, onTime }: LineScreening): string {
  const record: unknown = JSON.parse(text);
  const subject = subjectOfRecord(record);
  const { id, options: own } = record as { id?: unknown; options?: unknown };
  if (id != null && typeof id !== 'string' && typeof id !== 'number')
    throw new ScreeningInputError('id is a string or a number');
  const applied = own == null ? options : { ...options, ...optionsOfRecord(own) };
  const start = performance.now();
  const { hits, total, truncated } = screener.screen(subject, applied);
  onTime?.((performance.now() - start) * 1000);
  return JSON.stringify({
    id: id ?? null,
    total,
    truncated,
    hits: hits.map((hit) => hitRecord(hit, explain)),
  });
}

function hitRecord(hit: Hit, explain: boolean): object {
  const { entityId, score, nameScore, matchTypes, matchedName, listTypes, countries, birthDate, trace } = hit;
  const record = { entityId, score, nameScore, matchTypes, matchedName, listTypes, countries, birthDate };
  return explain ? { ...record, trace } : record;
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

/** @throws ScreeningInputError when a member is not what options have */
function optionsOfRecord(value: unknown): Partial<ScreeningOptions> {
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
  return options as Partial<ScreeningOptions>;
}
