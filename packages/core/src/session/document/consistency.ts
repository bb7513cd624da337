import { editDistance, nameSimilarity } from '../names/names.ts';
import { nameLimits } from '../policy.ts';
import type { PictureFindings } from '@countersign/findings';
import {
  comparedFields,
  type ComparedField,
  type FieldSource,
  type FieldValue,
  valuesOf,
} from './field-values.ts';
import type { SessionData } from '../session-data.ts';

/** Comparison of one field across its sources. */
export interface FieldConsistency {
  field: ComparedField;
  /** `one_source`: nothing to compare with; `unknown`: no source has a value. */
  status: 'agree' | 'disagree' | 'one_source' | 'unknown';
  /** Sources with a value, most reliable first; for a disagreement, the two that disagree. */
  sources: FieldSource[];
}

/**
 * Compares zone, bar code, print and session data field by field.
 * @param session `null` compares the document only with itself
 */
export function consistencyOf(
  findings: Pick<PictureFindings, 'mrz' | 'barcode' | 'printed'>,
  session: Pick<SessionData, 'person' | 'document'> | null,
): FieldConsistency[] {
  return comparedFields.map((field) => compareField(field, valuesOf(field, findings, session)));
}

function compareField(field: ComparedField, values: FieldValue[]): FieldConsistency {
  const sources = values.map(({ source }) => source);
  if (values.length < 2) return { field, status: values.length === 0 ? 'unknown' : 'one_source', sources };
  let agreed = false;
  for (const [index, first] of values.entries()) {
    for (const second of values.slice(index + 1)) {
      const same = sameValue(field, first, second);
      if (same === false) return { field, status: 'disagree', sources: [first.source, second.source] };
      agreed ||= same === true;
    }
  }
  return { field, status: agreed ? 'agree' : 'one_source', sources };
}

/**
 * Whether two sources agree. `null` where the difference is more likely a reading error than one of the document: print that
 * differs by look-alike characters, or a partly similar name.
 */
export function sameValue(field: ComparedField, first: FieldValue, second: FieldValue): boolean | null {
  if (field === 'lastName' || field === 'firstName') return sameName(first, second);
  const [a, b] = [bare(first.value), bare(second.value)];
  if (a === b) return true;
  const printed = first.source === 'printed' || second.source === 'printed';
  if (printed && (isLookAlike(a, b) || isOneSlip(field, a, b))) return null;
  return false;
}

const bare = (value: string) => value.replace(/[^A-Za-z0-9]/g, '').toUpperCase();

function sameName(first: FieldValue, second: FieldValue): boolean | null {
  const similarity = nameSimilarity(first.value, second.value);
  if (similarity === null) return null;
  if (similarity >= nameLimits.agree) return true;
  if (first.truncated && startsAlike(first.value, second.value)) return true;
  if (second.truncated && startsAlike(second.value, first.value)) return true;
  return similarity < nameLimits.contradict ? false : null;
}

/** Whether the whole name begins with the cut-off one, letter by letter in the shortest spelling. */
export function startsAlike(cut: string, whole: string): boolean {
  const start = bare(cut);
  return (
    (nameSimilarity(start, bare(whole.normalize('NFD')).slice(0, start.length)) ?? 0) >= nameLimits.agree
  );
}

/** Characters that print and text engines confuse, with the first of each group as its representative. */
const lookAlikes = ['0OQD', '1IL', '2Z', '5S', '6G', '8B', 'UV', 'MN'];

const fold = (text: string) =>
  Array.from(text, (letter) => lookAlikes.find((group) => group.includes(letter))?.[0] ?? letter).join('');

const isLookAlike = (a: string, b: string) => fold(a) === fold(b);

/** One lost or doubled character in a number is a slip of the text engine; in a date, sex or state it is not. */
const isOneSlip = (field: ComparedField, a: string, b: string) =>
  (field === 'number' || field === 'personalNumber') && a.length !== b.length && editDistance(a, b) === 1;

/** Whether any other source agrees with the zone's text for a field. */
export function isConfirmed(
  field: ComparedField,
  zoneText: string | null,
  values: readonly FieldValue[],
): boolean {
  if (!zoneText) return false;
  const own: FieldValue = { source: 'mrz', value: zoneText, confidence: 1, truncated: false };
  return values.some((other) => other.source !== 'mrz' && sameValue(field, own, other) === true);
}

/** The day after another, both `YYYY-MM-DD`. */
const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/**
 * Whether the dates could belong to one document: born, then issued, then expired. A document may be issued on the day of its holder's
 * birth. Absent dates contradict nothing.
 * @param dates.today `YYYY-MM-DD`, UTC; it is already the next day in a part of the world
 * @see spec/contract.md A-439
 */
export function areDatesPossible(dates: {
  birth: string | null;
  issue: string | null;
  expiry: string | null;
  today: string;
}): boolean {
  const { birth, issue, expiry, today } = dates;
  const inOrder = (earlier: string | null, later: string | null) => !earlier || !later || earlier < later;
  const latest = dayAfter(today);
  const isPast = (date: string | null) => !date || date <= latest;
  const years = birth ? Number(today.slice(0, 4)) - Number(birth.slice(0, 4)) : 0;
  return (
    (birth === issue || inOrder(birth, issue)) &&
    inOrder(issue, expiry) &&
    inOrder(birth, expiry) &&
    isPast(birth) &&
    isPast(issue) &&
    years <= 130
  );
}
